// node run.mjs [--quick] [TASK]...: measures, writes CSV files and prints tables; run.sh has built what is needed.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { judge } from './bars.mjs';
import { contestants } from './contestants.mjs';
import { measureGrowth } from './growth.mjs';
import { measureKernel } from './kernel.mjs';
import { measure, startAll } from './measure.mjs';
import { barsTable, growthTable, kernelTable, replaceMarked, softmaxTable, timesTable, writeCsv } from './report.mjs';
import { measureSoftmax } from './softmax.mjs';
import { tasks } from './tasks.mjs';

const place = (path) => fileURLToPath(new URL(path, import.meta.url));
const kScratch = place('../../build/bench/');
const kColumns = {
  kernel: ['task', 'targets', 'd', 'N', 'n', 'contestant', 'gflops', 'peak', 'share'],
  growth: ['against', 'targets', 'stage', 'd', 'N', 'n', 'ms', 'products', 'measured', 'counted'],
  softmax: ['against', 'task', 'm', 'd', 'k', 'N', 'ms', 'recovered', 'layers', 'error', 'count', 'power'],
  task: ['task', 'targets', 'd', 'N', 'n', 'contestant', 'ms', 'low', 'high', 'turns', 'first', 'difference', 'memory', 'stages', 'skip'],
};
// The others are in the CSV files: the reader of README.md wants to see the field, not the variations.
const kReadmeContestants = ['ours, native', 'ours, WASM in node', 'ours, WASM in Chromium', 'NumPy', 'ml-matrix', 'naive C++'];
const kReadmeTasks = ['algorithm', 'certificate', 'heads', 'descent'];

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const rounds = quick ? { rounds: 1 } : {};
const all = [...tasks.map(({ name }) => name), 'kernel', 'growth', 'softmax'];
const chosen = words.filter((word) => word !== '--quick');
const unknown = chosen.find((word) => !all.includes(word));
if (unknown) {
  console.error(`There is no task "${unknown}": choose among ${all.join(', ')}.`);
  process.exit(2);
}
const wanted = (name) => chosen.length === 0 || chosen.includes(name);

function machine() {
  const flags = readFileSync('/proc/cpuinfo', 'utf8');
  const vectors = [['avx512f', 'AVX-512'], ['avx2', 'AVX2'], ['sse2', 'SSE2'], ['asimd', 'NEON']].find(([flag]) => flags.includes(flag));
  return `${availableParallelism()} cores, ${cpus()[0].model.trim()}, ${process.arch}${vectors ? ` with ${vectors[1]}` : ''}`;
}

async function about(running) {
  const versions = [];
  for (const each of running) versions.push(await each.ask('version')); // one by one: some tell how fast they are
  // What stands in brackets, a library's kernel, is told of the first contestant that has it.
  const programs = new Map();
  for (const program of versions.flatMap(({ version }) => version.split(', '))) if (!programs.has(program.split(' (')[0])) programs.set(program.split(' (')[0], program);
  return `${new Date().toISOString().slice(0, 10)}; ${machine()}; node ${process.versions.node}, ${[...programs.values()].join(', ')}`;
}

async function measureSize(running, task, size) {
  const file = `${kScratch}data.bin`;
  const { targets, d, N, n } = size;
  await running[0].ask(`prepare ${task.name} ${targets} ${d} ${N} ${n}`);
  await running[0].ask(`write ${file}`);
  const results = await measure(running, task, size, file, rounds);
  rmSync(file);
  for (const result of results) {
    console.error(`${task.name} ${targets} d=${d}  ${result.contestant.padEnd(24)} ${result.skip ?? `${result.ms.toFixed(2)} ms`}`);
  }
  return results.map((result) => ({ task: task.name, ...size, ...result }));
}

async function measureTask(running, task) {
  const rows = [];
  for (const size of task.sizes) rows.push(...(await measureSize(running, task, size)));
  return rows;
}

/** The rows of every chosen task, kept as CSV files as soon as they are there. */
async function measureAll(running, remark) {
  const found = {};
  const keep = (name, columns, rows) => {
    found[name] = rows;
    if (!quick) writeCsv(place(`results/${name}.csv`), columns, rows, remark);
  };
  for (const task of tasks) if (wanted(task.name)) keep(task.name, kColumns.task, await measureTask(running, task));
  if (wanted('kernel')) keep('kernel', kColumns.kernel, await measureKernel(running, rounds));
  if (wanted('growth')) keep('growth', kColumns.growth, await measureGrowth(running, rounds));
  if (wanted('softmax')) keep('softmax', kColumns.softmax, await measureSoftmax(running, rounds));
  return found;
}

function tablesOf(found, names) {
  const times = tasks.filter(({ name }) => found[name]).map(({ name }) => timesTable(found[name], tasks, names));
  return [...times, ...(found.kernel ? [kernelTable(found.kernel)] : []), ...(found.growth ? [growthTable(found.growth)] : []), ...(found.softmax ? [softmaxTable(found.softmax)] : [])];
}

for (const folder of [kScratch, place('results')]) mkdirSync(folder, { recursive: true });
const running = await startAll(contestants);
const remark = await about(running);
const found = await measureAll(running, remark);
for (const each of running) await each.stop();

const verdicts = barsTable(judge(Object.values(found).flat()));
console.log([`\n${remark}`, ...tablesOf(found, contestants.map(({ name }) => name)), verdicts].join('\n\n'));
if (found.softmax && !quick) replaceMarked(place('softmax.md'), softmaxTable(found.softmax), 'softmax');
if (chosen.length === 0 && !quick) {
  const times = timesTable(kReadmeTasks.flatMap((name) => found[name]), tasks, kReadmeContestants);
  const growth = `<details><summary>How the time grows</summary>\n\n${growthTable(found.growth)}\n\n</details>`;
  replaceMarked(place('README.md'), [`Measured ${remark}.`, times, verdicts, growth].join('\n\n'));
}

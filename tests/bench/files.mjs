// node files.mjs: lifted-learn beside one process of NumPy on the same files, with one and two processes, and what the
// counts say of many machines. run.sh has built what is needed. Writes its tables into README.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullSpeed, python } from './full_speed.mjs';
import { median } from './measure.mjs';
import { replaceMarked, short, table } from './report.mjs';

const place = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const folder = place('../../build/bench/files');
const kRounds = Number(process.env.LIFTED_ROUNDS ?? 5);
const sizes = [{ d: 8, n: 16, N: 400_000 }, { d: 16, n: 16, N: 40_000 }];

const numpy = place('files_numpy.py');
const inNumpy = (/** @type {string[]} */ ...words) => [python, numpy, ...words];
const learn = (build, ...words) => [place(`../../build/${build}/lifted-learn`), ...words];
const inTwo = (/** @type {string[]} */ command) => ['mpirun', '-n', '2', ...command];
const env = { ...process.env, ...fullSpeed(), OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1', OMPI_MCA_rmaps_base_oversubscribe: '1' };

/** Seconds, and the largest memory of one of its processes in MB. @param {string[]} command */
function measured(command, own = {}) {
  const begun = performance.now();
  const { status, stderr } = spawnSync(python, ['-c', 'import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)', ...command], { cwd: folder, encoding: 'utf8', env: { ...env, ...own } });
  if (status !== 0) throw new Error(stderr);
  return { seconds: (performance.now() - begun) / 1000, memory: Number(stderr.trim().split('\n').at(-1)) / 1000 };
}

/** Medians of rounds in which all take turns. @param {Record<string, () => { seconds: number, memory: number }>} contestants */
function inTurns(contestants) {
  const seen = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < kRounds; ++round) for (const [name, run] of Object.entries(contestants)) seen[name].push(run());
  return Object.fromEntries(Object.entries(seen).map(([name, all]) => [name, { all: all.map(({ seconds }) => seconds), seconds: median(all.map(({ seconds }) => seconds)), memory: Math.max(...all.map(({ memory }) => memory)) }]));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const beside = [];
const scaling = [];
for (const { d, n, N } of sizes) {
  execFileSync(python, [numpy, 'make', String(N), String(n), String(d)], { cwd: folder });
  const whole = ['--tokens', 'z.npy', '--answers', 'y.npy'];
  const half = ['--tokens', 'z-half.npy', '--answers', 'y-half.npy'];
  const found = inTurns({
    'ours, one thread': () => measured(learn('native', '--threads', '1', ...whole)),
    ours: () => measured(learn('native', ...whole)),
    'NumPy, one thread': () => measured(inNumpy('learn'), { OPENBLAS_NUM_THREADS: '1' }),
    NumPy: () => measured(inNumpy('learn')),
    'one process': () => measured(learn('mpi', '--threads', '1', ...whole)),
    'two processes': () => measured(inTwo(learn('mpi', ...whole))),
    'one process, half': () => measured(learn('mpi', '--threads', '1', ...half)),
  });
  // The same data, the same answer: W of the one beside that of the other.
  execFileSync(learn('native')[0], [...whole, '--npz', 'ours.npz'], { cwd: folder });
  const distance = Number(execFileSync(python, [numpy, 'compare'], { cwd: folder, encoding: 'utf8' }));
  if (!(distance < 1e-9)) throw new Error(`the answers differ by ${distance}`);
  const megabytes = (N * (n + 1) * d * 8) / 1e6;
  beside.push([`d = ${d}, ${short(megabytes)} MB`, ...['ours, one thread', 'ours', 'NumPy, one thread', 'NumPy'].flatMap((name) => [`${short(found[name].seconds)} s`, `${short(found[name].memory)} MB`])]);
  const ratios = (from, to, by = 1) => {
    const all = found[from].all.map((seconds, k) => (by * seconds) / found[to].all[k]).sort((a, b) => a - b);
    return `${median(all).toFixed(2)} (${all[0].toFixed(2)} to ${all.at(-1).toFixed(2)})`;
  };
  scaling.push([`d = ${d}, ${N.toLocaleString('en-US')} sequences`, ratios('one process', 'two processes'), ratios('one process, half', 'two processes')]);
}
rmSync(folder, { recursive: true, force: true });

// Counts: see moments.hpp. A sequence takes q²(q + 1)/2 multiply-adds; the sums have about q²(q + 1)/2 numbers, which go up a
// tree of log2(machines) rounds; then one machine solves, psi³/6 multiply-adds.
const kRate = 10e9; // multiply-adds a second, as measured natively
const kWire = 1.25e9; // bytes a second: 10 Gbit/s
const kEach = 1_000_000; // sequences a machine
const counted = [16, 32].flatMap((d) => [10, 100, 1000].map((machines) => {
  const q = (d * (d + 1)) / 2;
  const sums = (q * q * (q + 1)) / 2;
  const gather = (kEach * sums) / kRate;
  const add = Math.ceil(Math.log2(machines)) * (8 * sums) / kWire;
  const solve = (q * d) ** 3 / 6 / kRate;
  return [`d = ${d}, ${machines.toLocaleString('en-US')} machines`, `${short(gather)} s`, `${short((8 * sums) / 1e6)} MB`, `${short(add)} s`, `${short(solve)} s`, `${((100 * gather) / (gather + add + solve)).toFixed(1)} %`];
}));

const about = `Measured ${new Date().toISOString().slice(0, 10)}, ${kRounds} rounds in which all take turns.`;
const text = [
  `${about} ${cpus()[0].model.trim()}.`,
  table(['one pass and the errors, medians', 'ours, one thread', 'memory', 'two', 'memory', 'NumPy, one thread', 'memory', 'NumPy, two', 'memory'], beside),
  table(['two processes on two cores, median (least to most)', 'the same data: times as fast', 'twice the data: share of the speed kept'], scaling),
  table([`counted, ${kEach.toLocaleString('en-US')} sequences a machine`, 'adding up its own', 'sums', 'sums of all', 'solving', 'of the time all work'], counted),
].join('\n\n');
console.log(text);
replaceMarked(place('README.md'), text, 'files');

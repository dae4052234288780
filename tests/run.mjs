// What each command of tests/run.sh runs: one list of jobs. Each part can be named on its own:
// architecture, native, sanitized, fuzz, wasm, bits, browser, notebooks, installed, bundlers, faults.
//
// A file of tests/browser is in the gate, unless a line of its opening comment begins with "Full run:" and says why not; a test
// that is not has `skip: kFullOnly` (tests/trials.mjs). Nothing in the gate judges by a clock, or counts
// bytes or lines to the last: such a test says "warning: …" as a diagnostic. What a clock measures is in tests/bench.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { build, doctest, nodeFile } from './runner/outcomes.mjs';
import { goals } from './runner/goals.mjs';
import { runAll } from './runner/queue.mjs';
import { stillToDo } from './runner/still_to_do.mjs';
import { tellUnsaid } from './runner/unsaid.mjs';
import { Verdict } from './runner/verdict.mjs';

/** @import { Job } from './runner/queue.mjs' */

process.chdir(new URL('..', import.meta.url).pathname);
const [mode = 'gate', ...words] = process.argv.slice(2);
const full = mode !== 'gate' && mode !== 'quick';
const places = Number(process.env.LIFTED_JOBS ?? availableParallelism() + 1);
const kAll = availableParallelism() + 1; // alone on the machine
const logs = 'build/logs';
const heard = `${logs}/heard`; // what a figure has said
const log = (/** @type {string} */ name) => `${logs}/${name.replaceAll(/[/ ]/g, '-')}.log`;
const env = { LIFTED_NATIVE_DESCRIBE: `${process.cwd()}/build/native/describe`, ...(full ? { LIFTED_FULL: '1' } : {}) };

// --- Builds, one after the other ------------------------------------------------------------------------------------

const clang = `-DCMAKE_C_COMPILER=clang-${process.env.LIFTED_LLVM_MAJOR} -DCMAKE_CXX_COMPILER=clang++-${process.env.LIFTED_LLVM_MAJOR}`;
const native = (/** @type {string} */ folder, options = '', targets = '') =>
  `set -e; cmake -S . -B ${folder} -G Ninja -DCMAKE_BUILD_TYPE=Release ${clang} ${options}; cmake --build ${folder} ${targets}`;
const commands = {
  'npm for tests': 'cd tests/browser && { [ node_modules/.stamp -nt package-lock.json ] || { npm ci --prefer-offline --no-audit --no-fund && touch node_modules/.stamp; }; }',
  'npm for bundlers': 'cd tests/bundlers && { [ node_modules/.stamp -nt package-lock.json ] || { npm ci --prefer-offline --ignore-scripts --no-audit --no-fund && touch node_modules/.stamp; }; }',
  'build native': native('build/native'),
  site: 'bash web/serve.sh --build-only',
  'build bits': 'set -e; cmake --build build/wasm --target test_bits',
  'build quick': 'set -e; cmake --build build/wasm --target lifted-attention-quick',
  'build sanitized': native('build/sanitized', '-DLIFTED_SANITIZE=ON'),
  'build mpi': native('build/mpi', '-DLIFTED_MPI=ON', '--target lifted-learn'),
  reference: 'bash web/api.sh',
  'build wasm': 'set -e; cmake --build build/wasm',
};
/** @returns {Job} */
const builder = (/** @type {keyof typeof commands} */ name, /** @type {string[]} */ needs = []) => ({ name, part: 'builds', needs, weight: availableParallelism(), run: () => build(name, commands[name], log(name)) });

// --- Tests ----------------------------------------------------------------------------------------------------------

/** @returns {Job} */
const nodeJob = (/** @type {string} */ part, /** @type {string} */ file, /** @type {string[]} */ needs, weight = 1) => ({ name: file, part, needs, weight, run: () => nodeFile(file, { log: log(file), env }) });
const filesIn = (/** @type {string} */ folder) => readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => `${folder}/${name}`);
const nodeJobs = (part, folder, needs, weight = 1) => filesIn(folder).map((file) => nodeJob(part, file, needs, weight));

// The figures' doctest program in pieces, as it takes longest.
const pieces = {
  'figures-every': '--source-file=*every_figure*',
  'figures-walk': '--source-file=*/walk/*',
  'figures-descent': '--source-file=*head_race*,*softmax*,*phases*,*head_count*,*more_heads*',
  'figures-played': '--source-file=*landscape*,*language_*,*machines*,*turing*',
  'figures-pieces': '--source-file=*pieces*,*samples*',
};
const rest = `--source-file-exclude=${Object.values(pieces).map((option) => option.split('=')[1]).join(',')}`;
/** The rooms' programs; natively they may be asked for all there is. @returns {Job[]} */
const rooms = (part, folder, needs, without = []) =>
  [...Object.entries(pieces), ['figures', rest], ['learner'], ['plot'], ['c_api']].filter(([name]) => !without.includes(name)).map(([name, ...options]) => {
    const program = `build/${folder}/test_${name.split('-')[0]}`;
    return { name: `${part} ${name}`, part, needs, run: () => doctest(`${part} ${name}`, part === 'wasm' ? [process.execPath, `${program}.js`] : [program], options, { log: log(`${part} ${name}`), ...(part === 'native' ? { env } : {}), ...(part === 'sanitized' ? { slower: 5 } : {}) }) };
  });

const isFullOnly = (/** @type {string} */ file) => /^\/\/ Full run: /m.test(readFileSync(file, 'utf8'));
const architecture = () => [...nodeJobs('architecture', 'tests/architecture', []), ...nodeJobs('architecture', 'tests/bench', [])];
const browserNeeds = ['site', 'build native', 'npm for tests'];
const kQuick = 'tests/browser/quick.test.mjs'; // of the module that is linked in seconds

/** All jobs of the gate, of the full run, or of what measures the page. @returns {Job[]} */
const everything = () => [
  builder('npm for tests'),
  builder('build native'),
  builder('site', ['build native']),
  builder('build bits', ['site']),
  builder('build quick', ['site']),
  ...(full ? [builder('npm for bundlers'), builder('reference'), builder('build mpi'), builder('build sanitized'), builder('build wasm', ['site'])] : []),
  ...architecture(),
  ...rooms('native', 'native', ['build native']),
  ...nodeJobs('native', 'tests/c_api', ['build native']),
  ...nodeJobs('native', 'tests/program', ['build native', 'site']),
  ...nodeJobs('bits', 'tests/bits', ['build bits', 'build native']),
  ...filesIn('tests/browser').filter((file) => full || !isFullOnly(file)).map((file) => nodeJob('browser', file, file === kQuick ? [...browserNeeds, 'build quick'] : browserNeeds)),
  ...nodeJobs('notebooks', 'tests/golden', browserNeeds),
  ...(full
    ? [
        // What a figure itself is tested for is tried once more: with sanitizers, or where descent takes minutes with them, as WebAssembly.
        ...rooms('sanitized', 'sanitized', ['build sanitized'], ['figures-descent', 'figures-walk']),
        ...nodeJobs('fuzz', 'tests/fuzz', ['build sanitized']),
        ...rooms('wasm', 'wasm', ['build wasm'], ['figures', 'figures-pieces', 'figures-played', 'figures-walk']),
        ...nodeJobs('installed', 'tests/installed', ['build native', 'build mpi']),
        ...nodeJobs('bundlers', 'tests/bundlers', ['site', 'npm for tests', 'npm for bundlers']),
        ...nodeJobs('faults', 'tests/faults', browserNeeds, kAll),
        ...(mode === 'page' || mode.startsWith('tests/bench/page/') ? nodeJobs('page', 'tests/bench/page', browserNeeds, kAll) : []),
      ]
    : []),
];

/** The chosen jobs with the builds that they need. @param {(job: Job) => boolean} chosen @returns {Job[]} */
function only(chosen) {
  const all = everything();
  const wanted = new Set(all.filter((job) => job.part !== 'builds' && chosen(job)));
  for (const job of wanted) for (const name of job.needs ?? []) wanted.add(/** @type {Job} */ (all.find((one) => one.name === name)));
  return all.filter((job) => wanted.has(job));
}

/** Ends with a sentence. @returns {never} */
function refuse(/** @type {string} */ sentence) {
  console.error(sentence);
  process.exit(2);
}

/** The figure's own tests, its exercises, and its page from a module that is linked in seconds. @returns {Job[]} */
function figureJobs(/** @type {string} */ id) {
  const listed = [...readFileSync('src/figures/figures.cpp', 'utf8').matchAll(/^ {2}each\((\w+)\)/gm)].map(([, name]) => name);
  if (!listed.includes(id)) refuse(`${id ? `There is no figure "${id}" in src/figures/figures.cpp` : 'Say which figure: bash tests/run.sh figure NAME'}. There are: ${listed.join(', ')}.`);
  const step = (/** @type {string} */ name, /** @type {string} */ command, /** @type {string[]} */ needs = []) => ({ name, part: 'builds', needs, weight: places, run: () => build(name, command, log(name)) });
  // With LIFTED_KEEP_PICTURES its four pictures are kept too.
  const files = [...['one_figure', 'exercises', ...(process.env.LIFTED_KEEP_PICTURES ? ['posters'] : [])].map((name) => `tests/browser/${name}.test.mjs`), 'tests/bits/same_bits.test.mjs'];
  const page = `set -e; [ -f build/shown.json ] || bash web/serve.sh --build-only; cmake --build build/wasm --target lifted-attention-quick lifted-learner; LIFTED_FIGURE=${id} node web/build.mjs --quick`;
  return [
    step('build native', native('build/native', '', '--target test_figures describe')),
    step('build page', page, ['build native']),
    step('npm for tests', commands['npm for tests']),
    { name: `native ${id}`, part: 'native', needs: ['build native'], run: () => doctest(`native ${id}`, ['build/native/test_figures'], [`--source-file=*every_figure*,*/walk/*,*/${id}_test*,*/${id}_*_test*`], { log: log(`native ${id}`), env: { LIFTED_FIGURE: id, LIFTED_HEARD: heard } }) },
    ...files.map((file) => ({ name: file, part: 'browser', needs: ['build page', 'npm for tests'], run: () => nodeFile(file, { log: log(file), env: { ...env, LIFTED_FIGURE: id, LIFTED_SITE: `${process.cwd()}/build/quick` } }) })),
  ];
}

/** @returns {Job[]} */
function jobs() {
  if (mode === 'gate' || mode === 'full') return everything();
  if (mode === 'quick') return [builder('build native'), ...architecture(), ...rooms('native', 'native', ['build native'], ['figures-every', 'figures-walk'])];
  if (mode === 'figure') return figureJobs(words[0] ?? '');
  if (mode === 'page') return only(({ part }) => part === 'page');
  if (existsSync(mode)) {
    const named = only(({ name }) => name === mode.replace(/^\.\//, '')).map((job) => (job.part === 'builds' ? job : { ...job, run: () => nodeFile(job.name, { log: log(job.name), env, only: words[0] }) }));
    if (named.length > 0) return named;
  }
  const parts = [mode, ...words];
  const known = new Set(everything().map(({ part }) => part));
  const unknown = parts.find((part) => part === 'builds' || !known.has(part));
  if (!unknown) return only(({ part }) => parts.includes(part));
  return refuse(`There is no part, command or file of tests "${unknown}". Parts: ${[...known].filter((part) => part !== 'builds').join(', ')}; else see tests/run.sh.`);
}

rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
mkdirSync('build/results', { recursive: true });
const chosen = jobs();
const verdict = new Verdict(mode, logs);
const { done, left } = await runAll(verdict.longestFirst(chosen), places, (job) => verdict.tell(job));
// A file that fails beside others is tried once more, alone.
for (const job of done.filter(({ part, outcome }) => part === 'browser' && outcome.failures.length > 0)) {
  verdict.again(job, await job.run());
}
if (mode === 'figure') {
  await stillToDo(words[0]);
  tellUnsaid(words[0], heard);
}
const good = verdict.end(done, left);
if (mode === 'page' && good) {
  console.log(goals());
  execFileSync(process.execPath, ['web/build.mjs', '--results']);
}
process.exitCode = good ? 0 : 1;

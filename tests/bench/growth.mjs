// How our time grows with d, N and n, as WebAssembly in node; the exponent fitted to the times beside the one fitted
// to the multiplications that theory counts at the same sizes.
import { median } from './measure.mjs';
import { features, pairs } from './tasks.mjs';

const kTurns = 5;
const kLeastMs = 30;

const vech = ({ d, N, n }) => N * n * pairs(d); // G of every sequence
const lastTerm = ({ d }) => (pairs(d) ** 2 * (pairs(d) + 1)) / 2;
const allTerm = ({ d }) => (pairs(d) * (pairs(d) + 1) * (pairs(d) + 2)) / 6;
const products = {
  last: (size) => size.N * lastTerm(size) + vech(size),
  causal: (size) => size.N * size.n * lastTerm(size) + vech(size),
  all: (size) => size.N * allTerm(size) + 2 * vech(size),
};
const solving = ({ d }) => features(d) ** 3 / 3;
const decomposing = ({ d }) => d ** 6;

const ds = [6, 8, 10, 12, 14, 16].map((d) => ({ d, N: 4096, n: 8 }));
const Ns = [512, 1024, 2048, 4096, 8192, 16384].map((N) => ({ d: 8, N, n: 32 }));
const ns = [4, 8, 16, 32, 64, 128, 256].map((n) => ({ d: 8, N: 512, n }));

// One line a sweep: what grows, which stages of which task are timed, what theory counts.
const sweeps = [
  { against: 'd', targets: 'last', sizes: ds, task: 'algorithm', counts: { gram: products.last, solve: solving, heads: decomposing } },
  { against: 'd', targets: 'all', sizes: ds, task: 'algorithm', counts: { gram: products.all } },
  { against: 'N', targets: 'last', sizes: Ns, task: 'moments', counts: { moments: products.last } },
  { against: 'N', targets: 'all', sizes: Ns, task: 'moments', counts: { moments: products.all } },
  { against: 'n', targets: 'last', sizes: ns, task: 'moments', counts: { moments: products.last } },
  { against: 'n', targets: 'causal', sizes: ns, task: 'moments', counts: { moments: products.causal } },
  { against: 'n', targets: 'all', sizes: ns, task: 'moments', counts: { moments: products.all } },
];

/** The slope of log y against log x by least squares. */
export function exponent(xs, ys) {
  const x = xs.map(Math.log);
  const y = ys.map(Math.log);
  const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  return x.reduce((sum, each, i) => sum + (each - mx) * (y[i] - my), 0) / x.reduce((sum, each) => sum + (each - mx) ** 2, 0);
}

async function stagesOf(each, { task, targets }, { d, N, n }, turns) {
  await each.ask(`prepare ${task} ${targets} ${d} ${N} ${n}`);
  await each.ask('run 0');
  const seen = [];
  for (let turn = 0; turn < turns; turn++) seen.push((await each.ask(`run ${kLeastMs}`)).stages);
  return Object.fromEntries(Object.keys(seen[0]).map((stage) => [stage, median(seen.map((stages) => stages[stage]))]));
}

/** One row a point of a sweep; `measured` and `counted` are the exponents of its whole sweep. */
export async function measureGrowth(running, { rounds = kTurns } = {}) {
  const each = running.find(({ name }) => name === 'ours, WASM in node');
  const rows = [];
  for (const sweep of sweeps) {
    const times = [];
    for (const size of sweep.sizes) times.push(await stagesOf(each, sweep, size, rounds));
    const xs = sweep.sizes.map((size) => size[sweep.against]);
    for (const [stage, count] of Object.entries(sweep.counts)) {
      const measured = exponent(xs, times.map((stages) => stages[stage]));
      const counted = exponent(xs, sweep.sizes.map(count));
      sweep.sizes.forEach((size, i) =>
        rows.push({ against: sweep.against, targets: sweep.targets, stage, ...size, ms: times[i][stage], products: count(size), measured, counted }));
    }
  }
  return rows;
}

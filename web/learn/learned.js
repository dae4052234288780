// @ts-check
// What the learner has found, as an object for scripts.

/** @import { Learned, Targets } from '../types/learn.d.ts' */
/** @import { Found } from './learner.js' */

/** Splits the heads, whose matrices stand side by side. @param {number[][]} V @param {number[][]} Q @param {number} d */
function headsOf(V, Q, d) {
  const cut = (/** @type {number[][]} */ maps, /** @type {number} */ h) => maps.map((line) => line.slice(h * d, (h + 1) * d));
  return Array.from({ length: Q[0].length / d }, (_, h) => ({ V: cut(V, h), Q: cut(Q, h) }));
}

/** Adds z zᵀ to G. @param {number[][]} G @param {ArrayLike<number>} z */
function see(G, z) {
  G.forEach((line, j) => line.forEach((_, k) => (line[k] += z[j] * z[k])));
}

/** One answer, y_a = Σ W[a d + j][k d + l] G_jk z_l. @param {number[][]} W @param {number[][]} G @param {ArrayLike<number>} z */
function answer(W, G, z) {
  const d = z.length;
  return Array.from({ length: W.length / d }, (_, a) => {
    let sum = 0;
    for (let j = 0; j < d; ++j) for (let k = 0; k < d; ++k) for (let l = 0; l < d; ++l) sum += W[a * d + j][k * d + l] * G[j][k] * z[l];
    return sum;
  });
}

/** @param {number[][]} W @param {Targets} targets @param {number} d @param {ArrayLike<ArrayLike<number>>} tokens */
function predict(W, targets, d, tokens) {
  const list = Array.from(tokens ?? []);
  const odd = list.findIndex((token) => token?.length !== d || !Array.from(token).every(Number.isFinite));
  if (list.length === 0) throw new RangeError('There is no token: give at least one.');
  if (odd >= 0) throw new RangeError(`tokens[${odd}] is not a list of ${d} finite numbers, as the tokens learned from are.`);
  const G = Array.from({ length: d }, () => /** @type {number[]} */ (Array(d).fill(0)));
  if (targets === 'causal') {
    return list.map((z) => {
      see(G, z);
      return answer(W, G, z);
    });
  }
  list.forEach((z) => see(G, z));
  if (targets === 'last') return answer(W, G, list[list.length - 1]);
  return list.map((z) => answer(W, G, z));
}

/** @param {unknown} matrix @param {number} rows @param {number} columns */
const isMatrix = (matrix, rows, columns) => {
  const list = Array.from(/** @type {ArrayLike<ArrayLike<number>>} */ (matrix ?? []));
  return list.length === rows && list.every((row) => row?.length === columns && Array.from(row).every(Number.isFinite));
};

/** |W' - W| / |W|, W' = Σ V_h[a][j] Q_h[k][l] with the mean of (j, k) and (k, j), as G is symmetric. @param {number[][]} W @param {ArrayLike<import('../types/learn.d.ts').Head>} given @param {number} d */
function distance(W, given, d) {
  const heads = Array.from(given ?? []);
  const outputs = W.length / d;
  const odd = heads.findIndex((head) => !isMatrix(head?.V, outputs, d) || !isMatrix(head?.Q, d, d));
  if (odd >= 0) throw new RangeError(`heads[${odd}] is not { V, Q } with ${outputs} x ${d} and ${d} x ${d} finite numbers, as the heads learned are.`);
  const own = (/** @type {number} */ a, /** @type {number} */ j, /** @type {number} */ k, /** @type {number} */ l) => heads.reduce((sum, { V, Q }) => sum + (V[a][j] * Q[k][l] + V[a][k] * Q[j][l]) / 2, 0);
  const differences = W.map((line, row) => line.map((value, column) => own(Math.floor(row / d), row % d, Math.floor(column / d), column % d) - value));
  const length = (/** @type {number[][]} */ matrix) => matrix.flat().reduce((sum, value) => Math.hypot(sum, value), 0);
  const off = length(differences);
  return off === 0 ? 0 : off / length(W);
}

/**
 * @template {Targets} T
 * @param {Found} found
 * @param {{ d: number, outputs: number, examples: number, targets: T, lambda: number, predictionError: number | undefined, seconds: number }} facts
 * @returns {Learned<T>}
 */
export function readLearned({ numbers, matrices }, facts) {
  const [rows, unknowns, rank, minimumNorm, trainingError, relativeTrainingError, neededHeads, smallestEigenvalue, largestEigenvalue, certified, condition, digits, rankInDoubt] = numbers;
  const [W, singularValues, V, Q, evidence, eigenvalues] = matrices;
  const column = (/** @type {number[][]} */ matrix) => matrix.map(([value]) => value);
  return {
    ...facts,
    rows,
    unknowns,
    rank,
    minimumNorm: minimumNorm === 1,
    condition,
    digits,
    rankInDoubt: rankInDoubt === 1,
    trainingError,
    relativeTrainingError,
    heads: headsOf(V, Q, facts.d),
    W,
    singularValues: column(singularValues),
    neededHeads,
    evidence: column(evidence),
    certificate: { unique: smallestEigenvalue > 0, smallestEigenvalue, largestEigenvalue, rank: certified, eigenvalues: column(eigenvalues) },
    predict: (/** @type {ArrayLike<ArrayLike<number>>} */ tokens) => /** @type {any} */ (predict(W, facts.targets, facts.d, tokens)),
    distance: (heads) => distance(W, heads, facts.d),
  };
}

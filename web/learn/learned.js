// @ts-check
// Reads the learner's bytes (src/figures/algorithm/algorithm.hpp, Learned) into an object for scripts.

/** @import { Learned, Targets } from '../types/learn.d.ts' */

/** Reads what archive.hpp writes. */
class Reader {
  #view;
  #at = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  number() {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  whole() {
    this.#at += 8;
    return Number(this.#view.getBigInt64(this.#at - 8, true));
  }

  flag() {
    return this.#view.getUint8(this.#at++) !== 0;
  }

  /** Rows of a matrix, which lies column by column. */
  matrix() {
    const rows = this.whole();
    const columns = this.whole();
    const lines = Array.from({ length: rows }, () => /** @type {number[]} */ (Array(columns).fill(0)));
    for (let k = 0; k < columns; ++k) for (const line of lines) line[k] = this.number();
    return lines;
  }

  vector() {
    return this.matrix().map(([value]) => value);
  }
}

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
  const list = Array.from(tokens);
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

/**
 * @template {Targets} T
 * @param {Uint8Array} bytes
 * @param {{ d: number, outputs: number, examples: number, targets: T, lambda: number, seconds: number }} facts
 * @returns {Learned<T>}
 */
export function readLearned(bytes, facts) {
  const read = new Reader(bytes);
  const sizes = { rows: read.whole(), unknowns: read.whole(), rank: read.whole(), minimumNorm: read.flag() };
  const errors = { trainingError: read.number(), relativeTrainingError: read.number() };
  const W = read.matrix();
  const singularValues = read.vector();
  const heads = headsOf(read.matrix(), read.matrix(), facts.d);
  const needed = { neededHeads: read.whole(), evidence: read.vector() };
  const [smallestEigenvalue, largestEigenvalue, rank, eigenvalues] = [read.number(), read.number(), read.whole(), read.vector()];
  const certificate = { unique: smallestEigenvalue > 0, smallestEigenvalue, largestEigenvalue, rank, eigenvalues };
  const answers = (/** @type {ArrayLike<ArrayLike<number>>} */ tokens) => /** @type {any} */ (predict(W, facts.targets, facts.d, tokens));
  return { ...facts, ...sizes, ...errors, heads, W, singularValues, ...needed, certificate, predict: answers };
}

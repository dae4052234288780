/**
 * learn(): Algorithm 1 of "Learning Linear Attention in Polynomial Time" on sequences of your own, in a browser or in
 * node, without a figure. A layer of linear attention is fitted by one least-squares problem: no start, no steps.
 *
 *     import { learn } from 'https://example.org/learn.js';      // or 'lifted-attention/learn'
 *     const learned = await learn([{ tokens: [[1, 0], [0.5, 2]], target: [0.25] }, …]);
 *     learned.predict([[0, 1], [2, 0.5]]);                       // [ … ]
 *
 * @module lifted-attention/learn
 */

/** Which tokens are answered: the last, seeing all; every token, seeing all; or every token, seeing itself and those before it. */
export type Targets = 'last' | 'all' | 'causal';

/** Numbers in a row: an Array, a Float64Array, … All must be finite. */
export type Numbers = ArrayLike<number>;

/** A sequence of tokens, and what the layer is to answer. */
export interface Example<T extends Targets = 'last'> {
  /** n tokens of d numbers each, d from 1 to 16; n may differ from example to example. */
  readonly tokens: ArrayLike<Numbers>;
  /** With 'last' the 1 to 64 numbers of the answer; else such a list for each token. */
  readonly target: T extends 'last' ? Numbers : ArrayLike<Numbers>;
  /** What a model of your own answers, as `target`; in every example or in none. Nothing is learned from it: it gives `predictionError`. */
  readonly prediction?: T extends 'last' ? Numbers : ArrayLike<Numbers>;
}

/** What learn() may be told. */
export interface LearnOptions<T extends Targets = 'last'> {
  /** 'last' where nothing is said. */
  targets?: T;
  /** Penalty on W, 0 or more; 0, which is usual, is ordinary least squares, of all solutions the smallest. */
  lambda?: number;
  /** The fraction done, from 0 to 1, about ten times a second. If it throws, or returns a promise that rejects, the run ends and learn() rejects with the same error. */
  onProgress?(fraction: number): void;
  /** Stops the work; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** A matrix as its rows: matrix[i][j]. */
export type Matrix = number[][];

/** y = Σ over heads and tokens s that are seen of V z_s (z_sᵀ Q z), for the token z that asks. */
export interface Head {
  /** outputs x d */
  V: Matrix;
  /** d x d, key and query in one */
  Q: Matrix;
}

/** What the data decide, whatever was learned from them. */
export interface Certificate {
  /** The data leave nothing open: only one function of this kind fits them (for noiseless data of such a layer, the layer). */
  unique: boolean;
  /** The smallest eigenvalue of Λ, the mean of H Hᵀ over all targets, H the features, in the units of the tokens to the power 6; 0 where it cannot be told from 0. */
  smallestEigenvalue: number;
  /** The largest eigenvalue of Λ, in the same units. */
  largestEigenvalue: number;
  /** How many eigenvalues are not 0, of `unknowns`. */
  rank: number;
  /** All eigenvalues of Λ, `unknowns` of them, rising; empty beyond 320 unknowns. */
  eigenvalues: number[];
}

/** What comes back. Letters: d numbers in a token, `outputs` numbers in an answer. Tokens and targets have your own units. */
export interface Learned<T extends Targets = 'last'> {
  /** Numbers in a token. */
  d: number;
  /** Numbers in a target. */
  outputs: number;
  /** How many examples were learned from. */
  examples: number;
  /** As asked for. */
  targets: T;
  /** As asked for, 0 where nothing was said. */
  lambda: number;
  /** Targets in all: the rows of the regression. */
  rows: number;
  /** d²(d + 1)/2, for each output. */
  unknowns: number;
  /** Of the system solved: how many unknowns the data (and lambda) decide. */
  rank: number;
  /** The data leave something open, and the smallest W that fits was taken. */
  minimumNorm: boolean;
  /**
   * Of what was solved, its features scaled to one size. From about 10⁸ on the squares of the features are too coarse and
   * the examples themselves are read again; the value is then the condition number of the features themselves, not of their squares
   * (which would be its square).
   */
  condition: number;
  /** Decimal digits of W that survive rounding, 0 to 15. With few, subtract a usual value from the numbers of tokens, such as the first year, and add a number that is always 1. */
  digits: number;
  /**
   * Rounding may hide directions: the rank may be too small, and W then not the best. Either the squares of the features were
   * too coarse and asking the examples again would have taken too long (their rows times unknowns² beyond 2·10¹¹), or the
   * tokens are hardly apart beside what they have in common: subtract a usual value from their numbers, and add a 1.
   */
  rankInDoubt: boolean;
  /** The solution, (outputs d) x d²: y_a = Σ W[a d + j][k d + l] G_jk z_l, with G = Σ z_s z_sᵀ over the tokens seen. */
  W: Matrix;
  /** Of W, falling, min(outputs d, d²) of them; each that is not 0 gives one head. */
  singularValues: number[];
  /** Their sum is what was learned. Heads mix freely among themselves, so a single one has no meaning of its own. */
  heads: Head[];
  /** So many heads are needed at least, under noise those that stand above it. Of heads whose V have one direction in common it sees one. */
  neededHeads: number;
  /** The min(d, outputs) singular values that this was read from, falling; see "heads" in the article. */
  evidence: number[];
  /** Mean of (y - ŷ)² over all numbers of all targets learned from, in their units squared. */
  trainingError: number;
  /** Σ (y - ŷ)² / Σ y², 0 to 1: never worse than answering 0. */
  relativeTrainingError: number;
  /**
   * Mean of (y - p)² for the predictions p that came with the examples, else undefined. With lambda 0 and `rankInDoubt` false no
   * single layer of linear attention, with any number of heads and however it is trained, has less than `trainingError` on
   * these examples: predictionError / trainingError says how far your model is from that.
   */
  predictionError?: number;
  /** Says whether another function would fit these examples as well. */
  certificate: Certificate;
  /** Seconds from the call to the result, the first time with the loading of the learner. */
  seconds: number;
  /**
   * Answers a sequence of n tokens of d numbers: with 'last' in `outputs` numbers, else in such a list for each token. In
   * plain JavaScript from W: the learner's own answers up to rounding. Throws a RangeError that names the place for
   * tokens of another size. Cost: n d² multiply-adds, and outputs d³ for each answer.
   */
  predict(tokens: ArrayLike<Numbers>): T extends 'last' ? number[] : number[][];
  /**
   * How far heads of yours, V outputs x d and Q d x d each, are from what was learned, as functions: |p' - p| / |p|, where p
   * are the coefficients of the products G_jk z_l in the answers, with the norm of W; 0 for the same function, 1 for no heads.
   * How heads mix, and how their keys and queries are scaled, makes no difference. Where `certificate.unique` is false, heads
   * that are far away may fit these examples as well. Throws a RangeError for matrices of another size.
   * Cost: outputs d³ multiply-adds for each head.
   */
  distance(heads: ArrayLike<Head>): number;
}

/**
 * Learns. Runs in a worker of its own, sums over much data in several, or in place where none can start (then the page stands still, and cannot abort).
 * All numbers are doubles and the same bits everywhere. Up to 8,000,000 numbers; d = 16 takes some seconds. Cost, with
 * ψ = d²(d + 1)/2 unknowns for each output: rows ψ²/2 + ψ³/6 multiply-adds, and 24 ψ² bytes; where sums have lost digits rows ψ² + 30 ψ³, and 48 ψ² bytes.
 *
 * Rejects with a sentence: a TypeError or RangeError that names the place for examples that cannot be learned from
 * ("examples[2].tokens[1][0] is NaN: …"), an Error for what the learner finds, such as numbers whose products overflow.
 */
export function learn<T extends Targets = 'last'>(
  examples: readonly Example<T>[],
  options?: LearnOptions<T>,
): Promise<Learned<T>>;

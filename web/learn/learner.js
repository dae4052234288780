// @ts-check
// The learner alone as WebAssembly: the C functions of src/c_api/lifted_learner.h.

/** @import { Outcome } from '../element/compute.js' */
/** @import { Served } from '../element/worker.js' */
/** @import { Lesson } from './lesson.js' */

/** Numbers and matrices in the order of the C enumerations; or the sums of a part. @typedef {{ numbers: number[], matrices: number[][][], sums?: Float64Array }} Found */

const kProgressEvery = 100; // ms
const kNumbers = 13;
const kMatrices = 6;

/** A pointer into its memory. @typedef {number} Pointer */
/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(bytes: number) => Pointer} allocate
 * @property {(memory: Pointer) => void} release
 * @property {(d: number, outputs: number, targets: number, lambda: number, count: number, lengths: Pointer, tokens: Pointer, answers: Pointer, parts: number, sums: Pointer, size: number) => Pointer} learn
 * @property {(d: number, outputs: number, targets: number, count: number, lengths: Pointer, tokens: Pointer, answers: Pointer, part: number, parts: number) => Pointer} gather
 * @property {() => number} gathered_size
 * @property {(learned: Pointer) => Pointer} lifted_error
 * @property {(learned: Pointer, which: number) => number} lifted_number
 * @property {(learned: Pointer, which: number, rows: Pointer, columns: Pointer) => Pointer} lifted_matrix
 * @property {(learned: Pointer) => void} lifted_free
 */

/** One instance of the module. */
class Learner {
  /** Called with the fraction done. */
  progress = (/** @type {number} */ _) => {};

  /** @param {WebAssembly.Module} module */
  static async create(module) {
    const learner = new Learner();
    const { exports } = await WebAssembly.instantiate(module, { env: { progress: (/** @type {number} */ fraction) => learner.progress(fraction), emscripten_notify_memory_growth() {} } });
    learner.c = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    learner.c._initialize();
    return learner;
  }

  /** @type {Exports} */
  c = /** @type {any} */ (null);

  /** Blocks until it has learned. @param {Lesson} lesson @returns {Outcome<Found>} */
  learn({ d, outputs, targets, lambda, lengths, tokens, answers, parts = 0, sums = new Float64Array() }) {
    const { c } = this;
    const lent = [lengths, tokens, answers, sums].map((array) => this.#hold(array));
    const learned = c.learn(d, outputs, targets, lambda, lengths.length, lent[0], lent[1], lent[2], parts, lent[3], sums.length);
    lent.forEach(c.release);
    const error = c.lifted_error(learned);
    const outcome = error ? { times: [], error: this.#string(error) } : { times: [], result: this.#found(learned) };
    c.lifted_free(learned);
    return outcome;
  }

  /** The sums of a part, see shares.js. @param {Lesson} lesson @returns {Outcome<Found>} */
  gather({ d, outputs, targets, lengths, tokens, answers, part = 0, parts = 1 }) {
    const { c } = this;
    const lent = [lengths, tokens, answers].map((array) => this.#hold(array));
    const start = c.gather(d, outputs, targets, lengths.length, lent[0], lent[1], lent[2], part, parts);
    const sums = new Float64Array(c.memory.buffer, start, c.gathered_size()).slice();
    lent.forEach(c.release);
    return { times: [], result: { numbers: [], matrices: [], sums } };
  }

  /** @param {Pointer} learned @returns {Found} */
  #found(learned) {
    const { c } = this;
    const sizes = c.allocate(8);
    const matrices = Array.from({ length: kMatrices }, (_, which) => {
      const start = c.lifted_matrix(learned, which, sizes, sizes + 4);
      const [rows, columns] = new Int32Array(c.memory.buffer, sizes, 2);
      const numbers = new Float64Array(c.memory.buffer, start, rows * columns);
      return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => numbers[column * rows + row]));
    });
    c.release(sizes);
    return { numbers: Array.from({ length: kNumbers }, (_, which) => c.lifted_number(learned, which)), matrices };
  }

  /** A copy in its memory. @param {Int32Array | Float64Array} array @returns {Pointer} */
  #hold(array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const pointer = this.c.allocate(Math.max(1, bytes.length));
    if (pointer === 0) throw new RangeError('out of memory');
    new Uint8Array(this.c.memory.buffer).set(bytes, pointer);
    return pointer;
  }

  /** @param {Pointer} start */
  #string(start) {
    const bytes = new Uint8Array(this.c.memory.buffer, start);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

/** @type {Served<WebAssembly.Module, null, Learner, Lesson, Found>} */
export const learnerProgram = {
  create: Learner.create,
  async run(learner, _, lesson, { progress }) {
    const start = performance.now();
    let told = -Infinity;
    learner.progress = (fraction) => {
      const now = performance.now();
      if (fraction < 1 && now - told < kProgressEvery) return;
      told = now;
      progress(fraction, now - start);
    };
    return lesson.part === undefined ? learner.learn(lesson) : learner.gather(lesson);
  },
};

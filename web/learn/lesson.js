// @ts-check
// Examples as the arrays that the learner reads, every number checked.

/** @import { Example, Targets } from '../types/learn.d.ts' */
/**
 * @typedef {object} Lesson
 * @property {number} d numbers in a token
 * @property {number} outputs numbers in an answer
 * @property {number} targets 0: last, 1: all, 2: causal
 * @property {number} lambda
 * @property {Int32Array} lengths of each sequence
 * @property {Float64Array} tokens one after another
 * @property {Float64Array} answers to all tokens that are asked
 * @property {number} [part] which of so many parts of the sums is asked for alone, from 0
 * @property {number} [parts]
 * @property {Float64Array} [sums] of all parts, one after another: then none are added up
 */

const kTargets = ['last', 'all', 'causal'];
const kOptions = ['targets', 'lambda', 'onProgress', 'signal'];
const kMostTokenSize = 16;
const kMostOutputs = 64;
const kMostNumbers = 8_000_000;
const kLeastTarget = 1e-140; // the square of an error ten digits smaller is still a number

/** @param {number} value */
const count = (value) => value.toLocaleString('en-US');
/** @param {number} value @param {string} noun */
const counted = (value, noun) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

/** Something as a sentence names it, in a few words whatever it is. @param {any} value */
export function named(value) {
  const kMost = 40;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value.length > kMost ? `${value.slice(0, kMost)}…` : value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `a list of ${count(value.length)}`;
  const kind = String(value.constructor?.name ?? 'Object');
  return kind === 'Object' ? 'an object' : `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind.slice(0, kMost)}`;
}

/** A list of lists or numbers, or a TypeError that names its place. @param {any} list @param {string} place @param {string} what */
function checkList(list, place, what) {
  if (typeof list === 'object' && list !== null && Number.isInteger(list.length) && list.length >= 0) return;
  throw new TypeError(`${place} is ${named(list)}: give ${what}.`);
}

/** Writes the numbers of a list. @param {Float64Array} to @param {number} at @param {ArrayLike<number>} list @param {string} place @param {number} size */
function write(to, at, list, place, size) {
  checkList(list, place, `a list of ${counted(size, 'number')}`);
  if (list.length !== size) throw new RangeError(`${place} has ${counted(list.length, 'number')} where the first has ${count(size)}: give all the same size.`);
  for (let k = 0; k < size; ++k) {
    const value = list[k];
    if (typeof value !== 'number') throw new TypeError(`${place}[${k}] is ${named(value)}: give a number.`);
    if (!Number.isFinite(value)) throw new RangeError(`${place}[${k}] is ${value}: give finite numbers only.`);
    to[at + k] = value;
  }
}

/** The targets of an example, or what another model answers, one list for each. @param {Example<Targets>} example @param {Targets} targets @param {string} place @param {Example<Targets>['target']} target @returns {ArrayLike<ArrayLike<number>>} */
function targetsOf({ tokens, target: own }, targets, place, target = own) {
  if (targets === 'last') {
    checkList(target, place, 'the list of numbers that the last token is answered with');
    if (target.length > 0 && typeof target[0] === 'object') {
      throw new TypeError(`${place} holds lists: with targets “last” it is one list of numbers; for a list for each token, choose targets “all” or “causal”.`);
    }
    return [/** @type {ArrayLike<number>} */ (target)];
  }
  checkList(target, place, 'a list of numbers for each token');
  if (target.length !== tokens.length) {
    throw new RangeError(`${place} has ${counted(target.length, 'list')} for ${counted(tokens.length, 'token')}: with targets “${targets}” give one for each token.`);
  }
  return /** @type {ArrayLike<ArrayLike<number>>} */ (target);
}

/** @param {any} first an example @param {Targets} targets @returns {{ d: number, outputs: number }} */
function sizesOf(first, targets) {
  checkList(first?.tokens, 'examples[0].tokens', 'a list of tokens, each a list of numbers');
  checkList(first.tokens[0], 'examples[0].tokens[0]', 'a list of numbers');
  const d = first.tokens[0].length;
  const [target] = Array.from(targetsOf(first, targets, 'examples[0].target'));
  checkList(target, 'examples[0].target[0]', 'a list of numbers');
  const outputs = target.length;
  if (d < 1 || d > kMostTokenSize) throw new RangeError(`Tokens have ${counted(d, 'number')}: give 1 to ${kMostTokenSize}, for example the first principal components.`);
  if (outputs < 1 || outputs > kMostOutputs) throw new RangeError(`Targets have ${counted(outputs, 'number')}: give 1 to ${kMostOutputs}.`);
  return { d, outputs };
}

/** @param {readonly Example<Targets>[]} examples @param {Targets} targets @param {number} lambda */
function checkOptions(examples, targets, lambda) {
  checkList(examples, 'The first argument', 'a list of examples { tokens, target }');
  if (examples.length === 0) throw new RangeError('There is nothing to learn from: give at least one example.');
  if (!kTargets.includes(targets)) throw new RangeError(`targets is ${named(targets)}: choose “last”, “all” or “causal”.`);
  if (typeof lambda !== 'number' || !(lambda >= 0) || lambda === Infinity) throw new RangeError(`lambda is ${named(lambda)}: give 0 or a positive number.`);
}

/** The second argument of learn(). @param {any} options */
export function checkWays(options) {
  if (typeof options !== 'object' || options === null) throw new TypeError(`The second argument is ${named(options)}: give an object of options, or leave it out.`);
  const odd = Object.keys(options).find((name) => !kOptions.includes(name));
  if (odd !== undefined) throw new TypeError(`There is no option ${named(odd)}: there are ${kOptions.join(', ')}.`);
  const { signal, onProgress } = options;
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') throw new TypeError(`signal is ${named(signal)}: give an AbortSignal, as \`controller.signal\` is.`);
  if (onProgress !== undefined && typeof onProgress !== 'function') throw new TypeError(`onProgress is ${named(onProgress)}: give a function.`);
}

/** The mean of (y - p)², p what another model answers; nothing where no example says it. @param {readonly Example<any>[]} examples @param {Targets} targets @param {Lesson} lesson */
export function errorOfPredictions(examples, targets, { answers, outputs }) {
  if (!Array.from(examples).some(({ prediction }) => prediction !== undefined)) return undefined;
  const predicted = new Float64Array(outputs);
  let sum = 0;
  let answer = 0;
  Array.from(examples).forEach((example, k) => {
    const place = `examples[${k}].prediction`;
    if (example.prediction === undefined) throw new TypeError(`${place} is missing: give what your model answers in every example, or in none.`);
    const list = targetsOf(example, targets, place, example.prediction);
    for (let t = 0; t < list.length; ++t) {
      write(predicted, 0, list[t], `${place}${targets === 'last' ? '' : `[${t}]`}`, outputs);
      for (const value of predicted) sum += (answers[answer++] - value) ** 2;
    }
  });
  return sum / answers.length;
}

/**
 * @param {readonly Example<any>[]} examples
 * @param {Targets} targets
 * @param {number} lambda
 * @returns {Lesson}
 */
export function packLesson(examples, targets, lambda) {
  checkOptions(examples, targets, lambda);
  const { d, outputs } = sizesOf(examples[0], targets);
  const lengths = Int32Array.from(examples, (example, k) => {
    checkList(example?.tokens, `examples[${k}].tokens`, 'a list of tokens, each a list of numbers');
    if (example.tokens.length === 0) throw new RangeError(`examples[${k}].tokens is empty: give at least one token.`);
    return example.tokens.length;
  });
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const asked = targets === 'last' ? examples.length : tokens;
  const numbers = tokens * d + asked * outputs;
  if (numbers > kMostNumbers) throw new RangeError(`There are ${count(numbers)} numbers: up to ${count(kMostNumbers)} can be learned from at once.`);
  const Z = new Float64Array(tokens * d);
  const Y = new Float64Array(asked * outputs);
  let token = 0;
  let answer = 0;
  Array.from(examples).forEach((example, k) => {
    for (let t = 0; t < lengths[k]; ++t) write(Z, d * token++, example.tokens[t], `examples[${k}].tokens[${t}]`, d);
    const list = targetsOf(example, targets, `examples[${k}].target`);
    for (let t = 0; t < list.length; ++t) write(Y, outputs * answer++, list[t], `examples[${k}].target${targets === 'last' ? '' : `[${t}]`}`, outputs);
  });
  const largest = Y.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest > 0 && largest < kLeastTarget) throw new RangeError(`All targets are so small, ${largest} at most, that their squares vanish: multiply them by a power of ten.`);
  return { d, outputs, targets: kTargets.indexOf(targets), lambda, lengths, tokens: Z, answers: Y };
}

// @ts-check
// The kinds of exercises. The reader predicts, the figure is set, and the learner's result is compared with the prediction.
// Pure functions: from an answer and a result to a verdict, whose numbers are the learner's.

import { readNumber as readTyped } from '../element/typed_numbers.js';
import { tr, translated, written } from '../element/words.js';

/** @import { Result } from '../types/element.d.ts' */
/** @typedef {{ right: boolean, words: string, because: string }} Verdict `because` is '' where it would give too much away */

/**
 * Texts are English; whoever shows one says translated(text). Functions return what the reader reads.
 * @typedef {object} Common
 * @property {string} id
 * @property {string} figure
 * @property {string} title
 * @property {string} question
 * @property {boolean} [ahead] whether it is asked before the figure, whose picture or words would answer it
 * @property {string} state the figure's values, as in a link, with which the learner answers; for a task, one way to do it
 * @property {(result: Result) => string} because one sentence or two, with the learner's numbers
 * @property {string} aim what a class should learn
 * @property {number} minutes
 * @property {string} misconception what many believe
 * @property {string} discuss a question for the discussion afterwards
 */

/** @typedef {Common & { choices: Record<string, string>, expected: (result: Result) => string }} ChoiceParts */
/** @typedef {Common & { form: string, expected: (result: Result) => number }} NumberParts `form` says which numbers count as right */
/** @typedef {Common & { start: string, met: (result: Result) => boolean, notYet: (result: Result) => string }} TaskParts */

/** @typedef {{ check: (answer: string, result: Result) => Verdict, answer: (result: Result) => string }} Judge `answer`: the right one, in words */
/** @typedef {{ kind: 'choice' } & ChoiceParts & Judge} Choice */
/** @typedef {{ kind: 'number' } & NumberParts & Judge} Count */
/** @typedef {{ kind: 'task' } & TaskParts & Judge} Task */
/** @typedef {Choice | Count | Task} Exercise */

/** The words before the question: what the reader is asked to do. @param {Exercise} exercise */
export const callOf = ({ kind }) => (kind === 'task' ? tr('Your turn.') : tr('Predict first.'));

/** Choose one of several answers, given by its id. @param {ChoiceParts} parts @returns {Choice} */
export const choice = (parts) => ({
  kind: 'choice',
  ...parts,
  answer: (result) => translated(parts.choices[parts.expected(result)]),
  check(answer, result) {
    const expected = parts.expected(result);
    const right = answer === expected;
    return { right, words: right ? tr('You predicted it.') : tr('The figure says otherwise: “%1”.', translated(parts.choices[expected])), because: parts.because(result) };
  },
});

/** Predict a number exactly. @param {NumberParts} parts @returns {Count} */
export const number = (parts) => ({
  kind: 'number',
  ...parts,
  answer: (result) => written(parts.expected(result)),
  check(answer, result) {
    const expected = parts.expected(result);
    const said = readNumber(answer);
    const right = said === expected;
    const words = right ? tr('You predicted it: %1.', written(expected)) : tr('You predicted %1; the figure finds %2.', written(said), written(expected));
    return { right, words, because: parts.because(result) };
  },
});

/** Something to do in the figure; its state is the answer. @param {TaskParts} parts @returns {Task} */
export const task = (parts) => ({
  kind: 'task',
  ...parts,
  answer: (result) => parts.because(result),
  check(_, result) {
    const right = parts.met(result);
    return { right, words: right ? tr('Done.') : parts.notYet(result), because: right ? parts.because(result) : '' };
  },
});

/** The number that a reader typed, a whole one if it can be read as one; NaN for anything else. @param {string} text */
export function readNumber(text) {
  const reading = readTyped(text, true);
  const plain = 'text' in reading ? reading.text : '';
  return /^[+-]?\d+(\.\d*)?$/.test(plain) ? Number(plain) : NaN;
}

const kSuperscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** All numbers in a text as figures write them: "4,096", "−1.2", "94.8 %", "7.36·10⁻³¹", "10⁻⁴". @param {string} text */
export function numbersIn(text) {
  return [...text.matchAll(/(−?)(?:(?:([\d,.]+)·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(\d[\d,]*(?:\.\d+)?))/g)].map(([, minus, mantissa, power, plain]) => {
    const size = Number((plain ?? mantissa ?? '1').replaceAll(',', ''));
    const exponent = Number([...(power ?? '⁰')].map((digit) => (digit === '⁻' ? '-' : kSuperscripts.indexOf(digit))).join(''));
    return (minus ? -1 : 1) * Number(`${size}e${exponent}`);
  });
}

/** The number of the row with this English name; -1 if there is none. @param {Result} result @param {string} name */
const rowOf = ({ english }, name) => english.rows.findIndex(([first]) => first === name);

/** Whether the table has a row with this English name. @param {Result} result @param {string} name */
export const has = (result, name) => rowOf(result, name) >= 0;

/** @param {Result} result @param {'table' | 'english'} table @param {string} name @param {number} column */
function textAt(result, table, name, column) {
  const row = result[table].rows[rowOf(result, name)];
  if (!row) throw new Error(`the table of “${result.title}” has no row “${name}”`);
  return String(row[column]);
}

/** A cell of the row with this English name, as the figure writes it in its language. @param {Result} result @param {string} name @param {number} [column] */
export const cell = (result, name, column = 1) => textAt(result, 'table', name, column);

/** All numbers in that cell, in the order of the English. @param {Result} result @param {string} name @param {number} [column] */
export const values = (result, name, column = 1) => numbersIn(textAt(result, 'english', name, column));

/** The first of them. @param {Result} result @param {string} name @param {number} [column] */
export const value = (result, name, column) => values(result, name, column)[0];

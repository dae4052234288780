// @ts-check
// The kinds of exercises. The reader predicts, the figure is set, and the learner's result is compared with the prediction.
// Pure functions: from an answer and a result to a verdict, whose numbers are the learner's.

import { readNumber as readTyped } from '../element/typed_numbers.js';

/** @import { Result } from '../types/element.d.ts' */
/** @typedef {{ right: boolean, words: string, because: string }} Verdict `because` is '' where it would give too much away */

/**
 * @typedef {object} Common
 * @property {string} id
 * @property {string} figure
 * @property {string} title
 * @property {string} question
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
export const callOf = ({ kind }) => (kind === 'task' ? 'Your turn.' : 'Predict first.');

/** Choose one of several answers, given by its id. @param {ChoiceParts} parts @returns {Choice} */
export const choice = (parts) => ({
  kind: 'choice',
  ...parts,
  answer: (result) => parts.choices[parts.expected(result)],
  check(answer, result) {
    const expected = parts.expected(result);
    const right = answer === expected;
    return { right, words: right ? 'You predicted it.' : `The figure says otherwise: “${parts.choices[expected]}”.`, because: parts.because(result) };
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
    const words = right ? `You predicted it: ${written(expected)}.` : `You predicted ${written(said)}; the figure finds ${written(expected)}.`;
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
    return { right, words: right ? 'Done.' : parts.notYet(result), because: right ? parts.because(result) : '' };
  },
});

/** @param {number} value */
export const written = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

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

/** Whether the table has a row with this name. @param {Result} result @param {string} name */
export const has = ({ table }, name) => table.rows.some(([first]) => first === name);

/** A cell of the row with this name, as the figure writes it. @param {Result} result @param {string} name @param {number} [column] */
export function cell({ table, title }, name, column = 1) {
  const row = table.rows.find(([first]) => first === name);
  if (!row) throw new Error(`the table of “${title}” has no row “${name}”`);
  return String(row[column]);
}

/** The first number in that cell. @param {Result} result @param {string} name @param {number} [column] */
export const value = (result, name, column) => numbersIn(cell(result, name, column))[0];

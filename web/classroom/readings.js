// @ts-check
// What single exercises read from their figure's table, and which values the reader must not change.

import { written } from '../element/words.js';
import { has, numbersIn, value, values } from './kinds.js';

/** @import { Result } from '../types/element.d.ts' */

/** The id whose number is nearest to a positive value on a logarithmic scale. @param {number} found @param {Record<string, number>} near */
export const nearest = (found, near) =>
  Object.entries(near).sort(([, a], [, b]) => Math.abs(Math.log(a / found)) - Math.abs(Math.log(b / found)))[0][0];

/** relaxation: the losses of all runs, and the best one with more digits. @param {Result} result */
export function losses({ english }) {
  const rows = (/** @type {string} */ start) => english.rows.filter(([name]) => String(name).startsWith(start)).map(([, text]) => numbersIn(String(text)));
  return { all: rows('All losses with ').flat(), best: Math.min(...rows('Best loss with ').map(([loss]) => loss)) };
}

/** head_count: the error of W cut after its `count` largest singular values. @param {Result} result @param {number} count */
export function cutAfter({ english }, count) {
  const at = english.rows.findIndex(([name]) => name === `Singular value ${count} of W`);
  return numbersIn(String(english.rows[at + 1][1]))[0];
}

/** algorithm: sixteen sequences without noise, and all else as in the task. @param {Result} result */
export const keepsSixteen = ({ state }) =>
  state.source === 'random' && state.N === 16 && state.d === 4 && state.noise === 0 && state.lambda === 0;

/** samples: the median error. @param {Result} result @param {string} N as in the ids of the choices */
export const medianError = (result, N) => value(result, `N = ${written(Number(N), 'en')}: median error`);

/** machines: per cent of the unseen questions that are answered correctly, and that are decided by the examples. @param {Result} result */
export const certainty = (result) => values(result, `N = ${written(Number(result.state.N), 'en')}: right, certain, rank, largest error`);

/** head_race: the name of the row with the final errors of one head. @param {Result} result */
export const raceRuns = ({ state }) => `1 head: epoch ${written(Number(state.epochs), 'en')}, each run`;

/** cost: the name of the row with the total. @param {Result} result */
export const total = (result) => ['Primal', 'Dual'].map((way) => `${way}: in all, the cheaper way`).find((name) => has(result, name)) ?? 'Primal: in all';

/** cost: the total, in trainings of GPT-3. @param {Result} result */
export const trainings = (result) => value(result, total(result), 2) / value(result, 'Training GPT-3 (Brown et al. 2020, table D.1)', 2);

/** language: the names of the rows with the rates of right guesses. */
export const guesses = { attention: 'attention, closed form: guessed right', pairs: 'counting pairs (bigram): guessed right' };

/** softmax: values with which the hidden layer can be asked without noise. @param {Result} result */
export const asksWithoutNoise = ({ state }) => state.road === 'questions' && Number(state.m) >= 2 && state.noise === 0;

/** The numbers of each head in a list that holds them head by head. @param {unknown} list @param {number} heads @returns {number[][]} none where the list is empty */
function byHead(list, heads) {
  const numbers = /** @type {number[]} */ (list);
  const each = numbers.length / heads;
  return each > 0 ? Array.from({ length: heads }, (_, k) => numbers.slice(k * each, (k + 1) * each)) : [];
}

/** softmax: whether hidden heads share a column of Θ. @param {Result} result */
export const sharesColumn = ({ english }) => english.rows.some(([name]) => String(name).startsWith('Columns of Θ that hidden heads'));

/** softmax: whether two hidden heads, both with a W, have the same Θ. @param {Result} result */
export function hasTwins({ state }) {
  const heads = Number(state.m);
  const maps = byHead(state.w, heads);
  const works = (/** @type {number} */ head) => maps.length === 0 || maps[head].some((entry) => entry !== 0);
  const seen = byHead(state.theta, heads).map(String);
  return seen.some((theta, k) => works(k) && seen.some((other, l) => l > k && other === theta && works(l)));
}

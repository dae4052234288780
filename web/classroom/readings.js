// @ts-check
// What single exercises read off their figure's table, and where the reader has to leave its values alone.

import { cell, has, numbersIn, value, written } from './kinds.js';

/** @import { Result } from '../types/element.d.ts' */

/** The id whose number lies nearest to a positive value, by its power of ten. @param {number} found @param {Record<string, number>} near */
export const nearest = (found, near) =>
  Object.entries(near).sort(([, a], [, b]) => Math.abs(Math.log(a / found)) - Math.abs(Math.log(b / found)))[0][0];

/** relaxation: all losses of its runs, and the best of them to more digits. @param {Result} result */
export function losses({ table }) {
  const rows = (/** @type {string} */ start) => table.rows.filter(([name]) => String(name).startsWith(start)).map(([, text]) => numbersIn(String(text)));
  return { all: rows('All losses with ').flat(), best: Math.min(...rows('Best loss with ').map(([loss]) => loss)) };
}

/** algorithm: sixteen exact sequences, and nothing else made easier. @param {Result} result */
export const keepsSixteen = ({ state }) =>
  state.source === 'random' && state.N === 16 && state.d === 4 && state.noise === 0 && state.lambda === 0;

/** samples: the median error. @param {Result} result @param {string} N as in the ids of the choices */
export const medianError = (result, N) => value(result, `N = ${written(Number(N))}: median error`);

/** machines: per cent of the unseen questions answered rightly, and decided by the examples. @param {Result} result */
export const certainty = (result) => numbersIn(cell(result, `N = ${written(Number(result.state.N))}: right, certain, rank, largest error`));

/** head_race: the row of the errors that one head ends at. @param {Result} result */
export const raceRuns = ({ state }) => `1 head: epoch ${written(Number(state.epochs))}, each run`;

/** cost: the row with the sum of the way that is counted. @param {Result} result */
export const total = (result) => ['Primal', 'Dual'].map((way) => `${way}: in all, the cheaper way`).find((name) => has(result, name)) ?? 'Primal: in all';

/** cost: what it takes, in trainings of GPT-3. @param {Result} result */
export const trainings = (result) => value(result, total(result), 2) / value(result, 'Training GPT-3 (Brown et al. 2020, table D.1)', 2);

/** language: the rows that say how often somebody guessed right. */
export const guesses = { attention: 'attention, closed form: guessed right', pairs: 'counting pairs (bigram): guessed right' };

/** softmax. @param {Result} result */
export const asksWithoutNoise = ({ state }) => state.road === 'questions' && Number(state.m) >= 2 && state.noise === 0;

/** softmax: whether two hidden heads switch at the same place. @param {Result} result */
export function switchesMeet(result) {
  const places = numbersIn(cell(result, 'Places β of the switches, hidden')).sort((a, b) => a - b);
  return places.some((place, k) => k > 0 && place - places[k - 1] <= 1e-6 * place);
}

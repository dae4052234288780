// The exercises in the page as it is served: questions, and answers that the learner computed when the page was built.
import { callOf } from '../classroom/kinds.js';
import { exercises } from '../exercises.js';
import { derivations } from './derivations.mjs';

/** @import { Exercise } from '../classroom/kinds.js' */
/** @import { Result } from '../types/element.d.ts' */

export const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const kFigure = /<lifted-attention figure="([\w-]+)".*?<\/figure>/gs;

/** “G_jk” with its index set low. @param {string} text */
export const withIndices = (text) => escape(text).replaceAll(/_(\w+)/g, '<sub>$1</sub>');

/** Where the article shows a figure with these values. @param {string} figure @param {string} query */
export const linkTo = (figure, query) => `#${figure}${query && '?'}${query}`;

/**
 * Computes the answers of a figure's exercises.
 * @param {string} figure
 * @param {(query: string) => Result} run
 * @param {(sentence: string) => void} fail is told of an exercise whose state the figure does not take
 * @returns {Map<string, Result>} by the exercise's id
 */
export function answersOf(figure, run, fail) {
  const own = exercises.filter((exercise) => exercise.figure === figure);
  const answer = ({ id, state }) => {
    try {
      return [[id, run(state)]];
    } catch (error) {
      fail(`web/exercises.js, exercise "${id}": ${error.message}`);
      return [];
    }
  };
  return new Map(own.flatMap(answer));
}

/** @param {Exercise} exercise @param {Result} result @returns {string} HTML */
export function answerIn(exercise, result) {
  const link = escape(linkTo(exercise.figure, exercise.state));
  if (exercise.kind === 'task') return `<a href="${link}">One way to do it.</a> ${escape(exercise.because(result))}`;
  return `${escape(exercise.answer(result))}. ${escape(exercise.because(result))} <a class="run" href="${link}">See it</a>`;
}

/** @param {Exercise} exercise @param {Result} result @param {string} more attributes */
function block(exercise, result, more) {
  const choices = exercise.kind === 'choice' ? `<ul>${Object.values(exercise.choices).map((text) => `<li>${escape(text)}</li>`).join('')}</ul>` : '';
  const hint = exercise.kind === 'number' ? `<p class="form">${escape(exercise.form)}</p>` : '';
  return `<div class="exercise" role="group" aria-label="Exercise: ${escape(exercise.title)}" data-exercise="${exercise.id}"${more}>
<p><b>${callOf(exercise)}</b> ${escape(exercise.question)}</p>${choices}${hint}
<details><summary>Answer</summary><p>${answerIn(exercise, result)}</p></details>
<details class="further"><summary>Explain, derive</summary><p><b>Explain.</b> ${escape(exercise.discuss)}</p><p><b>Derive.</b> ${withIndices(derivations[exercise.id].show)}</p></details>
</div>`;
}

/**
 * Puts every exercise that has an answer after its figure.
 * @param {string} html
 * @param {Map<string, Result>} answers by the exercise's id
 * @param {string} [more] attributes of each
 */
export const placeExercises = (html, answers, more = '') =>
  html.replace(kFigure, (figure, id) => {
    const own = exercises.filter((exercise) => exercise.figure === id && answers.has(exercise.id));
    return [figure, ...own.map((exercise) => block(exercise, answers.get(exercise.id), more))].join('\n');
  });

/** Throws where an exercise has no figure to stand below. @param {string} html */
export function refuseLost(html) {
  const figures = [...html.matchAll(kFigure)].map(([, id]) => id);
  const lost = exercises.find(({ figure }) => !figures.includes(figure));
  if (lost) throw new Error(`exercise "${lost.id}" is about a figure that is not in index.html: ${lost.figure}`);
}

// The exercises in the page as it is served: questions, and answers that the learner computed when the page was built.
import { callOf } from '../classroom/kinds.js';
import { tr, translated } from '../element/words.js';
import { exercises } from '../exercises.js';
import { derivations } from './derivations.mjs';

/** @import { Exercise } from '../classroom/kinds.js' */
/** @import { Result } from '../types/element.d.ts' */

export const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const kFigure = /<figure [^>]*>\s*<lifted-attention figure="([\w-]+)".*?<\/figure>/gs;

/** A text with “G_jk”, its index set low. @param {string} english */
export const withIndices = (english) => said(english).replaceAll(/_(\w+)/g, '<sub>$1</sub>');

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
  if (exercise.kind === 'task') return `<a href="${link}">${tr('One way to do it.')}</a> ${escape(exercise.because(result))}`;
  return `${escape(tr('%1.', exercise.answer(result)))} ${escape(exercise.because(result))} <a class="run" href="${link}">${tr('See it')}</a>`;
}

/** A list of the choices; '' where there are none. @param {Exercise} exercise @param {string} [more] attributes of the list */
export const choicesIn = (exercise, more = '') => (exercise.kind === 'choice' ? `<ul${more}>${Object.values(exercise.choices).map((text) => `<li>${escape(translated(text))}</li>`).join('')}</ul>` : '');

/** A text of an exercise. @param {string} english */
export const said = (english) => escape(translated(english));

/** @param {Exercise} exercise @param {Result} result */
function block(exercise, result) {
  const hint = exercise.kind === 'number' ? `<p class="form">${said(exercise.form)}</p>` : '';
  return `<div class="exercise" role="group" aria-label="${escape(tr('Exercise: %1', translated(exercise.title)))}" data-exercise="${exercise.id}">
<p><b>${callOf(exercise)}</b> ${said(exercise.question)}</p>${choicesIn(exercise)}${hint}
<details><summary>${tr('Answer')}</summary><p>${answerIn(exercise, result)}</p></details>
<details class="further"><summary>${tr('Explain, derive')}</summary><p><b>${tr('Explain.')}</b> ${said(exercise.discuss)}</p><p><b>${tr('Derive.')}</b> ${withIndices(derivations[exercise.id].show)}</p></details>
</div>`;
}

/**
 * Puts every exercise that has an answer before its figure or after it.
 * @param {string} html
 * @param {Map<string, Result>} answers by the exercise's id
 */
export const placeExercises = (html, answers) =>
  html.replace(kFigure, (figure, id) => {
    const own = exercises.filter((exercise) => exercise.figure === id && answers.has(exercise.id));
    const blocks = (/** @type {boolean} */ ahead) => own.filter((exercise) => Boolean(exercise.ahead) === ahead).map((exercise) => block(exercise, answers.get(exercise.id)));
    return [...blocks(true), figure, ...blocks(false)].join('\n');
  });

/** Throws where an exercise has no figure to stand below. @param {string} html */
export function refuseLost(html) {
  const figures = [...html.matchAll(kFigure)].map(([, id]) => id);
  const lost = exercises.find(({ figure }) => !figures.includes(figure));
  if (lost) throw new Error(`exercise "${lost.id}" is about a figure that is not in index.html: ${lost.figure}`);
}

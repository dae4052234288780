// @ts-check
// Turns the exercises of a page into forms; as built, they have the answer in a closed <details>.

import { exercises } from '../exercises.js';
import { make } from '../element/make.js';
import { bringIntoView } from '../element/visibility.js';
import { tr, translated } from '../element/words.js';
import { Card, setFigure } from './card.js';
import { callOf } from './kinds.js';
import { loadStyle } from './look.js';
import { learnWords } from './translations.js';

/** @import { LiftedAttentionElement } from '../types/element.d.ts' */

/** @param {HTMLElement} block @param {Element | null} focused what had the focus before the answer was hidden */
function activate(block, focused) {
  const exercise = exercises.find(({ id }) => id === block.dataset.exercise);
  const figure = exercise && document.querySelector(`article figure > lifted-attention[figure="${exercise.figure}"]`);
  if (!figure) return;
  const show = (/** @type {string} */ query) => {
    setFigure(/** @type {LiftedAttentionElement} */ (figure), query);
    bringIntoView(/** @type {LiftedAttentionElement} */ (figure));
  };
  const card = new Card(exercise, /** @type {LiftedAttentionElement} */ (figure), show);
  for (const said of block.querySelectorAll('ul, .form')) said.remove();
  const folded = block.querySelector('details');
  folded?.before(card.node);
  if (folded?.contains(focused) && [focused, document.body].includes(document.activeElement)) card.focus();
}

/**
 * Adds an exercise to a figure that stands alone on its page.
 * @param {LiftedAttentionElement} figure
 * @param {string} id
 */
export async function addExercise(figure, id) {
  const exercise = exercises.find((one) => one.id === id && one.figure === figure.getAttribute('figure'));
  if (!exercise) return;
  await Promise.all([loadStyle(), learnWords()]);
  const name = tr('Exercise: %1', translated(exercise.title));
  const question = make('p', {}, make('b', { textContent: callOf(exercise) }), ` ${translated(exercise.question)}`);
  figure.after(make('div', { className: 'exercise', role: 'group', 'aria-label': name }, question, new Card(exercise, figure).node));
}

export async function activateExercises() {
  const focused = document.activeElement;
  await Promise.all([loadStyle(), learnWords()]);
  document.querySelectorAll('.exercise').forEach((block) => activate(/** @type {HTMLElement} */ (block), focused));
}

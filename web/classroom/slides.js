// @ts-check
// The presenter's slides, in the article's order: each figure with its question, then its exercises.

import { exercises } from '../exercises.js';

/** @import { LiftedAttentionElement } from '../types/element.d.ts' */
/** @import { Exercise } from './kinds.js' */

/**
 * @typedef {object} Slide
 * @property {string} id of the figure or the exercise, as in the address
 * @property {string} kicker the line above the question
 * @property {string} question
 * @property {LiftedAttentionElement} figure
 * @property {string} caption how to use the figure
 * @property {Exercise | null} exercise
 */

/** @returns {Slide[]} */
export function slidesOf() {
  const figures = /** @type {NodeListOf<LiftedAttentionElement>} */ (document.querySelectorAll('article lifted-attention[figure]'));
  return [...figures].flatMap((figure, k) => {
    const id = figure.getAttribute('figure') ?? '';
    const { name, question } = LIFTED_QUESTIONS[id];
    const [, caption] = /^\s*Figure \d+\.\s*(.*)$/s.exec(figure.closest('figure')?.querySelector('figcaption')?.textContent ?? '') ?? [];
    const own = exercises.filter((exercise) => exercise.figure === id);
    /** @type {Slide} */
    const first = { id, kicker: `Figure ${k + 1}: ${name}`, question, figure, caption: (caption ?? '').replace(/\s+/g, ' ').trim(), exercise: null };
    return [first, ...own.map((exercise) => ({ ...first, id: exercise.id, kicker: `Exercise: ${exercise.title}`, question: exercise.question, exercise }))];
  });
}

/**
 * The slide that an address names, by its id or by its number from 1; else the first.
 * @param {Slide[]} slides @param {string} search
 */
export function slideAt(slides, search) {
  const wanted = new URLSearchParams(search).get('present') ?? '';
  const named = slides.findIndex(({ id }) => id === wanted);
  const counted = /^\d{1,3}$/.test(wanted) ? Math.min(Math.max(Number(wanted), 1), slides.length) - 1 : 0;
  return named >= 0 ? named : counted;
}

/** Writes a slide to the address, or removes it; the hash, a figure's state, stays. @param {string | null} id */
export function writeSlide(id) {
  const query = new URLSearchParams(location.search);
  if (id === null) query.delete('present');
  else query.set('present', id);
  const search = query.size > 0 ? `?${query}` : '';
  try {
    history.replaceState(history.state, '', location.pathname + search + (location.hash === '#present' ? '' : location.hash));
  } catch {
    // A file or a sandboxed frame must not change its address; the slide is shown all the same.
  }
}

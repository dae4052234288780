// @ts-check
// The presenter's slides, in the article's order: the formulas under each heading; each figure with its question, and its
// exercises before or after it.

import { exercises } from '../exercises.js';
import { tr, translated } from '../element/words.js';
import { boardOf } from './board.js';

/** @import { LiftedAttentionElement } from '../types/element.d.ts' */
/** @import { Exercise } from './kinds.js' */

/**
 * @typedef {object} Slide
 * @property {string} id of the figure, the exercise or the heading, as in the address
 * @property {string} kicker the line above the question
 * @property {string} question
 * @property {HTMLElement} place where the article has it
 * @property {LiftedAttentionElement | null} figure
 * @property {string} caption how to use the figure
 * @property {Exercise | null} exercise
 * @property {HTMLElement | null} board formulas, on a slide without a figure
 */

const kNothing = { figure: null, caption: '', exercise: null, board: null };
const kParts = 'article :is(h2, h3, h4)[id], article .formula, article figure > lifted-attention';

/** The formulas under one heading. @param {HTMLElement} heading @param {HTMLElement[]} formulas @returns {Slide} */
function formulaSlide(heading, formulas) {
  const section = heading.closest('section')?.querySelector('h2');
  const kicker = section && section !== heading ? tr('Formulas: %1', section.textContent ?? '') : tr('Formulas');
  return { ...kNothing, id: heading.id, kicker, question: heading.textContent ?? '', place: heading, board: boardOf(formulas) };
}

/** A figure, and its exercises before and after it. @param {LiftedAttentionElement} figure @param {number} number @returns {Slide[]} */
function figureSlides(figure, number) {
  const id = figure.getAttribute('figure') ?? '';
  const { name, question } = LIFTED_QUESTIONS[id];
  const caption = /** @type {HTMLElement | undefined} */ (figure.closest('figure')?.querySelector('figcaption')?.cloneNode(true));
  // The figure's number; and of each formula the drawing, beside its MathML.
  for (const part of caption?.querySelectorAll('b:first-child, .katex-html') ?? []) part.remove();
  const said = caption?.textContent ?? '';
  const own = exercises.filter((exercise) => exercise.figure === id);
  const first = { ...kNothing, id, kicker: tr('Figure %1: %2', String(number), translated(name)), question: translated(question), place: figure, figure, caption: said.replace(/\s+/g, ' ').trim() };
  const slides = own.map((exercise) => ({ ...first, id: exercise.id, kicker: tr('Exercise: %1', translated(exercise.title)), question: translated(exercise.question), exercise }));
  return [...slides.filter(({ exercise }) => exercise.ahead), first, ...slides.filter(({ exercise }) => !exercise.ahead)];
}

/** @returns {Slide[]} */
export function slidesOf() {
  /** @type {Slide[]} */
  const slides = [];
  let figures = 0;
  /** @type {HTMLElement | null} */
  let heading = null;
  /** @type {HTMLElement[]} */
  let formulas = [];
  const close = () => heading && formulas.length > 0 && slides.push(formulaSlide(heading, formulas));
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(kParts))) {
    if (part.matches('.formula')) {
      formulas.push(part);
      continue;
    }
    close();
    formulas = [];
    if (part.localName === 'lifted-attention') slides.push(...figureSlides(/** @type {LiftedAttentionElement} */ (part), ++figures));
    else heading = part;
  }
  close();
  return slides;
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

// The page that has every slide; those in other languages have the main line's.
const kWhole = 'article.html';

/** Where the slide is that an address names, if not among these; ''. @param {Slide[]} slides @param {string} search */
export function elsewhere(slides, search) {
  const wanted = new URLSearchParams(search).get('present') ?? '';
  const isHere = /^\d*$/.test(wanted) || slides.some(({ id }) => id === wanted) || location.pathname.endsWith(`/${kWhole}`);
  return isHere ? '' : kWhole + search;
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

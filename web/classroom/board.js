// @ts-check
// Formulas on a slide: copies of the article's own, with what their letters stand for, and the words before each on demand.

import { make } from '../element/make.js';
import { tr } from '../element/words.js';

/** A copy without ids and links: it is read, and leads nowhere. @param {Element} node */
function copyOf(node) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  for (const cite of copy.querySelectorAll('.cite')) cite.remove();
  for (const link of copy.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  for (const named of [copy, ...copy.querySelectorAll('[id]')]) named.removeAttribute('id');
  return copy;
}

/** What a letter stands for: as the section says, or else the article. @param {string} symbol @param {Element | null} section */
const letterOf = (symbol, section) => [section, document].map((place) => place?.querySelector(`.letter[data-symbol="${symbol}"]`)).find(Boolean);

/** @param {HTMLElement[]} formulas of one section, as the article has them */
export function boardOf(formulas) {
  const rows = formulas.flatMap((formula) => {
    const before = formula.previousElementSibling;
    return [...(before?.matches('p:not(.formula)') ? [make('div', { className: 'words', hidden: true }, copyOf(before))] : []), copyOf(formula)];
  });
  const symbols = new Set(formulas.flatMap((formula) => [...formula.querySelectorAll('[data-symbol]')].map((letter) => letter.getAttribute('data-symbol') ?? '')));
  const letters = [...symbols].flatMap((symbol) => letterOf(symbol, formulas[0].closest('section')) ?? []);
  const meanings = letters.map((letter) => make('li', { 'data-symbol': letter.getAttribute('data-symbol') }, ...copyOf(letter).childNodes));
  return make('div', { className: 'board' }, ...rows, make('ul', { className: 'letters', 'aria-label': tr('Letters') }, ...meanings));
}

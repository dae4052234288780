// @ts-check
// Dropping on a figure: a file that was saved from one, or a text or a file that the figure can read.

/** @import { Figure } from './figure.js' */

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} marked has `data-dropping` while something is dragged over it
 * @param {() => Figure | null} figure the one that is in this place
 */
export function acceptDrops(place, marked, figure) {
  /** What is dragged is a text of this figure: its own field moves words, and all else of it is nothing to learn from. */
  let own = false;
  /** @param {DragEvent} event */
  const isInField = (event) => event.composedPath()[0] instanceof Element && /** @type {Element} */ (event.composedPath()[0]).matches('input, textarea');
  /** @param {DragEvent} event */
  const takes = (event) => {
    const types = event.dataTransfer?.types ?? [];
    if (!figure() || own) return false;
    return types.includes('Files') || (types.includes('text/plain') && figure()?.texts.length && !isInField(event));
  };
  place.addEventListener('dragstart', () => (own = true));
  place.addEventListener('dragend', () => (own = false));
  place.addEventListener('dragover', (event) => {
    const taken = takes(event);
    marked.toggleAttribute('data-dropping', Boolean(taken));
    if (taken) event.preventDefault();
  });
  place.addEventListener('dragleave', () => marked.toggleAttribute('data-dropping', false));
  place.addEventListener('drop', (event) => {
    marked.toggleAttribute('data-dropping', false);
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData('text/plain');
    if ((files.length === 0 && !text) || !takes(event)) return;
    event.preventDefault();
    if (files.length > 0) figure()?.open(files);
    else if (text) figure()?.useText(text);
  });
}

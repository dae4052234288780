// @ts-check
// Dropping on a figure: a file that was saved from one, or a text or a file that the figure can read.

/** @import { Figure } from './figure.js' */

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} marked has `data-dropping` while something is dragged over it
 * @param {() => Figure | null} figure the one that is in this place
 */
export function acceptDrops(place, marked, figure) {
  /** @param {DragEvent} event */
  const takes = ({ dataTransfer }) =>
    figure() && dataTransfer?.types.some((type) => type === 'Files' || (type === 'text/plain' && figure()?.texts.length));
  place.addEventListener('dragover', (event) => {
    if (!takes(event)) return;
    event.preventDefault();
    marked.toggleAttribute('data-dropping', true);
  });
  place.addEventListener('dragleave', () => marked.toggleAttribute('data-dropping', false));
  place.addEventListener('drop', (event) => {
    marked.toggleAttribute('data-dropping', false);
    const source = event.dataTransfer?.files[0] ?? event.dataTransfer?.getData('text/plain');
    if (!source || !takes(event)) return;
    event.preventDefault();
    if (typeof source === 'string') figure()?.useText(source);
    else figure()?.open(source);
  });
}

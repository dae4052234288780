// @ts-check
// A text or a file dropped anywhere on a figure that can read one.

/** @import { Figure } from './figure.js' */

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} marked gets `data-dropping` while something hangs over it
 * @param {() => Figure | null} figure the one in this place now
 */
export function acceptDrops(place, marked, figure) {
  /** @param {DragEvent} event */
  const takes = ({ dataTransfer }) =>
    figure()?.text && dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain');
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
    figure()?.useText(source);
  });
}

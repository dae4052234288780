// @ts-check
// What figures need to know of page and reader: theme, motion, pointer, pixel density. Watched once for all figures.

/** @typedef {{ look(): void }} Watcher */

/** @type {Set<Watcher>} */
const watchers = new Set();
const tell = () => watchers.forEach((watcher) => watcher.look());

/** @param {string} query */
const matches = (query) => matchMedia(query).matches;

export const coarsePointer = () => matches('(pointer: coarse)');
/** Whether controls may be drawn in the canvas: they need a mouse, and cannot follow forced colours. */
export const drawsControls = () => matches('(pointer: fine) and (forced-colors: none)');
export const reducedMotion = () => matches('(prefers-reduced-motion: reduce)');

/**
 * The element's own theme, else the page's `data-theme`, else the colour scheme of the page: one that declares no dark
 * scheme stays light whatever the reader prefers, and so does a figure in it. Pages have switches of many kinds: that the
 * scheme has changed is told by a transition in the figure (style.js), not by what the page has changed.
 * @param {HTMLElement} element
 */
export function isDark(element) {
  const wanted = [element.getAttribute('theme'), element.ownerDocument.documentElement.dataset.theme];
  const theme = wanted.find((name) => name === 'light' || name === 'dark');
  const frame = element.shadowRoot?.querySelector('.frame') ?? element;
  return theme ? theme === 'dark' : getComputedStyle(frame).columnRuleColor === 'rgb(0, 0, 0)';
}

/** Canvas pixels for a CSS pixel: more than three cannot be seen, and cost time. */
export const density = () => Math.min(devicePixelRatio, 3);

let listening = false;

function listen() {
  listening = true;
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(pointer: coarse)', '(pointer: fine)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', tell);
  }
  new MutationObserver(tell).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const watchDensity = () => {
    const again = () => {
      tell();
      watchDensity();
    };
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', again, { once: true });
  };
  watchDensity();
}

/** @param {Watcher} watcher */
export function watchLook(watcher) {
  if (!listening) listen();
  watchers.add(watcher);
}

/** @param {Watcher} watcher */
export function unwatchLook(watcher) {
  watchers.delete(watcher);
}

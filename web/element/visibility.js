// @ts-check
// Tells a figure when it is within a screen of the viewport, when it is visible, and when Tab may reach it next.

/** @typedef {HTMLElement & { setNear(near: boolean): void, setVisible(seen: boolean): void, prepare(): void }} Watched */

/** @param {string} margin @param {(figure: Watched, inside: boolean) => void} tell */
const watcher = (margin, tell) =>
  new IntersectionObserver(
    (entries) => entries.forEach((entry) => tell(/** @type {Watched} */ (entry.target), entry.isIntersecting)),
    { rootMargin: margin },
  );

/** @type {IntersectionObserver[]} */
let watchers = [];
/** @type {Set<Watched>} */
const watched = new Set();

/** Whether the second node comes after the first in the document. @param {Node} first @param {Node} second */
const isFollowed = (first, second) => (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Tab would skip a figure that has no controls yet, so the next one after the focus is started, however far away it is. @param {FocusEvent} event */
function prepareNext({ target }) {
  const later = [...watched].filter((figure) => isFollowed(/** @type {Node} */ (target), figure));
  later.find((figure) => later.every((other) => other === figure || isFollowed(figure, other)))?.prepare();
}

/**
 * Scrolls to a figure whose picture is cut: its title comes to the top of the window. Where three fifths of the picture
 * are seen, or three fifths of the window show it, the page stays.
 * @param {HTMLElement} figure
 */
export function bringIntoView(figure) {
  const { top, bottom, height } = (figure.shadowRoot?.querySelector('.view') ?? figure).getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (seen < 0.6 * Math.min(height, innerHeight)) figure.scrollIntoView({ block: 'start' });
}

/** @param {Watched} figure */
export function watchVisibility(figure) {
  if (watchers.length === 0) {
    watchers = [
      watcher('100% 0px', (one, near) => one.setNear(near)),
      watcher('0px', (one, seen) => one.setVisible(seen)),
    ];
    document.addEventListener('focusin', prepareNext);
  }
  watched.add(figure);
  watchers.forEach((watcher) => watcher.observe(figure));
}

/** @param {Watched} figure */
export function unwatchVisibility(figure) {
  watchers.forEach((watcher) => watcher.unobserve(figure));
  watched.delete(figure);
}

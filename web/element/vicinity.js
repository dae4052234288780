// @ts-check
// Tells a figure when it comes near the reader's eyes, within a screen, when it comes into view, and when the keyboard may
// come to it next.

/** @typedef {HTMLElement & { comeOrGo(near: boolean): void, show(seen: boolean): void, expect(): void }} Neighbour */

/** @param {string} margin @param {(figure: Neighbour, inside: boolean) => void} tell */
const watcher = (margin, tell) =>
  new IntersectionObserver(
    (entries) => entries.forEach((entry) => tell(/** @type {Neighbour} */ (entry.target), entry.isIntersecting)),
    { rootMargin: margin },
  );

/** @type {IntersectionObserver[]} */
let watchers = [];
/** @type {Set<Neighbour>} */
const watched = new Set();

/** Of two nodes, the later one in the document follows the first. @param {Node} first @param {Node} second */
const isFollowed = (first, second) => (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Tab jumps over a figure that has no controls yet, however far it is from here. @param {FocusEvent} event */
function expectNext({ target }) {
  const later = [...watched].filter((figure) => isFollowed(/** @type {Node} */ (target), figure));
  later.find((figure) => later.every((other) => other === figure || isFollowed(figure, other)))?.expect();
}

/** @param {Neighbour} figure */
export function watchVicinity(figure) {
  if (watchers.length === 0) {
    watchers = [
      watcher('100% 0px', (one, near) => one.comeOrGo(near)),
      watcher('0px', (one, seen) => one.show(seen)),
    ];
    document.addEventListener('focusin', expectNext);
  }
  watched.add(figure);
  watchers.forEach((watcher) => watcher.observe(figure));
}

/** @param {Neighbour} figure */
export function unwatchVicinity(figure) {
  watchers.forEach((watcher) => watcher.unobserve(figure));
  watched.delete(figure);
}

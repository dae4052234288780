// @ts-check
// Tells a figure when it comes near the reader's eyes, within a screen, and when it comes into view.

/** @typedef {HTMLElement & { comeOrGo(near: boolean): void, show(seen: boolean): void }} Neighbour */

/** @param {string} margin @param {(figure: Neighbour, inside: boolean) => void} tell */
const watcher = (margin, tell) =>
  new IntersectionObserver(
    (entries) => entries.forEach((entry) => tell(/** @type {Neighbour} */ (entry.target), entry.isIntersecting)),
    { rootMargin: margin },
  );

/** @type {IntersectionObserver[]} */
let watchers = [];

/** @param {Neighbour} figure */
export function watchVicinity(figure) {
  if (watchers.length === 0) {
    watchers = [
      watcher('100% 0px', (one, near) => one.comeOrGo(near)),
      watcher('0px', (one, seen) => one.show(seen)),
    ];
  }
  watchers.forEach((watcher) => watcher.observe(figure));
}

/** @param {Neighbour} figure */
export function unwatchVicinity(figure) {
  watchers.forEach((watcher) => watcher.unobserve(figure));
}

// @ts-check
// Figures start one after another, the one that the reader sees first: on a slow device each takes most of a second of the
// page's thread, and one that is screens away can wait for it.

/** @typedef {{ box: HTMLElement, distance(): number }} Starter distance: see contexts.js */

// ms. A figure that takes longer to show something learns in a worker: there is time for another one.
const kLongest = 1000;

/** @type {{ figure: Starter, begin: () => void }[]} */
const waiting = [];
/** @type {Starter | null} */
let starting = null;

/** Waits until no other figure starts, and none that waits too is nearer. @param {Starter} figure @returns {Promise<void>} */
export function turn(figure) {
  return new Promise((begin) => {
    waiting.push({ figure, begin });
    setTimeout(next); // when all that waited for the same file are here
  });
}

/** To be called when a figure shows something, or will not. @param {Starter} figure */
export function started(figure) {
  if (starting !== figure) return;
  starting = null;
  setTimeout(next);
}

function next() {
  if (starting) return;
  const away = waiting.map(({ figure }) => (figure.box.isConnected ? figure.distance() : Infinity));
  const [first] = waiting.splice(away.indexOf(Math.min(...away)), 1);
  if (!first) return;
  starting = first.figure;
  setTimeout(() => started(first.figure), kLongest);
  first.begin();
}

// @ts-check
// One animation frame for all figures of the page, requested only while a figure has to be drawn.

/** @typedef {{ draw(seconds: number): boolean }} Drawable draw() says whether it wants another frame */

/** @type {Set<Drawable>} */
const due = new Set();
let asked = 0;

/** @param {Drawable} figure */
export function schedule(figure) {
  due.add(figure);
  asked ||= requestAnimationFrame(tick);
}

/** @param {Drawable} figure */
export function unschedule(figure) {
  due.delete(figure);
}

/** @param {number} now */
function tick(now) {
  asked = 0;
  const figures = [...due];
  due.clear();
  for (const figure of figures) {
    if (figure.draw(now / 1000)) schedule(figure);
  }
}

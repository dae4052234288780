// @ts-check
// Browsers kill the oldest of too many WebGL contexts (16 on desktops, 8 to 12 on phones, all frames of one origin
// together). So at most four figures have one; the figure farthest from the reader's eyes gives its up first.

/**
 * @typedef {object} Holder
 * @property {() => number} distance CSS pixels from the viewport, 0 when in it
 * @property {() => void} giveUpContext
 */

export const kMost = 4;

/** In order of last use. @type {Set<Holder>} */
const live = new Set();

/**
 * Whether the holder may have a context now; another one may have lost its for it.
 * @param {Holder} holder
 * @param {boolean} insists the reader wants this one: it goes before others just as near
 */
export function acquireContext(holder, insists = false) {
  if (!live.has(holder) && live.size >= kMost) {
    const [farthest] = [...live].sort((a, b) => b.distance() - a.distance());
    const gap = farthest.distance() - holder.distance();
    if (gap < 0 || (gap === 0 && !insists)) return false;
    live.delete(farthest);
    farthest.giveUpContext();
  }
  live.delete(holder);
  live.add(holder);
  return true;
}

/** @param {Holder} holder */
export function releaseContext(holder) {
  live.delete(holder);
}

// @ts-check
// When there are too many WebGL contexts, browsers drop the oldest (16 on desktops, 8 to 12 on phones, counting all frames
// of one origin). So at most four figures have one; the figure farthest from the viewport gives up its context first.

/**
 * @typedef {object} Holder
 * @property {() => number} distance CSS pixels from the viewport, 0 when in it
 * @property {() => void} giveUpContext
 */

export const kMost = 4;

/** Ordered by last use. @type {Set<Holder>} */
const live = new Set();

/**
 * Whether the holder may create a context now; for it, another holder may have to give up its own.
 * @param {Holder} holder
 * @param {boolean} insists the reader points at this one: it goes before others at the same distance
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

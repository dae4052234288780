// The texts of a picture: their positions in its SVG, and those that do not have enough room.

/** @typedef {{ words: string, left: number, right: number, top: number, bottom: number }} Run */

// Of the height of capitals and of what hangs below the line, in units of the type's size.
const kAbove = 0.72;
const kBelow = 0.1;
const kAlone = 0.3; // how wide a letter is at least
// px that are no fault: what stands side by side touches.
const kSlack = { x: 4, y: 3 };

/** @param {string} svg as the module writes it: each letter has its place @returns {Run[]} */
export const runsOf = (svg) =>
  [...svg.matchAll(/<text ([^>]*)>([^<]*)/g)].map(([, attributes, words]) => {
    const value = (/** @type {string} */ name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    const places = value('x').split(' ').map(Number);
    const [size, y] = [Number(value('font-size')), Number(value('y'))];
    const [left, last] = [places[0], places[places.length - 1]];
    const letter = places.length > 1 ? (last - left) / (places.length - 1) : kAlone * size;
    return { words: words.replaceAll('&quot;', '"'), left, right: last + letter, top: y - kAbove * size, bottom: y + kBelow * size };
  });

/** Words that cross the edge, or other words, as sentences. @param {string} svg @param {number} width @param {number} height */
export function crowded(svg, width, height) {
  const runs = runsOf(svg);
  const outside = runs.filter(({ left, right, top, bottom }) => left < -1 || right > width + kSlack.x || top < -1 || bottom > height + 1);
  const faults = outside.map(({ words, left, right, top, bottom }) => `“${words}” crosses the edge: ${[left, right, top, bottom].map(Math.round)}`);
  runs.forEach((one, k) => {
    for (const other of runs.slice(k + 1)) {
      const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // The same words in the same place are a halo.
      const same = one.words === other.words && Math.abs(one.left - other.left) < 2;
      if (x > kSlack.x && y > kSlack.y && !same) faults.push(`“${one.words}” and “${other.words}” overlap by ${Math.round(x)} × ${Math.round(y)}`);
    }
  });
  return faults;
}

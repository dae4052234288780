// Chance that can be had again: the same seed, the same throws, in every browser and on every machine.

/** A whole number for a text, so that a figure and a step have a seed of their own. @param {string} text */
export function hashed(text) {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 16777619);
  return hash >>> 0;
}

export class Rng {
  /** @param {number | string} seed */
  constructor(seed) {
    this.at = hashed(String(seed));
  }

  /** From 0 to 1, 1 not among them. */
  unit() {
    this.at = (this.at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.at ^ (this.at >>> 15), this.at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** 0 … count - 1. @param {number} count */
  below(count) {
    return Math.floor(this.unit() * count);
  }

  /** @param {number} share */
  happens(share) {
    return this.unit() < share;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of the names, each as often as its weight says. @param {Record<string, number>} weights */
  weighed(weights) {
    let left = this.unit() * Object.values(weights).reduce((a, b) => a + b, 0);
    return Object.keys(weights).find((name) => (left -= weights[name]) < 0) ?? Object.keys(weights)[0];
  }

  /** @template T @param {number} count @param {() => T} make @returns {T[]} */
  some(count, make) {
    return Array.from({ length: count }, make);
  }
}

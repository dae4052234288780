// A random number generator: the same seed gives the same draws in every browser and on every machine.

/** Hashes a text to a 32-bit number, so that every figure and step has its own seed. @param {string} text */
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

  /** A number in [0, 1). */
  unit() {
    this.at = (this.at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.at ^ (this.at >>> 15), this.at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to count - 1. @param {number} count */
  below(count) {
    return Math.floor(this.unit() * count);
  }

  /** True with this probability. @param {number} share */
  happens(share) {
    return this.unit() < share;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of the names, with a probability proportional to its weight. @param {Record<string, number>} weights */
  weighed(weights) {
    let left = this.unit() * Object.values(weights).reduce((a, b) => a + b, 0);
    return Object.keys(weights).find((name) => (left -= weights[name]) < 0) ?? Object.keys(weights)[0];
  }

  /** @template T @param {number} count @param {() => T} make @returns {T[]} */
  some(count, make) {
    return Array.from({ length: count }, make);
  }
}

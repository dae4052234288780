// @ts-check
// Calls of the compiled module's functions, with strings and bytes; in pages, workers and node.

/** @import { LiftedModule, Pointer } from '../types/module.d.ts' */

export class Calls {
  /** @param {LiftedModule} raw */
  constructor(raw) {
    this.raw = raw;
  }

  /** @param {Uint8Array} bytes @param {number} [room] */
  hold(bytes, room = bytes.length) {
    const pointer = this.raw._malloc(Math.max(room, 1));
    if (pointer === 0) throw new RangeError('out of memory');
    this.raw.HEAPU8.set(bytes, pointer);
    return pointer;
  }

  /**
   * Calls `_la_<name>`; strings and bytes are in the module's memory during the call.
   * @param {string} name
   * @param {...(string | Uint8Array | number | boolean)} values
   * @returns {number}
   */
  call(name, ...values) {
    /** @type {Pointer[]} */
    const lent = [];
    const plain = values.map((value) => {
      if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
      const pointer = this.hold(bytes, bytes.length + 1);
      this.raw.HEAPU8[pointer + bytes.length] = 0;
      lent.push(pointer);
      return pointer;
    });
    try {
      const exported = /** @type {Record<string, (...values: number[]) => number>} */ (/** @type {unknown} */ (this.raw));
      return exported[`_la_${name}`](...plain);
    } finally {
      lent.forEach((pointer) => this.raw._free(pointer));
    }
  }

  /** The string that `_la_<name>` returns. @param {string} name @param {...(string | number | boolean)} values */
  string(name, ...values) {
    const start = this.call(name, ...values);
    const heap = this.raw.HEAPU8;
    return new TextDecoder().decode(heap.subarray(start, heap.indexOf(0, start)));
  }

  /**
   * The JSON that `_la_<name>` returns.
   * @param {string} name
   * @param {...(string | number | boolean)} values
   * @returns {any}
   */
  json(name, ...values) {
    return JSON.parse(this.string(name, ...values));
  }

  /** A copy of a piece of memory. @param {Pointer} start @param {number} size */
  bytes(start, size) {
    return this.raw.HEAPU8.slice(start, start + size);
  }
}

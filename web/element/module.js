// @ts-check
// The compiled module and its parts: fetched and compiled once for a page, shared by every instance in page and workers.

import { assetUrl } from './asset_url.js';
import { yieldToPage } from './make.js';
import { tr, words } from './words.js';

/** @import { Factory, FactoryOptions, LiftedModule, Pointer, ComputeHooks } from '../types/module.d.ts' */

/** Why there is no learner; the message is for the reader. */
export class Unavailable extends Error {}
/** A file did not come; the next time it may. */
export class Undelivered extends Unavailable {}

// For each figure the parts of the module that it needs; the build fills this in (web/article/parts.mjs).
const kParts = new Map(Object.entries(LIFTED_PARTS));

/** Ids in the article's order; an element that names none shows the first. */
export const kFigures = [...kParts.keys()];

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** One WebAssembly.Module for a page; rejects with Unavailable. A failed download may be tried again. @param {string} file */
function compiledOnce(file) {
  const module = compiled.get(file) ?? compile(file).catch((error) => {
    compiled.delete(file);
    throw error;
  });
  compiled.set(file, module);
  return module;
}

/** What every figure needs. */
export const compiledModule = () => compiledOnce('lifted-attention.wasm');

/** @typedef {[name: string, module: WebAssembly.Module][]} Parts what a figure needs besides */

/** @param {string} figure @returns {Promise<Parts>} */
export const compiledParts = (figure) =>
  Promise.all((kParts.get(figure) ?? []).map(async (part) => /** @type {Parts[0]} */ ([part, await compiledOnce(`parts/${part}.wasm`)])));

/** How a file of the site is fetched. @type {(file: string) => Promise<Response>} */
let fetched = (file) => fetch(assetUrl(file));

/** For where there is no page to fetch from. @param {typeof fetched} other */
export const fetchWith = (other) => void (fetched = other);

export const notThere = (/** @type {unknown} */ cause) => new Undelivered(tr('The learner could not be downloaded.'), { cause });

// A function of one vector: (i8x16.popcnt (i8x16.splat (i32.const 0))).
const kSimd = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** @param {string} file */
async function compile(file) {
  if (typeof WebAssembly !== 'object') throw new Unavailable(tr('This browser has no WebAssembly, which the learner needs.'));
  try {
    // The smallest module there is: throws where the page's policy refuses WebAssembly, before anything is downloaded.
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    throw new Unavailable(tr("This page's security policy does not allow WebAssembly, which the learner needs."));
  }
  const response = await fetched(file).catch((error) => Promise.reject(notThere(error)));
  if (!response.ok) throw notThere(response.status);
  try {
    // compileStreaming refuses any other type, and many servers do not know .wasm.
    const streams = response.headers.get('content-type')?.startsWith('application/wasm');
    return await (streams
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    if (WebAssembly.validate(kSimd)) throw notThere(error); // broken off on its way
    throw new Unavailable(tr('This browser cannot run the learner: it needs WebAssembly with SIMD.'));
  }
}

/** @type {Promise<{ default: Factory }> | undefined} */
let glue;
// Browsers remember that a script did not come, so it is asked for under another name.
let tries = 0;

/** The glue's factory; it comes while the module is on its way. */
export async function factoryOfGlue() {
  glue ??= import(assetUrl('lifted-attention-module.js') + (tries ? `?${tries}` : ''));
  const { default: factory } = await glue.catch((error) => {
    glue = undefined;
    ++tries;
    throw notThere(error);
  });
  return factory;
}

/** Strings and byte arrays in, pointers out: one instance of the module and the memory it lives in. */
export class Instance {
  /** Whoever runs `_la_compute` listens here. @type {ComputeHooks | null} */
  hooks = null;
  /** Names of the parts it has. @type {Set<string>} */
  #parts = new Set();

  /** Use of() or create(). @param {LiftedModule} raw @param {WebAssembly.Exports} exports */
  constructor(raw, exports) {
    this.raw = raw;
    this.exports = exports;
  }

  /** With all that a figure needs. @param {string} figure */
  static async of(figure) {
    const [module, parts] = await Promise.all([compiledModule(), compiledParts(figure), factoryOfGlue()]);
    const instance = await Instance.create(module);
    await yieldToPage();
    await instance.add(parts);
    return instance;
  }

  /** One that speaks the page's language. @param {WebAssembly.Module} module */
  static async create(module) {
    const factory = await factoryOfGlue();
    /** @type {Instance | undefined} */
    let instance;
    /** @type {WebAssembly.Exports} */
    let exports = {};
    const raw = await new Promise((resolve, reject) => {
      /** @type {FactoryOptions} */
      const options = {
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(module, imports).then((made) => {
            exports = made.exports;
            done(made, module);
          }, reject);
          return {};
        },
        onAbort: reject,
        print() {},
        onBegin: (stage) => instance?.hooks?.onBegin(stage),
        onProgress: (fraction) => instance?.hooks?.onProgress(fraction),
        wantsPreview: () => instance?.hooks?.wantsPreview() ?? false,
        onPreview: (bytes, size) => instance?.hooks?.onPreview(bytes, size),
      };
      factory(options).then(resolve, reject);
    });
    instance = new Instance(/** @type {LiftedModule} */ (raw), exports);
    const language = new TextEncoder().encode([...words].flat().map((text) => `${text}\0`).join(''));
    instance.call('set_language', language, language.length);
    return instance;
  }

  /** Gives it the parts it does not have yet: they put themselves into its table. @param {Parts} parts */
  async add(parts) {
    const missing = parts.filter(([name]) => !this.#parts.has(name));
    await Promise.all(missing.map(([, module]) => WebAssembly.instantiate(module, { '': /** @type {WebAssembly.ModuleImports} */ (this.exports) })));
    for (const [name] of missing) this.#parts.add(name);
  }

  /** @param {Uint8Array} bytes @param {number} [room] */
  hold(bytes, room = bytes.length) {
    const pointer = this.raw._malloc(Math.max(room, 1));
    if (pointer === 0) throw new RangeError('out of memory');
    this.raw.HEAPU8.set(bytes, pointer);
    return pointer;
  }

  /**
   * Calls `_la_<name>`; strings and bytes are lent to the module for the call.
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

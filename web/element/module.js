// @ts-check
// The compiled module and its parts, shared by all instances in page and workers.

import { assetUrl } from './asset_url.js';
import { fromBase64 } from './base64.js';
import { Calls } from './calls.js';
import { importAgain } from './import_again.js';
import { yieldToPage } from './make.js';
import { partImports } from './part_imports.js';
import { compiledOnce, undelivered } from './wasm_file.js';
import { language, words } from './words.js';

/** @import { Factory, FactoryOptions, LiftedModule, ComputeHooks } from '../types/module.d.ts' */

// For each figure the parts of the module that it needs; the build fills this in (web/article/parts.mjs).
const kParts = new Map(Object.entries(LIFTED_PARTS));

/** Ids in the article's order; an element that names none shows the first. */
export const kFigures = [...kParts.keys()];

/** What every figure needs. */
export const compiledModule = () => compiledOnce('lifted-attention.wasm');

/** @typedef {[name: string, module: WebAssembly.Module][]} Parts what a figure needs besides */

/** @param {string[]} names @returns {Promise<Parts>} */
const compiledAll = (names) => Promise.all(names.map(async (part) => /** @type {Parts[0]} */ ([part, await compiledOnce(`parts/${part}.wasm`)])));

/** @param {string} figure */
export const compiledParts = (figure) => compiledAll(kParts.get(figure) ?? []);

/** What the page's language needs. */
export const compiledLetters = () => compiledAll(language.lang === 'en' && words.size === 0 ? [] : LIFTED_LETTERS);

/** The factory of the glue script, which is loaded while the module is. @returns {Promise<Factory>} */
export const factoryOfGlue = () =>
  importAgain(assetUrl('lifted-attention-module.js')).then(
    (glue) => glue.default,
    (error) => Promise.reject(undelivered(error)),
  );

/** One instance of the module. */
export class Instance extends Calls {
  /** Called while `_la_compute` runs. @type {ComputeHooks | null} */
  hooks = null;
  /** Names of the parts that have been added. @type {Set<string>} */
  #parts = new Set();

  /** Use of() or create(). @param {LiftedModule} raw @param {WebAssembly.Exports} exports */
  constructor(raw, exports) {
    super(raw);
    this.exports = exports;
  }

  /** An instance with all parts that a figure needs. @param {string} figure @param {() => Promise<void>} loaded waited for between loading and starting */
  static async of(figure, loaded) {
    const [module, letters, parts] = await Promise.all([compiledModule(), compiledLetters(), compiledParts(figure), factoryOfGlue()]);
    await loaded();
    const instance = await Instance.create(module, letters);
    await yieldToPage();
    await instance.add(parts);
    return instance;
  }

  /** An instance without the parts of a figure, in the page's language. @param {WebAssembly.Module} module @param {Parts} letters see compiledLetters() */
  static async create(module, letters) {
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
    await instance.add(letters);
    if (words.size > 0) instance.#speak();
    return instance;
  }

  /** Passes on the page's language: its texts, and the letters that it has beyond the module's typefaces. */
  #speak() {
    const texts = new TextEncoder().encode([...words].flat().map((text) => `${text}\0`).join(''));
    this.call('set_language', texts, texts.length);
    for (const { face, letters, font } of language.letters) {
      const bytes = fromBase64(font);
      if (bytes) this.call('set_letters', face, letters, bytes, bytes.length);
    }
  }

  /** Adds the parts it does not have yet: instantiating them fills their places in its function table. @param {Parts} parts */
  async add(parts) {
    const missing = parts.filter(([name]) => !this.#parts.has(name));
    await Promise.all(missing.map(([, module]) => WebAssembly.instantiate(module, partImports(this.exports))));
    for (const [name] of missing) this.#parts.add(name);
  }

  /** Adds what `_la_svg` needs. */
  addSvg = async () => this.add(await compiledAll(LIFTED_SVG));
}

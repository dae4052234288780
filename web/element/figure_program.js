// @ts-check
// What the page's workers run: figures.

import { assetUrl } from './asset_url.js';
import { compute } from './compute.js';
import { compiledLetters, compiledModule, compiledParts, factoryOfGlue, Instance } from './module.js';
import { language, words } from './words.js';
import { fromFile, fromModule, startWith, WorkerPool } from './worker_pool.js';

/** @import { Job } from './compute.js' */
/** @import { Parts } from './module.js' */
/** @import { Program } from './worker.js' */

/** @typedef {{ module: WebAssembly.Module, letters: Parts, words: Map<string, string> }} Start */

/** @type {Program<Start, Parts, Instance, Job, Uint8Array>} */
export const figureProgram = {
  async load() {
    const [module] = await Promise.all([compiledModule(), language.loading]);
    return { module, letters: await compiledLetters(), words };
  },
  loadFor: ({ figure }) => compiledParts(figure),
  begin: () => void factoryOfGlue().catch(() => {}),
  create({ module, letters, words: sent }) {
    for (const [english, text] of sent) words.set(english, text);
    return Instance.create(module, letters);
  },
  async run(instance, parts, job, listener) {
    await instance.add(parts);
    return compute(instance, job, listener);
  },
};

// The first page has this script inside (placeInside in build.mjs): its workers are made of the text, which is here already.
const inside = () => document.getElementById('lifted-attention.js')?.textContent ?? '';
startWith(fromModule(inside, import.meta.url), ...fromFile(() => (inside() ? assetUrl('lifted-attention.js') : import.meta.url)));
export const workers = new WorkerPool(figureProgram);

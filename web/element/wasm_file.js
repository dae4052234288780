// @ts-check
// WebAssembly of the site: each file fetched and compiled once for a page.

import { assetUrl } from './asset_url.js';
import { tr } from './words.js';

/** There is no learner; the message is a sentence for the reader. */
export class Unavailable extends Error {}
/** A file could not be downloaded; a later try may succeed. */
export class Undelivered extends Unavailable {}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** Compiles a file once for a page; rejects with Unavailable. A failed download can be tried again. @param {string} file */
export function compiledOnce(file) {
  const module = compiled.get(file) ?? compile(file).catch((error) => {
    compiled.delete(file);
    throw error;
  });
  compiled.set(file, module);
  return module;
}

/** How a file of the site is fetched. @type {(file: string) => Promise<Response>} */
let fetched = async (file) => fetch(assetUrl(file));

/** Replaces fetch() where there is no page, or no file. @param {typeof fetched} other */
export const fetchWith = (other) => void (fetched = other);

export const undelivered = (/** @type {unknown} */ cause) => new Undelivered(tr('The learner could not be downloaded.'), { cause });

// A module with one SIMD function: (i8x16.popcnt (i8x16.splat (i32.const 0))).
const kSimd = /* @__PURE__ */ Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** @param {string} file */
async function compile(file) {
  if (typeof WebAssembly !== 'object') throw new Unavailable(tr('This browser has no WebAssembly, which the learner needs.'));
  try {
    // An empty module: throws where the page's policy refuses WebAssembly, before anything is downloaded.
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    throw new Unavailable(tr("This page's security policy does not allow WebAssembly, which the learner needs."));
  }
  const response = await fetched(file).catch((error) => Promise.reject(undelivered(error)));
  if (!response.ok) throw undelivered(response.status);
  try {
    // compileStreaming needs this type, and many servers do not know .wasm.
    const streams = response.headers.get('content-type')?.startsWith('application/wasm');
    return await (streams
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    if (WebAssembly.validate(kSimd)) throw undelivered(error); // the download broke off
    throw new Unavailable(tr('This browser cannot run the learner: it needs WebAssembly with SIMD.'));
  }
}

// @ts-check
// Runs first in a single-file page (made by one_file.mjs): creates an address for each embedded file, then runs the scripts.
// A page opened from disk can load nothing else: no module, no .wasm, no font beside it.

/** @import { EmbeddedAssets } from '../element/asset_url.js' */

const kScript = 'text/javascript';

/** @param {HTMLElement} block holds a file, gzip in base64 */
async function unpack({ textContent, dataset }) {
  const text = atob(textContent ?? '');
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; ++k) bytes[k] = text.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, { headers: { 'Content-Type': dataset.type ?? '' } }).blob();
}

/**
 * A script that starts a worker. In Chromium, a worker of a page opened from disk has an origin of its own, where the
 * addresses made here are not valid; so the script contains the others.
 * @param {Map<string, Blob>} blobs
 */
async function workerOf(blobs) {
  const scripts = [...blobs].filter(([, { type }]) => type === kScript);
  const texts = Object.fromEntries(await Promise.all(scripts.map(async ([name, blob]) => [name, await blob.text()])));
  return `const files = ${JSON.stringify(texts)};
for (const name in files) files[name] = URL.createObjectURL(new Blob([files[name]], { type: '${kScript}' }));
globalThis[Symbol.for('lifted-attention')] = { files };
globalThis[Symbol.for('lifted-attention worker')] = true;
import(files['lifted-attention.js']).catch((error) => postMessage({ kind: 'refused', message: String(error) }));`;
}

/** @type {NodeListOf<HTMLElement>} */
const marked = document.querySelectorAll('script[data-file]');
const blocks = [...marked];
/** @type {Map<string, Blob>} */
const blobs = new Map(await Promise.all(blocks.map(async (block) => /** @type {[string, Blob]} */ ([block.dataset.file, await unpack(block)]))));
const files = Object.fromEntries([...blobs].map(([name, blob]) => [name, URL.createObjectURL(blob)]));
const worker = URL.createObjectURL(new Blob([await workerOf(blobs)], { type: kScript }));
// In a page for one figure, links to that figure lead to the page itself.
if (document.documentElement.dataset.figure) files['embed.html'] = location.href.replace(/[?#].*/, '');

/** @type {EmbeddedAssets} */
const embeddedAssets = { files, worker };
/** @type {any} */ (globalThis)[Symbol.for('lifted-attention')] = embeddedAssets;
for (const { dataset } of blocks) if ('run' in dataset) await import(files[dataset.file ?? '']);

for (const link of document.querySelectorAll('a')) {
  const name = link.getAttribute('href') ?? '';
  if (!(name in files)) continue;
  link.href = files[name];
  link.target = '_blank';
}

export {}; // makes this file a module, for top-level await

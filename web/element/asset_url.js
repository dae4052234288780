// @ts-check
// Addresses of the site's files: relative to this script, so that a page of another origin can use them; in a page that
// was saved as a single file, those of the copies embedded in it.

/**
 * The files embedded in a single-file page; web/offline/unpack.js sets this before this script runs.
 * @typedef {object} EmbeddedAssets
 * @property {Record<string, string>} files the address of each file of the site, by name
 * @property {string} [worker] the address of a script that starts a worker
 */

/** @type {EmbeddedAssets | undefined} */
export const embeddedAssets = /** @type {any} */ (globalThis)[Symbol.for('lifted-attention')];

/** Where the site's files are, in a worker that was made of this script's text (fromModule in worker_pool.js). */
const base = /** @type {any} */ (globalThis)[Symbol.for('lifted-attention base')] ?? import.meta.url;

/** @param {string} name path of a file of the site; a query may follow */
export function assetUrl(name) {
  const [file] = name.split('?');
  const embedded = embeddedAssets?.files[file];
  return embedded ? embedded + name.slice(file.length) : new URL(name, embeddedAssets ? location.href : base).href;
}

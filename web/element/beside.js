// @ts-check
// Where the files of the site are: beside this script, so that a page of another origin can use it. Or inside the page,
// when it is one file made to be opened from disk.

/**
 * What a page carries inside itself; web/offline/unpack.js says so before this script runs.
 * @typedef {object} Carried
 * @property {Record<string, string>} files the address of each file of the site, by name
 * @property {string} [worker] the address of a script that starts a worker
 */

/** @type {Carried | undefined} */
export const carried = /** @type {any} */ (globalThis)[Symbol.for('lifted-attention')];

/** @param {string} name path of a file of the site; a query may follow */
export function beside(name) {
  const [file] = name.split('?');
  const own = carried?.files[file];
  return own ? own + name.slice(file.length) : new URL(name, carried ? location.href : import.meta.url).href;
}

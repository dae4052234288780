// What a test has measured, for the page of results (web/article/results.mjs): one file for each test file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = process.env.LIFTED_RESULTS ?? fileURLToPath(new URL('../build/results/', import.meta.url));

/**
 * @typedef {object} Measured
 * @property {string} name
 * @property {number} value
 * @property {string} [unit]
 * @property {number} [most] the limit
 * @property {string} [note]
 */

/** @param {string} part the test file's name @returns {(measured: Measured) => void} */
export function recorder(part) {
  /** @type {Measured[]} */
  const all = [];
  return (measured) => {
    all.push(measured);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${part}.json`, JSON.stringify(all, null, 1));
  };
}

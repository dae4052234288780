// What a test has measured, for the page of results (web/article/results.mjs): one file for each test file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @import { Limit } from './limits.mjs' */

const folder = process.env.LIFTED_RESULTS ?? fileURLToPath(new URL('../build/results/', import.meta.url));

/** @typedef {{ name: string, value: number, unit?: string, most?: number, goal?: boolean, note?: string, on?: string }} Measured on: its day */

/** @param {string} part the test file's name @returns {(limit: Limit, value: number, note?: string) => void} */
export function recorder(part) {
  /** @type {Measured[]} */
  const all = [];
  return ({ name, unit, most, goal }, value, note) => {
    all.push({ name, value, unit, most, goal, note, on: new Date().toISOString().slice(0, 10) });
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${part}.json`, JSON.stringify(all, null, 1));
  };
}

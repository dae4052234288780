// What a test has measured, for the page of results (web/article/results.mjs): one file for each test file.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @import { Limit } from './limits.mjs' */

const folder = process.env.LIFTED_RESULTS ?? fileURLToPath(new URL('../build/results/', import.meta.url));

/** @typedef {{ name: string, value: number, unit?: string, most?: number, note?: string }} Measured */

/** @param {string} part the test file's name @returns {(limit: Limit, value: number, note?: string) => void} */
export function recorder(part) {
  /** @type {Measured[]} */
  const all = [];
  return ({ name, unit, most }, value, note) => {
    all.push({ name, value, unit, most, note });
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${part}.json`, JSON.stringify(all, null, 1));
  };
}

/** Fails where a measured number is too large. @param {Limit} limit @param {number} value @param {number} [slow] how much slower the machine is than at rest */
export function assertWithin({ name, unit = '', most = Infinity, fails }, value, slow = 1) {
  const limit = fails === undefined ? most : fails * slow;
  assert.ok(value <= limit, `${name}: ${value} ${unit}, and the test fails above ${limit}`);
}

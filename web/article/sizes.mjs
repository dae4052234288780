// The weight of every shipped file, and beside it what budget.json says was reached.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'fflate'; // not node's own, whose versions differ by half a per cent
import { kBrotli } from './brotli.mjs';

/** Does `name` match `pattern`, in which * stands for anything? */
const matches = (name, pattern) => new RegExp(`^${pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`).test(name);

const thousands = (value) => value.toLocaleString('en-US');

/** @param {string} folder @returns {Promise<{ name: string, raw: number, gzip: number }[]>} */
export async function weigh(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(kBrotli)).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(join(folder, name));
      // Compressed already, or downloaded as it is.
      const packed = name.endsWith('.woff2') || name.startsWith('offline/');
      return { name, raw: bytes.length, gzip: packed ? bytes.length : gzipSync(bytes, { level: 9 }).length };
    }),
  );
}

/** What a sum may weigh, as a multiple of what was reached. */
const kRoom = 1.1;

/**
 * The sum of the gzip sizes of the files of each budget. What was reached is taken for each figure: one more may bring what the
 * others weigh on average.
 * @typedef {{ figures: number, sums: { name: string, files: string[], without?: string, gzip: number }[] }} Budget patterns of what counts, and of what does not; `gzip`: what was reached, with so many figures
 * @param {Awaited<ReturnType<typeof weigh>>} files @param {Budget} budget @param {number} figures that the site has
 */
export const sums = (files, budget, figures) =>
  budget.sums.map(({ name, files: patterns, without = '', gzip: kept }) => {
    const reached = Math.round((kept * figures) / budget.figures);
    const counted = files.filter(({ name }) => patterns.some((pattern) => matches(name, pattern)) && !matches(name, without));
    const gzip = counted.reduce((sum, file) => sum + file.gzip, 0);
    const missing = patterns.filter((pattern) => !files.some(({ name }) => matches(name, pattern)));
    return { name, gzip, reached, limit: Math.round(kRoom * reached), missing };
  });

/** A table of all files, then a line for each sum. @param {Awaited<ReturnType<typeof weigh>>} files @param {ReturnType<typeof sums>} all */
export function report(files, all) {
  const wide = Math.max(...files.map(({ name }) => name.length), ...all.map(({ name }) => name.length));
  const row = (name, ...values) => name.padEnd(wide) + values.map((value) => (typeof value === 'number' ? thousands(value) : value).padStart(11)).join('');
  const line = ({ name, gzip, reached, limit, missing }) => {
    const change = `${gzip < reached ? '' : '+'}${(100 * (gzip / reached - 1)).toFixed(2)} %`;
    return `${row(name, '', gzip)} of ${thousands(limit)} ${gzip <= limit ? 'kept' : 'OVER BUDGET'}, ${change}${missing.map((pattern) => `, no file ${pattern}`).join('')}`;
  };
  return [row('bytes', 'raw', 'gzip'), ...files.map(({ name, raw, gzip }) => row(name, raw, gzip)), '', ...all.map(line), ''].join('\n');
}

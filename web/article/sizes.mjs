// The weight of every shipped file, and whether it keeps to budget.json.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Does `name` match `pattern`, in which * stands for anything? */
const matches = (name, pattern) => new RegExp(`^${pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`).test(name);

const thousands = (value) => value.toLocaleString('en-US');

/** @param {string} folder @returns {Promise<{ name: string, raw: number, gzip: number }[]>} */
export async function weigh(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(join(folder, name));
      // Compressed already, or downloaded as it is.
      const packed = name.endsWith('.woff2') || name.startsWith('offline/');
      return { name, raw: bytes.length, gzip: packed ? bytes.length : gzipSync(bytes, { level: 9 }).length };
    }),
  );
}

/**
 * A table of all files, then a line for each budget: the sum of the gzip sizes of its files against its limit.
 * @param {Awaited<ReturnType<typeof weigh>>} files
 * @param {{ name: string, files: string[], without?: string, gzip: number, each?: 'figure' }[]} budgets patterns of what counts, and of what does not
 * @param {number} figures how many there are: some limits are for each
 */
export function report(files, budgets, figures) {
  const wide = Math.max(...files.map(({ name }) => name.length), ...budgets.map(({ name }) => name.length));
  const row = (name, ...values) => name.padEnd(wide) + values.map((value) => (typeof value === 'number' ? thousands(value) : value).padStart(11)).join('');
  const lines = [row('bytes', 'raw', 'gzip'), ...files.map(({ name, raw, gzip }) => row(name, raw, gzip)), ''];
  let kept = true;
  for (const budget of budgets) {
    const counted = files.filter(({ name }) => budget.files.some((pattern) => matches(name, pattern)) && !matches(name, budget.without ?? ''));
    const gzip = counted.reduce((sum, file) => sum + file.gzip, 0);
    const missing = budget.files.filter((pattern) => !files.some(({ name }) => matches(name, pattern)));
    const limit = budget.gzip * (budget.each === 'figure' ? figures : 1);
    const good = gzip <= limit && missing.length === 0;
    kept &&= good;
    lines.push(`${row(budget.name, '', gzip)} of ${thousands(limit)} ${good ? 'kept' : 'OVER BUDGET'}${missing.map((pattern) => `, no file ${pattern}`).join('')}`);
  }
  return { text: lines.join('\n') + '\n', kept };
}

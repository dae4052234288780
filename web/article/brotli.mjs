// Brotli forms beside the files that a reader waits for, a fifth smaller than gzip. Servers that are told to (nginx,
// Caddy, Apache) send them as they are; others ignore them.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export const kBrotli = '.br';
const kKinds = new Set(['.css', '.html', '.js', '.json', '.svg', '.wasm']);
// Downloads, and pages for authors.
const kLeftOut = /^(offline|examples|teach)\//;
const kLeast = 1024; // bytes: a packet holds them anyway

/** @param {string} name of a file of the site */
const waits = (name) => kKinds.has(extname(name)) && !kLeftOut.test(name);

/** Must run last: what it writes belongs to no other list. @param {string} site */
export async function addBrotli(site) {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(site.length + 1));
  await Promise.all(
    names.filter(waits).map(async (name) => {
      const bytes = await readFile(join(site, name));
      if (bytes.length < kLeast) return;
      await writeFile(join(site, name + kBrotli), await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
    }),
  );
}

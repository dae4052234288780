// What makes the served article installable: icons, the manifest, the script that registers the service worker, and that
// worker with the list of all files.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { toPng } from '../article/png.mjs';

const own = (name) => new URL(name, import.meta.url);
// Files that are not cached: downloads, pages of single figures, what stands in for a learner, examples for authors, what is
// told to who publishes, and other languages: what is kept is English.
const kNotKept = /\.(ipynb|json)$|^(figure-|index\.[\w-]+\.html$|offline\/|examples\/|languages\/|(policy|sizes)\.txt$|learn(-worker)?\.js$|learner\.wasm$)/;
const kIcons = [192, 512];
// Enough that no two files have the same digest by chance.
const kDigits = 32;

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, kDigits);

/** Icons for home screens, from icon.svg: opaque, with room around for systems that cut them round. */
async function makeIcons(to) {
  const icon = (await readFile(join(to, 'icon.svg'), 'utf8')).replace('viewBox="0 0 32 32"', 'viewBox="-8 -8 48 48"');
  await mkdir(join(to, 'icons'));
  for (const value of kIcons) await writeFile(join(to, `icons/${value}.png`), await toPng(icon, value));
}

/** A script, with values for the names in capitals. */
async function script(name, define) {
  const { code } = await transform(await readFile(own(name), 'utf8'), { define, format: name === 'install.js' ? 'esm' : 'iife', target: 'es2022', minify: true, charset: 'utf8' });
  return code;
}

/** Names and digests of the files that are kept. @returns {Promise<Record<string, string>>} */
async function digests(to) {
  const entries = await readdir(to, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(to.length + 1));
  const kept = names.filter((name) => !kNotKept.test(name)).sort();
  return Object.fromEntries(await Promise.all(kept.map(async (name) => [name, digest(await readFile(join(to, name)))])));
}

/** Must run last: it lists the files that all other steps wrote. @param {string} to the built site */
export async function makeInstallable(to) {
  await makeIcons(to);
  await cp(own('manifest.webmanifest'), join(to, 'manifest.webmanifest'));
  const build = JSON.stringify(digest(JSON.stringify(await digests(to))));
  await writeFile(join(to, 'install.js'), await script('install.js', { LIFTED_BUILD: build }));
  const files = JSON.stringify(await digests(to));
  await writeFile(join(to, 'sw.js'), await script('service_worker.js', { LIFTED_FILES: files, LIFTED_BUILD: build }));
}

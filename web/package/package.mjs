// The npm package: build/site becomes build/package, which `npm pack` and `npm publish` take as it is. Name, version and
// exports are those of web/package.json.
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeLearn } from '../article/scripts.mjs';

// What the element and the page for frames need; not the article, nor what is made of it.
const kFiles = /^((lifted-attention|embed|learn)[\w-]*\.(js|wasm|html|css)|languages|parts|posters|fonts|check|co2|article\.txt|moby-dick\.txt|icon\.svg)$/;
const kOthers = /(fonts|languages)\/(?!sans)[\w-]+\.woff2$|languages\/lessons\.|\.ipynb$/;
const kDevelopment = ['private', 'devDependencies'];
// Types of what is ours alone.
const kOurTypes = ['build.d.ts', 'module.d.ts'];

/** package.json as it is published: an entry whose file is not there is left out. @param {string} web @param {string} to */
async function makeManifest(web, to) {
  const manifest = JSON.parse(await readFile(join(web, 'package.json'), 'utf8'));
  for (const name of kDevelopment) delete manifest[name];
  const there = (target) =>
    typeof target === 'string' ? /\*|^\.\/package\.json$/.test(target) || existsSync(join(to, target)) : Object.values(target).every(there);
  manifest.exports = Object.fromEntries(Object.entries(manifest.exports).filter(([, target]) => there(target)));
  manifest.types = manifest.exports['.'].types;
  await writeFile(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @param {string} web @param {string} site the built site @param {string} to the package's folder, made anew */
export async function makePackage(web, site, to) {
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, 'files'), { recursive: true });
  const wanted = (await readdir(site)).filter((name) => kFiles.test(name));
  const copied = (path) => !kOthers.test(path.slice(site.length));
  for (const name of wanted) await cp(join(site, name), join(to, 'files', name), { recursive: true, filter: copied });
  for (const name of ['index.js', 'element.js', 'README.md']) await cp(join(web, 'package', name), join(to, name));
  await mkdir(join(to, 'learn'));
  await makeLearn(site, join(to, 'learn'));
  await cp(join(web, 'types'), join(to, 'types'), { recursive: true, filter: (path) => !kOurTypes.some((name) => path.endsWith(name)) });
  await cp(join(web, '../LICENSE'), join(to, 'LICENSE'));
  await cp(join(site, 'licences.txt'), join(to, 'licences.txt'));
  await makeManifest(web, to);
}

// Builds the site: build/wasm/bin and web/ become build/site. Run by serve.sh, which prepares what it needs.
//
//   node web/build.mjs           builds when something has changed; ends with 3 when the site is over budget.json
//   node web/build.mjs --force   builds in any case
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { openLearner } from './article/learner.mjs';
import { makeLicences } from './article/licences.mjs';
import { figuresIn, linksIn, makePage, wordsOf } from './article/page.mjs';
import { cutIntoParts } from './article/parts.mjs';
import { report, weigh } from './article/sizes.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const modules = join(root, 'build/wasm/bin');
const site = join(root, 'build/site');
const stamp = join(root, 'build/site.stamp');
const target = ['chrome120', 'firefox121', 'safari17.4'];

const kGlue = 'lifted-attention-module.js';
const kLinkedWasm = 'lifted-attention-module.wasm';
const kMap = 'lifted-attention-module.map';
const kWasm = 'lifted-attention.wasm';

/** Every file the site is made from, under its path from the root. */
async function sources() {
  const under = await readdir(web, { recursive: true, withFileTypes: true });
  const own = under
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.includes('node_modules'));
  const built = [kGlue, kLinkedWasm, kMap].map((name) => join(modules, name));
  if (!built.every(existsSync)) throw new Error('there is no compiled module in build/wasm/bin: run bash web/serve.sh, which builds it');
  return [...own, ...built, join(root, 'LICENSE')].sort();
}

/** A digest of all sources. */
async function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(root.length)).update(await readFile(path));
  return hash.digest('hex');
}

/** The module in its parts. @param {string} to @param {string[]} wanted the article's figures @returns for each figure its parts */
async function makeModule(to, wanted) {
  const learner = await openLearner(join(modules, kGlue), join(modules, kLinkedWasm));
  const ids = learner.figures().map(({ id }) => id);
  const unknown = wanted.filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw new Error(`index.html has a figure that the learner does not know: ${unknown.join(', ')}`);
  for (const id of ids) if (!wanted.includes(id)) console.log(`  figure "${id}" has no tag in web/index.html`);
  return cutIntoParts(join(modules, kLinkedWasm), join(to, kWasm), ids);
}

/** The scripts: the element in one file, the module's glue made smaller, the page for frames. */
async function makeScripts(to, parts) {
  const common = { format: 'esm', target, minify: true, legalComments: 'none', charset: 'utf8' };
  const define = { LIFTED_PARTS: JSON.stringify(parts) };
  await build({ ...common, define, entryPoints: [join(web, 'element/element.js')], outfile: join(to, 'lifted-attention.js'), bundle: true, logLevel: 'warning' });
  const glue = await transform(await readFile(join(modules, kGlue), 'utf8'), common);
  // The glue asks for the wasm under the name it was linked with; the element hands it over, other users may not.
  await writeFile(join(to, kGlue), glue.code.replaceAll(kLinkedWasm, kWasm));
  for (const name of (await readdir(web)).filter((name) => /^(embed|glossary)\./.test(name))) {
    if (name.endsWith('.html')) await cp(join(web, name), join(to, name));
    else await writeFile(join(to, name), (await transform(await readFile(join(web, name), 'utf8'), { ...common, format: undefined, loader: name.split('.').pop() })).code);
  }
}

/**
 * Runs every figure with the very files that its pages load; writes the posters. The article's links must hold.
 * @param {string} to @param {string} source of the article @param {Record<string, string[]>} parts
 */
async function makePosters(to, source, parts) {
  const links = linksIn(source);
  const shown = new Map();
  await mkdir(join(to, 'posters'));
  for (const [id, needed] of Object.entries(parts)) {
    const learner = await openLearner(join(to, kGlue), join(to, kWasm), needed.map((part) => join(to, `parts/${part}.wasm`)));
    for (const { query } of links.filter(({ figure }) => figure === id)) {
      const objections = learner.objections(id, query);
      if (objections.length > 0) throw new Error(`the link #${id}?${query} in web/index.html: ${objections.join(' ')}`);
    }
    const made = learner.show(id, wordsOf(source));
    shown.set(id, made);
    for (const [name, { svg }] of Object.entries(made.posters)) await writeFile(join(to, `posters/${name}.svg`), svg);
  }
  const astray = links.find(({ figure }) => !(figure in parts));
  if (astray) throw new Error(`the link #${astray.figure}?${astray.query} in web/index.html: there is no such figure.`);
  return shown;
}

async function makeSite(to) {
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, 'fonts'), { recursive: true });
  const source = await readFile(join(web, 'index.html'), 'utf8');
  const parts = await makeModule(to, figuresIn(source));
  await makeScripts(to, parts);
  const shown = await makePosters(to, source, parts);
  const page = await makePage(source, await readFile(join(web, 'style.css'), 'utf8'), shown);
  for (const [name, bytes] of page.fonts) await writeFile(join(to, name), bytes);
  await writeFile(join(to, 'index.html'), page.html);
  await writeFile(join(to, 'article.txt'), page.words);
  await writeFile(join(to, 'style.css'), (await transform(page.css, { loader: 'css', minify: true, target })).code);
  await writeFile(join(to, 'licences.txt'), await makeLicences(web, root));
  await cp(join(web, 'icon.svg'), join(to, 'icon.svg'));
}

async function main() {
  if (!process.env.LIFTED_INTER_DIR) throw new Error('the toolchain is not at hand: use bash web/serve.sh, or source what `bash .toolchain/setup.sh env` prints');
  const digest = await fingerprint(await sources());
  const [done, outcome] = existsSync(stamp) ? (await readFile(stamp, 'utf8')).split(' ') : [];
  if (done === digest && !process.argv.includes('--force')) {
    console.log('  build/site is up to date');
    return outcome === 'kept';
  }
  const fresh = `${site}.new`;
  await rm(stamp, { force: true });
  await makeSite(fresh);
  const { text, kept } = report(await weigh(fresh), JSON.parse(await readFile(join(web, 'budget.json'), 'utf8')));
  await writeFile(join(fresh, 'sizes.txt'), text);
  await rm(site, { recursive: true, force: true });
  await rename(fresh, site);
  await writeFile(stamp, `${digest} ${kept ? 'kept' : 'over'}`);
  console.log(text);
  return kept;
}

try {
  if (!(await main())) {
    console.error('web/build.mjs: the site is built, but heavier than web/budget.json allows: see build/site/sizes.txt');
    process.exitCode = 3;
  }
} catch (error) {
  console.error(`web/build.mjs: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

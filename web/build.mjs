// Builds the site: build/wasm/bin and web/ become build/site, and of that the npm package, build/package. Run by serve.sh, which prepares what it needs.
//
//   node web/build.mjs           builds when something has changed; ends with 3 when the site is over budget.json
//   node web/build.mjs --force   builds in any case
//   node web/build.mjs --quick   build/quick from build/wasm/quick, and what the last full build left; for serve.sh --watch
//   node web/build.mjs --results adds results.html, what the tests found when they last ran, and writes README's table of it
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { transform } from 'esbuild';
import { answersOf } from './article/classroom.mjs';
import { openLearner } from './article/learner.mjs';
import { makeLanguages } from './article/languages.mjs';
import { makeLicences } from './article/licences.mjs';
import { makeNotebook } from './article/notebooks.mjs';
import { figuresIn, linksIn, looksIn, makePage, stillOf } from './article/page.mjs';
import { cutIntoParts } from './article/parts.mjs';
import { makeResults } from './article/results.mjs';
import { kGlue, kLinkedWasm, kWasm, learnerWasm, makeScripts, modules, quick, target } from './article/scripts.mjs';
import { report, weigh } from './article/sizes.mjs';
import { makeGuide, makeWorksheet } from './article/teach.mjs';
import { makeInstallable } from './offline/installable.mjs';
import { makeOffline } from './offline/offline.mjs';
import { makePackage } from './package/package.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const site = join(root, 'build/site');
// What figures learn from until the reader gives a text: the words of the article as they were in November 2026, and the first
// nine chapters of Herman Melville's Moby-Dick (1851).
const kTexts = ['article.txt', 'moby-dick.txt'];
const stamp = join(root, 'build/site.stamp');
const quickSite = join(root, 'build/quick');
// What the figures showed at the last full build, posters without their pictures.
const lastShown = join(root, 'build/shown.json');

// The table that a figure learns from until the reader gives one: small, and made by one head.
const kExample = { figure: 'algorithm', query: 'd=3&n=4&N=90&H=1', file: 'example.csv' };
const kMap = 'lifted-attention-module.map';

/** Every file the site is made from, under its path from the root. */
async function sources() {
  const under = await readdir(web, { recursive: true, withFileTypes: true });
  const own = under
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.includes('node_modules'));
  const built = [learnerWasm, ...[kGlue, kLinkedWasm, kMap].map((name) => join(modules, name))];
  if (!built.every(existsSync)) throw new Error('there is no compiled module in build/wasm/bin: run bash web/serve.sh, which builds it');
  return [...own, ...built, join(root, 'LICENSE')].sort();
}

/** A digest of all sources. */
async function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(root.length)).update(await readFile(path));
  return hash.digest('hex');
}

/** The linked module. @param {string[]} wanted the article's figures @returns it, the ids of its figures, and for each its name and its question */
async function openModule(wanted) {
  const learner = await openLearner(join(modules, kGlue), join(modules, kLinkedWasm));
  const ids = learner.figures().map(({ id }) => id);
  const unknown = wanted.filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw new Error(`index.html has a figure that the learner does not know: ${unknown.join(', ')}`);
  for (const id of ids) if (!wanted.includes(id)) console.log(`  figure "${id}" has no tag in web/index.html`);
  const questions = Object.fromEntries(learner.figures().map(({ id, name, question }) => [id, { name, question }]));
  return { learner, ids, questions };
}

/**
 * Runs every figure with the very files that its pages load; writes the posters. The article's links must hold.
 * @param {string} to @param {string} source of the article @param {Record<string, string[]>} parts
 */
async function makePosters(to, source, parts) {
  const links = linksIn(source);
  const shown = new Map();
  for (const folder of ['posters', 'looks']) await mkdir(join(to, folder));
  for (const [id, needed] of Object.entries(parts)) {
    const learner = await openLearner(join(to, kGlue), join(to, kWasm), needed.map((part) => join(to, `parts/${part}.wasm`)));
    for (const { query } of links.filter(({ figure }) => figure === id)) {
      const objections = learner.objections(id, query);
      if (objections.length > 0) throw new Error(`the link #${id}?${query} in web/index.html: ${objections.join(' ')}`);
    }
    shown.set(id, await showFigure(to, learner, id, looksIn(source)));
  }
  const astray = links.find(({ figure }) => !(figure in parts));
  if (astray) throw new Error(`the link #${astray.figure}?${astray.query} in web/index.html: there is no such figure.`);
  return shown;
}

/**
 * What a teacher prints or hands out.
 * @param {string} to @param {Awaited<ReturnType<typeof makePosters>>} shown @param {string[]} figures in the article's order
 * @param {Awaited<ReturnType<typeof openModule>>['questions']} questions
 */
async function makeTeaching(to, shown, figures, questions) {
  const answers = new Map([...shown.values()].flatMap((figure) => [...figure.answers]));
  const notebooks = figures.filter((id) => shown.get(id)?.notebook);
  await writeFile(join(to, 'teach/guide.html'), makeGuide(answers, figures, notebooks.map((id) => ({ id, ...questions[id] }))));
  await writeFile(join(to, 'teach/worksheet.html'), makeWorksheet(figures));
  await writeFile(join(to, 'teach/teach.css'), (await transform(await readFile(join(web, 'classroom/teach.css'), 'utf8'), { loader: 'css', minify: true, target })).code);
}

/** The page with a module in one piece: a second, where makeSite takes half a minute. */
async function makeQuickSite() {
  if (!existsSync(lastShown)) throw new Error('bash web/serve.sh --build-only has to come first');
  if (!existsSync(quickSite)) await cp(site, quickSite, { recursive: true });
  const source = await readFile(join(web, 'index.html'), 'utf8');
  const { learner, ids, questions } = await openModule(figuresIn(source));
  await cp(join(modules, kLinkedWasm), join(quickSite, kWasm));
  await cp(learnerWasm, join(quickSite, 'learner.wasm'));
  await cp(join(web, 'check'), join(quickSite, 'check'), { recursive: true });
  await makeScripts(quickSite, Object.fromEntries(ids.map((id) => [id, []])), questions, await makeLanguages(join(web, 'languages'), quickSite));
  const shown = new Map(JSON.parse(await readFile(lastShown, 'utf8'), (key, value) => (key === 'answers' ? new Map(value) : value)));
  const isNew = (/** @type {string} */ id) => looksIn(source).some(({ figure, name }) => figure === id && !shown.get(id)?.looks[name]);
  for (const id of ids.filter((id) => !shown.has(id) || isNew(id))) shown.set(id, await showFigure(quickSite, learner, id, looksIn(source)));
  await writePage(quickSite, source, shown);
}

/** What a figure shows with its default values, and in the other looks that the article has at it; writes the posters. */
async function showFigure(to, learner, id, looks) {
  const read = (/** @type {string} */ file) => readFileSync(join(to, file), 'utf8');
  const show = async (/** @type {Parameters<typeof learner.show>[2][]} */ ...views) => {
    const shown = views.map((view) => learner.show(id, read, view));
    const posters = Object.assign({}, ...shown.map(({ posters }) => posters));
    for (const [name, { svg }] of Object.entries(posters)) await writeFile(join(to, `${name}.svg`), svg);
    return { ...shown[0], posters: Object.fromEntries(Object.entries(posters).map(([name, { width, height }]) => [name, { width, height }])) };
  };
  const said = await show({});
  const notebook = await makeNotebook(to, learner, id, said.title, read);
  const own = looks.filter(({ figure }) => figure === id);
  const others = await Promise.all(own.map(async (look) => [look.name, await show(look, { ...look, name: stillOf(look.name), still: true })]));
  return { ...said, notebook, looks: Object.fromEntries(others), answers: answersOf(id, (query) => learner.result(id, query, read)) };
}

async function writePage(to, source, shown) {
  const page = await makePage(source, await readFile(join(web, 'style.css'), 'utf8'), shown);
  for (const [name, bytes] of page.fonts) await writeFile(join(to, name), bytes);
  await writeFile(join(to, 'index.html'), page.html);
  await writeFile(join(to, 'style.css'), (await transform(page.css, { loader: 'css', minify: true, target })).code);
}

async function makeSite(to) {
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, 'fonts'), { recursive: true });
  for (const name of kTexts) await cp(join(web, name), join(to, name));
  const source = await readFile(join(web, 'index.html'), 'utf8');
  const { learner, ids, questions } = await openModule(figuresIn(source));
  await writeFile(join(to, kExample.file), learner.job('data', kExample.figure, kExample.query));
  const broken = checkClaims(to);
  const parts = await cutIntoParts(join(modules, kLinkedWasm), join(to, kWasm), ids);
  await cp(learnerWasm, join(to, 'learner.wasm'));
  await makeScripts(to, parts, questions, await makeLanguages(join(web, 'languages'), to));
  await cp(join(web, 'check'), join(to, 'check'), { recursive: true });
  const shown = await makePosters(to, source, parts);
  await makeTeaching(to, shown, figuresIn(source), questions);
  await writeFile(lastShown, JSON.stringify([...shown], (_, value) => (value instanceof Map ? [...value] : value)));
  await writePage(to, source, shown);
  await writeFile(join(to, 'licences.txt'), await makeLicences(web, root));
  await cp(join(web, 'icon.svg'), join(to, 'icon.svg'));
  await cp(join(web, 'examples'), join(to, 'examples'), { recursive: true });
  await makeOffline(to, parts);
  await makeInstallable(to);
  const sentences = await broken;
  if (sentences.length > 0) throw new Error(`web/claims.js:\n${sentences.join('\n')}`);
}

/** The claims of article and exercises that do not hold, found in a thread of its own: it takes as long as all the rest. @param {string} to */
function checkClaims(to) {
  const worker = new Worker(new URL('article/claims.mjs', import.meta.url), { workerData: { checksClaims: true, glue: join(modules, kGlue), wasm: join(modules, kLinkedWasm), site: to } });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

async function main() {
  if (!process.env.LIFTED_INTER_DIR) throw new Error('the toolchain is not at hand: use bash web/serve.sh, or source what `bash .toolchain/setup.sh env` prints');
  if (quick) {
    await makeQuickSite();
    return true;
  }
  const digest = await fingerprint(await sources());
  const [done, outcome] = existsSync(stamp) ? (await readFile(stamp, 'utf8')).split(' ') : [];
  if (done === digest && !process.argv.includes('--force')) {
    console.log('  build/site is up to date');
    return outcome === 'kept';
  }
  const fresh = `${site}.new`;
  await rm(stamp, { force: true });
  await makeSite(fresh);
  const { text, kept } = report(await weigh(fresh), JSON.parse(await readFile(join(web, 'budget.json'), 'utf8')), figuresIn(await readFile(join(web, 'index.html'), 'utf8')).length);
  await writeFile(join(fresh, 'sizes.txt'), text);
  await rm(site, { recursive: true, force: true });
  await rename(fresh, site);
  await makePackage(web, site, join(root, 'build/package'));
  await writeFile(stamp, `${digest} ${kept ? 'kept' : 'over'}`);
  console.log(text);
  return kept;
}

try {
  const kept = await main();
  if (process.argv.includes('--results')) await makeResults(join(root, 'build/results'), site, join(root, 'README.md'));
  if (!kept) {
    console.error('web/build.mjs: the site is built, but heavier than web/budget.json allows: see build/site/sizes.txt');
    process.exitCode = 3;
  }
} catch (error) {
  console.error(`web/build.mjs: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

// Builds the site: build/wasm/bin and web/ become build/site, and of that the npm package, build/package. Run by serve.sh, which prepares what it needs.
//
//   node web/build.mjs           builds when something has changed
//   node web/build.mjs --force   builds in any case
//   node web/build.mjs --keep-sizes   the same, and writes what the site weighs into budget.json
//   node web/build.mjs --quick   build/quick from build/wasm/quick, and what the last full build left but of new figures and of $LIFTED_FIGURE; for serve.sh --watch
//   node web/build.mjs --quick --module   of that only the module and the scripts, when nothing of web/ has changed
//   node web/build.mjs --results adds results.html, what the tests found when they last ran, and writes the table of it in tests/bench/page.md
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { addBrotli } from './article/brotli.mjs';
import { cutIntoPages, kSpine, kWhole } from './article/chapters.mjs';
import { brokenClaims } from './article/claims.mjs';
import { openLearner } from './article/learner.mjs';
import { makeLanguages, readLanguages } from './article/languages.mjs';
import { makeLessons, readLessons, resultsIn, speaking } from './article/lessons.mjs';
import { makeLicences } from './article/licences.mjs';
import { reorder } from './article/order.mjs';
import { answersIn, figuresIn, looksIn, makePages } from './article/page.mjs';
import { cutIntoParts, optimise } from './article/parts.mjs';
import { toPng } from './article/png.mjs';
import { makeResults } from './article/results.mjs';
import { kGlue, kLinkedWasm, kWasm, learnerWasm, makeScripts, modules, quick, target } from './article/scripts.mjs';
import { readTold, showFigure, showFigures } from './article/shown.mjs';
import { addressOf, addSharing, figurePage, kCard, kWidth, sitemap } from './article/sharing.mjs';
import { report, sums, weigh } from './article/sizes.mjs';
import { makeGuide, makeWorksheet, teachingIn } from './article/teach.mjs';
import { addAlternates, blocksIn, complaintsOf, kEnglish, kOtherPage, lacking, nameIn } from './article/translated.mjs';
import { exercises } from './exercises.js';
import { makeInstallable } from './offline/installable.mjs';
import { makeOffline } from './offline/offline.mjs';
import { makePackage } from './package/package.mjs';
import { kPolicy, policyOf } from './policy.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const site = join(root, 'build/site');
// What figures learn from until the reader gives a text: the words of the article as they were in November 2026, and the first
// nine chapters of Herman Melville's Moby-Dick (1851).
const kTexts = ['article.txt', 'moby-dick.txt'];
// The styles of the first page, with typefaces inside, and of pages in other languages, which have more rules besides.
const kFirstStyle = 'first.css';
const kOthersStyle = 'languages.css';
// The pages' script, and how they ask for it.
const kFirstScripts = ['lifted-attention.js', 'page.js'];
const stamp = join(root, 'build/site.stamp');
// What tests judge and no build stops at: claims that do not hold, and what the site weighs.
// { claims: string[], weights, figures, kept: with how many budget.json was written }
const verdicts = join(root, 'build/verdicts.json');
const budget = join(web, 'budget.json');
const kNoticeable = 1.01; // of what was reached
const quickSite = join(root, 'build/quick');
// What the figures showed at the last full build, posters without their pictures.
const lastShown = join(root, 'build/shown.json');

// Where the site will be published, if the builder says so.
const address = addressOf(process.env.LIFTED_ADDRESS);

// A table as a reader may give one: small, and made by one head.
const kExample = { figure: 'algorithm', query: 'd=3&n=4&N=90&H=1', file: 'example.csv' };
const kMap = 'lifted-attention-module.map';

/** Every file the site is made from, under its path from the root. */
async function sources() {
  const under = await readdir(web, { recursive: true, withFileTypes: true });
  const own = under
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.includes('node_modules') && !path.endsWith('budget.json') && (basename(path) !== 'README.md' || path === join(web, 'package/README.md')));
  const built = [learnerWasm, ...[kGlue, kLinkedWasm, kMap].map((name) => join(modules, name))];
  if (!built.every(existsSync)) throw new Error('there is no compiled module in build/wasm/bin: run bash web/serve.sh, which builds it');
  return [...own, ...built, join(root, 'LICENSE')].sort();
}

/** A digest of all sources. */
async function fingerprint(paths) {
  const hash = createHash('sha256').update(address);
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
 * What a teacher prints or hands out.
 * @param {string} to @param {Map<string, import('./article/shown.mjs').Shown>} shown @param {string[]} figures in the article's order @param {string[]} spine those of its main line
 * @param {Awaited<ReturnType<typeof openModule>>['questions']} questions @param {Awaited<ReturnType<typeof languagesOf>>} languages
 */
async function makeTeaching(to, shown, figures, spine, questions, languages) {
  const answers = answersIn(shown);
  const notebooks = figures.filter((id) => shown.get(id)?.notebook).map((id) => ({ id, ...questions[id] }));
  const ofFigures = await readLanguages(join(web, 'languages'));
  for (const { tag, lessons } of [kEnglish, ...languages.filter(({ lessons }) => lessons)]) {
    const [guide, worksheet] = speaking(tag, { ...ofFigures.get(tag), ...lessons }, () => [makeGuide(resultsIn(answers, tag), figures, notebooks, tag === kEnglish.tag ? figures : spine), makeWorksheet(figures)]);
    await writeFile(join(to, 'teach', teachingIn('guide', tag)), guide);
    await writeFile(join(to, 'teach', teachingIn('worksheet', tag)), worksheet);
  }
  await writeFile(join(to, 'teach/teach.css'), (await transform(await readFile(join(web, 'classroom/teach.css'), 'utf8'), { loader: 'css', minify: true, target })).code);
}

/** The page with a module in one piece: a second, where makeSite takes half a minute. @param {boolean} pages whether more than the module is made anew */
async function makeQuickSite(pages) {
  if (!existsSync(lastShown)) throw new Error('bash web/serve.sh --build-only has to come first');
  if (!existsSync(quickSite)) await cp(site, quickSite, { recursive: true });
  await rm(join(quickSite, 'parts'), { recursive: true, force: true }); // of the module that is cut
  const source = await readFile(join(web, 'index.html'), 'utf8');
  const { learner, ids } = await openModule(figuresIn(source));
  await cp(join(modules, kLinkedWasm), join(quickSite, kWasm));
  await cp(learnerWasm, join(quickSite, 'learner.wasm'));
  await makeScripts(quickSite, Object.fromEntries(ids.map((id) => [id, []])), learner.measuredFigures(), await makeLanguages(join(web, 'languages'), quickSite));
  if (!pages) return;
  const languages = await languagesOf(source);
  learner.languages = await readTold();
  for (const folder of ['check', 'co2']) await cp(join(web, folder), join(quickSite, folder), { recursive: true });
  const shown = new Map(JSON.parse(await readFile(lastShown, 'utf8'), (key, value) => (key === 'answers' ? new Map(value) : value)));
  const isNew = (/** @type {string} */ id) => looksIn(source).some(({ figure, name }) => figure === id && !shown.get(id)?.looks[name]) || exercises.some((one) => one.figure === id && !shown.get(id)?.answers.has(one.id));
  // A figure whose parameters are being made is seen before its exercise fits it.
  const warn = (/** @type {string} */ sentence) => console.log(`warning: ${sentence} The page leaves this exercise out.`);
  for (const id of ids.filter((id) => !shown.has(id) || isNew(id) || id === process.env.LIFTED_FIGURE)) shown.set(id, await showFigure(quickSite, learner, id, looksIn(source), warn));
  await writePages(quickSite, source, shown, languages);
  await placeInside(quickSite);
}

/**
 * The languages that the main line is translated into, wholly or partly, and what lessons say in them; says what is
 * shown in English.
 * @param {string} source index.html
 */
async function languagesOf(source) {
  const blocks = blocksIn(source);
  const lessons = await readLessons();
  const all = [...(await readLanguages(join(web, 'languages/article')))].map(([tag, texts]) => ({ tag, texts: /** @type {Record<string, string>} */ (texts), lessons: lessons.get(tag) }));
  for (const language of all) {
    const file = `web/languages/article/${language.tag}.json`;
    const complaints = complaintsOf(language.texts, language.tag);
    if (complaints.length > 0) throw new Error(`${file}: ${complaints.join(' ')}`);
    const missing = lacking(language, blocks);
    if (missing.length > 0) console.log(`warning: ${nameIn(language.tag)} shows ${missing.length} of ${blocks.size} texts in English (node web/article/translated.mjs ${language.tag}): ${missing.slice(0, 5).map((text) => `“${text.slice(0, 40)}”`).join(', ')}${missing.length > 5 ? ', …' : ''}`);
  }
  return all.filter((language) => lacking(language, blocks).length < blocks.size / 2);
}

async function writePages(to, source, shown, languages) {
  const tags = languages.map(({ tag }) => tag);
  const { pages, fonts, css, firstCss, othersCss } = await makePages(source, await readFile(join(web, 'style.css'), 'utf8'), shown, languages);
  for (const [name, content] of fonts) await writeFile(join(to, name), content);
  for (const [name, content] of pages) {
    const shared = addSharing(content, name, address);
    await writeFile(join(to, name), tags.concat('en').map(nameIn).includes(name) ? addAlternates(shared, tags, address) : shared);
  }
  if (address) {
    await cp(join(web, kCard), join(to, kCard));
    const embed = await readFile(join(to, 'embed.html'), 'utf8');
    const poster = (/** @type {string} */ name) => readFile(join(to, 'posters', name), 'utf8');
    const alone = await Promise.all([...shown.keys()].map(async (id) => figurePage(embed, id, await poster(`${id}-light.svg`), JSON.parse(await poster(`${id}.json`)).en, address)));
    for (const { name, html, card } of alone) {
      await writeFile(join(to, name), html);
      await writeFile(join(to, card.file), await toPng(card.svg, kWidth));
    }
    await writeFile(join(to, 'sitemap.xml'), sitemap([...pages.keys(), ...alone.map(({ name }) => name)].filter((name) => name !== kWhole), address));
  }
  const small = async (/** @type {string} */ style) => (await transform(style, { loader: 'css', minify: true, target })).code;
  await writeFile(join(to, 'style.css'), await small(css));
  await writeFile(join(to, kFirstStyle), await small(firstCss));
  await writeFile(join(to, kOthersStyle), await small(`${othersCss}${await readFile(join(web, kOthersStyle), 'utf8')}`));
}

/** `page` with `text` in the place of `tag`, which it must have. */
function placed(page, tag, text) {
  if (!page.includes(tag)) throw new Error(`A page that readers begin with has no ${tag}; if it is written otherwise now, change placeInside in build.mjs.`);
  return page.replace(tag, () => text);
}

/**
 * A page with a module inside that it asked for as a file. The element makes workers of what has its name as id.
 * @param {string} page @param {string} name @param {string} script
 */
function withScript(page, name, script) {
  if (/<!--|<\/script/i.test(script)) throw new Error(`${name} cannot stand in a page: it has "<!--" or "</script".`);
  return placed(placed(page, `<link rel="modulepreload" href="${name}" />\n`, ''), `<script type="module" src="${name}"></script>`, `<script type="module" id="${name}">${script}</script>`);
}

/**
 * Puts the style of the site's pages into them, so that no page waits for a second file before it shows its words; into those
 * that readers begin with, in each language, their scripts, and into the English one the typefaces that it begins with, where
 * they come while the line is idle: asked for by the page, they would come together with the learner, and later. Writes the
 * policy that allows all of it.
 */
async function placeInside(to) {
  const styles = ['style.css', kFirstStyle, kOthersStyle];
  const texts = (/** @type {string[]} */ names) => Promise.all(names.map((name) => readFile(join(to, name), 'utf8')));
  const [style, first, others] = await texts(styles);
  const scripts = await texts(kFirstScripts);
  const pages = (await readdir(to)).filter((name) => name.endsWith('.html'));
  for (const name of pages) {
    const page = await readFile(join(to, name), 'utf8');
    const [isEnglish, isOther] = [name === nameIn('en'), kOtherPage.test(name)];
    const own = isOther ? others : isEnglish ? first : style;
    const styled = page.replace(/<link rel="stylesheet" href="style.css"[^>]*>/, () => `<style>${own}</style>`);
    await writeFile(join(to, name), isEnglish || isOther ? kFirstScripts.reduce((page, name, k) => withScript(page, name, scripts[k]), styled) : styled);
  }
  for (const name of styles) await rm(join(to, name));
  await writeFile(join(to, kPolicy), policyOf([style, first, others], scripts));
}

/** @param {string} to @returns {Promise<string[]>} claims that do not hold */
async function makeSite(to) {
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, 'fonts'), { recursive: true });
  for (const name of kTexts) await cp(join(web, name), join(to, name));
  const source = await readFile(join(web, 'index.html'), 'utf8');
  const languages = await languagesOf(source);
  const { learner, ids, questions } = await openModule(figuresIn(source));
  await writeFile(join(to, kExample.file), learner.job('data', kExample.figure, kExample.query));
  const parts = await cutIntoParts(join(modules, kLinkedWasm), join(to, kWasm), ids);
  await cp(learnerWasm, join(to, 'learner.wasm'));
  await reorder(join(to, 'learner.wasm'), optimise);
  await makeScripts(to, parts, learner.measuredFigures(), await makeLanguages(join(web, 'languages'), to));
  for (const folder of ['check', 'co2']) await cp(join(web, folder), join(to, folder), { recursive: true });
  const { shown, results } = await showFigures(to, source, parts);
  await makeLessons(languages, to);
  await makeTeaching(to, shown, figuresIn(source), figuresIn(cutIntoPages(source).get(kSpine)), questions, languages);
  await writeFile(lastShown, JSON.stringify([...shown], (key, value) => (key === 'plain' ? undefined : value instanceof Map ? [...value] : value)));
  await writePages(to, source, shown, languages);
  await writeFile(join(to, 'licences.txt'), await makeLicences(web, root));
  await cp(join(web, 'icon.svg'), join(to, 'icon.svg'));
  await cp(join(web, 'examples'), join(to, 'examples'), { recursive: true, filter: (path) => !path.endsWith('README.md') });
  await makeOffline(to, parts, new Map([...shown.values()].flatMap(({ plain }) => Object.entries(plain))));
  await placeInside(to);
  await makeInstallable(to);
  return brokenClaims((state) => results.get(state));
}

/** Weighs the site; keeps what was found, and tells what speaks against it. @param {string[]} claims that do not hold */
async function judge(claims) {
  const files = await weigh(site);
  const kept = JSON.parse(await readFile(budget, 'utf8'));
  const figures = figuresIn(await readFile(join(web, 'index.html'), 'utf8')).length;
  const weights = sums(files, kept, figures);
  await writeFile(join(site, 'sizes.txt'), report(files, weights));
  await writeFile(verdicts, JSON.stringify({ claims, weights, figures, kept: kept.figures }, null, 1));
  for (const claim of claims) console.log(`warning: web/claims.js: ${claim}`);
  for (const { name, gzip, reached } of weights) if (gzip > kNoticeable * reached) console.log(`warning: ${name} weighs ${(100 * (gzip / reached - 1)).toFixed(2)} % more than web/budget.json says was reached`);
  return { figures, sums: kept.sums.map((one, k) => ({ ...one, gzip: weights[k].gzip })) };
}

async function keepSizes() {
  const { claims } = JSON.parse(await readFile(verdicts, 'utf8'));
  await writeFile(budget, `${JSON.stringify(await judge(claims), null, 2)}\n`);
  await judge(claims);
}

async function main() {
  if (!process.env.LIFTED_INTER_DIR) throw new Error('the toolchain is not at hand: use bash web/serve.sh, or source what `bash .toolchain/setup.sh env` prints');
  if (quick) {
    await makeQuickSite(!process.argv.includes('--module'));
    return;
  }
  const digest = await fingerprint(await sources());
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === digest && !process.argv.includes('--force')) {
    console.log('  build/site is up to date');
    return;
  }
  const fresh = `${site}.new`;
  await rm(stamp, { force: true });
  const claims = await makeSite(fresh);
  await rm(site, { recursive: true, force: true });
  await rename(fresh, site);
  await makePackage(web, site, join(root, 'build/package'));
  await judge(claims);
  await addBrotli(site);
  await writeFile(stamp, digest);
  console.log('  what each file weighs is in build/site/sizes.txt');
}

try {
  await main();
  if (process.argv.includes('--keep-sizes')) await keepSizes();
  if (process.argv.includes('--results')) await makeResults(join(root, 'build/results'), site, join(root, 'tests/bench/page.md'));
} catch (error) {
  console.error(`web/build.mjs: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

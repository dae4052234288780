// The site's scripts, each in one file.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { kLetters } from './data.mjs';
import { kSvg } from './parts.mjs';

const web = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether the site is built for who watches a change: the module in one piece, texts and posters from the last full build. */
export const quick = process.argv.includes('--quick');
/** Where the compiled module is. */
export const modules = join(dirname(web), 'build/wasm', quick ? 'quick' : 'bin');

export const target = ['chrome120', 'firefox121', 'safari17.4'];
export const kGlue = 'lifted-attention-module.js';
export const kLinkedWasm = 'lifted-attention-module.wasm';
export const kWasm = 'lifted-attention.wasm';
/** The learner alone, for learn.js. */
export const learnerWasm = join(dirname(web), 'build/wasm/bin/learner.wasm');

// Files of the element that hold state of the page, of which a second bundle would have a copy.
const kOnce = /element\/(contexts|figure_program|language|lifted_attention|look|module|scheduler|start_order|symbols|visibility|wasm_file|worker_pool)\.js$/;

// For scripts that load nothing from beside them; bundlers warn of import.meta in what is not a module.
const kNowhere = { 'import.meta.url': '""' };
const common = /** @type {const} */ ({ format: 'esm', target, minify: true, legalComments: 'none', charset: 'utf8' });

/** The styles in scripts, `const k…Css = …`, without comments and blanks. @type {import('esbuild').Plugin} */
const smallStyles = {
  name: 'small styles',
  setup: (building) =>
    building.onLoad({ filter: /[/\\]element[/\\]\w+\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [, css] of contents.matchAll(/const k\w*Css = `([^`$\\]*)`/g)) contents = contents.replace(css, (await transform(css, { loader: 'css', minify: true, target })).code.trim().replaceAll('\\', '\\\\'));
      return { contents };
    }),
};

/**
 * learn() for bundlers, see package/learn.js, and beside it the learner as a module.
 * @param {string} site holds learn-worker.js and learner.wasm @param {string} to
 */
export async function makeLearn(site, to) {
  const packed = deflateRawSync(await readFile(join(site, 'learner.wasm')), { level: 9 }).toString('base64');
  await writeFile(join(to, 'learner-wasm.js'), `export const packed = '${packed}';\n`);
  const worker = (await readFile(join(site, 'learn-worker.js'), 'utf8')).trim();
  await build({ ...common, define: { ...kNowhere, LIFTED_LEARN_WORKER: JSON.stringify(worker) }, bundle: true, external: ['*/learner-wasm.js'], logLevel: 'warning', entryPoints: [join(web, 'package/learn.js')], outfile: join(to, 'learn.js') });
}

/**
 * What a figure begins with besides its picture, so that room is kept for it: a film, a text to learn from, controls.
 * @param {import('../types/module.d.ts').FigureSchema & { oneLineFrom?: number }} figure @returns {import('../types/module.d.ts').Rooms}
 */
function roomsOf({ parameters, texts, oneLineFrom = 0 }) {
  const first = (/** @type {string} */ id) => parameters.flatMap((one) => (one.id === id && one.kind === 'choice' ? [one.choices[one.initial].id] : []))[0];
  const begins = (/** @type {{ shown: { id: string, choices: string[] } | null }} */ { shown }) => !shown || shown.choices.includes(first(shown.id));
  const controls = parameters.filter((one) => one.primary && !one.film && !one.lever && begins(one));
  return {
    shows: [parameters.some(({ film }) => film) ? 'film' : '', texts.some(begins) ? 'text' : ''].join(' ').trim(),
    oneLineFrom,
    controls: controls.map(({ kind, plays, narrow, label, initial, choices }) => ({ kind, plays, narrow, label, initial, choices: choices.map(({ label }) => label) })),
  };
}

/**
 * The scripts: the element in one file, the module's glue made smaller, the pages for frames and classes.
 * @param {string} to @param {Record<string, string[]>} parts for each figure @param {import('../types/module.d.ts').FigureSchema[]} figures
 * @param {string[]} languages besides English
 */
export async function makeScripts(to, parts, figures, languages) {
  const questions = Object.fromEntries(figures.map(({ id, name, question }) => [id, { name, question }]));
  const rooms = Object.fromEntries(figures.map((figure) => [figure.id, roomsOf(figure)]));
  const learner = createHash('sha256').update(await readFile(join(modules, kLinkedWasm))).digest('hex').slice(0, 12);
  const define = { LIFTED_PARTS: JSON.stringify(parts), LIFTED_ROOMS: JSON.stringify(rooms), LIFTED_SVG: JSON.stringify(quick ? [] : [kSvg]), LIFTED_LETTERS: JSON.stringify(quick ? [] : [kLetters]), LIFTED_LEARNER: JSON.stringify(learner), LIFTED_LANGUAGES: JSON.stringify(['en', ...languages]) };
  const bundle = { ...common, define, bundle: true, metafile: true, plugins: [smallStyles], logLevel: 'warning' };
  await build({ ...bundle, entryPoints: [join(web, 'element/element.js')], outfile: join(to, 'lifted-attention.js') });
  await build({ ...bundle, entryPoints: [join(web, 'learn.js')], outfile: join(to, 'learn.js') });
  await build({ ...bundle, format: 'iife', define: kNowhere, entryPoints: [join(web, 'learn/worker.js')], outfile: join(to, 'learn-worker.js') });
  const more = await build({ ...bundle, entryPoints: [join(web, 'element/more.js')], outfile: join(to, 'lifted-attention-more.js') });
  const data = await build({ ...bundle, entryPoints: [join(web, 'element/data.js')], outfile: join(to, 'lifted-attention-data.js') });
  const twice = [more, data].flatMap(({ metafile }) => Object.keys(metafile.inputs)).filter((path) => kOnce.test(path));
  if (twice.length > 0) throw new Error(`scripts loaded later must not import what holds the state of a page: ${twice.join(', ')}`);
  await build({ ...bundle, entryPoints: [join(web, 'classroom/worksheet.js')], outfile: join(to, 'teach/worksheet.js') });
  await build({ ...bundle, define: { LIFTED_QUESTIONS: JSON.stringify(questions) }, entryPoints: [join(web, 'classroom/lessons.js')], outfile: join(to, 'lessons.js') });
  const glue = await transform(await readFile(join(modules, kGlue), 'utf8'), common);
  // The glue asks for the wasm under the name it was linked with; the element hands it over, other users may not.
  await writeFile(join(to, kGlue), glue.code.replaceAll(kLinkedWasm, kWasm));
  for (const name of (await readdir(web)).filter((name) => /^(page\.js|classroom\.css|embed[-.].*)$/.test(name))) {
    const source = await readFile(join(web, name), 'utf8');
    if (name.endsWith('.html')) await writeFile(join(to, name), source);
    // By package.json these files would do nothing but export.
    else if (/^import /m.test(source)) await build({ ...bundle, ignoreAnnotations: name === 'page.js', entryPoints: [join(web, name)], outfile: join(to, name) });
    else await writeFile(join(to, name), (await transform(source, { ...common, format: undefined, loader: name.split('.').pop() })).code);
  }
}

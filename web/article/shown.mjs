// What the figures show, found in threads, a figure at a time, with the very files that its pages load: posters, notebooks,
// answers to exercises, and the results that claims are about.
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { claimedStates } from './claims.mjs';
import { answersOf } from './classroom.mjs';
import { kLetters } from './data.mjs';
import { openLearner } from './learner.mjs';
import { readLanguages, toldOf } from './languages.mjs';
import { makeNotebook } from './notebooks.mjs';
import { outlined } from './outlines.mjs';
import { linksIn, looksIn, stillOf } from './page.mjs';
import { kSvg } from './parts.mjs';
import { kGlue, kWasm } from './scripts.mjs';
import { withWebp } from './webp.mjs';

/** @import { Learner } from './learner.mjs' */
/** @typedef {Awaited<ReturnType<typeof showFigure>>} Shown */

/** @param {string} sentence @returns {never} */
const refuse = (sentence) => {
  throw new Error(sentence);
};

const kLanguages = fileURLToPath(new URL('../languages', import.meta.url));

/** What the learner of showFigure() is told of other languages. */
export const readTold = async () => new Map([...(await readLanguages(kLanguages))].map(([tag, language]) => [tag, toldOf(tag, language)]));

/**
 * What a figure shows with its default values, and in the other looks that the article has at it; writes the posters, and
 * beside them what is said of them, in every language (element/poster.js).
 * @param {string} to the site @param {Learner} learner @param {string} id @param {ReturnType<typeof looksIn>} looks
 * @param {(sentence: string) => void} [fail] is told of an exercise whose state the figure does not take
 */
export async function showFigure(to, learner, id, looks, fail = refuse) {
  const read = (/** @type {string} */ file) => readFileSync(join(to, file), 'utf8');
  /** The posters with their text as text. @type {Record<string, string>} */
  const plain = {};
  const show = async (/** @type {Parameters<Learner['show']>[2][]} */ ...views) => {
    const shown = views.map((view) => learner.show(id, read, view));
    const posters = Object.assign({}, ...shown.map(({ posters }) => posters));
    for (const [name, { svg }] of Object.entries(posters)) {
      plain[`${name}.svg`] = await withWebp(svg);
      await writeFile(join(to, `${name}.svg`), outlined(plain[`${name}.svg`]));
    }
    return { ...shown[0], posters: Object.fromEntries(Object.entries(posters).map(([name, { width, height }]) => [name, { width, height }])) };
  };
  const said = await show({});
  const { title, sentence, table, elsewhere } = said;
  await writeFile(join(to, `posters/${id}.json`), JSON.stringify({ en: { title, sentence, table }, ...elsewhere }));
  const notebook = await makeNotebook(to, learner, id, title, read);
  const own = looks.filter(({ figure }) => figure === id);
  const others = await Promise.all(own.map(async (look) => [look.name, await show(look, { ...look, name: stillOf(look.name), still: true })]));
  return { ...said, notebook, looks: Object.fromEntries(others), answers: answersOf(id, (query) => ({ ...learner.result(id, query, read), elsewhere: learner.elsewhere() }), fail), plain };
}

/**
 * Of every figure: what it shows, and its results in the states that claims are about. The article's links must hold.
 * @param {string} to the site @param {string} source of the article @param {Record<string, string[]>} parts that a figure needs
 * @returns {Promise<{ shown: Map<string, Shown>, results: Map<string, import('../types/element.d.ts').Result> }>}
 */
export async function showFigures(to, source, parts) {
  const astray = linksIn(source).find(({ figure }) => !(figure in parts));
  if (astray) throw new Error(`the link #${astray.figure}?${astray.query} in web/index.html: there is no such figure.`);
  for (const folder of ['posters', 'looks']) await mkdir(join(to, folder));
  const ids = Object.keys(parts);
  const left = ids.toReversed(); // the article's last figures take longest
  const found = new Map();
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(new URL(import.meta.url), { workerData: { to, source, parts } }));
  const work = (/** @type {Worker} */ worker) =>
    new Promise((resolve, reject) => {
      const next = () => (left.length > 0 ? worker.postMessage(left.shift()) : resolve(null));
      worker
        .on('message', ({ id, ...rest }) => {
          found.set(id, rest);
          if (found.size % 5 === 0) console.log(`      ${found.size} of ${ids.length} figures`);
          next();
        })
        .once('error', reject);
      next();
    });
  try {
    await Promise.all(workers.map(work));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return {
    shown: new Map(ids.map((id) => [id, found.get(id).shown])),
    results: new Map(ids.flatMap((id) => found.get(id).results)),
  };
}

if (workerData?.parts) {
  const { to, source, parts } = workerData;
  parentPort?.on('message', async (/** @type {string} */ id) => {
    const learner = await openLearner(join(to, kGlue), join(to, kWasm), [...new Set([...parts[id], kSvg, kLetters])].map((/** @type {string} */ part) => join(to, `parts/${part}.wasm`)));
    learner.languages = await readTold();
    for (const { query } of linksIn(source).filter(({ figure }) => figure === id)) {
      const objections = learner.objections(id, query);
      if (objections.length > 0) throw new Error(`the link #${id}?${query} in web/index.html: ${objections.join(' ')}`);
    }
    const shown = await showFigure(to, learner, id, looksIn(source));
    const results = claimedStates(id).map((state) => [state, learner.stateResult(state, (file) => readFileSync(join(to, file), 'utf8'))]);
    parentPort?.postMessage({ id, shown, results });
  });
}

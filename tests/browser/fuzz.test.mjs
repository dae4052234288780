// Random steps over each figure, as readers, pages and browsers may do them, with checks of what must always hold after each.
// At the end the figure, back in its first state, has the same result to the last bit.
//   LIFTED_FUZZ_SEED=n      other steps                 LIFTED_FUZZ_FIGURE=id  one figure
//   LIFTED_FUZZ_SECONDS=n   so long for each figure     LIFTED_FUZZ_STEPS=n    so many steps for each
// From 60 s on, the heap is compared with what it was after a third of the time.
// Full run: steps at random, in a time that no seed fixes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fuzz as limits } from '../limits.mjs';
import { recorder } from '../record.mjs';
import { exported, open, pause, result, resultOf, until } from './chromium.mjs';
import { Rng } from './rng.mjs';
import { fuzzPage } from './fuzz_page.js';
import { trials } from '../trials.mjs';
import { moving, still, weights } from './fuzz_steps.mjs';
import { figures } from './native.mjs';
import { page as html, site } from './server.mjs';
import { spied } from './spy.mjs';
import { startChromium, startServer } from './suite.mjs';

const { LIFTED_FUZZ_SEED: seed = '1', LIFTED_FUZZ_FIGURE: only, LIFTED_FUZZ_SECONDS: seconds = '0', LIFTED_FUZZ_STEPS } = process.env;
// As many as take some seconds.
const kSteps = Number(LIFTED_FUZZ_STEPS ?? (Number(seconds) > 0 ? Infinity : trials(5)));
const kTold = 12;
// Steps that nobody takes with the keyboard.
const quiet = ['set', 'attribute', 'call', 'hover', 'export', 'file', 'context', 'window', 'width', 'media', 'away', 'move', 'figure'];
// One of the posters that `fuzz_steps` names is nowhere.
const kNoPoster = /404.*\/%EF%BF%BD$/;
const kDesk = { width: 1280, height: 900, deviceScaleFactor: 1 };
const example = readFileSync(join(site, 'example.csv'), 'utf8');

// With room above and below, so that the figure can be anywhere in the window whatever its height.
const page = (id) => html(`<style>html { overflow-anchor: none }</style><button>Before</button><div style="height: 2000px"></div>
  <div id="place"><lifted-attention id="fuzzed" figure="${id}"></lifted-attention></div><div id="other"></div><div style="height: 9000px"></div><button>Behind</button>`);

const record = recorder('fuzz');
const recordHeap = recorder('heap');
const kHeapFrom = 60; // s
// Of the time. Before it the browser's own records of slow frames, tasks and events (some hundred of each, no more)
// fill, and each figure's code comes once.
const kWarm = 1 / 3;
const kMostGrowth = 10; // %, twice the goal
const taken = { steps: 0, figures: 0, sound: 0 };
/** %, by figure. @type {Record<string, number>} */
const grown = {};

const server = await startServer({ pages: { ...spied, ...Object.fromEntries(figures.map(({ id }) => [`/fuzz_${id}.html`, page(id)])) } });
// Compiled code is no leak, but would look like one.
const browser = await startChromium({ flags: Number(seconds) >= kHeapFrom ? ['--js-flags=--no-opt --no-maglev --no-sparkplug'] : [] });
const other = await browser.newPage();
after(async () => {
  record(limits.steps(taken.figures, seed), taken.steps);
  record(limits.broken, taken.figures - taken.sound);
  if (Object.keys(grown).length > 0) {
    const note = Object.entries(grown).map(([id, growth]) => `${id} ${growth.toFixed(1)}`).join(', ');
    recordHeap(limits.heap(seconds, Object.keys(grown).length), Math.max(...Object.values(grown)), note);
  }
});

/** A page with the figure, its first result there. @param {import('../../web/types/module.d.ts').FigureSchema} schema */
async function begin(schema) {
  const page = await open(browser, `${server.address}/fuzz_${schema.id}.html`, { viewport: kDesk, prepare: (page) => page.evaluateOnNewDocument(fuzzPage) });
  const session = await page.createCDPSession();
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny' });
  page.on('framenavigated', (frame) => frame === page.mainFrame() && new URL(frame.url()).pathname !== `/fuzz_${schema.id}.html` && page.complaints.push(`the page went to ${frame.url()}`));
  page.on('dialog', (dialog) => (page.complaints.push(`a dialog: ${dialog.message()}`), dialog.dismiss()));
  await page.evaluate(() => window.fuzz.bring());
  await result(page);
  const saved = { json: await exported(page, 'json'), csv: await exported(page, 'csv') };
  return { page, other, session, schema, figures: figures.map(({ id }) => id), saved, example };
}

/** Where the reader is: the figure in the window. @param {import('puppeteer-core').Page} page */
const here = (page) => page.evaluate(() => (window.fuzz.bring(), window.fuzz.scrolls(), window.fuzz.focused()));

/** What one step does, and what is wrong after it. */
async function take(scene, k) {
  const { page, schema } = scene;
  const rng = new Rng(`${seed} ${schema.id} ${k}`);
  const name = rng.weighed(weights);
  const before = await here(page);
  let told = '';
  const faults = [];
  try {
    told = await (still[name] ?? moving[name])(scene, rng);
    // The page's turn, in which what was asked for is done; not so long that every run ends.
    await pause(rng.pick([0, 10, 30, 80]));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    faults.push(...(await page.evaluate((schemas) => window.fuzz.faults(schemas), figures)));
    const { scrolls, focus } = await page.evaluate(() => ({ scrolls: window.fuzz.scrolls(), focus: window.fuzz.focused() }));
    if (still[name]) faults.push(...scrolls.map((call) => `it scrolled: ${call}`));
    // Cancel, which goes when there is nothing to cancel, hands it on to Run.
    const handedOn = before.startsWith('BUTTON cancel') && focus.startsWith('BUTTON run');
    if (quiet.includes(name) && focus && focus !== before && !handedOn) faults.push(`the focus went to ${focus}`);
  } catch (error) {
    faults.push(String(error));
  }
  return { said: `${k}. ${name}: ${told}`, faults: [...faults, ...page.complaints.splice(0).filter((text) => !kNoPoster.test(text))] };
}

/** One figure after the other in its place. */
async function visit(page, ids) {
  for (const id of ids) {
    await page.evaluate((id) => window.fuzzed.setAttribute('figure', id), id);
    await until(page, (figure) => window.seen.events.findLast(({ type, id }) => type === 'lifted-ready' && id === 'fuzzed').detail.figure === figure, id);
  }
}

/** The figure as it came: no attribute, no link, no text of the reader's. */
async function comeBack({ page, session, schema, locked }, figures) {
  // What the pointer rests on may be chosen by that.
  await page.mouse.reset();
  await page.mouse.move(1, 1);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await page.setViewport(kDesk);
  await page.emulateMediaFeatures([]);
  await page.evaluate(() => {
    for (const dialog of window.fuzzed.shadowRoot.querySelectorAll('dialog')) dialog.close();
    for (const details of window.fuzzed.shadowRoot.querySelectorAll('details')) details.open = false;
    for (const { name } of [...window.fuzzed.attributes]) if (!['id', 'figure'].includes(name)) window.fuzzed.removeAttribute(name);
    window.fuzzed.parentElement.removeAttribute('style');
    history.replaceState(null, '', location.pathname);
    for (const back of window.fuzzed.shadowRoot.querySelectorAll('.text button')) if (!back.hidden) back.click();
    window.fuzz.bring();
  });
  // A link that has fixed something is where reset goes back to, as long as the figure stays.
  if (locked) await visit(page, [figures.find((id) => id !== schema.id), schema.id]);
  // Attributes are read when the browser has a moment.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
  await page.evaluate(() => {
    window.fuzzed.reset();
    if (!window.fuzzed.result) window.fuzzed.run(); // one that was cancelled halfway waits to be asked
  });
  await until(page, () => window.fuzzed.result);
  // Another result plays what plays; the second reset ends that.
  await page.evaluate(() => window.fuzzed.reset());
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await resultOf(page, () => page.evaluate(() => window.fuzzed.run()));
  assert.equal(await page.evaluate(() => window.fuzzed.result.figure), schema.id);
}

/** The figure as it came, live and its table open, in a page that has shown all of them: the browser keeps the layout of
 * a closed table as it last was. */
async function settle(scene) {
  const { page, schema, figures } = scene;
  await visit(page, [...figures.filter((id) => id !== schema.id), schema.id]);
  await page.evaluate(() => window.fuzzed.shadowRoot.querySelector('.note.graphics button')?.click());
  await comeBack(scene, figures);
  await page.evaluate(() => window.fuzzed.shadowRoot.querySelectorAll('details').forEach((details) => (details.open = true)));
}

/** What the page holds, bytes, after all that could be let go has been; what the tests themselves have noted counts not. */
async function heapOf({ page, session }) {
  // The browser keeps what a context menu was last asked for, and the words that were chosen then, each with its figure.
  await page.evaluate(() => {
    const words = Object.assign(document.createElement('p'), { id: 'words', textContent: 'Words', style: 'position: fixed; inset: 0 auto auto 0; margin: 0; z-index: 9' });
    document.body.append(words);
    getSelection().selectAllChildren(words);
  });
  await page.mouse.click(9, 9, { button: 'right' });
  await pause(300);
  await page.evaluate(() => (getSelection().removeAllRanges(), document.querySelector('#words').remove()));
  await page.evaluate(() => {
    for (const name of ['events', 'tasks', 'creations', 'contexts', 'titles', 'workerList']) window.seen[name].length = 0;
    performance.clearResourceTimings();
  });
  await session.send('Log.clear');
  await pause(1000);
  for (let k = 0; k < 3; ++k) await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize = 0 } = await session.send('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize;
}

for (const schema of figures.filter(({ id }) => !only || id === only)) {
  test(`${schema.id}: nothing a reader, a page or a browser does brings it out of order`, async () => {
    ++taken.figures;
    const scene = await begin(schema);
    const { page } = scene;
    const first = await page.evaluate(() => window.fuzz.found());
    const done = [];
    const fail = (k, faults) => {
      const replay = `LIFTED_FUZZ_SEED=${seed} LIFTED_FUZZ_FIGURE=${schema.id} LIFTED_FUZZ_STEPS=${k} node --test tests/browser/fuzz.test.mjs`;
      assert.fail(`seed ${seed}, figure ${schema.id}, step ${k}:\n  ${faults.join('\n  ')}\nafter\n  ${done.slice(-kTold).join('\n  ')}\nagain: ${replay}`);
    };
    const end = Number(seconds) > 0 ? performance.now() + 1000 * Number(seconds) : Infinity;
    let k = 0;
    let heap = 0;
    const warm = performance.now() + 1000 * kWarm * Number(seconds);
    while (k < kSteps && performance.now() < end) {
      if (heap === 0 && Number(seconds) >= kHeapFrom && performance.now() > warm) {
        await settle(scene);
        heap = await heapOf(scene);
      }
      const { said, faults } = await take(scene, ++k);
      done.push(said);
      ++taken.steps;
      if (faults.length > 0) fail(k, faults);
    }
    await (heap > 0 ? settle(scene) : comeBack(scene, scene.figures)).catch((error) => fail(k, [`it did not come back: ${error}`, ...page.complaints]));
    const last = await page.evaluate(() => window.fuzz.found());
    if (heap > 0) {
      const growth = 100 * ((await heapOf(scene)) / heap - 1);
      grown[schema.id] = growth;
      if (growth > kMostGrowth) fail(k, [`the heap grew by ${growth.toFixed(1)} % of ${heap} bytes`]);
    }
    if (last !== first) fail(k, ['it found something else than at first:', String(first), String(last)]);
    const complaints = page.complaints.filter((text) => !kNoPoster.test(text));
    if (complaints.length > 0) fail(k, complaints);
    ++taken.sound;
    await page.close();
  });
}

// How light the page is: on a slow line and a slow processor, while the learner works. Each number is kept beside its goal
// (tests/record.mjs); none fails here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { light as limits } from '../../limits.mjs';
import { recorder } from '../../record.mjs';
import { open, part, phone, rectOf, result, set, until } from '../../browser/chromium.mjs';
import { figures } from '../../browser/native.mjs';
import { page as html, parts, tag } from '../../browser/server.mjs';
import { startChromium, startServer } from '../../browser/suite.mjs';
import { slowness } from './slowness.mjs';

const record = recorder('light');
const seconds = Number(process.env.LIFTED_LIGHT_SECONDS ?? 4);
// Slow 4G, as browsers' tools have it.
const kSlow4G = { download: (1.6e6 / 8) * 0.9, upload: (750e3 / 8) * 0.9, latency: 562.5 };
const kOpening = '#opening';
const kFirst = 'lifted-attention:not([bare])';
const kLong = { d: 16, N: 16384, targets: 'causal' };

const twenty = figures.concat(figures).slice(0, 20).map(({ id }, k) => `<lifted-attention id="f${k}" figure="${id}"></lifted-attention>`).join('\n');
// As hosts do it: GitHub Pages lets a browser keep a file for ten minutes. So the worker, whose script is the page's own,
// downloads nothing a second time; each try begins with an empty cache.
const headers = { 'Cache-Control': 'max-age=600' };
const server = await startServer({ packed: 'gzip', headers, pages: { '/one.html': html(tag('controls="form" state="N=128"')), '/twenty.html': html(twenty) } });
const brotli = await startServer({ packed: 'br', headers });
const browser = await startChromium({ motion: true });

/** What a reader who was never here finds; where it is over a limit, the lesser of two tries, as noise only adds. */
async function lesserOf(attempt, own) {
  const tries = [];
  do {
    const context = await browser.createBrowserContext();
    tries.push(await attempt(context));
    await context.close();
  } while (tries.length < 2 && own.some(([limit, read]) => read(tries[0]) > limit.most));
  return own.map(([limit, read]) => /** @type {const} */ ([limit, Math.min(...tries.map(read))]));
}

async function throttled(page) {
  await page.emulateNetworkConditions(kSlow4G);
  await page.emulateCPUThrottling(4);
}

test('a phone on Slow 4G with a processor four times slower: the article and a figure in a frame', async () => {
  const asked = new Set();
  /** @param {string} address @param {string} figure which one the reader goes to @returns {(context: import('puppeteer-core').BrowserContext) => Promise<Record<'paint' | 'usable' | 'task' | 'shift', number>>} */
  const readArticle = (address, figure) => async (context) => {
    const page = await open(context, address, {
      viewport: phone,
      until: 'domcontentloaded',
      prepare: async (page) => {
        page.on('request', (request) => asked.add(new URL(request.url()).origin));
        await page.evaluateOnNewDocument((figure) => document.addEventListener('lifted-result', ({ target }) => target.matches(figure) && (window.usable ??= performance.now())), figure);
        await throttled(page);
      },
    });
    const paint = await until(page, () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    await page.evaluate((figure) => document.querySelector(figure).scrollIntoView({ block: 'center', behavior: 'instant' }), figure);
    const usable = await until(page, () => window.usable);
    const { task, shift } = await page.evaluate(() => ({ task: Math.max(0, ...window.seen.tasks.map(({ duration }) => duration)), shift: window.seen.shift }));
    await page.close();
    return { paint, usable, task, shift };
  };
  const readFrame = (address) => async (context) => {
    const page = await open(context, `${address}/embed.html?figure=algorithm`, { viewport: phone, prepare: throttled });
    const usable = await until(page, () => window.seen.events.find(({ type }) => type === 'lifted-result')?.at);
    await page.close();
    return usable;
  };
  const inSeconds = (ms) => ms / 1000;
  const read = [
    ...(await lesserOf(readArticle(server.address, kOpening), [[limits.opening, ({ usable }) => inSeconds(usable)]])),
    ...(await lesserOf(readArticle(brotli.address, kOpening), [[limits.openingBrotli, ({ usable }) => inSeconds(usable)]])),
    ...(await lesserOf(readArticle(server.address, kFirst), [
      [limits.paint, ({ paint }) => inSeconds(paint)],
      [limits.usable, ({ usable }) => inSeconds(usable)],
      [limits.task, ({ task }) => task],
      [limits.shift, ({ shift }) => shift],
    ])),
    ...(await lesserOf(readArticle(brotli.address, kFirst), [[limits.usableBrotli, ({ usable }) => inSeconds(usable)]])),
    ...(await lesserOf(readFrame(server.address), [[limits.framed, inSeconds]])),
    ...(await lesserOf(readFrame(brotli.address), [[limits.framedBrotli, inSeconds]])),
  ];
  const page = await browser.newPage();
  const slow = await slowness(page);
  await page.close();
  const foreign = [...asked].filter((origin) => ![server.address, brotli.address, 'null'].includes(origin));
  const measured = /** @type {const} */ ([
    ...read,
    [limits.origins, foreign.length],
    [limits.slowness, slow],
  ]);
  for (const [limit, value] of measured) record(limit, value);
  assert.deepEqual(foreign, []);
});

test('while the learner works the page answers, and the progress goes on', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  await page.evaluate(() => {
    window.slowest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.interactionId && (window.slowest = Math.max(window.slowest, entry.duration)))).observe({ type: 'event', durationThreshold: 16 });
    window.heard = [];
    for (const worker of window.seen.workerList) worker.addEventListener('message', ({ timeStamp }) => window.heard.push(timeStamp));
  });
  const start = async (seed) => {
    await set(page, { ...kLong, seed });
    await until(page, () => !window.part('progress').hidden && window.part('progress').value > 0);
  };
  const longestGap = () => page.evaluate(() => Math.max(0, ...window.heard.splice(0).map((at, k, all) => (k > 0 ? at - all[k - 1] : 0))));
  let gap = 0;
  await start(2);
  const { x, y, width, height } = await rectOf(await part(page, 'canvas.live'));
  const end = Date.now() + 1000 * seconds;
  for (let k = 0; Date.now() < end; ++k) {
    // A run that has come to its end is followed by another one.
    if (await page.evaluate(() => window.part('.cancel').hidden)) {
      gap = Math.max(gap, await longestGap());
      await start(k + 3);
    }
    await page.mouse.click(x + width * (0.1 + 0.2 * (k % 5)), y + height * (0.2 + 0.15 * (k % 5)));
    await (await part(page, 'summary')).click();
    await (await part(page, '.more')).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  gap = Math.max(gap, await longestGap());
  const slowest = await page.evaluate(() => window.slowest);
  assert.ok(slowest > 0 && gap > 0, 'nothing was measured');
  record(limits.answer(seconds), slowest);
  record(limits.report, gap);
  await page.close();
});

test('twenty figures on one page', async () => {
  const page = await open(browser, `${server.address}/twenty.html`);
  for (let k = 0; k < 20; ++k) {
    await page.evaluate((k) => document.querySelector(`#f${k}`).scrollIntoView({ block: 'center', behavior: 'instant' }), k);
    await until(page, (id) => window.seen.events.some((event) => event.type === 'lifted-result' && event.id === id), `f${k}`);
  }
  const { tasks, contexts, compiles } = await page.evaluate(() => ({ tasks: window.seen.tasks.map(({ duration }) => duration), contexts: window.seen.contexts.filter((one) => !one.isContextLost()).length, compiles: window.seen.compiles }));
  record(limits.contexts, contexts);
  record(limits.tasks, Math.max(0, ...tasks));
  assert.ok(compiles <= 1 + parts.length, `${compiles} compiles`);
  await page.close();
});

// The article stands still while it loads: before the element is there, then before its figures are, in every width and
// under mouse and finger, where a browser does not hold the reader's place itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kFullOnly } from '../trials.mjs';
import { assign, desk, nextFrame, open, patient, phone, until } from './chromium.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer();
const browser = await startChromium({ motion: true });

const kWidths = [360, 600, 700, 768, 1280];
const kFirst = 'lifted-attention:not([bare])';

/**
 * Runs before the page: the element comes once the page stands there in all of its typefaces, the modules once deliver() is
 * called; the browser does not hold the reader's place.
 */
function slowLine() {
  const { fetch } = window;
  const define = customElements.define.bind(customElements);
  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
  const frame = () => new Promise(requestAnimationFrame);
  const stands = painted.then(() => Promise.all([...document.fonts].map((face) => face.load()))).then(frame).then(frame).then((since) => Object.assign(window.seen, { since, shift: 0, moved: [] })); // what moved before may be reported later
  customElements.define = (...values) => void stands.then(() => define(...values));
  const delivered = new Promise((resolve) => (window.deliver = () => resolve(null)));
  window.fetch = async (...values) => (String(values[0]).endsWith('.wasm') && (await delivered), fetch(...values));
  addEventListener('DOMContentLoaded', () => document.head.append(Object.assign(document.createElement('style'), { textContent: '* { overflow-anchor: none !important; }' })));
}

/** @param {string} address @param {import('puppeteer-core').Viewport} viewport */
async function slowly(address, viewport) {
  const page = await open(browser, `${server.address}/${address}`, { viewport, prepare: (page) => Promise.all([patient(page), page.evaluateOnNewDocument(slowLine)]) });
  await until(page, () => [...document.querySelectorAll('lifted-attention')].every((node) => node.shadowRoot));
  return page;
}

for (const [pointer, like] of /** @type {const} */ ([['a mouse', desk], ['a finger', phone]])) {
  for (const width of kWidths) {
    test(`nothing moves while the article and its first figure load, ${width} px wide, under ${pointer}`, async () => {
      const page = await slowly('index.html', { ...like, width, height: 900 });
      await page.evaluate((first) => document.querySelector(first).scrollIntoView({ block: 'center', behavior: 'instant' }), kFirst);
      await nextFrame(page);
      await page.evaluate(() => window.deliver());
      await until(page, (first) => document.querySelector(first).result && document.querySelector(first).shadowRoot.querySelector('.view').dataset.mode === 'live', kFirst);
      await nextFrame(page);
      const { shift, moved } = await page.evaluate(() => ({ shift: window.seen.shift, moved: window.seen.moved }));
      assert.ok(shift < 0.02, `it shifts by ${shift}: ${moved.join(', ')}`);
      await page.close();
    });
  }
}

/** Runs in the page: the height of what stands between the picture of each figure and its words. */
const rooms = () =>
  [...document.querySelectorAll('lifted-attention:not([bare])')].map((node) => {
    const height = (part) => node.shadowRoot.querySelector(part).getBoundingClientRect().height;
    return { figure: node.getAttribute('figure'), height: Math.round(height('.film') + height('.strip') + height('.controls:not(.rest)') + height('.rest')) };
  });

for (const [pointer, like] of /** @type {const} */ ([['a mouse', desk], ['a finger', phone]])) {
  for (const width of kWidths) {
    test(`every figure keeps the room that its controls take, ${width} px wide, under ${pointer}`, { skip: kFullOnly }, async () => {
      const page = await slowly('article.html', { ...like, width, height: 900 });
      await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
      await nextFrame(page);
      const kept = await page.evaluate(rooms);
      await page.evaluate(() => window.deliver());
      for (let k = 0; k < kept.length; ++k) {
        await page.evaluate((k) => document.querySelectorAll('lifted-attention:not([bare])')[k].scrollIntoView({ block: 'center', behavior: 'instant' }), k);
        await until(page, (k) => document.querySelectorAll('lifted-attention:not([bare])')[k].result, k);
      }
      await nextFrame(page);
      assert.deepEqual(await page.evaluate(rooms), kept);
      await page.close();
    });
  }
}

/** Runs in the page: what a figure says, and the room that this and the line of a run take. */
function rows() {
  const { shadowRoot } = document.querySelector('lifted-attention');
  const height = (part) => shadowRoot.querySelector(part).offsetHeight;
  return { said: shadowRoot.querySelector('#sentence').textContent, runs: shadowRoot.querySelector('.cancel').checkVisibility(), words: height('.title') + height('#sentence'), bar: height('.bar') };
}

test('what is said of a preview takes no less room than what stood there, and the line of a run no more', async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=relaxation`, { viewport: { ...desk, width: 360, height: 900 } });
  await until(page, () => document.querySelector('lifted-attention')?.result);
  // Both at one moment: before the next preview, and before the run can end.
  const before = await page.evaluate(rows);
  // Long enough for previews on any machine; it is left when one has been seen.
  await assign(page, { steps: 5000, starts: 16 });
  const meanwhile = await until(page, `((before) => { const now = (${rows})(); return now.said !== before.said && now.runs && now; })(${JSON.stringify(before)})`);
  assert.ok(meanwhile.words >= before.words, `${meanwhile.words} of ${before.words}`);
  assert.equal(meanwhile.bar, before.bar);
  await page.close();
});

test('every figure of the article is as wide as a phone lets it', async () => {
  const page = await open(browser, `${server.address}/article.html`, { viewport: { ...phone, width: 360 } });
  const widths = await page.evaluate(() => [...document.querySelectorAll('lifted-attention')].map((node) => [node.getAttribute('figure'), node.getBoundingClientRect().width]));
  assert.deepEqual(widths.filter(([, width]) => width !== 360 - 2 * 16), []);
  await page.close();
});

// The ready-made pages of web/examples, as a visitor of the site opens them, under the site's own policy.
// Full run: pages to copy, each opened whole.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kPolicy } from '../../web/policy.mjs';
import { violations } from './axe.mjs';
import { desk, open, pause, phone, scheme, until } from './chromium.mjs';
import { readText, site } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const folder = join(site, 'examples');
const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
const kHeaders = { 'Content-Security-Policy': readText(kPolicy), 'Access-Control-Allow-Origin': '*' };

const server = await startServer({ headers: kHeaders });
const browser = await startChromium();

const show = (name, viewport = desk, theme = 'light') =>
  open(browser, `${server.address}/examples/${name}`, { viewport, media: scheme(theme) });

/** Waits until every figure of the page and of its frames that a reader can come to has computed. */
async function computed(page) {
  const frames = page.frames().filter((frame) => frame === page.mainFrame() || frame.url().includes('embed.html'));
  for (const frame of frames) {
    const ids = await frame.$$eval('lifted-attention', (figures) => figures.map((_, k) => k));
    for (const k of ids) {
      const reached = await frame.evaluate((k) => {
        const figure = document.querySelectorAll('lifted-attention')[k];
        figure.scrollIntoView({ behavior: 'instant' });
        return figure.checkVisibility();
      }, k);
      if (reached) await frame.waitForFunction((k) => window.seen?.events.some(({ type, id }) => type === 'lifted-result' && id === document.querySelectorAll('lifted-attention')[k].id), { polling: 50 }, k);
    }
  }
}

for (const name of pages) {
  for (const [place, viewport, theme] of [['a desk', desk, 'light'], ['a phone', phone, 'dark']]) {
    test(`${name} on ${place}: its figures compute, nothing is refused, nothing scrolls sideways, axe finds nothing`, async () => {
      const page = await show(name === 'slide.html' ? 'slide.html#2' : name, viewport, theme);
      await computed(page);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      assert.deepEqual(await violations(page, { rules: 10, options: { iframes: false } }), []);
      const [content, view] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(content <= view, `${content} px in ${view}`);
      assert.deepEqual(page.complaints, []);
      await page.close();
    });
  }
}

test('every address in the examples leads to a file of the site, and none to another site but the papers', () => {
  for (const name of pages) {
    const text = readFileSync(join(folder, name), 'utf8').replace(/<!--.*?-->/gs, '');
    const addresses = [...text.matchAll(/\b(?:src|href|srcset)="([^"#?]+)/g)].map(([, address]) => address);
    assert.ok(addresses.length > 2, name);
    for (const address of addresses) {
      if (address.startsWith('https:')) assert.match(address, /^https:\/\/arxiv\.org\//, name);
      else if (!address.startsWith('../offline/') || existsSync(join(site, 'offline'))) assert.ok(existsSync(join(folder, address)), `${name}: ${address}`);
    }
  }
});

test('the gallery lists every example', () => {
  const text = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const name of pages.filter((name) => name !== 'index.html')) assert.match(text, new RegExp(`href="${name}"`), name);
});

test('a button in the blog post sets its figure, and one sets it back', async () => {
  const page = await show('blog_post.html');
  await computed(page);
  const rate = () => page.$eval('#head', (figure) => figure.state.rate);
  const first = await rate();
  await page.click('button[data-state="rate=1"]');
  assert.equal(await rate(), 1);
  await page.click('button[data-for]:not([data-state])');
  assert.equal(await rate(), first);
  await page.close();
});

test('arrow keys turn the slides, but not while the reader is in a figure; Escape gives them back', async () => {
  const page = await show('slide.html');
  const place = () => page.$eval('#place', (node) => node.textContent);
  await page.keyboard.press('ArrowRight');
  await until(page, () => document.querySelector('#place').textContent === '2 of 3');
  await computed(page);
  await page.evaluate(() => document.querySelector('lifted-attention').shadowRoot.querySelector('.sentence ~ details summary').focus());
  await page.keyboard.press('ArrowRight');
  await pause(100);
  assert.equal(await place(), '2 of 3');
  await page.keyboard.press('Escape');
  await page.keyboard.press('PageDown');
  await until(page, () => document.querySelector('#place').textContent === '3 of 3');
  await page.keyboard.press('ArrowRight');
  assert.equal(await place(), '3 of 3');
  await page.close();
});

test('the notebook finds that forty sequences are enough for forty unknowns', async () => {
  const page = await show('notebook.html');
  await until(page, () => document.querySelectorAll('#rows tr').length === 9 && /which is rounding/.test(document.querySelector('#said').textContent));
  const errors = await page.$$eval('#rows tr', (rows) => rows.map((row) => [Number(row.cells[0].textContent), row.cells[1].textContent]));
  for (const [N, error] of errors) assert.equal(/·10⁻²/.test(error), N >= 40, `${N}: ${error}`);
  assert.equal((await page.$$('#plot circle')).length, 9);
  await page.close();
});

test("the course page's frame, in a sandbox, is as high as its figure", async () => {
  const page = await show('moodle.html');
  await computed(page);
  const frame = page.frames().find((one) => one.url().includes('embed.html'));
  await frame.waitForFunction(() => Math.abs(document.documentElement.scrollHeight - innerHeight) <= 2, { polling: 50 });
  await page.close();
});

// The presenter: keys, address, what fits, what stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exercises } from '../../web/exercises.js';
import { kFullOnly } from '../trials.mjs';
import { desk, nextFrame, open, phone, settled as atRest, tabOf, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { count, formulas, numberOf, slides } from './slides.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer();
const browser = await startChromium();
const visit = tabOf(browser);

/** Opens the presenter at a slide, and waits until its figure, if it has one, shows something. */
async function present(slide, options) {
  const address = `${server.address}/article.html?present=${slide}`;
  const page = await (options ? open(browser, address, options) : visit(address));
  await page.waitForSelector('.presenter .progress:not(:empty)');
  await settled(page);
  return page;
}

const settled = (page) => until(page, () => document.querySelector('.on-slide')?.result !== null);

const look = (page) =>
  page.evaluate(() => ({
    progress: document.querySelector('.progress').textContent,
    question: document.querySelector('.question').textContent,
    panel: document.querySelector('.panel').textContent,
    slide: new URLSearchParams(location.search).get('present'),
  }));

test('keys of a keyboard and of a clicker turn the pages, and the address follows', async () => {
  const page = await present('no-softmax');
  const questions = Object.fromEntries([...figures, ...exercises].map(({ id, question }) => [id, question]));
  const headings = Object.fromEntries(await page.evaluate((ids) => ids.map((id) => [id, document.getElementById(id)?.textContent]), formulas));
  for (const [key, at] of /** @type {const} */ ([['ArrowLeft', 1], ['ArrowRight', 2], ['PageDown', 3], ['Space', 4], ['ArrowDown', 5], ['PageUp', 4], ['End', count], ['Home', 1]])) {
    await page.keyboard.press(key);
    const { slide, progress, question } = await look(page);
    assert.deepEqual([slide, progress, question], [slides[at - 1], `${at} of ${count}`, questions[slides[at - 1]] ?? headings[slides[at - 1]]], key);
  }
  await page.close();
});

test('a letter of a caption stands once beside its figure', async () => {
  const page = await present('relaxation');
  const caption = await page.$eval('.presenter .panel', (node) => node.textContent);
  assert.match(caption, /over all matrices W, from one linear system\. Press a dot to see its W\./);
  await page.close();
});

test('an answer is hidden until it is asked for', async () => {
  const page = await present('algorithm');
  await atRest(page);
  assert.equal(await page.$eval('.on-slide', ({ state }) => state.at), 500, 'no step of the article is played: the figure stands at its end');
  const visible = (selector) => page.evaluate((selector) => window.part(selector, [...document.querySelectorAll('lifted-attention:not([bare])')].indexOf(document.querySelector('.on-slide'))).checkVisibility(), selector);
  const { title } = await page.$eval('.on-slide', ({ result }) => result);
  const tells = async () => (await look(page)).panel.includes(title);
  assert.equal(await tells(), false);
  assert.deepEqual([await visible('.title'), await visible('.sentence')], [false, false]);
  await page.keyboard.press('r');
  assert.equal(await tells(), true);
  await page.keyboard.press('r');
  assert.equal(await tells(), false);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.$eval('.panel', (panel) => panel.querySelector('.because').textContent), '');
  await page.click('.remote .answer');
  await until(page, () => document.querySelector('.card[data-verdict=given]'));
  const { because } = exercises.find(({ figure }) => figure === 'algorithm');
  assert.equal(await page.$eval('.panel .because', (node) => node.textContent), because(await page.$eval('.on-slide', ({ result }) => result)));
  await page.close();
});

test('an exercise has its picture once it is answered, or when the controls are asked for; a task begins at its start', async () => {
  const page = await present('landscape');
  await page.evaluate(() => (document.querySelector('.on-slide').state = { view: 'map' }));
  const seen = () => page.evaluate(() => ({ shown: document.querySelector('.on-slide').shadowRoot.querySelector('.view').checkVisibility({ visibilityProperty: true }), view: document.querySelector('.on-slide').state.view }));
  assert.deepEqual(await seen(), { shown: true, view: 'map' });
  await page.keyboard.press('PageDown');
  assert.equal((await seen()).shown, false, 'the state of the slide before tells nothing about this question');
  await page.keyboard.press('c');
  assert.equal((await seen()).shown, true);
  await page.keyboard.press('c');
  await page.click('.remote .answer');
  await until(page, () => document.querySelector('.card[data-verdict=given]'));
  const own = await page.evaluate(() => document.querySelector('.on-slide').state);
  assert.deepEqual([await seen(), own.hidden, own.balls], [{ shown: true, view: 'surface' }, '1', [0, 0]]);
  await page.keyboard.press('PageUp');
  await page.evaluate(() => (document.querySelector('.on-slide').state = { view: 'map' }));
  await page.keyboard.press('PageDown');
  assert.deepEqual(await seen(), { shown: true, view: 'surface' }, 'answered, it comes back with what its answer is about');
  await page.keyboard.press('r');
  assert.equal((await seen()).shown, false);
  await page.goto('about:blank');
  await page.goto(`${server.address}/article.html?present=sixteen`);
  await until(page, () => document.querySelector('.on-slide')?.result);
  assert.deepEqual([(await seen()).shown, await page.$eval('.on-slide', ({ state }) => state.N)], [true, 16]);
  await page.close();
});

test('keys that a form needs stay its own', async () => {
  const page = await present('products');
  await page.type('.panel input', '12 ');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('r');
  assert.equal(await page.$eval('.panel input', (node) => node.value), '12r ');
  assert.equal((await look(page)).slide, 'products');
  await page.keyboard.press('PageDown');
  assert.equal((await look(page)).slide, 'products');
  await page.focus('.remote .controls');
  await page.keyboard.press('Space');
  assert.equal((await look(page)).slide, 'products');
  assert.equal(await page.$eval('.on-slide', (node) => node.getAttribute('controls')), 'form');
  await page.close();
});

test('a prediction and a figure are as they were when their slide comes back, and after a reload', async () => {
  const page = await present('samples');
  await page.evaluate(() => (document.querySelector('.on-slide').state = { d: 5, N: 64 }));
  await until(page, () => document.querySelector('.on-slide').result?.state.N === 64);
  await page.keyboard.press('ArrowRight');
  await page.click('.panel input');
  await page.keyboard.press('Escape');
  assert.equal(await page.$('.presenter'), null);
  await page.goto(`${server.address}/article.html?present=worst`);
  await page.waitForSelector('.panel input');
  await page.click('.panel input[value="45"]');
  await page.focus('.presenter');
  for (const key of ['PageUp', 'PageUp', 'PageDown', 'PageDown']) await page.keyboard.press(key);
  assert.equal(await page.$eval('.panel input[value="45"]', (node) => node.checked), true);
  await until(page, () => document.querySelector('.on-slide').result !== null);
  await page.evaluate(() => (document.querySelector('.on-slide').state = { d: 3 }));
  await until(page, () => location.hash === '#samples?la=1&d=3');
  await page.reload();
  await page.waitForSelector('.panel input');
  assert.equal((await look(page)).slide, 'worst');
  await until(page, () => document.querySelector('.on-slide').state.d === 3);
  await page.close();
});

/** Runs in the page: where all stands on a slide, CSS px. */
function boxes() {
  const rect = (node) => node.getBoundingClientRect().toJSON();
  const root = document.querySelector('.on-slide').shadowRoot;
  const { scrollWidth, scrollHeight } = document.documentElement;
  const panel = document.querySelector('.panel');
  const place = rect(document.querySelector('.place'));
  const factor = Number(document.querySelector('.on-slide').style.getPropertyValue('--la-magnify'));
  return { slide: location.search, asks: panel.classList.contains('asking'), place, film: rect(root.querySelector('.film')), factor, scrollWidth, scrollHeight, top: rect(document.querySelector('.question')).bottom, stage: rect(root.querySelector('.view')), bar: rect(root.querySelector('.bar')), panel: rect(panel), hidden: panel.scrollHeight - panel.clientHeight, remote: rect(document.querySelector('.remote')), buttons: new Set([...document.querySelectorAll('.remote > *')].map((node) => Math.round(rect(node).bottom))).size };
}

test('every slide fits 1024 × 768, and on the way back 1280 × 720, without a scroll bar, nothing over anything else', { skip: kFullOnly }, async () => {
  const page = await present(slides[0], { viewport: { width: 1024, height: 768, deviceScaleFactor: 1 } });
  for (const [width, height, turn] of /** @type {const} */ ([[1024, 768, 'PageDown'], [1280, 720, 'PageUp']])) {
    await page.setViewport({ width, height, deviceScaleFactor: 1 });
    await until(page, (width) => innerWidth === width, width);
    for (let k = 1; k <= count; ++k) {
      await settled(page);
      await nextFrame(page);
      const board = await page.evaluate(() => {
        const [node, place, remote] = ['.board', '.place', '.remote'].map((selector) => document.querySelector(selector));
        return node && { hidden: Math.max(node.scrollHeight - node.clientHeight, node.scrollWidth - node.clientWidth), fits: place.getBoundingClientRect().bottom <= remote.getBoundingClientRect().top + 1, formulas: [...node.querySelectorAll('.formula')].every((formula) => formula.scrollWidth <= formula.clientWidth + 1) };
      });
      if (board) {
        assert.deepEqual(board, { hidden: 0, fits: true, formulas: true }, await page.evaluate(() => location.search));
        if (k < count) await page.keyboard.press(turn);
        continue;
      }
      const box = await page.evaluate(boxes);
      await nextFrame(page);
      assert.deepEqual(await page.evaluate(boxes), box, 'fitted to the figure it comes to rest');
      assert.ok(box.scrollWidth <= width && box.scrollHeight <= height, `${box.slide}: ${box.scrollWidth} × ${box.scrollHeight}`);
      assert.ok(box.stage.top >= box.top - 1 && box.bar.bottom <= box.remote.top + 1, `${box.slide}: the picture has its place`);
      assert.ok(box.stage.width / box.factor >= 600, `${box.slide}: ${box.stage.width} px wide, the picture of a desk`);
      assert.ok(box.panel.left >= (box.asks ? 0 : box.stage.right) && box.panel.right <= width && box.panel.bottom <= box.remote.top + 1 && box.hidden <= 1, `${box.slide}: the panel beside it, or alone`);
      const filled = (box.bar.bottom - box.place.top) / box.place.height;
      // A wide picture, as large as its panel lets it be, leaves some of the height.
      const free = (box.panel.left - box.stage.right) / box.place.width;
      assert.ok(filled > 0.8 || (free >= 0 && free < 0.04), `${box.slide}: ${Math.round(100 * filled)} % of the height are in use, and ${Math.round(100 * free)} % of the width are free`);
      assert.ok(Math.abs(box.film.top - box.stage.bottom) < 1 && box.film.bottom <= box.bar.top + 1, `${box.slide}: the film under its picture`);
      assert.ok(box.remote.bottom <= height, box.slide);
      if (k < count) await page.keyboard.press(turn);
    }
  }
  await page.close();
});

test('a figure is magnified, text and all, and a press meets what it is aimed at', async () => {
  const drop = async (page, x, y) => {
    const { left, top } = await page.evaluate(() => {
      const k = [...document.querySelectorAll('lifted-attention:not([bare])')].indexOf(document.querySelector('lifted-attention[figure="landscape"]:not([bare])'));
      return window.part('.view', k).getBoundingClientRect().toJSON();
    });
    await nextFrame(page);
    await page.mouse.click(left + x, top + y);
    await until(page, () => document.querySelector('lifted-attention[figure="landscape"]:not([bare])').state.balls.length === 20);
    return page.$eval('lifted-attention[figure="landscape"]:not([bare])', ({ state }) => state.balls.slice(-2));
  };
  const large = await present('landscape', { viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 } });
  await large.evaluate(() => (document.querySelector('.on-slide').state = { view: 'map' }));
  const [width, factor] = await large.$eval('.on-slide', (node) => [node.shadowRoot.querySelector('.view').clientWidth, Number(node.style.getPropertyValue('--la-magnify'))]);
  assert.ok(factor > 1.5, `magnified ${factor} times`);
  const there = await drop(large, 0.25 * width, 300 * factor);
  const small = await open(browser, `${server.address}/embed.html?figure=landscape&view=map&controls=none`, { viewport: { ...desk, width: 1000 } });
  await until(small, () => document.querySelector('lifted-attention').result !== null);
  await small.evaluate((width) => (document.querySelector('lifted-attention').style.width = `${width}px`), width / factor);
  await until(small, (width) => Math.abs(window.part('.view').clientWidth - width) < 1, width / factor);
  const here = await drop(small, (0.25 * width) / factor, 300);
  there.forEach((value, k) => assert.ok(Math.abs(value - here[k]) <= 0.011, `${there} and ${here}`));
  await large.close();
  await small.close();
});

test('the screen goes dark and comes back, the theme changes, and Escape gives the page back as it was', async () => {
  const page = await open(browser, `${server.address}/article.html`);
  await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }));
  await page.evaluate(() => document.querySelector('a[href="?present"]').click());
  await page.waitForSelector('.presenter');
  await page.keyboard.press('b');
  assert.ok(await page.$eval('.dark', (node) => node.checkVisibility()));
  await page.keyboard.press('PageDown');
  assert.ok(!(await page.$eval('.dark', (node) => node.checkVisibility())));
  assert.equal((await look(page)).slide, slides[0], 'any key brings the picture back, and does no more');
  await page.keyboard.press('t');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.keyboard.press('Escape');
  await until(page, () => !document.querySelector('.presenter'));
  const after = await page.evaluate(() => ({ search: location.search, theme: document.documentElement.dataset.theme ?? null, top: scrollY, path: document.querySelectorAll('.slide-path, .on-slide').length, controls: document.querySelector('lifted-attention:not([bare])').getAttribute('controls') }));
  assert.deepEqual(after, { search: '', theme: null, top: 500, path: 0, controls: null });
  await page.close();
});

test('on paper a presentation is the article', async () => {
  const page = await present('saddle', {}); // in a tab of its own, which stays on paper
  await page.emulateMediaType('print');
  const [presenter, heading] = await page.evaluate(() => ['.presenter', '#paradox'].map((selector) => document.querySelector(selector).checkVisibility()));
  assert.deepEqual([presenter, heading], [false, true]);
  await page.close();
});

test('a swipe turns the page on a phone, where question, answer and figure stand one under the other', async () => {
  const page = await present('saddle', { viewport: phone });
  const [question, panel, figure] = await page.evaluate(() => ['.question', '.panel', '.on-slide'].map((selector) => document.querySelector(selector).getBoundingClientRect().top));
  assert.ok(question < panel && panel < figure);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  const touch = await page.touchscreen.touchStart(300, 120);
  await touch.move(120, 125);
  await touch.end();
  await until(page, () => new URLSearchParams(location.search).get('present') === 'cubic');
  assert.ok(await page.evaluate(() => document.querySelector('.board .formula').checkVisibility() && document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  await page.close();
});

test('#present opens it too, and a slide has a number', async () => {
  const page = await visit(`${server.address}/article.html#present`);
  await page.waitForSelector('.presenter .progress:not(:empty)');
  assert.equal((await look(page)).slide, slides[0]);
  await page.goto(`${server.address}/article.html?present=${numberOf('products')}`);
  await page.waitForSelector('.presenter .progress:not(:empty)');
  assert.equal((await look(page)).slide, 'products');
  await page.goto(`${server.address}/article.html?present=nonsense`);
  await page.waitForSelector('.presenter .progress:not(:empty)');
  assert.equal((await look(page)).slide, slides[0]);
  await page.close();
});

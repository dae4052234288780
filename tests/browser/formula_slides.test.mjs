// The presenter's slides of formulas: copies of the article's own, each once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabOf, until } from './chromium.mjs';
import { count, formulas } from './slides.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer();
const browser = await startChromium();
const visit = tabOf(browser);

const mathIn = (page, selector) => page.$$eval(selector, (nodes) => nodes.map((node) => [...node.querySelectorAll('math')].map(({ textContent }) => textContent)));
const slideOf = (page) => new URL(page.url()).searchParams.get('present');

/** What a slide of formulas shows. */
const board = (page) =>
  page.$eval('.board', (node) => ({
    letters: [...node.querySelectorAll('.letters li')].map((one) => one.textContent),
    places: node.querySelectorAll('[id], a').length,
    words: [...node.querySelectorAll('.words')].filter((one) => one.checkVisibility()).map((one) => one.textContent).join(' '),
  }));

/** Opens the presenter at a slide of formulas. */
async function present(slide) {
  const page = await visit(`${server.address}/article.html?present=${slide}`);
  await page.waitForSelector('.board');
  return page;
}

test('every formula of the article is on one slide, that of its heading, and no figure beside it', async () => {
  const page = await present('no-softmax');
  const all = await mathIn(page, 'article p.formula');
  const seen = [];
  for (let k = 1; k <= count; ++k) {
    const slide = slideOf(page);
    const shown = [formulas.includes(slide), !formulas.includes(slide)]; // the board's formulas, or a figure
    await until(page, (wanted) => ['.board .formula', '.on-slide'].every((part, k) => (document.querySelector(part) !== null) === wanted[k]), shown);
    seen.push(...(await mathIn(page, '.board .formula')));
    if (k === count) break;
    await page.keyboard.press('PageDown');
    await until(page, (before) => new URL(location.href).searchParams.get('present') !== before, slide);
  }
  assert.ok(all.length > 12);
  assert.deepEqual(seen, all);
  await page.close();
});

test('the words before a formula come on demand, and controls are for figures only', async () => {
  const page = await present('no-softmax');
  const { places, words } = await board(page);
  assert.deepEqual([places, words], [0, ''], 'no place of the article is there twice');
  assert.deepEqual(await page.$$eval('.remote :disabled', (buttons) => buttons.map(({ className }) => className)), ['back', 'controls']);
  for (const key of ['c', 'r']) await page.keyboard.press(key);
  assert.match((await board(page)).words, /^\s*Linear attention leaves the softmax out\..*For our sentence, that matrix is\s*$/s);
  await page.keyboard.press('r');
  assert.equal((await board(page)).words, '');
  await page.close();
});

test('a letter stands for what its section says, and the code leads there', async () => {
  const page = await present('no-softmax');
  const meanings = (await board(page)).letters.map((letter) => letter.split(' ').at(-1));
  assert.deepEqual(meanings.toSorted(), ['answer', 'products', 'query']);
  await page.goto(`${server.address}/article.html?present=harder`);
  await page.waitForSelector('.board');
  assert.match((await board(page)).letters.join(), /tokens, in rows.*query–key, with softmax.*values, with softmax/);
  await page.keyboard.press('q');
  await until(page, () => document.querySelector('dialog.code a')?.textContent?.endsWith('/article.html#harder'));
  await page.close();
});

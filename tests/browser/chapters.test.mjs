// The pages of the article: spine and chapters have together what article.html has, each can be read alone, and whoever comes
// by an old link is led to its place.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chaptersIn, cutIntoPages } from '../../web/article/chapters.mjs';
import { articleIn, wordsIn } from '../../web/article/contents.mjs';
import { figuresIn, linksIn } from '../../web/article/page.mjs';
import { kFullOnly } from '../trials.mjs';
import { looks, violations } from './axe.mjs';
import { desk, open, scheme, tabOf, unfolded, until } from './chromium.mjs';
import { lookForFaults } from './faults.mjs';
import { readText } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const kMostWords = { 'index.html': 4000, others: 1500 };

const source = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
const chapters = chaptersIn(source).map(({ name }) => name);
const names = ['index.html', ...chapters];
const whole = readText('article.html');
const built = new Map(names.map((name) => [name, readText(name)]));

const server = await startServer();
const browser = await startChromium();
const visit = tabOf(browser);

const idsIn = (/** @type {string} */ html) => [...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
const hashesIn = (/** @type {string} */ html) => [...articleIn(html).matchAll(/href="(?:[\w-]+\.html)?#([^"]+)"/g)].map(([, hash]) => hash);
const figure = (/** @type {string} */ id) => `lifted-attention[figure="${id}"]:not([bare])`;

test('every place of the whole is on the spine or in one chapter; references and words are on all', () => {
  assert.equal(names.length, 5);
  const count = (/** @type {string} */ id) => names.filter((name) => idsIn(built.get(name)).includes(id)).length;
  const shared = idsIn(whole).filter((id) => count(id) !== 1);
  assert.deepEqual(shared.filter((id) => count(id) !== names.length), []);
  const [glossary] = whole.match(/<details class="glossary">.*?<\/details>/s);
  const end = whole.slice(whole.indexOf('<footer'));
  assert.deepEqual(shared.filter((id) => !idsIn(glossary + end).includes(id)), ['article']);
  for (const html of built.values()) assert.deepEqual(idsIn(html).filter((id) => !idsIn(whole).includes(id)), []);
});

test('a link leads to the page that has its place, and all links are there', () => {
  for (const [name, html] of built) {
    for (const [, page, place] of html.matchAll(/href="(?:([\w-]+\.html))?#([\w-]+)/g)) {
      assert.ok(idsIn(built.get(page ?? name)).includes(place), `${name}: ${page ?? ''}#${place}`);
      assert.notEqual(page, name, `${name} needs no name in its own links`);
    }
  }
  const left = [...built.values()].flatMap(hashesIn);
  const heads = [...source.matchAll(/<li data-chapter="[\w-]+"><a href="#([\w-]+)"/g)].map(([, place]) => place);
  assert.deepEqual(hashesIn(whole).filter((hash) => !left.includes(hash) && !heads.includes(hash)), []);
  assert.ok(linksIn(whole).length > 60);
});

test('a figure has the same number on its page as in the whole', () => {
  const numbers = (/** @type {string} */ html) => [...html.matchAll(/<figure id="([\w-]+)".*?<figcaption[^>]*>\s*<b>(Figure \d+)\.<\/b>/gs)].map(([, id, number]) => `${id} ${number}`);
  assert.equal(numbers(whole).length, figuresIn(source).length);
  assert.deepEqual([...built.values()].flatMap(numbers), numbers(whole));
});

test('a page that is longer than a reader has time for is named', (t) => {
  for (const [name, html] of cutIntoPages(source)) {
    const words = wordsIn(articleIn(html));
    const most = kMostWords[name] ?? kMostWords.others;
    if (name !== 'article.html' && words > most) t.diagnostic(`warning: ${name} has ${words} words, ${most} are what a reader has time for`);
  }
});

test('only the spine and the chapters are for search engines', () => {
  assert.match(whole, /<link rel="canonical" href="index.html"/);
  assert.match(whole, /<meta name="robots" content="noindex"/);
  for (const html of [whole, ...built.values()]) assert.doesNotMatch(html, /\{\{minutes|\[\[\w+\]\]/);
  for (const html of built.values()) assert.doesNotMatch(html, /rel="canonical"|"noindex"/);
  assert.equal(new Set([...built.values()].map((html) => /<title>(.*?)<\/title>/.exec(html)[1])).size, names.length);
});

for (const name of chapters) {
  test(`${name} stands alone: its figures compute, its words explain themselves, axe finds nothing, and it has room`, { skip: kFullOnly }, async () => {
    const page = await open(browser, `${server.address}/${name}`);
    await unfolded(page);
    const own = figuresIn(built.get(name));
    for (const id of own) {
      await page.$eval(figure(id), (node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await until(page, (selector) => document.querySelector(selector).result, figure(id));
    }
    const [used, listed] = await page.evaluate(() => ['.katex [data-symbol]', 'button[data-symbol]'].map((selector) => [...document.querySelectorAll(selector)].map((node) => node.dataset.symbol)));
    assert.deepEqual(used.filter((symbol) => !listed.includes(symbol)), []);
    for (const term of await page.$$('a.term')) {
      await term.focus();
      assert.ok(await page.$eval('.term-note', ({ hidden, textContent }) => !hidden && textContent.length > 30), await term.evaluate((node) => node.textContent));
    }
    await page.keyboard.press('Escape');
    const widen = async (/** @type {number} */ width) => {
      await page.setViewport({ ...desk, width });
      await until(page, (width) => innerWidth === width, width);
    };
    for (const { viewport: { width }, theme, look } of looks) {
      await widen(width);
      await page.emulateMediaFeatures(scheme(theme));
      assert.deepEqual(await violations(page, look), [], `${width} px, ${theme}`);
    }
    await page.evaluate(lookForFaults);
    for (const width of [320, 360, 1280]) {
      await widen(width);
      assert.deepEqual(await page.evaluate(() => window.faults(document)), [], `${width} px`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    }
    assert.equal(await page.$eval('.masthead a', (link) => link.getAttribute('href')), 'index.html');
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

const kOld = [
  ['index.html#cost?d=6', 'costs.html#cost?d=6', 'cost', { d: 6 }],
  ['#harder', 'softmax.html#harder'],
  ['costs.html#phases?m=1', 'softmax.html#phases?m=1', 'phases', { m: 1 }],
  ['findings.html#cubic', 'index.html#cubic'],
  ['index.html#word-rank', 'index.html#word-rank'],
  ['index.html#ref-3', 'index.html#ref-3'],
  ['index.html#landscape?lift=100', 'index.html#landscape?lift=100', 'landscape', { lift: 100 }],
  ['index.html#nowhere', 'index.html#nowhere'],
];

test('an old link comes to its place, and its figure has the state that it names', async () => {
  for (const [from, to, id, state = {}] of /** @type {[string, string, string?, object?][]} */ (kOld)) {
    const page = await visit(`${server.address}/${from}`);
    await until(page, (to) => location.href.endsWith(`/${to}`) && document.readyState === 'complete', to);
    const place = to.split(/[#?]/)[1];
    if (place !== 'nowhere') assert.ok(await page.$(`#${place}`), to);
    if (id) {
      const found = await until(page, (selector) => document.querySelector(selector).result?.state, figure(id));
      assert.deepEqual({ ...found, ...state }, found, from);
      const { top, bottom } = await page.$eval(figure(id), (node) => node.getBoundingClientRect().toJSON());
      assert.ok(bottom > 0 && top < desk.height, `${from}: it is in view`);
    }
    await page.close();
  }
});

test('the presenter is on the page that has everything', async () => {
  for (const [from, slide] of [['index.html?present=twins&x=1#softmax?d=2', 'twins'], ['costs.html#present', 'no-softmax'], ['?present', 'no-softmax']]) {
    const page = await visit(`${server.address}/${from}`);
    await page.waitForSelector('.presenter .progress:not(:empty)');
    const { pathname, search, hash } = new URL(page.url());
    assert.deepEqual([pathname, new URLSearchParams(search).get('present')], ['/article.html', slide]);
    // The figure may have written its state by now.
    if (slide === 'twins') assert.ok(new URLSearchParams(search).get('x') === '1' && /^#softmax\?(la=1&)?d=2\b/.test(hash), search + hash);
    await page.close();
  }
});

test('Back leads to where the reader was, not round in a circle', async () => {
  const page = await visit(`${server.address}/icon.svg`);
  const arrive = (/** @type {string} */ name) => until(page, (name) => location.pathname === `/${name}` && document.readyState === 'complete', name);
  await page.goto(`${server.address}/index.html#cost?d=6`);
  await arrive('costs.html');
  await page.goBack();
  await arrive('icon.svg');
  await page.goto(`${server.address}/index.html`);
  await page.evaluate(() => void (location.hash = '#harder'));
  await arrive('softmax.html');
  await page.goBack();
  await arrive('index.html');
  assert.equal(await page.evaluate(() => location.hash), '');
  await page.close();
});

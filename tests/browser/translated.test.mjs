// The article's main line in other languages: each page reads well on a narrow screen, speaks one language, figures
// included, and leads to the others, to the same place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { teachingIn } from '../../web/article/teach.mjs';
import { kEnglish, kOtherPage, nameIn } from '../../web/article/translated.mjs';
import { exercises } from '../../web/exercises.js';
import { kFullOnly } from '../trials.mjs';
import { violations } from './axe.mjs';
import { desk, open, phone, result, swap, unfolded, until } from './chromium.mjs';
import { articleFigures, readText, site } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const names = readdirSync(site).filter((name) => kOtherPage.test(name));
const tags = names.map((name) => name.split('.')[1]);
const policy = readText('policy.txt');
const server = await startServer({ headers: { 'Content-Security-Policy': policy }, types: { '.json': 'application/json' } });
const browser = await startChromium();
const addressOf = (/** @type {string} */ tag, hash = '') => `${server.address}/${nameIn(tag)}${hash}`;

/** Where the links of the switch lead, by language. @param {import('puppeteer-core').Page} page */
const choices = (page) => page.$$eval('.masthead .languages a', (links) => Object.fromEntries(links.map(({ hreflang, lang, pathname }) => [hreflang, lang === hreflang && pathname.slice(1)])));

test('numbers in formulas are written as the language does', () => {
  for (const tag of tags) {
    const [point, between] = (0.5).toLocaleString(tag).includes(',') ? [',', ';'] : ['.', ','];
    assert.ok(readText(nameIn(tag)).includes(`<mn>0${point}79</mn><mo>${between}</mo><mn>0${point}79</mn>`), tag);
  }
});

test('every language of the figures that has a page is offered in every other, in its own words', async () => {
  assert.ok(tags.length > 0);
  for (const tag of [...tags, kEnglish.tag]) {
    const page = await open(browser, addressOf(tag), { viewport: phone, until: 'domcontentloaded' });
    assert.deepEqual(await choices(page), Object.fromEntries([...tags, kEnglish.tag].filter((other) => other !== tag).map((other) => [other, nameIn(other)])));
    const alternates = await page.$$eval('link[rel=alternate]', (links) => links.map(({ hreflang, href }) => `${hreflang} ${new URL(href).pathname.slice(1)}`));
    assert.deepEqual(alternates, [...[...tags, kEnglish.tag].map((other) => `${other} ${nameIn(other)}`), 'x-default index.html']);
    const { lang, tops } = await page.evaluate(() => ({ lang: document.documentElement.lang, tops: [...document.querySelectorAll('.masthead .languages a')].map((link) => link.getBoundingClientRect().top) }));
    assert.equal(lang, tag);
    assert.equal(new Set(tops).size, 1, 'they stand on one line of a phone');
    await page.close();
  }
});

for (const tag of tags) {
  test(`${nameIn(tag)} has no sideways scroll at 320 px, axe finds nothing wrong with it, and its figure speaks its language`, async () => {
    const page = await open(browser, addressOf(tag, '#algorithm'), { viewport: { ...phone, width: 320 } });
    await result(page);
    await unfolded(page);
    const [content, view] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(content <= view, `${content} px in ${view}`);
    assert.deepEqual(await violations(page, { options: { preload: false } }), []);
    const live = await page.evaluate(() => {
      const root = document.querySelector('lifted-attention[figure="algorithm"]').shadowRoot;
      return { lang: root.querySelector('.figure').lang, title: root.querySelector('.title').textContent, sentence: root.querySelector('.sentence').textContent };
    });
    const english = readText('index.html').match(/<lifted-attention figure="algorithm".*?<p>(.*?)<\/p>/s)?.[1];
    const said = readText(nameIn(tag)).match(/<lifted-attention figure="algorithm".*?<p>(.*?)<\/p>/s)?.[1] ?? '';
    assert.equal(live.lang, tag);
    assert.ok(said.includes(live.title), `“${said}” is what the page says before the figure lives, “${live.title}” the figure`);
    assert.notEqual(said, english);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

for (const tag of tags) {
  test(`${nameIn(tag)}: an exercise is answered, presented and handed out in the page's language`, async () => {
    const texts = JSON.parse(readText(`languages/lessons.${tag}.json`));
    const page = await open(browser, addressOf(tag, '#feature_map'));
    await until(page, () => document.querySelector('[data-exercise=products] .card'));
    const asked = await page.$eval('[data-exercise=products]', (block) => {
      /** @type {HTMLInputElement} */ (block.querySelector('input')).value = '17';
      /** @type {HTMLElement} */ (block.querySelector('.check')).click();
      return { label: block.getAttribute('aria-label'), lang: block.closest('[lang]')?.getAttribute('lang') };
    });
    assert.deepEqual(asked, { label: texts['Exercise: %1'].replace('%1', texts['Counting products']), lang: tag });
    await until(page, () => document.querySelector('[data-exercise=products] .card[data-verdict=wrong]'));
    const told = await page.$eval('[data-exercise=products]', (block) => ['.verdict', '.because', '.check'].map((part) => block.querySelector(part)?.textContent));
    const filled = (/** @type {string} */ english, /** @type {string[]} */ ...values) => texts[english].replace(/%([1-9])/g, (/** @type {string} */ _, /** @type {number} */ k) => values[k - 1]);
    assert.deepEqual(told, [
      filled('You predicted %1; the figure finds %2.', '17', '40'),
      filled('Of %1 products %2 are different, since G is symmetric. The %3 heads add none: they only weight them.', '64', '40', '16'),
      texts['Check it'],
    ]);
    await page.goto(`${addressOf(tag)}?present=products`);
    await page.waitForSelector('.presenter .card', { visible: true });
    const slide = await page.evaluate(() => ['.presenter .kicker', '.presenter .question', '.presenter .remote .next'].map((part) => document.querySelector(part)?.textContent));
    assert.deepEqual(slide, [asked.label, texts[exercises.find(({ id }) => id === 'products').question], texts.Next]);
    assert.deepEqual(page.complaints, []);
    for (const name of /** @type {const} */ (['guide', 'worksheet'])) {
      await page.goto(`${server.address}/teach/${teachingIn(name, tag)}`);
      assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.querySelector('#products')?.textContent?.slice(3)]), [tag, texts['Counting products']]);
      const led = await page.$$eval('a[href]', (links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).pathname.slice(1)).filter((path) => path.endsWith('html')));
      for (const path of new Set(led)) assert.ok(existsSync(join(site, path)), path);
      assert.ok(led.includes(nameIn(tag)));
      assert.deepEqual(await violations(page, { options: { preload: false } }), []);
    }
    await page.close();
  });
}

/** Runs in the page: what a figure shows of a control or a word only in part. */
function cutIn() {
  const figure = window.part('.figure');
  const controls = [...figure.querySelectorAll('button, select, input:not([type=file])')].filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1);
  const words = [];
  const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!parentElement.checkVisibility() || parentElement.closest('option, textarea, .unseen')) continue;
    for (const { index, 0: word } of data.matchAll(/(?<!\u00ad)\p{Script=Latin}{4,}/gu)) {
      const range = new Range();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size > 1) words.push(word);
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return [...controls.map(({ value, textContent }) => value || textContent), ...words, ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [])];
}

for (const tag of ['en', ...tags]) {
  test(`no word of a figure is cut 288 px wide, ${tag}`, { skip: tag !== 'de' && kFullOnly }, async () => {
    const page = await open(browser, `${server.address}/embed.html?figure=${articleFigures[0]}&lang=${tag}`, { viewport: { ...phone, width: 288 } });
    await result(page);
    for (const id of articleFigures) {
      await swap(page, id, { lang: tag });
      await page.evaluate(() => window.part('.figure').querySelectorAll('details').forEach((one) => (one.open = true)));
      assert.deepEqual(await page.evaluate(cutIn), [], id);
    }
    await page.close();
  });
}

test('the switch keeps the values of a figure, else the section that is read, and leads as a link where no script runs', async () => {
  const [tag] = tags;
  const page = await open(browser, addressOf(kEnglish.tag, '#algorithm?N=64'));
  await result(page);
  await Promise.all([page.waitForNavigation(), page.$eval('.masthead .languages a', (link) => link.click())]);
  assert.equal(page.url(), addressOf(tag, '#algorithm?N=64'));
  await until(page, () => document.querySelector('lifted-attention[figure="algorithm"]').state?.N === 64);
  await page.close();

  const other = await open(browser, addressOf(tag), { viewport: desk });
  await other.evaluate(() => document.querySelector('#cubic').scrollIntoView({ behavior: 'instant' }));
  await until(other, () => document.querySelector('.contents ol [aria-current]')?.getAttribute('href') === '#cubic');
  await Promise.all([other.waitForNavigation(), other.click('.contents .languages a[hreflang="en"]')]);
  assert.equal(other.url(), addressOf(kEnglish.tag, '#cubic'));
  await until(other, () => Math.abs(document.querySelector('#cubic').getBoundingClientRect().top) < 200);
  await other.close();

  const bare = await open(browser, addressOf(kEnglish.tag), { prepare: (page) => page.setJavaScriptEnabled(false) });
  await Promise.all([bare.waitForNavigation(), bare.click('.masthead .languages a')]);
  assert.equal(bare.url(), addressOf(tag));
  await bare.close();
});

test('English readers fetch no file of another language', async () => {
  const asked = [];
  const page = await open(browser, addressOf(kEnglish.tag, '#algorithm'), { prepare: async (page) => void page.on('request', (request) => asked.push(new URL(request.url()).pathname)) });
  await result(page);
  assert.deepEqual(asked.filter((path) => /languages\/|index\.\w+\.html/.test(path)), []);
  assert.doesNotMatch(readText('sw.js'), /index\.\w+\.html/);
  await page.close();
});

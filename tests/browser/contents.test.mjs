// The contents: every section of a page is there, the place one is at is marked, and they are in nobody's way.
// Full run: layout that follows a scroll, in many windows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chaptersIn, cutIntoPages } from '../../web/article/chapters.mjs';
import { minutesOf, placeContents, sectionsIn, wordsIn } from '../../web/article/contents.mjs';
import { desk, open, phone, scheme, until } from './chromium.mjs';
import { startChromium, startServer } from './suite.mjs';

const source = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
const pages = cutIntoPages(source);
const spine = pages.get('index.html');
const sections = sectionsIn(spine);
const server = await startServer();
const browser = await startChromium();

/** A page whose sections have all been laid out, so that none moves under a test. */
async function visit(viewport, media = [], name = 'index.html') {
  const page = await open(browser, `${server.address}/${name}`, { viewport, media });
  await page.keyboard.press('Tab');
  await until(page, () => document.querySelectorAll('.contents a').length > 0 && !document.querySelector('article > section:not(.unfolded)'));
  return page;
}

const current = (page) => page.$$eval('.contents ol [aria-current]', (links) => links.map((link) => link.getAttribute('href')));
const scrollTo = (page, selector) => page.evaluate((selector) => document.querySelector(selector)?.scrollIntoView({ behavior: 'instant' }), selector);

test('words are counted as a reader meets them, and every section is an entry', () => {
  const article = '<article><p>Three <b>plain</b> words<a class="cite" href="#r">1</a>, $x = y$.</p><figure>not these</figure><table><tr><td>nor 1</td></tr></table><section><h2 id="one">A title</h2></section></article>';
  assert.equal(wordsIn(article), 6);
  const placed = placeContents(`<nav class="contents" aria-label="Contents"></nav>${article} {{minutes}}`);
  assert.match(placed, /<ol><li><a href="#one">A title<\/a><\/li><\/ol><\/details><\/nav>/);
  assert.match(placed, / 0$/);
  const parts = placeContents('<nav class="contents"></nav><article><h2 id="only">Only</h2><h3 id="a">A</h3><h3 id="b">B</h3></article>', '<ul></ul>');
  assert.match(parts, /<ol><li><a href="#a">A<\/a><\/li><li><a href="#b">B<\/a><\/li><\/ol><ul><\/ul><\/details>/, 'of one section its parts, and then the other pages');
  assert.ok(sections.length >= 10 && minutesOf(spine) >= 12 && minutesOf(spine) <= 20, `${sections.length} sections, ${minutesOf(spine)} minutes`);
});

for (const [name, viewport] of [['a desk', desk], ['a phone', phone]]) {
  for (const path of ['index.html', 'softmax.html']) {
    test(`the entry of the section that is read is marked in ${path}, and the other pages follow, on ${name}`, async () => {
      const own = sectionsIn(pages.get(path));
      const page = await visit(viewport, [], path);
      assert.deepEqual(await page.$$eval('.contents ol a', (links) => links.map(({ hash, textContent }) => ({ id: hash.slice(1), title: textContent }))), own);
      const others = await page.$$eval('.contents ul a', (links) => links.map((link) => `${link.getAttribute('href')} ${link.textContent}${link.ariaCurrent === 'page' ? ', here' : ''}`));
      assert.deepEqual(others, [...(path === 'index.html' ? [] : ['index.html The article']), ...chaptersIn(source).map(({ name, title }) => `${name} ${title}${name === path ? ', here' : ''}`)]);
      for (const { id } of own.filter((_, k) => k % 3 === 0)) {
        await scrollTo(page, `#${id}`);
        await until(page, (id) => document.querySelector('.contents [aria-current="location"]')?.getAttribute('href') === `#${id}`, id);
        assert.deepEqual(await current(page), [`#${id}`]);
      }
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await until(page, () => !document.querySelector('.contents ol [aria-current]'));
      assert.equal(await page.$eval('.contents', (nav) => nav.getAttribute('aria-label')), 'Contents');
      assert.deepEqual(page.complaints, []);
      await page.close();
    });
  }

  test(`an entry leads to its heading, which stands in view, on ${name}`, async () => {
    const page = await visit(viewport);
    await scrollTo(page, '#cubic');
    for (const { id } of [sections.at(-1), sections[2]].filter((one) => one !== undefined)) {
      if (viewport === phone) await page.tap('.contents summary');
      const link = await page.$(`.contents a[href="#${id}"]`);
      await (viewport === phone ? link?.tap() : link?.click());
      await until(page, (id) => Math.abs(document.getElementById(id)?.getBoundingClientRect().top ?? 0) < 120, id);
      const { top, bar, open } = await page.evaluate((id) => {
        const details = document.querySelector('.contents details');
        return { top: document.getElementById(id).getBoundingClientRect().top, bar: details.getBoundingClientRect().bottom, open: details.open };
      }, id);
      assert.equal(open, viewport !== phone, 'beside the text they stay, and else they close');
      assert.ok(top >= (viewport === phone ? bar : 0), `the heading is at ${top} px, the bar ends at ${bar} px`);
      await until(page, (id) => document.querySelector('.contents [aria-current]')?.getAttribute('href') === `#${id}`, id);
    }
    await page.close();
  });

  test(`where a figure is they step aside, and nothing moves, on ${name}`, async () => {
    const page = await visit(viewport);
    const over = () => {
      const figure = document.querySelector('#feature_map').getBoundingClientRect();
      const contents = document.querySelector('.contents details').getBoundingClientRect();
      return contents.right > figure.left && contents.left < figure.right && contents.bottom > figure.top && contents.top < figure.bottom;
    };
    assert.ok(await page.evaluate(() => window.seen.shift) < 0.01, 'they had their place before they were ready');
    await scrollTo(page, '#cubic');
    await until(page, () => !document.querySelector('.contents.aside'));
    assert.equal(await page.evaluate(over), false);
    await page.evaluate(() => document.querySelector('#feature_map').scrollIntoView({ block: 'center', behavior: 'instant' }));
    await until(page, over);
    await until(page, () => document.querySelector('.contents.aside'));
    await until(page, () => getComputedStyle(document.querySelector('.contents details')).opacity === '0');
    assert.equal(await page.$eval('.contents', (nav) => getComputedStyle(nav).pointerEvents), 'none');
    await page.focus('.contents summary');
    await until(page, () => getComputedStyle(document.querySelector('.contents details')).opacity === '1');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await page.close();
  });
}

test('on a narrow page they are a bar that names the place; keys open it, and Escape closes it', async () => {
  const page = await visit(phone, scheme('dark'));
  await scrollTo(page, '#cubic');
  const place = `${sections.findIndex(({ id }) => id === 'cubic') + 1}/${sections.length} ${sections.find(({ id }) => id === 'cubic')?.title}`;
  await until(page, (place) => document.querySelector('.contents summary span').textContent === place, place);
  const { height, top } = await page.$eval('.contents details', (node) => ({ height: node.getBoundingClientRect().height, top: node.getBoundingClientRect().top }));
  assert.ok(top === 0 && height >= 44 && height <= 48, `${height} px at ${top} px`);
  await page.focus('.contents summary');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('.contents details').open);
  const small = await page.$$eval('.contents a', (links) => links.filter((link) => link.getBoundingClientRect().height < 36).length);
  assert.equal(small, 0, 'a finger meets every entry');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  assert.ok(await page.evaluate(() => !document.querySelector('.contents details').open && document.activeElement?.localName === 'summary'));
  await page.close();
});

test('paper and presenter do without them', async () => {
  const page = await visit(desk, [], 'article.html');
  const shown = () => page.$eval('.contents', (nav) => getComputedStyle(nav).display !== 'none');
  await page.emulateMediaType('print');
  assert.equal(await shown(), false);
  await page.emulateMediaType('screen');
  assert.equal(await shown(), true);
  await page.click('a[href="?present"]');
  await until(page, () => document.querySelector('.presenter'));
  assert.equal(await shown(), false);
  await page.close();
});

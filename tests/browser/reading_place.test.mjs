// Where the reader is: a page loaded again stands where they left it, and what sets a figure shows its picture.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kFullOnly } from '../trials.mjs';
import { desk, open, pause, phone, settled, unfolded, until } from './chromium.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer();
const browser = await startChromium();
const moving = await startChromium({ motion: true });

const kAbove = 50; // px of the window over a heading

/** Scrolls a heading to its place, until what starts above it moves it no more. */
const readAt = (page, id) =>
  page.evaluate(
    async (id, above) => {
      const heading = document.getElementById(id);
      for (let still = 0; still < 20; ) {
        const off = heading.getBoundingClientRect().top - above;
        still = Math.abs(off) < 1 ? still + 1 : 0;
        if (still === 0) scrollBy({ top: off, behavior: 'instant' });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    id,
    kAbove,
  );

const topOf = (page, id) => page.evaluate((id) => document.getElementById(id).getBoundingClientRect().top, id);

test('where the reader is can be told without a layout of what is far away', async () => {
  const page = await open(browser, `${server.address}/index.html`, {
    viewport: phone,
    until: 'domcontentloaded',
    prepare: (page) =>
      page.evaluateOnNewDocument(() => {
        window.far = [];
        const { getBoundingClientRect } = Element.prototype;
        Element.prototype.getBoundingClientRect = function () {
          const section = this.parentElement?.closest('article > section:not(.unfolded)');
          if (section && getBoundingClientRect.call(section).top > 3 * innerHeight) window.far.push(this.outerHTML.slice(0, 80));
          return getBoundingClientRect.call(this);
        };
      }),
  });
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await until(page, () => history.state?.reading);
  assert.deepEqual(await page.evaluate(() => window.far), []);
  await page.close();
});

for (const viewport of [desk, phone]) {
  test(`a page ${viewport.width} px wide that is loaded again stands where the reader left it, while all above starts anew`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport });
    for (const id of ['heads', 'good-for']) {
      await readAt(page, id);
      await until(page, () => history.state?.reading?.part > 0);
      await page.reload({ waitUntil: 'load' });
      for (const wait of [0, 3000]) {
        await pause(wait);
        const top = await topOf(page, id);
        assert.ok(Math.abs(top - kAbove) < 8, `${id} is at ${top} px, ${wait} ms after loading; it was at ${kAbove}`);
      }
    }
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

for (const reloaded of [false, true]) {
  test(`Back after a link of the contents${reloaded ? ', on a page loaded again,' : ''} leads to where the reader was, Forward to the link's place`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport: desk });
    const isAt = (id, top) => until(page, (id, top) => Math.abs(document.getElementById(id).getBoundingClientRect().top - top) < 8, id, top);
    await readAt(page, 'heads');
    await until(page, () => history.state?.reading?.part > 0);
    if (reloaded) await page.reload({ waitUntil: 'load' });
    await page.$eval('a[href="#good-for"]', (link) => link.click());
    await until(page, () => Math.abs(document.getElementById('good-for').getBoundingClientRect().top) < 200);
    const top = await topOf(page, 'good-for');
    await page.goBack();
    await isAt('heads', kAbove);
    await page.goForward();
    await isAt('good-for', top);
    await page.goBack();
    await isAt('heads', kAbove);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

for (const viewport of [desk, phone]) {
  test(`on a page ${viewport.width} px wide that is not laid out yet a jump by script ends at its place, and after that goes smoothly`, async () => {
    const page = await open(moving, `${server.address}/article.html`, { viewport, until: 'domcontentloaded' });
    await page.evaluate(() => document.getElementById('machines').scrollIntoView());
    const off = () => page.evaluate(() => document.getElementById('machines').getBoundingClientRect().top - parseFloat(getComputedStyle(document.getElementById('machines')).scrollMarginTop) - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop));
    assert.ok(Math.abs(await off()) < 4);
    await unfolded(page);
    await pause(300);
    assert.ok(Math.abs(await off()) < 4, `it is ${await off()} px off once all is laid out`);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), 'smooth');
    await page.close();
  });
}

// The first and the last link to each place: one may come from above it, one from below.
for (const [viewport, which] of [desk, phone].flatMap((viewport) => ['first', 'last'].map((which) => /** @type {const} */ ([viewport, which])))) {
  test(`the ${which} link to each place of the article, ${viewport.width} px wide, leads to where its title is seen`, { skip: viewport === desk && kFullOnly }, async () => {
    const page = await open(browser, `${server.address}/article.html`, { viewport });
    await unfolded(page);
    const unseen = [];
    const links = await page.evaluate((which) => {
      // Of the references one is enough; a word of the glossary is explained where it stands, a trial's figure stands above it.
      const all = (window.links = [...document.querySelectorAll('article a[href^="#"]:not(.term, .cite, .trials a), .contents a[href^="#"], a.cite[href="#ref-9"]')]);
      const names = all.map(({ hash }) => hash.slice(1).split('?')[0]);
      return [...new Set(names)].map((name) => (which === 'first' ? names.indexOf(name) : names.lastIndexOf(name)));
    }, which);
    assert.ok(links.length > 15, `${links.length} links`);
    for (const k of links) {
      await page.evaluate((k) => {
        window.links[k].scrollIntoView({ block: 'center', behavior: 'instant' });
        dispatchEvent(new PointerEvent('pointerdown'));
        window.links[k].click();
      }, k);
      await settled(page);
      const fault = await page.evaluate((k) => {
        const { hash } = window.links[k];
        const place = document.getElementById(hash.slice(1).split('?')[0]);
        const figure = place.querySelector('lifted-attention');
        const { top, height } = (place.localName === 'figure' ? figure.shadowRoot.querySelector('.title') : place).getBoundingClientRect();
        const bar = document.querySelector('.contents:not(.aside) > details');
        const above = innerWidth < 1248 && bar ? bar.getBoundingClientRect().bottom : 0;
        return top >= above - 1 && top + Math.min(height, 60) <= innerHeight ? '' : `${hash} is at ${Math.round(top)} px, the bar ends at ${above} px`;
      }, k);
      if (fault) unseen.push(fault);
    }
    assert.deepEqual(unseen, []);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

for (const viewport of [{ ...desk, width: 1366, height: 650 }, phone]) {
  test(`in a window of ${viewport.width} × ${viewport.height} px a trial under a figure brings the picture that it sets into view`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport });
    const link = '.trials a[href^="#samples?"]';
    await page.$eval(link, (node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await until(page, () => document.querySelector('lifted-attention[figure=samples]').result);
    await page.$eval(link, (node) => (node.scrollIntoView({ block: 'center', behavior: 'instant' }), node.click()));
    await until(page, () => {
      const { top, bottom, height } = document.querySelector('lifted-attention[figure=samples]').shadowRoot.querySelector('.view').getBoundingClientRect();
      return top >= 0 && Math.min(bottom, innerHeight) - top >= 0.75 * Math.min(height, innerHeight);
    });
    await page.close();
  });
}

for (const viewport of [desk, phone]) {
  test(`in a window ${viewport.width} px wide Back after a link that sets a figure, trial or not, brings back its state and the reader to the link, Forward both again`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport });
    await unfolded(page);
    for (const selector of ['.trials a[href^="#landscape?"]', '.trials a[href^="#algorithm?"]', 'p a[href^="#"][href*="?"], .run[href^="#"]']) {
      const link = (await page.evaluateHandle((selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility()), selector)).asElement();
      assert.ok(link, selector);
      const name = await link.evaluate(({ hash }) => hash.slice(1).split('?')[0]);
      await page.evaluate((name) => document.querySelector(`#${name} lifted-attention`).scrollIntoView({ behavior: 'instant' }), name);
      await until(page, (name) => document.querySelector(`#${name} lifted-attention`).result, name);
      await link.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await settled(page);
      const seen = () => link.evaluate((node, name) => ({ top: Math.round(node.getBoundingClientRect().top), query: document.querySelector(`#${name} lifted-attention`).query }), name);
      const before = await seen();
      await link.click();
      await until(page, (name, query) => document.querySelector(`#${name} lifted-attention`).query !== query, name, before.query);
      await settled(page);
      const after = await seen();
      await page.goBack();
      await settled(page);
      assert.deepEqual([await seen(), selector], [before, selector]);
      await page.goForward();
      await settled(page);
      assert.deepEqual([await seen(), selector], [after, selector]);
    }
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

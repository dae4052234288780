// Where the reader is: a page loaded again stands where they left it, and what sets a figure shows its picture.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, open, pause, phone, unfolded, until } from './chromium.mjs';
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

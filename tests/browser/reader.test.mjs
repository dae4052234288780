// What a figure must never take from a reader: the wheel, the keys, the focus, the swipe, the title of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { events, kPatience, open, part, pause, phone, rectOf, result, resultOf, settled, until } from './chromium.mjs';
import { page as html, partsOf, tag } from './server.mjs';
import { startChromium, startLateServer, startServer } from './suite.mjs';

const long = '<p style="height: 1500px">More.</p>';
const server = await startServer({
  pages: {
    '/one.html': html(`<label>Name <input id="name"></label>${tag()}<button id="after">After</button>${long}`),
    '/three.html': html([1, 2, 3].map((seed) => tag(`id="f${seed}" state="seed=${seed}"`)).join('')),
    '/bottom.html': html(`${long}${long}${tag()}`),
  },
});
const browser = await startChromium();

const ready = async (page) => {
  await result(page);
  return rectOf(await part(page, 'canvas.live'));
};

/** Whether a key scrolls the page down, pressed at most three times. */
async function scrolls(page, key) {
  for (let time = 0; time < 3; ++time) {
    const from = await page.evaluate(() => scrollY);
    await page.keyboard.press(key);
    const moved = page.waitForFunction((from) => scrollY >= from + 200, { timeout: time < 2 ? 3000 : kPatience }, from);
    if (await moved.catch(() => null)) return true;
  }
  return false;
}

// The module, what some figures share, and the figure's own part.
const kFiles = 1 + partsOf('algorithm').length;

test('three figures on one page share one compiled module and show three results', async () => {
  const page = await open(browser, `${server.address}/three.html`, { viewport: { width: 900, height: 1600 } });
  await result(page, 3);
  assert.equal(await page.evaluate(() => window.seen.compiles), kFiles);
  const results = await events(page, 'lifted-result');
  const sentences = new Set(results.map(({ detail }) => detail.sentence.replace(/ in [\d.,]+ \S+\./, '.')));
  assert.equal(sentences.size, 3, 'three seeds, three errors');
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a figure that is far away does not start', async () => {
  const page = await open(browser, `${server.address}/bottom.html`);
  await pause(500);
  assert.equal(await page.evaluate(() => window.seen.compiles), 0);
  await page.evaluate(() => scrollTo(0, 1800));
  await result(page);
  assert.equal(await page.evaluate(() => window.seen.compiles), kFiles);
  await page.close();
});

test('of figures that wait for the module the one in view starts first', async () => {
  // On its way until the reader is at the end of the page.
  const late = await startLateServer('/lifted-attention.wasm', { pages: { '/index.html': html(`${tag('id="top"')}${long}${long}${tag('id="bottom"')}`) } });
  const page = await open(browser, late.address);
  await until(page, () => document.querySelector('#top').shadowRoot);
  await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight);
    return new Promise((seen) => new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && seen(null)).observe(document.querySelector('#bottom')));
  });
  late.send();
  await result(page, 2);
  assert.deepEqual((await events(page, 'lifted-ready')).map(({ id }) => id), ['bottom', 'top']);
  await page.close();
});

test('the wheel over a figure scrolls the page', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  const { x, y } = await ready(page);
  await page.mouse.move(x + 100, y + 100);
  await page.mouse.wheel({ deltaY: 300 });
  await until(page, () => scrollY >= 200);
  await page.close();
});

test('keys typed into the page stay in the page, also after a click on a figure', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  const { x, y } = await ready(page);
  await page.mouse.click(x + 200, y + 100);
  await page.focus('#name');
  await page.mouse.move(x + 50, y + 80);
  await page.keyboard.type('Ada L. 4+4=8');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  assert.equal(await page.$eval('#name', (input) => input.value), 'Ada L. 4+4=8'.slice(0, -2) + '8');
  await page.close();
});

test('space and page keys scroll the page after a click on a figure', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  const { x, y } = await ready(page);
  await page.evaluate(() => {
    window.taken = [];
    addEventListener('keydown', ({ key, defaultPrevented }) => defaultPrevented && window.taken.push(key));
  });
  await page.mouse.click(x + 200, y + 5);
  // Chromium can lose a page's first scroll by a key while a busy frame with WebGL is being made (seen in 6 of 240
  // plain pages without a figure): like a reader, press again.
  for (const key of ['PageDown', 'Space']) assert.ok(await scrolls(page, key), key);
  assert.deepEqual(await page.evaluate(() => window.taken), []);
  await page.close();
});

test('Tab goes through a figure and leaves it, and the form comes into view on the way', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await ready(page);
  assert.equal(await page.evaluate(() => window.part('.figure').dataset.controls), 'canvas');
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('more', ''));
  await page.focus('#name');
  const visited = [];
  for (let k = 0; k < 60; ++k) {
    await page.keyboard.press('Tab');
    const where = await page.evaluate(() => {
      const outer = document.activeElement;
      const inner = outer.shadowRoot?.activeElement;
      if (!inner) return { name: outer.id };
      const { width, height } = inner.closest('.form, .reel')?.getBoundingClientRect() ?? { width: 0, height: 0 };
      return { name: inner.className || inner.type || inner.tagName, inForm: Boolean(inner.closest('.form, .reel')), width, height };
    });
    visited.push(where);
    if (where.name === 'after') break;
  }
  assert.equal(visited.at(-1)?.name, 'after', 'the focus left the figure');
  const controls = visited.filter(({ inForm }) => inForm);
  assert.ok(controls.length >= 5, `${controls.length} controls`);
  for (const { width, height } of controls) assert.ok(width > 200 && height > 30, 'the form can be seen while it has the focus');
  await page.close();
});

test('a figure never takes the focus by itself', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await page.focus('#name');
  await ready(page);
  await resultOf(page, () => page.evaluate(() => (document.querySelector('lifted-attention').state = { seed: 3 })));
  assert.equal(await page.evaluate(() => document.activeElement.id), 'name');
  await page.close();
});

test("the document's title stays as it was", async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await ready(page);
  await pause(200);
  assert.equal(await page.title(), 'A page of a test');
  assert.deepEqual(await page.evaluate(() => window.seen.titles), []);
  await page.close();
});

test('a click between two frames is a click, and a control in the canvas changes the state and the form', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await ready(page);
  await page.evaluate(() => window.part('.strip').scrollIntoView({ block: 'center', behavior: 'instant' }));
  const strip = await page.evaluate(() => window.part('.strip').getBoundingClientRect().toJSON());
  assert.ok(strip.height > 40, `a strip of ${strip.height} px`);
  const before = await page.evaluate(() => document.querySelector('lifted-attention').query);
  // Down the strip and along it, until a control answers.
  search: for (let y = strip.top + 20; y < strip.bottom - 4; y += 12) {
    for (let x = strip.left + 20; x < strip.right; x += 90) {
      await page.mouse.click(x, y);
      if ((await events(page, 'lifted-change')).length > 0) break search;
    }
  }
  const changes = await events(page, 'lifted-change');
  assert.ok(changes.length > 0, 'no control in the strip answers a click');
  assert.notEqual(await page.evaluate(() => document.querySelector('lifted-attention').query), before);
  const agree = await page.evaluate(() => {
    const { state } = document.querySelector('lifted-attention');
    const radio = window.part('input[name=source]:checked');
    return [state.source, ['random', 'memory', 'text'][radio.value]];
  });
  assert.equal(agree[0], agree[1]);
  await page.close();
});

/** A finger that goes from one place to another. */
async function swipe(page, from, to) {
  const session = await page.createCDPSession();
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (let k = 1; k <= 12; ++k) {
    await touch('touchMove', [{ x: from.x + ((to.x - from.x) * k) / 12, y: from.y + ((to.y - from.y) * k) / 12 }]);
    await pause(16);
  }
  await touch('touchEnd', []);
}

test('a vertical swipe over a figure scrolls the page and changes nothing in it', async () => {
  const page = await open(browser, `${server.address}/one.html`, { viewport: phone });
  const { x, y, width } = await ready(page);
  const changes = (await events(page, 'lifted-change')).length;
  const top = y - (await page.evaluate(() => scrollY));
  await swipe(page, { x: x + width / 2, y: top + 350 }, { x: x + width / 2 + 8, y: top + 50 });
  await until(page, () => scrollY > 100);
  assert.equal((await events(page, 'lifted-change')).length, changes);
  await page.close();
});

test('a horizontal drag over a figure does not scroll the page and reaches the figure', async () => {
  const page = await open(browser, `${server.address}/one.html`, { viewport: phone });
  const { x, y } = await ready(page);
  const top = y - (await page.evaluate(() => scrollY));
  const draws = await page.evaluate(() => window.seen.draws);
  await swipe(page, { x: x + 40, y: top + 200 }, { x: x + 260, y: top + 210 });
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.ok((await page.evaluate(() => window.seen.draws)) > draws);
  await page.close();
});

test('after a finger has gone, nothing stays hovered', { timeout: 2 * kPatience }, async () => {
  const page = await open(browser, `${server.address}/one.html`, { viewport: phone });
  const { x, y, width } = await ready(page);
  await settled(page);
  const shot = () => page.screenshot({ clip: { x, y, width, height: 300 }, encoding: 'base64' });
  const before = await shot();
  const top = y - (await page.evaluate(() => scrollY));
  await swipe(page, { x: x + 60, y: top + 150 }, { x: x + width - 80, y: top + 152 });
  await settled(page);
  assert.equal(await shot(), before);
  await page.close();
});

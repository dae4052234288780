// Layout that gives way: 320 px (which is 1280 px at 400 %), text spaced wider, pages that run from right to left. No
// sideways scroll, nothing cut off, nothing over anything else, and fingers find what they want.
// Full run: every figure in many widths takes half a minute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, open, part, phone, result, settled, swap, unfolded, until } from './chromium.mjs';
import { lookForFaults } from './faults.mjs';
import { figures } from './native.mjs';
import { colours } from './picture.mjs';
import { page as html } from './server.mjs';
import { quick } from './states.mjs';
import { startChromium, startServer } from './suite.mjs';

const kFinger = 44;

/** Pages in which one figure replaces the other, and the widths at which each is examined. */
const reused = [];
const narrow = { ...phone, width: 320 };

const server = await startServer({ pages: { '/one.html': html('<lifted-attention figure="algorithm"></lifted-attention>') } });
const browser = await startChromium();
for (const viewports of [[narrow], [{ ...desk, width: 700 }, desk]]) {
  const page = await open(browser, `${server.address}/one.html`, { viewport: viewports[0], kept: true });
  await page.evaluate(lookForFaults);
  reused.push({ page, viewports });
}

/** Text as WCAG 1.4.12 lets readers space it, in page and figures. @param {boolean} spaced */
function spaceText(spaced) {
  const sheet = (window.spacing ??= new CSSStyleSheet());
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }');
  for (const root of [document, ...[...document.querySelectorAll('lifted-attention')].map(({ shadowRoot }) => shadowRoot)]) root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => other !== sheet), ...(spaced ? [sheet] : [])];
}

/** Faults as it is, from right to left, and spaced; nothing where there are none. */
async function inEveryWay(page) {
  // What sticks to the window's edge over the picture is brought to its own place.
  const faults = () => page.evaluate(() => (window.part('.bar').scrollIntoView({ block: 'end', behavior: 'instant' }), window.faults(window.part('.figure').getRootNode())));
  const found = { plain: await faults() };
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  found['from right to left'] = await faults();
  await page.evaluate(spaceText, true);
  found.spaced = await faults();
  await page.evaluate(spaceText, false);
  await page.evaluate(() => (document.documentElement.dir = 'ltr'));
  return Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0));
}

/** Runs in the page: what a finger would miss. */
function tooSmall(least) {
  const all = window.part('.figure').querySelectorAll('button, select, textarea, input:not([type=radio], [type=checkbox], .unseen), .segments label, .switch label, summary, .button');
  const nodes = [...all].filter((node) => !node.closest('.lever')); // it is in the picture
  const sizes = nodes.map((node) => ({ name: node.className || node.id || node.textContent, ...node.getBoundingClientRect().toJSON() }));
  return sizes.filter(({ width, height }) => height > 0 && (height < least || width < least)).map(({ name, width, height }) => `${name}: ${width} × ${height}`);
}

for (const { id } of figures) {
  test(`${id} has room at every width, with text spaced wider, and in a page from right to left; all is large enough for a finger`, async () => {
    for (const { page, viewports } of reused) {
      await page.bringToFront();
      await page.setViewport(viewports[0]);
      await swap(page, id, { controls: 'form', ...quick[id] });
      await page.evaluate(() => (window.part('details').open = true));
      for (const viewport of viewports) {
        await page.setViewport(viewport);
        await until(page, (width) => innerWidth === width, viewport.width);
        assert.deepEqual(await inEveryWay(page), {}, `${viewport.width} px`);
      }
    }
    const [{ page }] = reused;
    assert.deepEqual(await page.evaluate(tooSmall, kFinger), []);
  });
}

for (const [name, viewport] of [['320 px', narrow], ['1280 px', desk]]) {
  test(`the article has room at ${name}, also with text spaced wider`, async () => {
    const page = await open(browser, `${server.address}/article.html`, { viewport });
    await unfolded(page);
    await page.evaluate(lookForFaults);
    for (const spaced of [false, true]) {
      await page.evaluate(spaceText, spaced);
      assert.deepEqual(await page.evaluate(() => window.faults(document)), [], spaced ? 'spaced' : 'as it is');
    }
    await page.close();
  });
}

test("the words of a figure are marked as English and run as English does, those of the page do not", async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await page.evaluate(() => Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }));
  await result(page);
  const { lang, dir } = await page.evaluate(() => ({ lang: window.part('.sentence').closest('[lang]').lang, dir: getComputedStyle(window.part('.sentence')).direction }));
  assert.deepEqual([lang, dir], ['en', 'ltr']);
  await page.close();
});

test('with reduced motion nothing scrolls smoothly and nothing plays by itself', async () => {
  const page = await open(browser, `${server.address}/index.html`);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), 'auto');
  await page.evaluate(() => document.querySelector('lifted-attention:not([bare])').scrollIntoView());
  await result(page);
  await page.evaluate(() => (document.querySelector('lifted-attention:not([bare])').state = { seed: 2, scene: 'rugged' }));
  await result(page, 2);
  await settled(page);
  assert.equal(await page.evaluate(() => window.part('.play.playing')), null);
  await page.close();
});

test('with forced colours controls, chosen alternatives, progress and the focus are seen in the colours of the system', async () => {
  const forced = async (page) => {
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }, { name: 'prefers-color-scheme', value: 'dark' }] });
    await page.evaluateOnNewDocument(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (order, ...rest) {
        if (!order.job) return postMessage.call(this, order, ...rest);
        setTimeout(() => this.onmessage(new MessageEvent('message', { data: { kind: 'progress', fraction: 0.4, at: 2000 } })));
      };
    });
  };
  const other = await open(browser, `${server.address}/embed.html?figure=turing`, { prepare: forced });
  await until(other, () => window.part('.cancel')?.hidden === false);
  await other.evaluate(() => document.querySelector('lifted-attention').setAttribute('more', ''));
  await until(other, () => window.part('.rest details')?.open);
  assert.ok(colours(await (await part(other, 'select')).screenshot()) > 1);
  await other.close();
  const page = await open(browser, `${server.address}/one.html`, { prepare: forced });
  await until(page, () => window.part('.cancel')?.hidden === false);
  assert.equal(await page.evaluate(() => window.part('.figure').dataset.controls), 'form', 'controls in the picture would keep their own colours');
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('more', ''));
  await until(page, () => window.part('.rest details').open);
  const shot = async (selector) => colours(await (await part(page, selector)).screenshot());
  for (const selector of ['progress', '.cancel', '.more', '#control-d', '.entry', '.segments', '#control-again']) {
    const count = await shot(selector);
    assert.ok(count > 1, `${selector} is one colour`);
  }
  const look = (selector) => page.evaluate((selector) => getComputedStyle(window.part(selector)).backgroundColor, selector);
  assert.notEqual(await look('input[name=source]:checked + span'), await look('input[name=source]:not(:checked) + span'));
  await page.evaluate(() => window.part('#control-N').focus());
  await page.keyboard.down('Shift');
  await page.keyboard.press('Tab');
  await page.keyboard.up('Shift');
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(window.part('input[name=source]:checked + span'));
    return { outlineStyle, width: parseFloat(outlineWidth), outlineColor };
  });
  assert.deepEqual([ring.outlineStyle, ring.width >= 2], ['solid', true]);
  assert.notEqual(ring.outlineColor, await look('.figure'));
  await page.close();
});

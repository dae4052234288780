// A figure on a phone: picture and primary controls on one screen, and what plays at the thumb while the picture is there.
// Full run: every figure on a phone takes half a minute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign, moving, nextFrame, open, part, phone, result, settled, swap, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { decode } from './picture.mjs';
import { page as html } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const viewport = { ...phone, width: 390, height: 844 };
const kGutter = 16; // of the article on a phone

const between = (figure) => html(`<p style="height: 1500px">Far above.</p>${figure}<p style="height: 1500px">Far below.</p>`);
const server = await startServer({
  pages: {
    '/one.html': between('<lifted-attention figure="algorithm" state="N=64"></lifted-attention>'),
    '/frame.html': html('<iframe width="390" height="300" src="/embed.html?figure=algorithm"></iframe><script src="/embed-frame.js"></script>').replace('/lifted-attention.js', '/none.js'),
  },
});
const browser = await startChromium();

/** Scrolls the figure's top to a height of the window; where things stand then, CSS px. */
async function placed(page, top) {
  await page.evaluate((top) => scrollBy({ top: document.querySelector('lifted-attention').getBoundingClientRect().top - top, behavior: 'instant' }), top);
  await nextFrame(page);
  return page.evaluate(() => {
    const [film, view, controls, figure] = ['.film', '.view', '.controls', '.figure'].map((selector) => window.part(selector).getBoundingClientRect());
    return { top: film.top, bottom: film.bottom, after: film.top - view.bottom, before: controls.top - film.bottom, figure: figure.bottom, window: innerHeight };
  });
}

test('the film is at the thumb while the picture is on the screen, under the picture where that ends, and covers no control', async () => {
  const page = await open(browser, `${server.address}/one.html`, { viewport, media: moving });
  await placed(page, 0);
  await result(page);
  await settled(page);
  const entering = await placed(page, viewport.height - 200);
  assert.ok(entering.top >= entering.window, `of a figure that has just begun nothing is covered: ${JSON.stringify(entering)}`);
  for (const top of [400, 100, 0]) {
    const at = await placed(page, top);
    assert.ok((at.bottom === at.window && at.after < 0) || Math.abs(at.after) < 1, `the figure's top at ${top} px: ${JSON.stringify(at)}`);
    assert.ok(at.before > -1, `no control is under it, the figure's top at ${top} px: ${JSON.stringify(at)}`);
  }
  const hit = await page.evaluate(() => {
    const { x, y, width, height } = window.part('.film .play').getBoundingClientRect();
    return window.part('.figure').getRootNode().elementFromPoint(x + width / 2, y + height / 2) === window.part('.film .play');
  });
  assert.ok(hit, 'a finger meets it');
  await (await part(page, '.film .play')).tap();
  await until(page, () => window.part('.film .playing'));
  await (await part(page, '.film .play')).tap();
  const end = await placed(page, -500);
  assert.ok(end.bottom < end.window && Math.abs(end.after) < 1 && Math.abs(end.before) < 1, `between picture and controls, where it belongs: ${JSON.stringify(end)}`);
  const gone = await placed(page, -1500);
  assert.ok(gone.bottom <= gone.figure && gone.bottom < 0, 'it leaves with them');
  assert.ok(await page.evaluate(() => window.seen.shift) < 0.01);
  assert.equal(await page.evaluate(() => window.part('.figure').querySelectorAll('#control-at').length), 1, 'there is one of it');
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a picture whose last lines are under the film is drawn up to its first', async () => {
  const page = await open(browser, `${server.address}/one.html`, { viewport: phone });
  await placed(page, 0);
  await swap(page, 'machines');
  const { bottom, after } = await placed(page, 0);
  await page.setViewport({ ...phone, height: Math.round(bottom - after - 20) });
  const { after: covered } = await placed(page, 0);
  assert.ok(Math.abs(covered + 20) < 2, `the film covers ${-covered} px`);
  for (const step of ['1', '2', '3']) {
    await assign(page, { step });
    await settled(page);
    const { top, left, width } = await page.evaluate(() => window.part('.view').getBoundingClientRect().toJSON());
    const { data, width: columns } = decode(await page.screenshot());
    const scale = phone.deviceScaleFactor;
    let blank = 0; // pixels that nothing was drawn in
    for (let y = Math.ceil(scale * top) + 1; y < scale * (top + 20); ++y)
      for (let x = Math.ceil(scale * left); x < Math.floor(scale * (left + width)); ++x) blank += data[4 * (y * columns + x) + 3] === 0 ? 1 : 0;
    assert.equal(blank, 0, `after step ${step}`);
  }
  await page.close();
});

test('in a frame as high as its content it stands in its place', async () => {
  const page = await open(browser, `${server.address}/frame.html`, { viewport });
  const frame = page.frames().find((one) => one.url().includes('embed.html'));
  await until(frame, () => document.querySelector('lifted-attention')?.result);
  await until(page, () => document.querySelector('iframe').clientHeight > 800);
  await settled(frame);
  await settled(page);
  const { gap, scrolls } = await frame.evaluate(() => {
    const { shadowRoot } = document.querySelector('lifted-attention');
    const [film, view] = ['.film', '.view'].map((selector) => shadowRoot.querySelector(selector).getBoundingClientRect());
    return { gap: film.top - view.bottom, scrolls: document.documentElement.scrollHeight > innerHeight };
  });
  assert.deepEqual([Math.round(gap), scrolls], [0, false]);
  await page.close();
});

test('a figure without a film has its first primary range there, and it alone', async () => {
  const page = await open(browser, `${server.address}/one.html`, { viewport });
  for (const { id, parameters } of figures.filter(({ parameters }) => !parameters.some(({ film }) => film))) {
    await swap(page, id);
    const first = parameters.find(({ primary, kind }) => primary && kind === 'range').id;
    const found = await page.evaluate(() => [...window.part('.film').querySelectorAll('input[type=range]')].map(({ id }) => id));
    assert.deepEqual(found, [`control-${first}`], id);
    const at = await placed(page, 0);
    assert.ok(at.bottom === at.window || Math.abs(at.after) < 1, id);
  }
  await page.close();
});

test('picture and primary controls are at most one screen tall', async () => {
  const page = await open(browser, `${server.address}/one.html`, { viewport });
  await page.evaluate((gutter) => Object.assign(document.body.style, { margin: `0 ${gutter}px` }), kGutter);
  const wrong = [];
  for (const { id } of figures) {
    await swap(page, id);
    const height = await page.evaluate(() => ['.picture', '.controls', '.film'].reduce((sum, selector) => sum + window.part(selector).getBoundingClientRect().height, 0));
    if (height > viewport.height) wrong.push(`${id}: ${Math.round(height)} px`);
  }
  assert.deepEqual(wrong, []);
  await page.close();
});

// Boxes of other people's pages: in each the figure has a width and a height as a frame would, a press lands where it is
// aimed, and it ends with a result.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { desk, open, settled, until } from './chromium.mjs';
import { kFullOnly } from '../trials.mjs';
import { page as html } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const kWords = '<p>Some words of the page that stand beside the figure, and that are long enough to want all the room there is.</p>';
// @ is the figure. What shrinks to fit its content, what scales, and what lays out in a way of its own.
const kPlaces = {
  'a block': '<div>@</div>',
  'a flex box': '<div style="display: flex">@</div>',
  'a flex box beside words': `<div style="display: flex">${kWords}@</div>`,
  'a flex column whose items are not stretched': '<div style="display: flex; flex-direction: column; align-items: center">@</div>',
  'an inline flex box': '<div style="display: inline-flex">@</div>',
  'a grid with a column of its content': '<div style="display: grid; grid-template-columns: auto 1fr">@<p>Words</p></div>',
  'a grid whose items are not stretched': '<div style="display: grid; justify-items: start">@</div>',
  'a cell of a table': `<table><tr><td>${kWords}</td><td>@</td></tr></table>`,
  'a cell alone': '<table><tr><td>@</td></tr></table>',
  'a dialog': '<dialog>@</dialog>',
  'an inline block': '<div style="display: inline-block">@</div>',
  'a float': `<div style="float: inline-end">@</div>${kWords}`,
  'a box at a place of its own': '<div style="position: absolute">@</div>',
  'fit-content': '<div style="width: fit-content">@</div>',
  'max-content': '<div style="width: max-content; max-width: 100%">@</div>',
  'min-content': '<div style="width: min-content">@</div>',
  'a fieldset': '<fieldset style="width: max-content; max-width: 90%">@</fieldset>',
  columns: `<div style="columns: 2">${kWords}@${kWords}</div>`,
  'itself a float': '<lifted-attention figure="landscape" address="none" state="view=map&balls=1.2,1.2" style="float: left"></lifted-attention>',
  'itself a flex box': '<lifted-attention figure="landscape" address="none" state="view=map&balls=1.2,1.2" style="display: flex"></lifted-attention>',
  'itself inline': '<lifted-attention figure="landscape" address="none" state="view=map&balls=1.2,1.2" style="display: inline"></lifted-attention>',
  'zoom, smaller': '<div style="zoom: 0.8">@</div>',
  'zoom, larger, in zoom': '<div style="zoom: 0.5"><div style="zoom: 3; width: 700px">@</div></div>',
  'a scaled slide': '<div style="width: 900px; transform: scale(0.6); transform-origin: 0 0">@</div>',
  'a slide scaled and zoomed': '<div style="width: 900px; zoom: 0.7; scale: 0.8; transform-origin: 0 0">@</div>',
  'a turned box': '<div style="width: 500px; margin: 120px; zoom: 0.9; rotate: 20deg">@</div>',
  'a box in perspective': '<div style="width: 640px; margin: 60px; transform: perspective(1200px) rotateY(25deg)">@</div>',
  'another document': '<iframe style="width: 800px; height: 800px; zoom: 0.9"></iframe>',
};
// One of each kind; the full run has all.
const kGate = ['a flex box', 'a cell alone', 'a dialog', 'zoom, smaller', 'a turned box', 'another document'];
// One ball lies out of the way: a press beside one moves it, and there is to be a new one.
const kState = 'view=map&balls=1.2,1.2';
const kFigure = `<lifted-attention figure="landscape" address="none" state="${kState}"></lifted-attention>`;
const kLong = '<lifted-attention figure="algorithm" address="none" state="d=8&N=8192"></lifted-attention>';
// Computes for many seconds: it has not ended when the next call reaches the page, however slow that is.
const kForever = kLong.replace('d=8&N=8192', 'd=16&N=16384&targets=causal');

const server = await startServer({ pages: { '/page.html': html('<div id="outer" style="position: relative"></div><div id="elsewhere"></div>') } });
const page = await open(await startChromium(), `${server.address}/page.html`, { kept: true });

/** Puts markup into the page; its figure is `window.figure` from then on. */
const put = (markup) => page.evaluate((markup, figure, state) => {
  window.scrollTo(0, 0);
  window.outer.innerHTML = markup.replace('@', figure);
  window.outer.querySelector('dialog')?.showModal();
  window.figure = window.outer.querySelector('lifted-attention');
  const frame = window.outer.querySelector('iframe');
  if (!frame) return;
  window.figure = document.createElement('lifted-attention');
  window.figure.setAttribute('figure', 'landscape');
  window.figure.setAttribute('address', 'none');
  window.figure.setAttribute('state', state);
  frame.contentDocument.body.append(window.figure);
}, markup, kFigure, kState);

const ends = () => until(page, () => window.figure.result?.title);

/** Its width and height in its own pixels, and where it ends beside where the room for it ends. */
const measures = () => page.evaluate(() => {
  const picture = window.figure.shadowRoot.querySelector('.picture');
  return { width: picture.clientWidth, shape: picture.clientHeight / picture.clientWidth, whole: window.figure.offsetHeight, beyond: window.figure.getBoundingClientRect().right - window.outer.getBoundingClientRect().right };
});

/** Presses on a place of the picture, and returns where the new ball lies. */
async function press() {
  await page.evaluate(() => window.figure.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await settled(page);
  const at = await page.evaluate(() => {
    const picture = window.figure.shadowRoot.querySelector('.picture');
    const mark = document.createElement('i');
    mark.style.cssText = `position: absolute; width: 0; height: 0; left: 42%; top: 45%`;
    picture.append(mark);
    const { x: left, y: top } = mark.getBoundingClientRect();
    mark.remove();
    const frame = window.figure.ownerDocument.defaultView.frameElement;
    if (!frame) return [left, top];
    const { x: frameLeft, y: frameTop } = frame.getBoundingClientRect();
    const zoom = frame.currentCSSZoom;
    return [frameLeft + (frame.clientLeft + left) * zoom, frameTop + (frame.clientTop + top) * zoom];
  });
  await page.mouse.click(...at);
  await settled(page);
  return page.evaluate(() => window.figure.state.balls.slice(2));
}

/** Where the ball lands in a block of that width. @type {Map<number, number[]>} */
const known = new Map();
async function expected(width) {
  if (known.has(width)) return known.get(width);
  await put(`<div style="width: ${width}px">@</div>`);
  await ends();
  const ball = await press();
  assert.equal(ball.length, 2, 'the press has put a ball there');
  known.set(width, ball);
  return ball;
}

describe('a figure in', () => {
  for (const [name, markup] of Object.entries(kPlaces)) {
    test(name, { skip: kGate.includes(name) ? false : kFullOnly }, async () => {
      await put(markup);
      await ends();
      const { width, shape, whole, beyond } = await measures();
      assert.ok(width >= (name === 'min-content' ? 240 : 300), `${width} px wide`);
      assert.ok(Math.abs(shape - (width < 600 ? 1.3 : 0.6)) < 0.2, `its picture is ${shape} times as high as wide`);
      assert.ok(whole < 3 * width + 700, `${whole} px high`);
      if (!/[23]; |perspective|turned/.test(name + markup)) assert.ok(beyond < 1, `${beyond} px beyond its room`);
      const ball = await press();
      const there = await expected(width);
      assert.ok(ball.length === 2 && ball.every((value, k) => Math.abs(value - there[k]) < 0.04), `a ball lies at ${ball}, where it should at ${there}, ${width} px wide`);
    });
  }
});

test('on a phone it is no wider than its room', async () => {
  await page.setViewport({ ...desk, width: 360 });
  for (const [name, markup] of Object.entries(kPlaces).filter(([, markup]) => !/zoom|transform|iframe/.test(markup))) {
    await put(markup);
    const { width } = await measures();
    assert.ok(width >= 150 && width <= 344, `${name}: ${width} px`);
  }
  await page.setViewport(desk);
});

/** Puts a figure into the page that has just begun to learn. */
const computing = (figure = kLong) => page.evaluate((markup) => {
  window.outer.innerHTML = markup;
  window.figure = window.outer.querySelector('lifted-attention');
  return new Promise((begun) => window.figure.addEventListener('lifted-ready', () => setTimeout(begun)));
}, figure);

test('a figure in another document fills the screen, and leaves it', async () => {
  await put('<iframe allow="fullscreen" style="width: 800px; height: 800px"></iframe>');
  await ends();
  // A call of a script by the debugger counts as what a reader does.
  const press = async (label) => {
    await page.evaluate(() => window.figure.shadowRoot.querySelector('.more').click());
    await until(page, () => window.figure.shadowRoot.querySelector('.menu')?.hidden === false);
    await page.evaluate((label) => [...window.figure.shadowRoot.querySelectorAll('.menu button')].find((node) => node.textContent === label && !node.hidden).click(), label);
  };
  await press('Full screen');
  await until(page, () => window.figure.ownerDocument.fullscreenElement === window.figure);
  await press('Leave full screen');
  await until(page, () => window.figure.ownerDocument.fullscreenElement === null);
});

const kMoves = {
  'moved while it computes': () => window.elsewhere.append(window.figure),
  'moved by moveBefore': () => window.elsewhere.moveBefore(window.figure, null),
  'moved to another document while it computes': () => {
    const frame = document.createElement('iframe');
    window.elsewhere.append(frame);
    frame.contentDocument.body.append(window.figure);
  },
  'taken out while it computes, and put back': async () => {
    window.figure.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    window.elsewhere.append(window.figure);
  },
};
describe('a figure', () => {
  for (const [name, move] of Object.entries(kMoves)) {
    test(`${name} ends with a result`, async () => {
      await computing();
      await page.evaluate(move);
      await ends();
      const text = await page.evaluate(() => window.figure.shadowRoot.querySelector('.status-text').textContent);
      assert.equal(text, '');
      await page.evaluate(() => window.elsewhere.replaceChildren());
    });
  }

  test('whose run the reader has cancelled does not learn on by itself when it is moved', async () => {
    await computing(kForever);
    await page.evaluate(() => {
      window.figure.cancel();
      window.elsewhere.append(window.figure);
    });
    await settled(page);
    assert.equal(await page.evaluate(() => window.figure.result), null);
    await page.evaluate(() => window.elsewhere.replaceChildren());
  });
});

test('nothing was complained about', () => assert.deepEqual(page.complaints, []));

// By keyboard alone: from the top of the article to its end, through every control of every figure and every exercise,
// with the focus always seen; every control answers its keys, and the menu and the numbers open, save and undo.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exercises } from '../../web/exercises.js';
import { kPatience, open, pause, result, resultOf, settled, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const kMostStops = 3000;
const kContrast = 3;

const around = (figure) => html(`<button id="before">Before</button>${figure}<button id="after">After</button>`);
const server = await startServer({ pages: { '/one.html': around(tag()) } });
const browser = await startChromium();

/** Runs in every page: what has the focus, and whether a reader sees that it has. */
function watchFocus() {
  const visited = new Map();
  const deep = (node) => (node?.shadowRoot?.activeElement ? deep(node.shadowRoot.activeElement) : node);
  const above = (node) => node.parentElement ?? node.getRootNode().host;
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number).map((value, k) => (colour.startsWith('color(') && k < 3 ? 255 * value : value));
  const light = (colour) => {
    const [r, g, b] = numbers(colour).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = (node) => {
    if (!node) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(node);
    return (numbers(backgroundColor)[3] ?? 1) === 1 ? backgroundColor : paper(above(node));
  };
  const ring = (node) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(node);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return 0;
    const [a, b] = [light(outlineColor), light(paper(above(node)))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  /** A control that cannot be seen itself shows the focus on what stands for it. */
  const contrast = (node) => Math.max(ring(node), ...[node.nextElementSibling, node.closest('label')].filter(Boolean).map(ring));

  window.tabStop = () => {
    const node = deep(document.activeElement);
    if (!node || node === document.body) return null;
    const again = visited.has(node);
    if (!again) visited.set(node, visited.size);
    const { top, bottom, left, right } = (node.matches('.segments input, .unseen') ? (node.nextElementSibling ?? node) : node).getBoundingClientRect();
    const row = node.closest('.row');
    return {
      again,
      at: visited.get(node),
      name: [node.getRootNode().host?.getAttribute('figure'), node.id || node.name || node.className || node.textContent.trim().slice(0, 30), node.tagName].filter(Boolean).join(' '),
      contrast: contrast(node),
      inView: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && bottom > top,
      kind: node.type ?? node.tagName.toLowerCase(),
      tag: node.tagName,
      row: row?.querySelector('[id^=help-]').id ?? '',
      className: node.className,
      query: node.getRootNode().host?.query,
    };
  };
  window.beginAgain = () => visited.clear();
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled && node.tabIndex >= 0;
  const grouped = (node) => node.type === 'radio' && [...node.getRootNode().querySelectorAll(`input[name="${node.name}"]`)].some((other) => visited.has(other));
  /** What the keyboard should have reached and has not. */
  window.missed = () => {
    const roots = [document, ...[...document.querySelectorAll('lifted-attention')].map(({ shadowRoot }) => shadowRoot)];
    const nodes = roots.flatMap((root) => [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]);
    return nodes.filter((node) => shown(node) && !visited.has(node) && !grouped(node)).map((node) => [node.getRootNode().host?.getAttribute('figure'), node.id || node.name || node.outerHTML.slice(0, 80)].filter(Boolean).join(' '));
  };
  const isNear = (node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top <= 1.9 * innerHeight && bottom >= -0.9 * innerHeight;
  };
  /** The figures near the focus, the next one, and the exercises' forms are ready, as for a reader who takes the time to read. */
  window.settledNear = () => {
    const figures = [...document.querySelectorAll('lifted-attention')];
    const next = figures.find((figure) => document.activeElement.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING);
    const ready = figures.every((figure) => (figure !== next && !isNear(figure)) || figure.shadowRoot.querySelector('[data-ready]'));
    return ready && (![...document.querySelectorAll('.exercise')].some(isNear) || document.querySelector('.exercise form'));
  };
}

/** Whatever is asked of the learner is refused at once: nothing of it matters here. */
function refuseRuns() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (order, ...rest) {
    if (!order.job) return postMessage.call(this, order, ...rest);
    this.onmessage(new MessageEvent('message', { data: { kind: 'outcome', outcome: { times: [], error: 'Not now.' } } }));
  };
}

const prepare = (...scripts) => async (page) => {
  for (const script of [watchFocus, ...scripts]) await page.evaluateOnNewDocument(script);
};
const stop = (page) => page.evaluate(() => window.tabStop());

/** Presses a key until the focus is where `wanted` says. */
async function go(page, wanted, key = 'Tab') {
  for (let k = 0; k < 200; ++k) {
    await page.keyboard.press(key);
    const there = await stop(page);
    if (there && (await page.evaluate(wanted))) return there;
  }
  throw new assert.AssertionError({ message: `Tab does not come to ${wanted}` });
}

test('Tab goes from the top of the article to its end, through all that can be worked, and the focus is always seen', async () => {
  const page = await open(browser, `${server.address}/article.html`, { prepare: prepare(refuseRuns) });
  const hidden = [];
  let count = 0;
  for (; count < kMostStops; ++count) {
    await page.keyboard.press('Tab');
    await until(page, () => window.settledNear());
    const there = await stop(page);
    if (!there || there.again) break;
    if (!there.inView || there.contrast < kContrast) hidden.push(`${there.name}: contrast ${there.contrast.toFixed(2)}${there.inView ? '' : ', out of view'}`);
  }
  assert.ok(count < kMostStops, 'the page has no end');
  assert.deepEqual(hidden, []);
  assert.deepEqual(await page.evaluate(() => window.missed()), []);
  assert.ok(await page.evaluate(() => [...document.querySelectorAll('lifted-attention')].every(({ shadowRoot }) => shadowRoot.querySelector('[data-ready]'))));
  // Picture and primary controls of a figure are in one window.
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('lifted-attention')].flatMap(({ figure, shadowRoot }) => {
    const [title, controls] = ['.title', '.controls:not(.rest)'].map((selector) => shadowRoot.querySelector(selector).getBoundingClientRect());
    return controls.bottom - title.top <= innerHeight ? [] : [`${figure} ${controls.bottom - title.top} px`];
  })), []);
  // And back: no trap on the way up either.
  await page.keyboard.down('Shift');
  for (let k = 0; k < 40; ++k) {
    const before = (await stop(page))?.at ?? -1;
    await page.keyboard.press('Tab');
    assert.notEqual((await stop(page))?.at ?? -2, before, 'Shift and Tab move the focus');
  }
  await page.keyboard.up('Shift');
  await page.close();
});

test('the first stop skips to the article', async () => {
  const page = await open(browser, `${server.address}/index.html`, { prepare: prepare(refuseRuns) });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => location.hash), '#article');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.querySelector('article').contains(document.activeElement)));
  await page.close();
});

test('after a press in a picture, or in the text, the next stop is the next one there', async () => {
  const page = await open(browser, `${server.address}/index.html`);
  await page.evaluate(() => document.querySelector('#landscape lifted-attention').scrollIntoView({ block: 'center', behavior: 'instant' }));
  await until(page, () => document.querySelector('#landscape lifted-attention').result);
  const view = await page.evaluate(() => document.querySelector('#landscape lifted-attention').shadowRoot.querySelector('.view').getBoundingClientRect().toJSON());
  await page.mouse.click(view.x + view.width / 3, view.y + view.height / 2);
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.closest('#landscape')), 'within the figure');
  const text = await page.evaluate(() => {
    const below = document.querySelector('#landscape ~ p');
    below.scrollIntoView({ block: 'center', behavior: 'instant' });
    return below.getBoundingClientRect().toJSON();
  });
  await page.mouse.click(text.x + 2, text.y + 8);
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.querySelector('#landscape ~ p').contains(document.activeElement)), 'the first link of the paragraph');
  await page.close();
});

// Keys that change a control, and those that take it back.
const kKeys = {
  range: [['ArrowRight', 'ArrowLeft'], ['ArrowLeft', 'ArrowRight']],
  radio: [['ArrowRight', 'ArrowLeft']],
  checkbox: [['Space', 'Space']],
  'select-one': [['ArrowDown', 'ArrowUp'], ['ArrowUp', 'ArrowDown']],
  button: [['Enter', null]],
};

/** Uses the control that has the focus; whether the figure's state followed. */
async function use(page, { kind, className }) {
  const query = () => page.evaluate(() => JSON.stringify(document.querySelector('lifted-attention').state) + window.seen.events.filter(({ type }) => type === 'lifted-change').length);
  const first = await query();
  if (kind === 'text') {
    await page.keyboard.press('End');
    if (className === 'list') await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    return className !== 'list' || (await query()) !== first;
  }
  for (const [key, back] of kKeys[kind] ?? []) {
    await page.keyboard.press(key);
    if ((await query()) === first) continue;
    if (back) await page.keyboard.press(back);
    return true;
  }
  return false;
}

/** One page, in which one figure replaces the other. */
const reused = await open(browser, `${server.address}/one.html`, { prepare: prepare(refuseRuns), kept: true });

for (const { id, parameters } of figures) {
  test(`every control of ${id} is reached by Tab and answers its keys`, async () => {
    const page = reused;
    await page.bringToFront();
    await page.evaluate((id) => {
      const figure = document.createElement('lifted-attention');
      figure.setAttribute('figure', id);
      figure.setAttribute('more', '');
      document.querySelector('lifted-attention').replaceWith(figure);
      window.beginAgain();
    }, id);
    await until(page, () => window.part('[data-ready]'));
    await page.focus('#before');
    await go(page, () => document.activeElement.shadowRoot?.activeElement.closest('.row') ?? false);
    const used = new Set();
    for (let k = 0; k < kMostStops; ++k) {
      const there = await stop(page);
      if (!there || there.name.startsWith('after')) break;
      if (!there.row) {
        await page.keyboard.press('Tab');
        continue;
      }
      const name = `${there.row} ${there.kind} ${there.className}`;
      if (!used.has(name)) assert.ok(await use(page, there), `${there.name} does not answer`);
      used.add(name);
      await page.keyboard.press('Tab');
    }
    const rows = new Set([...used].map((name) => name.split(' ')[0]));
    const shown = await page.evaluate(() => [...window.part('.figure').querySelectorAll('.row')].filter((row) => row.checkVisibility()).length);
    assert.ok(rows.size >= shown && shown > 1, `${rows.size} of ${shown} rows, ${parameters.length} parameters`);
    await go(page, () => document.activeElement.id === 'after');
    assert.deepEqual(page.complaints, []);
  });
}

/** Opens the menu and chooses by arrow keys. */
async function choose(page, label) {
  await go(page, () => document.activeElement.shadowRoot?.activeElement.className === 'more');
  await page.keyboard.press('Enter');
  await until(page, () => !window.part('.menu').hidden);
  const item = () => page.evaluate(() => document.activeElement.shadowRoot.activeElement.textContent);
  for (let k = 0; k < 40 && !label.test(await item()); ++k) await page.keyboard.press('ArrowDown');
  assert.match(await item(), label);
  await page.keyboard.press('Enter');
}

test('by keys alone a value is changed, undone, the numbers are opened and the table is saved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lifted-attention-'));
  const page = await open(browser, `${server.address}/one.html`, { prepare: prepare() });
  const session = await page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  await result(page);
  await page.focus('#before');
  await go(page, () => document.activeElement.shadowRoot?.activeElement.id === 'control-N');
  const { state } = await resultOf(page, () => page.keyboard.press('ArrowRight'));
  assert.equal(state.N, 8192);
  await settled(page); // a drag is one step of the history, so it has to end
  await page.focus('#before');
  const undone = await resultOf(page, () => choose(page, /^Undo$/));
  assert.equal(undone.state.N, 4096);
  await go(page, () => document.activeElement.shadowRoot?.activeElement.matches('.sentence ~ details summary'));
  await page.keyboard.press('Enter');
  assert.ok(await page.evaluate(() => window.part('.sentence ~ details').open));
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.className), 'scroll');
  await page.focus('#before');
  await choose(page, /CSV/);
  let files = [];
  for (let k = 0; k < kPatience / 50 && !files.some((name) => name.endsWith('.csv')); ++k) {
    await pause(50);
    files = await readdir(folder);
  }
  assert.match(await readFile(join(folder, files[0]), 'utf8'), /Token size d,4/);
  await page.close();
  await rm(folder, { recursive: true });
});

/** What an exercise says of a prediction: 'right', 'wrong', … It may say first that the figure has not answered yet. */
const verdict = (page, id) =>
  until(page, (id) => {
    const { verdict } = document.querySelector(`[data-exercise="${id}"] [data-verdict]`)?.dataset ?? {};
    return ['right', 'wrong', 'given', 'lacking'].includes(verdict) && verdict;
  }, id);
const words = (page) => page.evaluate(() => document.activeElement.textContent);
const goTo = (page, text, key) => go(page, `document.activeElement.textContent === ${JSON.stringify(text)}`, key);

/** Predicts one thing after the other until it is right: each alternative, then the number that the exercise itself says. */
async function predict(page, id, kind) {
  const guesses = kind === 'radio' ? [0, 1, 2, 3, 4, 5] : ['0'];
  for (const guess of guesses) {
    if (kind === 'radio') for (let k = 0; k < Math.max(1, guess); ++k) await page.keyboard.press(guess === 0 ? 'Space' : 'ArrowDown');
    else await page.keyboard.type(guess);
    await goTo(page, 'Check it');
    await page.keyboard.press('Enter');
    if ((await verdict(page, id)) === 'right') return;
    await until(page, () => document.activeElement.textContent === 'Try again');
    if (kind !== 'radio' && guesses.length < 9) {
      const told = await page.evaluate((id) => document.querySelector(`[data-exercise="${id}"] .verdict`).textContent, id);
      guesses.push(...(told.match(/\d[\d,.]*\d|\d/g) ?? []));
    }
    await page.keyboard.press('Enter');
  }
  assert.fail(`${id}: no prediction is right`);
}

/** A task: as it is set up it is not done; one way to do it is shown. */
async function perform(page, id) {
  await page.keyboard.press('Enter'); // on "Set the figure up"
  await goTo(page, 'Check it');
  await page.keyboard.press('Enter');
  assert.equal(await verdict(page, id), 'wrong');
  await goTo(page, 'Show one way');
  await page.keyboard.press('Enter');
  assert.equal(await verdict(page, id), 'given');
  assert.equal(await words(page), 'Try again');
}

test('an exercise of each kind is completed by keys alone', async () => {
  const page = await open(browser, `${server.address}/article.html`, { prepare: prepare() });
  const ids = ['choice', 'number', 'task'].map((kind) => exercises.find((exercise) => exercise.kind === kind)?.id);
  for (const id of ids) {
    // The reader has come down to the heading before it, as by the keys of a screen reader.
    await page.evaluate((id) => {
      const block = document.querySelector(`[data-exercise="${id}"]`);
      block.tabIndex = -1;
      block.focus();
      block.previousElementSibling.scrollIntoView({ block: 'start', behavior: 'instant' });
    }, id);
    await until(page, (id) => document.querySelector(`[data-exercise="${id}"] form`), id);
    await page.keyboard.press('Tab');
    const { kind } = await stop(page);
    if (kind === 'button') await perform(page, id);
    else await predict(page, id, kind);
  }
  assert.deepEqual(page.complaints, []);
  await page.close();
});

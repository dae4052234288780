// A figure is a guest in somebody's page: what is typed, dropped, set and copied stays what it is, here and there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readList, readNumber } from '../../web/element/typed_numbers.js';
import { choose, exported, open, result, resultOf, said, settled, state, tabOf, until } from './chromium.mjs';
import { page as html, site, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const quiet = 'address="none" controls="form"';
const kFrame = '/embed.html?figure=algorithm&controls=none&N=128';
const server = await startServer({
  pages: {
    '/form.html': html(tag(`${quiet} state="N=128"`)),
    '/landscape.html': html('<lifted-attention figure="landscape" address="none"></lifted-attention>'),
    '/words.html': html(`<p id="words">attention please</p>${tag(`${quiet} state="source=text&N=128"`)}`),
    '/frames.html': html(`<div style="width: 400px"><div style="position: relative; padding-top: 56.25%"><iframe style="position: absolute; inset: 0; width: 100%; height: 100%" src="${kFrame}"></iframe></div></div>
      <div style="width: 400px; aspect-ratio: 16 / 9; overflow: hidden"><iframe style="width: 100%; height: 100%" src="${kFrame}"></iframe></div>
      <div id="shadow"><template shadowrootmode="open"><p><iframe width="100%" height="300" src="${kFrame}"></iframe></p></template></div>
      <div style="display: flex"><iframe style="flex: 1" height="300" src="${kFrame}"></iframe></div>
      <div id="script"><template shadowrootmode="open"><script src="/embed-frame.js" async></script></template></div>`),
  },
});
const browser = await startChromium();
const visit = tabOf(browser);
const opened = async (name) => {
  const page = await visit(`${server.address}/${name}.html`);
  await result(page);
  return page;
};

test('numbers are read as they are typed, and not guessed where there are two ways to read them', () => {
  const kNumbers = {
    '0,001': '0.001', '0.001': '0.001', ',5': '.5', '-0,25': '-0.25', '−2': '-2', '1,5e-3': '1.5e-3', '2,50': '2.50', '1e-4': '1e-4',
    '1,024,000': '1024000', '1.024.000': '1024000', '1.024,5': '1024.5', '1,024.5': '1024.5', '1 024': '1024', '1’024': '1024', '12,34': '12.34', '1234,567': '1234.567',
    '1,2,3': '1,2,3', 'many': 'many', // these are refused by name
  };
  for (const [typed, text] of Object.entries(kNumbers)) assert.deepEqual(readNumber(typed, false), { text }, typed);
  assert.deepEqual(readNumber('1,024', false), { ways: ['1.024', '1024'] });
  for (const typed of ['1,024', '1.024']) assert.deepEqual(readNumber(typed, true), { text: '1024' });
  for (const typed of ['0.001', '-0.125', '16.0', '2.5']) assert.deepEqual(readNumber(typed, true), { text: typed });
  assert.deepEqual(readNumber('2,5', true), { text: '2.5' });
  const kLists = {
    '0.5, -1': '0.5,-1', '0.5,-1': '0.5,-1', '1,2,3': '1,2,3', '1, 2; 3, 4': '1,2,3,4', '1 2 3': '1,2,3', '0,5; −1,25': '0.5,-1.25', '0,5;1': '0.5,1', '0,5\t1,5': '0.5,1.5', '7': '7', '': '', '0, 5': '0,5',
  };
  for (const [typed, text] of Object.entries(kLists)) assert.deepEqual(readList(typed), { text }, typed);
  assert.deepEqual(readList('0,5'), { ways: ['0.5', '0, 5'] });
  assert.deepEqual(readList('0,5 1,5'), { ways: ['0.5, 1.5', '0, 5, 1, 5'] });
  assert.deepEqual(readList('0,5, 1,5'), { ways: ['0.5, 1.5', '0, 5, 1, 5'] });
});

/** Types into a field of the figure, and leaves it by Enter. */
async function type(page, field, text) {
  await page.evaluate((field) => {
    for (const details of document.querySelector('lifted-attention').shadowRoot.querySelectorAll('details')) details.open = true;
    window.part(field).focus();
    window.part(field).select();
  }, field);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('a decimal comma is one, in a field too', async () => {
  const page = await opened('form');
  const ridge = '.row:has(#control-lambda) .entry';
  await resultOf(page, () => type(page, ridge, '0,001'));
  assert.equal((await state(page)).lambda, 0.001);
  await type(page, ridge, '1,024');
  assert.match((await said(page)).notes, /Ridge λ: “1,024” can be read in two ways\. Write “1\.024” or “1024”\./);
  assert.equal((await state(page)).lambda, 0.001);
  for (const [typed, N] of [['1,024', 1024], ['2.048', 2048]]) {
    await resultOf(page, () => type(page, '.row:has(#control-N) .entry', typed));
    assert.equal((await state(page)).N, N);
  }
  assert.equal((await said(page)).notes, '');
});

/** Drags `from` (an element, or a part of a figure) and drops it on a part of the figure, as the browser tells of it. */
const drag = (page, from, to, text) => page.evaluate((from, to, text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', text);
  const tell = (place, type) => place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true }));
  const source = document.querySelector(from) ?? window.part(from);
  tell(source, 'dragstart');
  const over = tell(window.part(to), 'dragover');
  const marked = window.part('.figure').hasAttribute('data-dropping');
  const dropped = tell(window.part(to), 'drop');
  tell(source, 'dragend');
  return { taken: !over || !dropped, marked };
}, from, to, text);

test('a word that is dragged inside the field of the text moves there, and replaces nothing', async () => {
  const page = await opened('words');
  const kField = '.text:not([hidden]) textarea';
  const text = 'attention is all you need, and all you need is attention. '.repeat(9);
  await resultOf(page, () => page.evaluate((field, text) => {
    window.part(field).value = text;
    window.part(field).dispatchEvent(new Event('change'));
    window.part(field).dispatchEvent(new Event('input'));
  }, kField, text));
  for (const [from, to] of [[kField, kField], ['#words', kField], [kField, '.view'], ['.sentence', '.view']]) {
    assert.deepEqual(await drag(page, from, to, 'attention'), { taken: false, marked: false }, `${from} to ${to}`);
  }
  await settled(page);
  assert.equal(await page.evaluate((field) => window.part(field).value, kField), text);
  assert.deepEqual(await drag(page, '#words', '.view', 'attention please and more of it, and more of it'), { taken: true, marked: true });
  await until(page, (field) => window.part(field).value.startsWith('attention please'), kField);
});

test('keys for a control of the figure do not reach the page around it, and all others do', async () => {
  const page = await opened('words');
  await page.evaluate(() => {
    window.heard = [];
    for (const type of ['keydown', 'keypress', 'keyup']) addEventListener(type, ({ key, type }) => window.heard.push(`${type} ${key}`));
  });
  const heard = (part, keys) => page.evaluate(async (part, keys) => {
    window.heard.length = 0;
    for (const [key, more] of keys) {
      for (const type of ['keydown', 'keypress', 'keyup']) window.part(part).dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true, ...more }));
    }
    return window.heard.length / 3;
  }, part, keys);
  const plain = ['/', 's', 'b', ' ', 'Enter', 'ArrowRight', 'Backspace', '?'].map((key) => [key, {}]);
  for (const field of ['textarea', '.entry', 'select'].filter(Boolean)) {
    if (field === 'select' && !(await page.evaluate(() => window.part('select')))) continue;
    assert.equal(await heard(field, plain), 0, field);
  }
  const others = [['Escape', {}], ['Tab', {}], ['F5', {}], ['s', { ctrlKey: true }], ['k', { metaKey: true }]];
  assert.equal(await heard('textarea', others), others.length);
  assert.equal(await heard('[type=range]', [['ArrowRight', {}], ['End', {}]]), 0);
  assert.equal(await heard('[type=range]', [['/', {}]]), 1);
  assert.equal(await heard('.more', [[' ', {}]]), 0);
  // As typed, too.
  await type(page, '.entry', '3');
  assert.ok(!(await page.evaluate(() => window.heard)).some((key) => /3|Enter/.test(key)));
});

test("HTML's own attributes are no settings, and what a framework makes of an object says nothing", async () => {
  const page = await opened('form');
  const kGlobal = ['accesskey', 'anchor', 'autocapitalize', 'autocorrect', 'autofocus', 'class', 'contenteditable', 'dir', 'draggable', 'enterkeyhint', 'exportparts', 'headingoffset', 'headingreset', 'inert', 'inputmode', 'is', 'itemid', 'itemprop', 'itemref', 'itemscope', 'itemtype', 'lang', 'nonce', 'part', 'popover', 'slot', 'spellcheck', 'style', 'tabindex', 'title', 'translate', 'virtualkeyboardpolicy', 'writingsuggestions', 'xml:lang', 'xmlns', 'role', 'aria-label', 'data-x', 'onclick'];
  await page.evaluate((names) => {
    const figure = document.createElement('lifted-attention');
    for (const name of [...names, 'state']) figure.setAttribute(name, name === 'state' ? '[object Object]' : '');
    for (const name of ['popover', 'inert']) figure.removeAttribute(name);
    window.seen.events.length = 0;
    document.querySelector('lifted-attention').replaceWith(figure);
  }, kGlobal);
  await result(page);
  assert.equal((await said(page)).notes, '');
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('contenteditable', 'false'));
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('nonsense', 'false'));
  await until(page, () => window.part('.notes').textContent.includes('nonsense'));
  assert.doesNotMatch((await said(page)).notes, /contenteditable/);
});

test('a property that was set before the element was defined is taken', async () => {
  const page = await open(browser, `${server.address}/form.html`, {
    prepare: (page) => page.evaluateOnNewDocument(() => addEventListener('readystatechange', () => {
      const figure = document.querySelector('lifted-attention');
      if (document.readyState === 'interactive' && figure) figure.state = { seed: 7 };
    }, { capture: true })),
  });
  const { state } = await result(page);
  assert.equal(state.seed, 7);
  assert.equal(await page.evaluate(() => Object.hasOwn(document.querySelector('lifted-attention'), 'state')), false);
  await page.close();
});

test('over http, where there is no clipboard, what is to be copied can be copied from a field', async () => {
  const page = await opened('form');
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
  const marked = () => until(page, () => {
    const field = window.part('.notes :is(input, textarea)');
    return field && field.value.slice(field.selectionStart, field.selectionEnd) === field.value && field.value;
  });
  await choose(page, 'Copy link');
  assert.match(await marked(), /^http.*N=128/);
  await choose(page, 'Copy as a Python script');
  await until(page, () => window.part('.notes textarea'));
  assert.match(await marked(), /import numpy/);
  await choose(page, 'Embed…');
  await until(page, () => window.part('dialog[open]'));
  await page.evaluate(() => {
    document.execCommand = () => false;
    [...window.part('dialog').querySelectorAll('button')].find(({ textContent }) => textContent === 'Copy').click();
  });
  await until(page, () => window.part('dialog').textContent.includes('press Ctrl+C'));
  assert.deepEqual(page.complaints, []);
});

test('a figure that is hidden, or in no page at all, is exported at a usual size', async () => {
  const page = await opened('form');
  for (const where of ['hidden', 'nowhere']) {
    const files = await page.evaluate(async (where) => {
      const figure = document.createElement('lifted-attention');
      for (const [name, value] of [['figure', 'algorithm'], ['address', 'none'], ['state', 'N=128']]) figure.setAttribute(name, value);
      if (where === 'hidden') {
        figure.style.display = 'none';
        document.body.append(figure);
      }
      const svg = await (await figure.export('svg')).text();
      const { width, height } = await createImageBitmap(await figure.export('png'));
      figure.remove();
      return { svg, width, height };
    }, where);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)/.exec(files.svg).map(Number);
    assert.ok(width >= 600 && height >= 300, `${width} by ${height}`);
    assert.ok(files.svg.length > 10_000, `${files.svg.length} letters`);
    assert.ok(files.width >= 1200 && files.height >= 600, `${files.width} by ${files.height}`);
  }
});

test('two pictures of a figure that stand in one page share no id', async () => {
  const page = await opened('landscape');
  const ids = async () => [...(await exported(page, 'svg')).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const one = await ids();
  await resultOf(page, () => page.evaluate(() => void document.querySelector('lifted-attention').set({ seed: 4 })));
  const other = await ids();
  assert.ok(one.length > 0 && other.length > 0);
  assert.deepEqual(one.filter((id) => other.includes(id)), []);
});

test('in a document without layout, as in jsdom, the import defines and breaks nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guest-'));
  try {
    copyFileSync(join(site, 'lifted-attention.js'), join(folder, 'element.mjs'));
    const program = `
      const defined = [];
      Object.assign(globalThis, { document: {}, HTMLElement: class {}, CSSStyleSheet: class {}, customElements: { get() {}, define: (name) => defined.push(name) } });
      globalThis.window = globalThis.self = globalThis;
      await import('./element.mjs');
      console.log(JSON.stringify(defined));`;
    assert.equal(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, encoding: 'utf8' }), '[]\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a frame in a shadow root gets the height of its figure, and one in a place of 16:9 keeps its own', async () => {
  const page = await visit(`${server.address}/frames.html`);
  const heights = () => page.evaluate(() => {
    const frames = [...document.querySelectorAll('iframe'), ...[...document.querySelectorAll('div')].flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('iframe') ?? [])])];
    return frames.map((frame) => [frame.offsetHeight, frame.parentElement.offsetHeight, frame.contentDocument.querySelector('main')?.offsetHeight ?? 0]);
  });
  for (const frame of page.frames().slice(1)) await until(frame, () => document.querySelector('lifted-attention')?.result);
  await until(page, () => {
    const [one, two] = [document.querySelector('#shadow').shadowRoot.querySelector('iframe'), document.querySelectorAll('iframe')[2]];
    return [one, two].every(({ offsetHeight }) => offsetHeight > 400);
  });
  await settled(page);
  const [padded, ratio, flexed, shadowed] = await heights();
  for (const [height, place] of [padded, ratio]) assert.ok(height <= place + 5, `${height} px in a place of ${place}`);
  for (const [height, , content] of [flexed, shadowed]) assert.ok(Math.abs(height - content) < 40, `${height} px for ${content}`);
});

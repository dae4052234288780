// A reader's own numbers in figure "algorithm": a table pasted, dropped, refused, saved and read again.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assign as set, event, events, open, part, result, resultOf, said, until } from './chromium.mjs';
import { native } from './native.mjs';
import { page as html, site, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const [example, sample] = ['example.csv', 'co2/co2.csv'].map((name) => readFileSync(join(site, name), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'numbers-'));

const natively = (...words) => execFileSync(native, words, { encoding: 'utf8', maxBuffer: 1 << 28 });

/** What the native program says of a table. */
function describe(table, query = 'source=numbers') {
  const file = join(scratch, 'table.csv');
  writeFileSync(file, table);
  return JSON.parse(natively('algorithm', query, file));
}

const server = await startServer({ pages: { '/form.html': html(`<div style="max-width: 900px">${tag('controls="form"')}</div>`) } });
const browser = await startChromium();
after(() => rmSync(scratch, { recursive: true }));

const timeless = (sentence) => sentence.replace(/ in [\d.,]+ \S+\./, '.');
const field = (page) => part(page, '.text:not([hidden]) textarea');

/** A page whose downloads are kept in `window.saved`. */
async function opened() {
  const page = await open(browser, `${server.address}/form.html`, {
    prepare: (page) =>
      page.evaluateOnNewDocument(() => {
        const { createObjectURL } = URL;
        window.saved = [];
        URL.createObjectURL = (blob) => {
          if (blob.type === 'text/csv') blob.text().then((text) => window.saved.push(text));
          return createObjectURL.call(URL, blob);
        };
      }),
  });
  await result(page);
  return page;
}

/** The page, learning from a table. */
async function withNumbers() {
  const page = await opened();
  await resultOf(page, () => set(page, { source: 'numbers' }));
  return page;
}

async function paste(page, text) {
  await (await field(page)).evaluate((area, text) => {
    area.value = text;
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    area.dispatchEvent(new Event('change', { bubbles: true }));
  }, text);
}

const drop = (page, name, content) =>
  page.evaluate(
    (name, content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      window.part('.view').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, composed: true, cancelable: true }));
    },
    name,
    content,
  );

/** The table that the menu saves. */
async function save(page) {
  const before = await page.evaluate(() => window.saved.length);
  await (await part(page, '.more')).click();
  await until(page, () => !window.part('.menu').hidden);
  await page.evaluate(() => [...window.part('.menu').children].find(({ textContent }) => textContent === 'Save data (CSV)').click());
  await until(page, (before) => window.saved.length > before, before);
  return page.evaluate(() => window.saved.at(-1));
}

test('the example is learned until there are numbers of the reader, and stands in the field', async () => {
  const page = await opened();
  const shown = await resultOf(page, () => set(page, { source: 'numbers' }));
  assert.equal(timeless(shown.sentence), describe(sample).sentence);
  assert.equal(await (await field(page)).evaluate(({ value }) => value), sample);
  assert.match(shown.title, /times the least/);
  assert.equal(await page.evaluate(() => window.part('.text:not([hidden]) [id$=help]').textContent.includes('Every tenth sequence')), true);
  await page.close();
});

test('a table with a number changed is another, and the way back is a button', async () => {
  const page = await withNumbers();
  const table = example.replace(/^1,1,[^,]+/m, '1,1,0.5');
  assert.notEqual(table, example);
  const shown = await resultOf(page, () => paste(page, table));
  assert.equal(timeless(shown.sentence), describe(table).sentence);
  assert.doesNotMatch(page.url(), /0\.5/);
  const back = await resultOf(page, async () => (await part(page, '.text:not([hidden]) button')).click());
  assert.equal(timeless(back.sentence), describe(sample).sentence);
  assert.equal(await (await field(page)).evaluate(({ value }) => value), sample);
  await page.close();
});

test('a file of numbers dropped on other data is learned as numbers, a file of words as words', async () => {
  const page = await opened();
  const table = natively('--job', 'data', 'algorithm', 'd=2&n=3&N=40&targets=causal').replaceAll('\n', '\r\n');
  const shown = await resultOf(page, () => drop(page, 'Mine.CSV', table));
  assert.equal(shown.state.source, 'numbers');
  assert.equal(timeless(shown.sentence), describe(table).sentence);
  assert.ok(shown.table.rows.some(([, value]) => value === 'every token, seeing its past'));
  const words = await resultOf(page, () => page.evaluate(() => (document.querySelector('lifted-attention').state = { source: 'random' })));
  assert.equal(words.state.source, 'random');
  const text = await resultOf(page, () => drop(page, 'poem.txt', 'A rose is a rose is a rose. '.repeat(40)));
  assert.equal(text.state.source, 'text');
  await page.close();
});

test("another model's answers beside the targets are measured by the least error of a layer, and saved with them", async () => {
  const page = await withNumbers();
  const table = example
    .split('\n')
    .map((line) => (line.startsWith('sequence') ? `${line},p1,p2,p3` : /^\d/.test(line) ? `${line},${line.split(',').slice(5).map((y) => y && Number(y) + 0.5).join(',')}` : line))
    .join('\n');
  const shown = await resultOf(page, () => paste(page, table));
  assert.match(shown.sentence, /^On the \d+ targets learned from, your model’s squared error is 0\.25\. The least that any layer of linear attention can have, .* is 0 but for rounding\./);
  assert.equal(timeless(shown.sentence), describe(table).sentence);
  const rows = (text) => text.split('\n').filter((line) => line && !line.startsWith('#'));
  assert.deepEqual(rows(await save(page)).map((line) => line.split(',').slice(2).map((cell) => cell && Number(cell))).slice(1), rows(table).map((line) => line.split(',').slice(2).map((cell) => cell && Number(cell))).slice(1));
  await page.close();
});

/** A file as NumPy writes one. @param {number[]} shape @param {number[]} values */
function npy(shape, values) {
  const head = `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`.padEnd(117) + '\n';
  return [...Buffer.concat([Buffer.from('\x93NUMPY\x01\0', 'latin1'), Buffer.from([head.length, 0]), Buffer.from(head), Buffer.from(Float64Array.from(values).buffer)])];
}
const dropArrays = (page, files) =>
  page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, bytes] of files) data.items.add(new File([Uint8Array.from(bytes)], name));
    window.part('.view').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, composed: true, cancelable: true }));
  }, files);

/** The example as two arrays, all its sequences `times` times. */
function arrays(times = 1) {
  const rows = example.split('\n').filter((line) => /^\d/.test(line)).map((line) => line.split(','));
  const numbers = (from, to) => Array(times).fill(rows.flatMap((row) => row.slice(from, to)).filter(Boolean).map(Number)).flat();
  return [npy([100 * times, 4, 3], numbers(2, 5)), npy([100 * times, 3], numbers(5, 8))];
}

test('arrays dropped on a figure are learned as the table they are; what is missing gets a sentence, and the last result stays', async () => {
  const page = await opened();
  const [tokens, targets] = arrays();
  const shown = await resultOf(page, () => dropArrays(page, [['tokens.npy', tokens], ['targets.npy', targets]]));
  assert.equal(shown.state.source, 'numbers');
  assert.equal(timeless(shown.sentence), describe(example).sentence);
  const errors = (await events(page, 'lifted-error')).length;
  await dropArrays(page, [['tokens.npy', tokens]]);
  assert.match((await event(page, 'lifted-error', errors + 1)).message, /No array is called targets\. Arrays that are here: tokens\./);
  assert.equal((await said(page)).sentence, shown.sentence);
  await page.close();
});

test('arrays whose table is too long to be shown are named, not a file beside them', async () => {
  const page = await opened();
  const [tokens, targets] = arrays(12);
  await resultOf(page, () => dropArrays(page, [['notes.txt', [104, 105]], ['tokens.npy', tokens], ['targets.npy', targets]]));
  assert.match(await page.evaluate(() => window.part('.text:not([hidden]) textarea').placeholder), /^“tokens\.npy” is used\./);
  await page.close();
});

for (const [what, change, says] of [
  ['words', () => 'To be or not to be', /Line 1: this is no header/],
  ['a cell that is no number', (table) => table.replace(/^2,1,[^,]+/m, '2,1,much'), /Line 9: column “x1”: “much” is not a number/],
  ['a row too few cells', (table) => table.replace(/^(3,2,.*),[^,]*,,,$/m, '$1'), /Line 14: the header has 8 cells, this row 4/],
  ['too few sequences', (table) => table.slice(0, table.indexOf('\n10,1,') + 1), /9 of the at least 10 sequences/],
]) {
  test(`${what}: a sentence that says where, and the last result stays`, async () => {
    const page = await withNumbers();
    const before = await said(page);
    const errors = (await events(page, 'lifted-error')).length;
    await paste(page, change(example));
    const { message } = await event(page, 'lifted-error', errors + 1);
    assert.match(message, says);
    const now = await said(page);
    assert.ok(now.notes.includes(message));
    assert.equal(now.sentence, before.sentence);
    await page.close();
  });
}

for (const query of ['d=3&n=5&N=64&seed=9', 'd=2&n=4&N=100&targets=causal&noise=0.1', 'source=memory&m=2&N=128']) {
  test(`the data of ${query} are saved to the last bit, and read in again they give the same numbers`, async () => {
    const page = await opened();
    const state = Object.fromEntries(new URLSearchParams(query));
    await resultOf(page, () => set(page, state));
    const table = await save(page);
    const rows = (text) => text.slice(text.indexOf('# targets'));
    assert.equal(rows(table), rows(natively('--job', 'data', 'algorithm', query)));
    const again = await resultOf(page, () => drop(page, 'data.csv', table));
    assert.equal(again.state.source, 'numbers');
    assert.equal(timeless(again.sentence), describe(table).sentence);
    assert.equal(rows(await save(page)), rows(table));
    await page.close();
  });
}

test('a table in UTF-16, as spreadsheets write “Unicode Text”, is the same table', async () => {
  const page = await withNumbers();
  const table = example.replace(/^1,1,[^,]+/m, '1,1,0.25');
  for (const swapped of [false, true]) {
    const bytes = Buffer.from(`\uFEFF${swapped ? table.replace('0.25', '0.75') : table}`, 'utf16le');
    const shown = await resultOf(page, () => dropArrays(page, [['Book.csv', [...(swapped ? bytes.swap16() : bytes)]]]));
    assert.equal(timeless(shown.sentence), describe(swapped ? table.replace('0.25', '0.75') : table).sentence);
  }
  await page.close();
});

test('words are not saved as numbers, and the menu says so', async () => {
  const page = await opened();
  await resultOf(page, () => set(page, { source: 'text' }));
  await (await part(page, '.more')).click();
  await until(page, () => !window.part('.menu').hidden);
  await page.evaluate(() => [...window.part('.menu').children].find(({ textContent }) => textContent === 'Save data (CSV)').click());
  await until(page, () => window.part('.note.hint')?.textContent.includes('save the text itself'));
  await page.close();
});

test('a figure without data of its own has no such command', async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=certificate`);
  await until(page, () => document.querySelector('lifted-attention')?.shadowRoot.querySelector('[data-ready] .more'));
  await (await part(page, '.more')).click();
  await until(page, () => !window.part('.menu').hidden);
  assert.equal(await page.evaluate(() => [...window.part('.menu').children].find(({ textContent }) => textContent === 'Save data (CSV)').hidden), true);
  await page.close();
});

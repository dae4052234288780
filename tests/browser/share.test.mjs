// The element's JavaScript, and the files that it makes.
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { test } from 'node:test';
import { choose, events, exported, open, result, resultOf, set, state, until } from './chromium.mjs';
import { natively } from './native.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const missing = [];
const server = await startServer({
  missing,
  pages: {
    '/small.html': html(tag('controls="form" state="la=1&N=64"')),
    '/far.html': html(`<div style="height: 9000px"></div>${tag('state="N=64"')}`),
  },
});
const browser = await startChromium();

/** The bytes of an exported file. */
const bytesOf = async (page, kind) =>
  Buffer.from(
    await page.evaluate(async (kind) => {
      const blob = await document.querySelector('lifted-attention').export(kind);
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, kind),
  );

test('set merges, takes an object or a query, and returns what it could not take', async () => {
  const page = await open(browser, `${server.address}/small.html`);
  assert.deepEqual(await set(page, { H: 1 }), [], 'before the figure is there');
  await until(page, () => document.querySelector('lifted-attention').result?.state.H === 1);
  assert.equal((await state(page)).N, 64);
  await resultOf(page, async () => assert.deepEqual(await set(page, { seed: 3 }), []));
  await resultOf(page, async () => assert.deepEqual(await set(page, 'la=1&N=32&source=memory'), []));
  const { N, H, seed, source } = await state(page);
  assert.deepEqual({ N, H, seed, source }, { N: 32, H: 1, seed: 3, source: 'memory' });
  const sentences = await set(page, { d: 1e9, shoes: 2, seed: 5 });
  assert.equal(sentences.length, 2);
  assert.match(sentences.join(' '), /not 10⁹.*shoes/);
  assert.equal((await state(page)).seed, 5);
  assert.equal((await state(page)).d, 4);
  await page.close();
});

test('what the events tell is plain data', async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=landscape`);
  await result(page);
  const plain = await page.evaluate(async () => {
    const figure = document.querySelector('lifted-attention');
    const seen = [];
    for (const type of ['lifted-change', 'lifted-result']) figure.addEventListener(type, ({ detail }) => seen.push([type, detail, structuredClone(detail)]));
    const done = new Promise((resolve) => figure.addEventListener('lifted-result', resolve, { once: true }));
    figure.set({ seed: 5, balls: [0.25, -0.5] });
    await done;
    return seen.map(([type, detail, copy]) => [type, JSON.stringify(detail) === JSON.stringify(copy), detail.state.balls, Object.getPrototypeOf(detail.state) === Object.prototype]);
  });
  assert.deepEqual(plain.map(([type]) => type), ['lifted-change', 'lifted-result']);
  for (const [, same, balls, simple] of plain) assert.deepEqual([same, balls, simple], [true, [0.25, -0.5], true]);
  await page.close();
});

test('an export waits for the run that its values need, and starts a figure that is far away', async () => {
  const page = await open(browser, `${server.address}/far.html`);
  assert.equal((await events(page, 'lifted-ready')).length, 0);
  const far = JSON.parse(await exported(page, 'json'));
  assert.equal(far.state.N, 64);
  const told = await page.evaluate(async () => {
    const figure = document.querySelector('lifted-attention');
    figure.set({ seed: 9 });
    const { state, sentence } = JSON.parse(await (await figure.export('json')).text());
    return { seed: state.seed, sentence };
  });
  assert.equal(told.seed, 9);
  assert.notEqual(told.sentence, far.sentence);
  await page.close();
});

test('where there is no result an export says so in a sentence', async () => {
  const page = await open(browser, `${server.address}/small.html`);
  await result(page);
  const why = await page.evaluate(() => {
    const figure = document.querySelector('lifted-attention');
    figure.set({ seed: 9 });
    const pending = figure.export('csv');
    figure.cancel();
    return pending.then(() => '', (error) => error.message);
  });
  assert.match(why, /no finished result/);
  assert.match(await page.evaluate(() => document.querySelector('lifted-attention').export('exe').catch((error) => error.message)), /png, svg, csv or json/);
  await page.close();
});

test('each kind of file says where it is from, and is what it claims to be', async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=algorithm&N=64&seed=5`);
  const shown = await result(page);
  const link = await page.evaluate(() => document.querySelector('lifted-attention').link);
  assert.equal(link, `${server.address}/embed.html?figure=algorithm&la=1&N=64&seed=5`);

  const svg = await exported(page, 'svg');
  const parsed = await page.evaluate((svg) => {
    const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return { name: root.localName, text: ['title', 'desc', 'metadata'].map((name) => root.querySelector(name)?.textContent ?? '') };
  }, svg);
  assert.equal(parsed.name, 'svg');
  assert.equal(parsed.text[0], shown.title);
  assert.equal(parsed.text[1], shown.sentence);
  for (const word of [link, '2410.10101', '2402.04084']) assert.ok(parsed.text[2].includes(word), word);

  const png = chunksOf(await bytesOf(page, 'png'));
  const width = await page.evaluate(() => window.part('.view').clientWidth);
  assert.ok(Math.abs(png.IHDR[0].readUInt32BE(0) - 2 * width) <= 1);
  assert.equal(png.pHYs[0].readUInt32BE(0), 7559, '192 pixels an inch');
  const texts = png.iTXt.map(String).join('\n');
  for (const word of [shown.title, link, '2410.10101']) assert.ok(texts.includes(word), word);

  const csv = await exported(page, 'csv');
  const lines = csv.split('\r\n');
  assert.match(lines[0], /^# Lifted Attention: /);
  for (const word of [shown.sentence, link, '2410.10101', '2402.04084', '# State: la=1&figure=algorithm&']) assert.ok(csv.includes(word), word);
  const table = lines.filter((line) => line && !line.startsWith('#'));
  assert.equal(table.length, shown.table.rows.length + 1);
  assert.ok(table.every((line) => fields(line).length === shown.table.columns.length));

  const all = JSON.parse(await exported(page, 'json'));
  assert.deepEqual([all.figure, all.state, all.link, all.title, all.sentence, all.table], ['algorithm', shown.state, link, shown.title, shown.sentence, shown.table]);
  assert.equal(all.versions.format, 1);
  assert.match(all.versions.learner, /^[0-9a-f]{12}$/);
  assert.deepEqual(all.papers.map(({ arxiv }) => arxiv), ['2410.10101', '2402.04084']);
  await page.close();
});

/** A line of CSV as RFC 4180 has it. */
const fields = (line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare);

/** The chunks of a PNG, its sums checked and its pixels inflated. */
function chunksOf(png) {
  const chunks = {};
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const size = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    (chunks[name] ??= []).push(png.subarray(at + 8, at + 8 + size));
    assert.equal(png.readUInt32BE(at + 8 + size), crc(png.subarray(at + 4, at + 8 + size)), name);
  }
  const [head] = chunks.IHDR;
  const bits = { 2: 24, 6: 32 }[head[9]];
  assert.equal(inflateSync(Buffer.concat(chunks.IDAT)).length, head.readUInt32BE(4) * (1 + (head.readUInt32BE(0) * bits) / 8));
  return chunks;
}

const kSums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let k = 0; k < 8; ++k) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});
const crc = (bytes) => ~bytes.reduce((rest, byte) => kSums[(rest ^ byte) & 255] ^ (rest >>> 8), 0xffffffff) >>> 0;

test('a table in CSV holds numbers as programs read them', async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=landscape`);
  const shown = await result(page);
  const csv = await exported(page, 'csv');
  const rows = csv.split('\r\n').filter((line) => line && !line.startsWith('#')).slice(1).map(fields);
  let numbers = 0;
  shown.table.rows.forEach((row, r) =>
    row.forEach((cell, c) => {
      const inTable = String(cell);
      if (!/^−?[\d,.]+(·10[⁻⁰-⁹¹²³]+)?$/.test(inTable)) return;
      ++numbers;
      const value = Number(rows[r][c]);
      assert.ok(Number.isFinite(value), `${inTable} became ${rows[r][c]}`);
      assert.equal(value < 0, inTable.startsWith('−'));
    }),
  );
  assert.ok(numbers > 3);
  await page.close();
});

test('the menu makes a notebook and a script that check the figure, with the data of its state', async () => {
  const query = 'd=2&n=3&N=16&seed=5';
  const page = await open(browser, `${server.address}/embed.html?figure=algorithm&${query}`, {
    prepare: (page) =>
      page.evaluateOnNewDocument(() => {
        window.saved = [];
        HTMLAnchorElement.prototype.click = function () {
          if (this.download) window.saved.push(fetch(this.href).then(async (file) => ({ name: this.download, text: await file.text() })));
        };
      }),
  });
  const { title } = await result(page);
  const savedLast = async (count) => {
    await until(page, (count) => window.saved.length === count, count);
    return page.evaluate(() => window.saved.at(-1));
  };
  const said = (pattern) => until(page, (pattern) => new RegExp(pattern).test(window.part('.note.hint')?.textContent), pattern);

  await choose(page, 'Check in Python (notebook)');
  const { name, text } = await savedLast(1);
  assert.equal(name, 'lifted-attention-algorithm.ipynb');
  const cells = JSON.parse(text).cells.map(({ cell_type, source }) => ({ code: cell_type === 'code', text: source.join('') }));
  const [head] = cells;
  for (const part of [title, 'seed=5', 'arXiv:2410.10101']) assert.ok(head.text.includes(part), part);
  const [, data] = /r"""(.*?)"""/s.exec(cells.find(({ text }) => text.includes('json.loads')).text);
  assert.deepEqual(JSON.parse(data), JSON.parse(natively(['--job', 'check', 'algorithm', query])));

  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
  await choose(page, 'Copy as a Python script');
  await said('copied');
  const script = await page.evaluate(() => window.copied);
  for (const { code, text } of cells) if (code) assert.ok(script.includes(text));
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))));
  await choose(page, 'Copy as a Python script');
  assert.deepEqual(await savedLast(2), { name: 'lifted-attention-algorithm.py', text: script });
  await said('saved as a file');

  missing.push('/check/algorithm.py');
  await choose(page, 'Check in Python (notebook)');
  await said('could not be downloaded');
  missing.pop();
  await resultOf(page, () => set(page, { N: 16384, n: 64 }));
  await choose(page, 'Check in Python (notebook)');
  await said('too large for a notebook');
  assert.equal(await page.evaluate(() => window.saved.length), 2);
  await page.close();
});

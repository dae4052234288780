// Values: from attributes, scripts and addresses into the figure and back, and what becomes of values that cannot be.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assign as set, choose, event, kPatience, open, part, pause, result, resultCount, resultOf, said, settled, state, tabOf, until } from './chromium.mjs';
import { page as html, tag } from './server.mjs';
import { counted } from './spy.mjs';
import { startChromium, startServer } from './suite.mjs';

// With a module that counts its calls.
const counting = await startServer({ pages: { ...counted, '/plain.html': html(tag('controls="form"')) } });
const server = await startServer({
  pages: {
    '/plain.html': html(tag('controls="form"')),
    '/attributes.html': html(tag('d="3" n="8" h="1" state="N=512"')),
    '/fine.html': html('<lifted-attention figure="head_count" d="2" cut="-3.456" controls="form"></lifted-attention>'),
    '/wrong.html': html(tag('d="400" colour="7" seed="x"')),
    '/unknown.html': html('<lifted-attention figure="nonsense"></lifted-attention>'),
    '/frame.html': html('<iframe width="700" height="300" src="/embed.html?figure=algorithm&frame=a7"></iframe><script src="/frame.js"></script>'),
    '/frame.js': 'window.heights = []; addEventListener("message", (event) => { if (event.source === document.querySelector("iframe").contentWindow) heights.push(event.data); });',
  },
});
const browser = await startChromium();
const visit = tabOf(browser);

test('attributes are values, also where HTML has folded their names', async () => {
  const page = await visit(`${server.address}/attributes.html`);
  const { state: learned } = await result(page);
  assert.deepEqual([learned.d, learned.n, learned.N, learned.H], [3, 8, 512, 1]);
  const changed = await resultOf(page, () => page.evaluate(() => document.querySelector('lifted-attention').setAttribute('d', '5')));
  assert.equal(changed.state.d, 5);
  assert.equal(changed.state.N, 512);
});

test('the line of "More" names what is set of the controls behind it, not where the film stands', async () => {
  const page = await visit(`${server.address}/attributes.html`);
  await result(page);
  await set(page, { at: 200 });
  await until(page, () => document.querySelector('lifted-attention').state.at === 200);
  assert.equal(await (await part(page, '.differing')).evaluate((line) => line.textContent), 'Token size d 3, Tokens n 8, True heads H 1');
});

test('reset goes back to what the attributes say', async () => {
  const page = await visit(`${server.address}/attributes.html`);
  await result(page);
  await resultOf(page, () => set(page, { d: 6, seed: 9 }));
  await resultOf(page, () => page.evaluate(() => document.querySelector('lifted-attention').reset()));
  const { d, seed, N } = await state(page);
  assert.deepEqual([d, seed, N], [3, 1, 512]);
});

test('values that cannot be are named in a notice, and the figure works with its own', async () => {
  const page = await visit(`${server.address}/wrong.html`);
  const { state: learned } = await result(page);
  assert.deepEqual([learned.d, learned.seed], [4, 1]);
  const { notes } = await said(page);
  assert.match(notes, /400/);
  assert.match(notes, /colour/);
  assert.match(notes, /seed/i);
});

test('a figure that there is not is named in a notice, and the first one is shown', async () => {
  const page = await visit(`${server.address}/unknown.html`);
  assert.equal((await result(page)).figure, 'landscape');
  assert.match((await said(page)).notes, /no figure “nonsense”/);
});

test('the property `state` takes what it gives', async () => {
  const page = await visit(`${server.address}/plain.html`);
  await result(page);
  const wanted = { source: 'memory', N: 256, noise: 0.1, seed: 12 };
  await resultOf(page, () => set(page, wanted));
  const given = await state(page);
  for (const [id, value] of Object.entries(wanted)) assert.equal(given[id], value, id);
  const { query } = await event(page, 'lifted-change');
  assert.match(query, /source=memory/);
});

test("an article's address carries the state there and back", async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await result(page);
  await resultOf(page, () => set(page, { N: 64, seed: 5 }));
  await until(page, () => location.hash !== '');
  assert.equal(await page.evaluate(() => location.hash), '#algorithm?la=1&N=64&seed=5');
  const again = await open(browser, page.url());
  const { state: learned } = await result(again);
  assert.deepEqual([learned.N, learned.seed], [64, 5]);
  // A link in the text of the article.
  const shown = await resultOf(again, () => again.evaluate(() => void (location.hash = '#algorithm?N=128')));
  assert.deepEqual([shown.state.N, shown.state.seed], [128, 1]);
  await resultOf(again, () => again.evaluate(() => document.querySelector('lifted-attention').reset()));
  await until(again, () => location.hash === '');
  await page.close();
  await again.close();
});

test("the embed page's address carries the state there and back", async () => {
  const page = await visit(`${server.address}/embed.html?figure=algorithm&N=64&theme=dark&controls=form`);
  assert.equal((await result(page)).state.N, 64);
  assert.equal(await page.evaluate(() => window.part('.figure').dataset.theme), 'dark');
  await resultOf(page, () => set(page, { seed: 8 }));
  await until(page, () => location.search.includes('seed=8'));
  assert.equal(new URL(page.url()).search, '?figure=algorithm&la=1&N=64&seed=8&theme=dark&controls=form');
  assert.deepEqual(page.complaints, []);
});

for (const [path, why] of [
  ['/embed.html?figure=algorithm&d=99999', /99,999/],
  ['/embed.html?figure=algorithm&wibble=3', /wibble/],
  ['/embed.html?figure=algorithm&N=%3Cb%3EYou%20have%20won%3C/b%3E', /more than ids and numbers/],
  ['/plain.html#algorithm?d=-3', /−3/],
  ['/plain.html#algorithm?d=%3Cimg%20src=x%3E', /ids and numbers/],
]) {
  test(`the address ${path} gives a working figure, and never speaks for the page`, async () => {
    const page = await visit(server.address + path);
    const { state: learned } = await result(page);
    assert.equal(learned.d, 4);
    assert.equal(learned.N, 4096);
    const { notes } = await said(page);
    assert.match(notes, why);
    assert.doesNotMatch(notes, /won|<|img/);
  });
}

test('a typed number is taken; one out of range, or between two that can be, is named and the value stays', async () => {
  const page = await visit(`${server.address}/plain.html`);
  await result(page);
  const entry = await part(page, '.range:has(#control-N) .entry');
  const type = async (text) => {
    await entry.focus();
    await entry.evaluate((input) => input.select());
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  assert.equal(await entry.evaluate((input) => input.value), '4,096');
  await resultOf(page, () => type('100'));
  assert.equal((await state(page)).N, 100);
  const runs = await resultCount(page);
  await type('123456789');
  await until(page, () => window.part('.note.values'));
  await type('128.5');
  await until(page, () => /can be 128 or 129, but not 128\.5\./.test(window.part('.note.values')?.textContent));
  assert.equal((await state(page)).N, 100);
  assert.equal(await resultCount(page), runs);
});

test('a number between steps below 1 is taken as it is typed, in the form, an attribute and a link', async () => {
  const page = await visit(`${server.address}/fine.html`);
  const { cut } = (await result(page)).state;
  assert.equal(cut, -3.456);
  const entry = await part(page, '.range:has(#control-cut) .entry');
  await entry.focus();
  await entry.evaluate((input) => input.select());
  await page.keyboard.type('-0.123');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('lifted-attention').state.cut === -0.123);
  const linked = await visit(`${server.address}/embed.html?figure=head_count&d=2&cut=-4.321`);
  assert.equal((await result(linked)).state.cut, -4.321);
  assert.equal((await said(linked)).notes + (await said(page)).notes, '');
});

test('a change of a slider asks the module for the controls once, and its result once more', async () => {
  const page = await visit(`${counting.address}/plain.html`);
  await result(page);
  await settled(page); // what follows a result a little later is over
  await page.evaluate(() => (window.calls = {}));
  await resultOf(page, () =>
    page.evaluate(() => {
      const slider = window.part('#control-seed');
      slider.value = '4';
      slider.dispatchEvent(new Event('input'));
    }),
  );
  await settled(page);
  const calls = await page.evaluate(() => window.calls);
  // What a value of the picture stands for, such as its last step, depends on the result.
  assert.equal(calls.controls, 2, JSON.stringify(calls));
  // What the result depends on, before and after it is shown; the event's query; all values for the run, for undo, for the address.
  assert.ok(calls.state <= 6, JSON.stringify(calls));
});

test('undo and redo go through the states one by one', async () => {
  const page = await visit(`${server.address}/plain.html`);
  await result(page);
  for (const seed of [2, 3]) {
    await resultOf(page, () => set(page, { seed }));
    await settled(page);
  }
  await choose(page, 'Undo');
  await until(page, () => document.querySelector('lifted-attention').state.seed === 2);
  await choose(page, 'Undo');
  await until(page, () => document.querySelector('lifted-attention').state.seed === 1);
  await choose(page, 'Redo');
  await until(page, () => document.querySelector('lifted-attention').state.seed === 2);
  await choose(page, 'Reset');
  await until(page, () => document.querySelector('lifted-attention').state.seed === 1);
});

test('the menu is worked by keys, and Escape closes it and gives the focus back', async () => {
  const page = await visit(`${server.address}/plain.html`);
  await result(page);
  await (await part(page, '.more')).focus();
  await page.keyboard.press('Enter');
  await until(page, () => !window.part('.menu').hidden);
  const focused = () => page.evaluate(() => document.querySelector('lifted-attention').shadowRoot.activeElement.textContent);
  assert.equal(await focused(), 'Reset');
  await page.keyboard.press('End');
  assert.equal(await focused(), 'Full screen');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 'Reset');
  await page.keyboard.press('Escape');
  assert.equal(await focused(), '⋯');
  assert.equal(await page.evaluate(() => window.part('.menu').hidden), true);
});

test('the picture, the numbers and the whole state can be saved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lifted-attention-'));
  const page = await open(browser, `${server.address}/plain.html`);
  const shown = await result(page);
  const session = await page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  for (const label of ['Save picture (SVG)', 'Save picture (PNG)', 'Save numbers (CSV)', 'Save all (JSON)']) {
    await choose(page, label);
    await pause(150);
  }
  let files = [];
  for (let k = 0; k < kPatience / 50 && (files.length < 4 || files.some((name) => name.endsWith('.crdownload'))); ++k) {
    await pause(50);
    files = await readdir(folder);
  }
  const read = (kind) => readFile(join(folder, `lifted-attention-algorithm.${kind}`));
  assert.match(String(await read('svg')), /^<svg|^<\?xml/);
  const png = await read('png');
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  const width = await page.evaluate(() => window.part('.view').clientWidth);
  assert.ok(Math.abs(png.readUInt32BE(16) - 2 * width) <= 1, 'two pixels for a CSS pixel');
  const [, ...lines] = String(await read('csv')).trim().split('\r\n').filter((line) => !line.startsWith('#'));
  assert.equal(lines.length, shown.table.rows.length);
  const all = JSON.parse(String(await read('json')));
  assert.deepEqual(all.table, shown.table);
  assert.deepEqual(all.state, shown.state);
  assert.match(all.citation, /^Lifted Attention/);
  await page.close();
  await rm(folder, { recursive: true });
});

test('the copied link brings back the state', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await browser.defaultBrowserContext().overridePermissions(server.address, ['clipboard-read', 'clipboard-write']);
  await result(page);
  await resultOf(page, () => set(page, { seed: 77 }));
  await choose(page, 'Copy link');
  await until(page, () => /copied|Copy this link/i.test(window.part('.notes').textContent));
  const link = await page.evaluate(() => window.part('.notes input')?.value ?? navigator.clipboard.readText());
  const again = await open(browser, link);
  assert.equal((await result(again)).state.seed, 77);
  await page.close();
  await again.close();
});

test('a framed figure tells its height, again when it is given it does not', async () => {
  const page = await open(browser, `${server.address}/frame.html`);
  const frame = page.frames()[1];
  const atRest = async () => {
    await settled(frame);
    await settled(page);
  };
  await result(frame);
  await atRest();
  const last = await page.evaluate(() => window.heights.at(-1));
  assert.equal(last.frame, 'a7');
  assert.ok(last.height > 300 && last.height < 3000);
  const before = await page.evaluate(() => window.heights.length);
  await page.evaluate((height) => (document.querySelector('iframe').style.height = `${height}px`), last.height);
  await atRest();
  assert.equal(await page.evaluate(() => window.heights.length), before, 'taking the height changes nothing');
  assert.equal(await frame.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1), false, 'and nothing is cut off');
  await page.close();
});

// Places that refuse something: what still works there, and what the figure says of what does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign as set, event, liveContexts, open, pictureOf, result, resultOf, said, settled, until } from './chromium.mjs';
import { colours, difference } from './picture.mjs';
import { page as html, partsOf, readText, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const browser = await startChromium();

const fallback = '<img src="/posters/algorithm-light.svg" alt="Heads recovered" width="100" height="60"><p>What the figure would show.</p>';
const one = { '/one.html': html(tag('controls="form"')), '/played.html': html(tag('controls="form" plays')), '/fallback.html': html(tag('', fallback)) };

async function hostile(options, path = '/one.html', settings = {}) {
  const server = await startServer({ pages: one, ...options });
  return open(browser, server.address + path, settings);
}
const policy = (text) => ({ headers: { 'Content-Security-Policy': text } });

test("the strict policy script-src 'self' 'wasm-unsafe-eval'; style-src 'self' refuses nothing", async () => {
  const page = await hostile(policy("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:"));
  const shown = await result(page);
  assert.equal(shown.worker, true);
  assert.equal(await liveContexts(page), 1);
  assert.equal((await said(page)).notes, '');
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('where workers are refused the learner runs in place, says so, and is limited to small sizes', async () => {
  const page = await hostile(policy("script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'"));
  const shown = await result(page);
  assert.equal(shown.worker, false);
  assert.match((await said(page)).notes, /No worker can start/);
  const again = await resultOf(page, () => set(page, { seed: 2 }));
  assert.equal(again.worker, false);
  assert.notEqual(again.sentence, shown.sentence);
  await set(page, { d: 16, N: 16384, targets: 'causal' });
  const { message } = await event(page, 'lifted-error');
  assert.match(message, /too long where no worker can start/);
  assert.equal((await said(page)).sentence, again.sentence);
  await page.close();
});

// How long the tasks of such a run are is measured in tests/bench/page/in_place.test.mjs.
test('before a run in place the page has a turn, in which it can paint', async () => {
  const page = await hostile(policy("script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'"));
  await result(page);
  const order = await page.evaluate(async () => {
    const figure = document.querySelector('lifted-attention');
    const order = [];
    const done = new Promise((resolve) => figure.addEventListener('lifted-result', () => resolve(order.push('result')), { once: true }));
    figure.state = { seed: 2 };
    setTimeout(() => order.push('turn'));
    await done;
    return order;
  });
  assert.deepEqual(order, ['turn', 'result']);
  await page.close();
});

test('where blob workers are refused a worker of the same origin starts', async () => {
  const page = await hostile(policy("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"));
  assert.equal((await result(page)).worker, true);
  await page.close();
});

/** The rows of the table of numbers, and whether it can be opened. */
const numbers = (page) => page.evaluate(() => ({ offered: window.part('.sentence ~ details').checkVisibility(), rows: [...window.part('table').rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent)) }));

test('where WebAssembly is refused there is the poster, what it shows as words and numbers, and a sentence that says why', async () => {
  const page = await hostile(policy("script-src 'self'"));
  const { message } = await event(page, 'lifted-error');
  assert.match(message, /security policy does not allow WebAssembly/);
  await until(page, () => window.part('.poster').complete && window.part('.poster').naturalWidth > 0);
  assert.match((await said(page)).notes, /security policy/);
  assert.ok(colours(await pictureOf(page)) > 3);
  await until(page, () => window.part('tbody')?.rows.length > 0);
  const [refused, words] = [await numbers(page), await said(page)];
  assert.equal(refused.offered, true);
  await page.close();
  const live = await hostile({});
  await result(live);
  const rows = (await numbers(live)).rows.map(String); // and how long each stage took
  assert.deepEqual(refused.rows.map(String).filter((row) => !rows.includes(row)), []);
  assert.deepEqual([words.title, words.sentence], [(await said(live)).title, (await said(live)).sentence.replace(/ in [\d.,]+ m?s\b/, '')]);
  await live.close();
});

test('where WebAssembly is refused a German page has German words and numbers', async () => {
  const page = await hostile({ ...policy("script-src 'self'"), pages: { '/one.html': html('<div lang="de"><lifted-attention figure="machines"></lifted-attention></div>') } });
  await until(page, () => window.part('tbody')?.rows.length > 0);
  const { de, en } = JSON.parse(readText('posters/machines.json'));
  assert.notDeepEqual(de.table.columns, en.table.columns);
  assert.deepEqual((await numbers(page)).rows[0], de.table.columns);
  assert.equal((await said(page)).sentence, de.sentence);
  await page.close();
});

test("where WebAssembly is refused there are no numbers beside a page's own picture of other values", async () => {
  const own = { '/own.html': html(tag('d="3"', fallback)), '/poster.html': html(tag('poster="/icon.svg"')) };
  for (const path of Object.keys(own)) {
    const page = await hostile({ ...policy("script-src 'self'"), pages: own }, path);
    await event(page, 'lifted-error');
    await settled(page);
    assert.deepEqual(await numbers(page), { offered: false, rows: [] });
    await page.close();
  }
});

test("where WebAssembly is refused the page's own fallback is shown", async () => {
  const page = await hostile(policy("script-src 'self'"), '/fallback.html');
  await event(page, 'lifted-error');
  const shown = await page.evaluate(() => {
    const { height } = document.querySelector('lifted-attention p').getBoundingClientRect();
    return { height, box: window.part('.view').getBoundingClientRect().height };
  });
  assert.ok(shown.height > 10, 'the text can be seen');
  assert.equal(shown.box, 0, 'one picture, not two');
  await page.close();
});

test('wasm of a wrong MIME type works', async () => {
  const page = await hostile({ types: { '.wasm': 'application/octet-stream' } });
  assert.equal((await result(page)).worker, true);
  assert.equal(await page.evaluate(() => window.seen.compiles), 1 + partsOf('algorithm').length);
  await page.close();
});

test('a page of another origin can show a figure, its learner in a worker', async () => {
  const far = await startServer({ headers: { 'Access-Control-Allow-Origin': '*' } });
  const page = await hostile({ pages: { '/far.html': html(tag('state="seed=3"'), far.address) } }, '/far.html');
  const shown = await result(page);
  assert.equal(shown.worker, true);
  assert.deepEqual(page.complaints, []);
  assert.doesNotMatch(page.url(), /#/);
  await page.close();
});

test('in a sandboxed frame the figure works', async () => {
  const server = await startServer({ headers: { 'Access-Control-Allow-Origin': '*' }, pages: { '/frame.html': html('<iframe sandbox="allow-scripts" width="700" height="900" src="/embed.html?figure=algorithm&seed=2"></iframe>') } });
  const page = await open(browser, `${server.address}/frame.html`);
  const frame = page.frames().find((frame) => frame.url().includes('embed.html'));
  const shown = await frame?.waitForFunction(() => window.seen?.events.find(({ type }) => type === 'lifted-result')?.detail, { polling: 50 });
  assert.equal((await shown?.jsonValue())?.worker, true);
  await page.close();
});

test('without WebGL 2 the picture is drawn as SVG, anew for every result, and a sentence says so', async () => {
  const page = await hostile({}, '/one.html', { prepare: (page) => page.evaluateOnNewDocument(() => (window.withoutWebGL = true)) });
  await result(page);
  await until(page, () => window.part('.vector svg'));
  assert.match((await said(page)).notes, /no WebGL 2/);
  const height = await page.evaluate(() => window.part('.note').offsetHeight);
  assert.ok(height > 0 && height < 100, `a line or two, ${height} px`);
  const first = await pictureOf(page);
  assert.ok(colours(first) > 5);
  await resultOf(page, () => set(page, { noise: 1, N: 64 }));
  await settled(page);
  assert.ok(difference(first, await pictureOf(page)) > 0);
  await page.close();
});

test('without WebGL 2 a film stands at its end, and its button takes it there', async () => {
  const page = await hostile({}, '/played.html', { prepare: (page) => page.evaluateOnNewDocument(() => (window.withoutWebGL = true)) });
  const { title } = await result(page);
  await until(page, () => window.part('.vector svg'));
  const at = () => page.evaluate(() => document.querySelector('lifted-attention').state.at);
  const end = await at();
  assert.ok(end > 0);
  assert.equal((await said(page)).title, title);
  await set(page, { at: 0 });
  await until(page, (title) => window.part('.title').textContent !== title, title);
  await page.evaluate(() => window.part('.play').click());
  await until(page, (end) => document.querySelector('lifted-attention').state.at === end, end);
  await until(page, (title) => window.part('.title').textContent === title && !window.part('.play').classList.contains('playing'), title);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('without JavaScript the element shows what the page put in it', async () => {
  const page = await hostile({}, '/fallback.html', { prepare: (page) => page.setJavaScriptEnabled(false) });
  const { height } = await page.$eval('lifted-attention p', (node) => node.getBoundingClientRect().toJSON());
  assert.ok(height > 10);
  await page.close();
});

test('when the wasm cannot be downloaded a sentence says so', async () => {
  const page = await hostile({ missing: ['/lifted-attention.wasm'] });
  assert.match((await event(page, 'lifted-error')).message, /could not be downloaded/);
  await page.close();
});

test('a figure in a place that was hidden gets the picture of its width once it is shown', async () => {
  const page = await hostile({ pages: { '/hidden.html': html(`<div hidden>${tag()}</div>`) }, missing: ['/lifted-attention.wasm'] }, '/hidden.html');
  await page.evaluate(() => (document.querySelector('main > div').hidden = false));
  await event(page, 'lifted-error');
  assert.match(await until(page, () => window.part('.poster').src), /\/algorithm-light\.svg$/);
  await page.close();
});

test("when a figure's own part cannot be downloaded a sentence says so", async () => {
  const page = await hostile({ missing: ['/parts/algorithm.wasm'] });
  assert.match((await event(page, 'lifted-error')).message, /could not be downloaded/);
  await page.close();
});

test("when the article's words cannot be downloaded a sentence says so, and the last result stays", async () => {
  const page = await hostile({ missing: ['/article.txt'] });
  const { sentence } = await result(page);
  await set(page, { source: 'text' });
  assert.match((await event(page, 'lifted-error')).message, /“article.txt” could not be downloaded/);
  assert.equal((await said(page)).sentence, sentence);
  await page.close();
});

test('a page that reserves an absurd height, or moves the figure, gets the picture at its own height', async () => {
  const page = await hostile({ pages: { '/shape.html': html(tag('shape="1e9 1e-9"')) } }, '/shape.html');
  await result(page);
  const ratio = () => page.evaluate(() => {
    const { width, height } = window.part('.view').getBoundingClientRect();
    return height / width;
  });
  const own = await ratio();
  assert.ok(own > 0.1 && own < 10, `${own}`);
  await page.evaluate(() => {
    const figure = document.querySelector('lifted-attention');
    figure.setAttribute('shape', '9 9');
    document.body.append(figure);
  });
  await resultOf(page, () => page.evaluate(() => document.querySelector('lifted-attention').run()));
  assert.equal(await ratio(), own);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

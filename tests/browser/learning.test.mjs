// What a figure learns, and how it behaves while it does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assign as set, event, events, exported, open, part, pause, result, resultCount, resultOf, said, settled, tabOf, until } from './chromium.mjs';
import { native } from './native.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

/** What the native program says of a figure. @param {string} query @param {string} [text] */
function describe(query, text, figure = 'algorithm') {
  const words = [figure, query];
  if (text !== undefined) {
    const file = join(tmpdir(), `lifted-attention-${process.pid}.txt`);
    writeFileSync(file, text);
    words.push(file);
  }
  return JSON.parse(execFileSync(native, words, { encoding: 'utf8' }));
}

const server = await startServer({
  pages: {
    '/form.html': html(`<div style="max-width: 900px">${tag('controls="form"')}</div>`),
    '/two.html': html(`${tag('state="d=12&N=16384"')}<lifted-attention figure="certificate" m="2" state="N=256"></lifted-attention>`),
    '/race.html': html('<lifted-attention figure="head_race" state="epochs=20&runs=2" controls="form"></lifted-attention>'),
    '/certificate.html': html('<lifted-attention figure="certificate" m="2" state="N=256" controls="form"></lifted-attention>'),
  },
});
const browser = await startChromium();
const visit = tabOf(browser);

// A native run has no clock: what the page says of times has no counterpart.
const timeless = (sentence) => sentence.replace(/ in [\d.,]+ \S+\./, '.');

const start = async (page) => {
  await result(page);
  return page;
};
const opened = async () => start(await visit(`${server.address}/form.html`));

/** Types or pastes into the text panel. */
async function paste(page, text) {
  await (await part(page, 'textarea')).evaluate((area, text) => {
    area.value = text;
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    area.dispatchEvent(new Event('change', { bubbles: true }));
  }, text);
}

const poem = Array.from({ length: 40 }, (_, k) => `Line ${k}: the rose is a rose is a rose, and so it goes, as everybody knows.`).join('\n');

test('who waits for a worker to start takes one that comes free before', async () => {
  const page = await open(browser, `${server.address}/two.html`, {
    // Only the first worker of the page ever starts, and it gets its jobs when there is a second.
    prepare: (page) =>
      page.evaluateOnNewDocument(() => {
        const Original = window.Worker;
        window.made = 0;
        const held = [];
        window.Worker = class extends Original {
          constructor(script, options) {
            super(window.made++ === 0 ? script : 'data:text/javascript,', options);
            for (const send of held.splice(0)) send();
          }
          postMessage(...values) {
            const send = () => super.postMessage(...values);
            if (window.made > 1) send();
            else held.push(send);
          }
        };
      }),
  });
  await until(page, () => [...document.querySelectorAll('lifted-attention')].every((figure) => figure.result));
  assert.ok((await page.evaluate(() => window.made)) > 1, 'no figure had to wait');
  await page.close();
});

for (const query of ['seed=1', 'd=3&N=512&H=2&seed=5', 'source=memory&N=1024&seed=2', 'd=4&N=256&noise=0.1&seed=3&targets=causal', 'N=32&seed=4']) {
  test(`the page says of ${query} what a native run says`, async () => {
    const page = await opened();
    const shown = query === 'seed=1' ? await result(page) : await resultOf(page, () => set(page, Object.fromEntries(new URLSearchParams(query))));
    const expected = describe(query);
    const text = await said(page);
    assert.equal(text.title, expected.title);
    assert.equal(timeless(text.sentence), expected.sentence);
    assert.deepEqual(shown.table.rows.slice(0, expected.table.rows.length), expected.table.rows);
    const cells = await page.evaluate(() => [...window.part('table').rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(cells.slice(1, 1 + expected.table.rows.length), expected.table.rows);
  });
}

// Long enough on any machine: seconds.
const kLong = { d: 16, N: 16384, targets: 'causal' };

test('a paused race keeps what it has, goes on from there, and ends as if it had never stopped', async () => {
  const page = await start(await visit(`${server.address}/race.html`));
  const before = await said(page);
  await set(page, { epochs: 500, runs: 8 });
  await until(page, (before) => window.part('progress').value > 0.3 && window.sentenceOf(document.querySelector('lifted-attention')) !== before, before.sentence);
  assert.equal(await page.evaluate(() => window.part('.cancel').textContent), 'Pause');
  await page.evaluate(() => window.part('.cancel').click());
  assert.equal((await said(page)).status, 'Paused');
  const half = await said(page);
  assert.notEqual(half.sentence, before.sentence);
  await set(page, { at: 10 });
  await pause(300);
  assert.equal((await said(page)).status, 'Paused', 'another look at it starts nothing');
  await resultOf(page, async () => {
    await page.evaluate(() => window.part('.run').click());
    await until(page, () => window.part('progress').value > 0);
    assert.ok(await page.evaluate(() => window.part('progress').value > 0.25), 'it does not begin anew');
  });
  await set(page, { at: 500 }); // the end of the film, which the result plays
  await until(page, () => document.querySelector('lifted-attention').state.at === 500);
  const shown = JSON.parse(await exported(page, 'json'));
  const whole = describe('epochs=500&runs=8', undefined, 'head_race');
  const timeless = ({ rows }) => rows.filter(([name]) => !/time/i.test(name));
  assert.equal(shown.title, whole.title);
  assert.deepEqual(timeless(shown.table), timeless(whole.table));
});

test('of many changes in a row the last one is learned, and the ones before do not delay it', async () => {
  const page = await opened();
  await set(page, kLong);
  await pause(300);
  for (let seed = 2; seed < 12; ++seed) await set(page, { d: 4, N: 4096, targets: 'last', seed });
  await until(page, () => window.seen.events.findLast(({ type }) => type === 'lifted-result')?.detail.state.seed === 11);
  const last = (await events(page, 'lifted-result')).at(-1);
  assert.equal(timeless(last.detail.sentence), describe('seed=11').sentence);
  assert.ok((await resultCount(page)) < 11);
});

test("by default the article's own words are learned", async () => {
  const page = await opened();
  const shown = await resultOf(page, () => set(page, { source: 'text' }));
  const words = await (await fetch(`${server.address}/article.txt`)).text();
  assert.equal(timeless(shown.sentence), describe('source=text', words).sentence);
});

test('a text that comes when other data are chosen is not learned', async () => {
  const page = await opened();
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (...values) => (/article\.txt$/.test(values[0]) ? new Promise((resolve) => (window.letCome = () => resolve(fetch(...values)))) : fetch(...values));
  });
  await set(page, { source: 'text' });
  await until(page, () => window.letCome);
  const shown = await resultOf(page, () => set(page, { source: 'random', seed: 2 }));
  await page.evaluate(() => window.letCome());
  await pause(500);
  assert.equal((await said(page)).sentence, shown.sentence);
  assert.deepEqual((await events(page, 'lifted-result')).map(({ detail }) => detail.state.source), ['random', 'random']);
});

test('a pasted text is learned, and never gets into the address', async () => {
  const page = await opened();
  await resultOf(page, () => set(page, { source: 'text' }));
  const shown = await resultOf(page, () => paste(page, poem));
  assert.equal(timeless(shown.sentence), describe('source=text', poem).sentence);
  assert.doesNotMatch(page.url(), /rose/);
  const back = await resultOf(page, async () => (await part(page, '.text button')).click());
  assert.notEqual(timeless(back.sentence), timeless(shown.sentence));
});

for (const [name, text] of [['an empty text', ''], ['a text of one word', 'rose'], ['a text of spaces', '   \n ']]) {
  test(`${name} gets a sentence, and the last result stays`, async () => {
    const page = await opened();
    await resultOf(page, () => set(page, { source: 'text' }));
    const before = await said(page);
    // A text first, so that emptying it is a change.
    if (text === '') await resultOf(page, () => paste(page, poem));
    const last = text === '' ? await said(page) : before;
    const errors = (await events(page, 'lifted-error')).length;
    await paste(page, text);
    const { message } = await event(page, 'lifted-error', errors + 1);
    assert.match(message, /\w+ \w+.*\.$/);
    const now = await said(page);
    assert.ok(now.notes.includes(message));
    assert.equal(now.sentence, last.sentence);
  });
}

/** Drops a file of this content on the figure's picture. */
const drop = (page, name, make) =>
  page.evaluate(
    (name, make) => {
      const data = new DataTransfer();
      const [bytes, size] = make;
      const content = size ? new Uint8Array(size).fill(97) : Uint8Array.from(bytes);
      data.items.add(new File([content], name));
      window.part('.view').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, composed: true, cancelable: true }));
    },
    name,
    make,
  );

test('a dropped text file is learned whatever the figure was showing', async () => {
  const page = await opened();
  const shown = await resultOf(page, () => drop(page, 'poem.txt', [[...Buffer.from(poem)], 0]));
  assert.equal(shown.state.source, 'text');
  assert.equal(timeless(shown.sentence), describe('source=text', poem).sentence);
});

for (const [name, make, why] of [
  ['picture.png', [[0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255, 254], 0], /not a text file/],
  ['zeros.bin', [[65, 0, 66, 0, 67], 0], /not a text file/],
  ['nothing.txt', [[], 0], /empty/],
  ['huge.txt', [[], 40_000_000], /bytes/],
]) {
  test(`a dropped ${name} is refused with a sentence, and nothing runs`, async () => {
    const page = await opened();
    const before = await said(page);
    await drop(page, name, make);
    const { message } = await event(page, 'lifted-error');
    assert.match(message, why);
    await pause(300);
    assert.equal(await resultCount(page), 1);
    assert.equal((await said(page)).sentence, before.sentence);
  });
}

test('a learner that breaks down gives a sentence, and the next run has a new worker', async () => {
  const page = await opened();
  const before = await said(page);
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...values) {
      if (!values[0].job) return postMessage.apply(this, values);
      Worker.prototype.postMessage = postMessage;
      this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    };
  });
  await set(page, { seed: 2 });
  assert.match((await event(page, 'lifted-error')).message, /stopped/);
  assert.equal((await said(page)).sentence, before.sentence);
  const next = await resultOf(page, () => set(page, { seed: 3 }));
  assert.equal(timeless(next.sentence), describe('seed=3').sentence);
  assert.equal((await said(page)).notes, '');
});

test('a value that affects the picture only is told anew, title, sentence and table, without another run', async () => {
  const page = await start(await visit(`${server.address}/certificate.html`));
  const before = await said(page);
  const inTable = async (words) => (await (await part(page, 'table')).evaluate((table) => table.textContent)).includes(words);
  await set(page, { ask: 'seen' });
  const after = await said(page);
  assert.notEqual(after.title, before.title);
  assert.match(after.sentence, /ρ = 0: all models that fit answer this question alike/);
  await settled(page); // the table is filled a little later
  assert.ok(await inTable('the first training example'));
  assert.equal(await resultCount(page), 1);
});

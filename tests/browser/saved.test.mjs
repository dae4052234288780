// Files that were saved and come back: exactly, or with a sentence.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { choose, drop, event, events, exported, open, pause, result, resultCount, resultOf, set, settled, state, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { loads, openSite, page as html, partsOf, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer({
  pages: {
    '/small.html': html(tag('controls="form" state="la=1&N=64"')),
    '/locked.html': html(tag('controls="form" state="N=64" lock="seed" hide="d"')),
  },
});
const browser = await startChromium();

const imported = (page, text) => page.evaluate((text) => document.querySelector('lifted-attention').import(text), text);
/** A line of CSV as RFC 4180 has it. */
const fields = (line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare);

/** Small, but with a fraction that needs all its digits where one may have it. */
function drawn(schema, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const number = ({ min, max, step }) => (step > 0 ? min + step * Math.floor(random() ** 3 * ((max - min) / step + 1)) : min + random() * (max - min));
  const value = (parameter) => {
    if (parameter.kind === 'choice') return pick(parameter.choices).id;
    if (parameter.kind === 'switch') return Math.floor(random() * 2);
    if (parameter.kind === 'numbers') return Array.from({ length: parameter.group * Math.floor(random() * (parameter.most / parameter.group + 1)) }, () => number(parameter)).join();
    return number(parameter);
  };
  return schema.parameters.filter(({ kind }) => kind !== 'action' && random() < 0.6).map((parameter) => `${parameter.id}=${value(parameter)}`).join('&');
}

/** Numbers from 0 to 1, the same for the same name. */
function* chances(name) {
  for (let k = 0; ; ++k) yield createHash('sha256').update(`${name} ${k}`).digest().readUInt32BE(0) / 2 ** 32;
}

const kMostWork = 3e7;

/** For each figure states that are quickly computed, by the figure's own count, and that have a result. */
async function fastStates(count) {
  const states = [];
  for (const schema of figures) {
    const { id } = schema;
    const learner = await openSite(partsOf(id));
    const words = schema.texts.length > 0 ? 'the cat sat on the mat and the dog sat on the log '.repeat(40) : '';
    const chance = chances(id);
    const random = () => /** @type {number} */ (chance.next().value);
    for (let tries = 0, found = 0; found < count && tries < 4000; ++tries) {
      const query = drawn(schema, random);
      if (learner.call('open', id) || JSON.parse(learner.string('set_state', query)).length > 0 || learner.call('work') > kMostWork) continue;
      const all = learner.string('state', 1);
      if (learner.call('compute', id, all, words, words.length, 0, 0)) continue;
      states.push({ id, query: all, words });
      ++found;
    }
  }
  return states;
}

test('what writes SVG is loaded when a picture is saved as such, once', async () => {
  const page = await open(browser, `${server.address}/small.html`);
  await result(page);
  assert.equal(await loads(page, 'parts/svg.wasm'), 0);
  for (let time = 0; time < 2; ++time) assert.match(await exported(page, 'svg'), /^<svg[^]*<\/svg>\s*$/);
  assert.equal(await loads(page, 'parts/svg.wasm'), 1);
  await page.close();
});

test('what was exported comes back to the last bit: every figure, random states, both files', async () => {
  const states = await fastStates(2);
  assert.deepEqual([...new Set(states.map(({ id }) => id))], figures.map(({ id }) => id), 'every figure has quick states');
  const page = await open(browser, `${server.address}/small.html`, {
    // What the learner has sent, whole.
    prepare: (page) =>
      page.evaluateOnNewDocument(() => {
        window.sent = [];
        const Original = window.Worker;
        window.Worker = class extends Original {
          constructor(...values) {
            super(...values);
            this.addEventListener('message', ({ data }) => data.kind === 'outcome' && window.sent.push(data.outcome.result.slice()));
          }
        };
      }),
  });
  await result(page);
  let last = 'algorithm';
  for (const { id, query, words } of states) {
    if (id !== last) {
      const ready = (await events(page, 'lifted-ready')).length;
      await page.evaluate((id) => document.querySelector('lifted-attention').setAttribute('figure', id), id);
      await event(page, 'lifted-ready', ready + 1);
      last = id;
    }
    const told = await page.evaluate(
      async (query, other, words) => {
        const figure = document.querySelector('lifted-attention');
        const done = async () => JSON.parse(await (await figure.export('json')).text());
        // What a figure says has times in it.
        const exact = ({ state, text, link, versions }) => JSON.stringify([state, text, link, versions]);
        const own = words && figure.shadowRoot.querySelector('textarea');
        if (own) {
          own.value = words;
          own.dispatchEvent(new Event('change'));
        }
        const refused = figure.set(query);
        const first = await done();
        const bytes = window.sent.at(-1);
        const sameBytes = () => window.sent.at(-1).length === bytes.length && window.sent.at(-1).every((byte, k) => byte === bytes[k]);
        const files = [await (await figure.export('csv')).text(), await (await figure.export('json')).text()];
        const ways = [];
        for (const file of files) {
          figure.set(other);
          if (own) {
            own.value = 'other words '.repeat(90);
            own.dispatchEvent(new Event('change'));
          }
          await done();
          const sentences = await figure.import(file);
          const again = await done();
          ways.push({ sentences, same: exact(again) === exact(first), bytes: sameBytes() });
        }
        return { refused, ways, state: first.state, words: first.text ? own.value === words : true };
      },
      query,
      // Quickly computed too.
      states.find((state) => state.id === id && state.query !== query).query,
      words,
    );
    assert.deepEqual(told.refused, [], `${id}?${query}`);
    assert.ok(told.words, `${id}: the text is back`);
    for (const way of told.ways) assert.deepEqual(way, { sentences: [], same: true, bytes: true }, `${id}?${query}`);
  }
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a CSV that a spreadsheet has saved again is read as before', async () => {
  // What plays is at its end soon after the result.
  const played = (page) => until(page, () => document.querySelector('lifted-attention').state.step === 300);
  const page = await open(browser, `${server.address}/embed.html?figure=landscape`);
  await result(page);
  await resultOf(page, () => set(page, { seed: 5, balls: [0.1 + 0.2, -0.7, 1 / 3, 0.5] }));
  await played(page);
  const csv = await exported(page, 'csv');
  // One cell to a line with quotes where a comma is, as many cells in each line, a mark in front, another line end.
  const cells = csv.split('\r\n').filter(Boolean).map((line) => (line.startsWith('#') ? line.split(',') : fields(line)));
  const most = Math.max(...cells.map((line) => line.length));
  const saved = '\ufeff' + cells.map((line) => [...line, ...Array(most - line.length).fill('')].map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\n');
  const before = await state(page);
  // As a German one has it: semicolons, also in a line that says so.
  const semicolons = `sep=;\r\n${csv.split('\r\n').filter(Boolean).map((line) => `${line}${';'.repeat(most - 1)}`).join('\r\n')}`;
  for (const file of [saved, semicolons]) {
    await resultOf(page, () => set(page, { seed: 6, balls: [] }));
    await resultOf(page, async () => assert.deepEqual(await imported(page, file), []));
    await played(page);
    assert.deepEqual(await state(page), before);
  }
  await page.close();
});

test('a file that cannot be taken is named in a sentence, and nothing changes', async () => {
  const page = await open(browser, `${server.address}/small.html`);
  await result(page);
  const json = await exported(page, 'json');
  const csv = await exported(page, 'csv');
  const before = await state(page);
  const altered = (change) => {
    const all = JSON.parse(json);
    change(all);
    return JSON.stringify(all);
  };
  const runs = await resultCount(page);
  for (const [file, why] of [
    ['', /not saved from a figure/],
    ['{', /no JSON/],
    ['null', /not saved from a figure/],
    [json.slice(0, -20), /no JSON/],
    ['a,b\n1,2\n', /not saved from a figure/],
    [csv.replace(/# State.*/, ''), /not saved from a figure/],
    [csv.replace('State: la=1', 'State: la=2'), /newer version/],
    [csv.replace(/([?&])d=4/g, '$1d=400'), /400/],
    [altered((all) => (all.versions.format = 2)), /newer version/],
    [altered((all) => (all.figure = 'phases')), /Open it there/],
    [altered((all) => (all.figure = 'x<b>')), /that there is not here/],
    [altered((all) => (all.state.d = 400)), /400/],
    [altered((all) => (all.state.shoes = 4)), /shoes/],
    [altered((all) => (all.state.seed = '<b>won')), /given for “seed” is more/],
    [altered((all) => (all.state.seed = { a: 1 })), /not saved from a figure/],
    [altered((all) => (all.text = '%%%%')), /cut off or changed/],
    [`{"figure": "algorithm", "state": {${Array.from({ length: 30 }, (_, k) => `"a${k}": 1`).join()}}}`, /a0.*a4/],
    [`{"figure": "algorithm"${' '.repeat(16e6)}}`, /17 MB/],
  ]) {
    const sentences = await imported(page, file);
    assert.match(sentences.join(' '), why);
    assert.ok(sentences.length <= 5 && sentences.every((sentence) => sentence.endsWith('.')));
    assert.doesNotMatch(sentences.join(' '), /won|<b>/);
    assert.deepEqual(await state(page), before, String(why));
  }
  await pause(300);
  assert.equal(await resultCount(page), runs, 'and nothing ran');
  await page.close();
});

test('a saved file opens from the menu and when it is dropped; one of another figure is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lifted-attention-'));
  const page = await open(browser, `${server.address}/embed.html?figure=algorithm&N=64&seed=5`);
  await result(page);
  const json = await exported(page, 'json');
  const csv = await exported(page, 'csv');
  await resultOf(page, () => set(page, { seed: 6 }));
  await writeFile(join(folder, 'saved.json'), json);
  const [chooser] = await Promise.all([page.waitForFileChooser(), choose(page, 'Open saved…')]);
  const opened = await resultOf(page, () => chooser.accept([join(folder, 'saved.json')]));
  assert.equal(opened.state.seed, 5);
  await resultOf(page, () => set(page, { seed: 6 }));
  await settled(page);
  // Also where the figure would read a text: it knows its own.
  assert.equal((await resultOf(page, () => drop(page, 'table.csv', csv))).state.seed, 5);
  await choose(page, 'Undo');
  await until(page, () => document.querySelector('lifted-attention').state.seed === 6);
  await page.close();
  const other = await open(browser, `${server.address}/embed.html?figure=landscape`);
  await result(other);
  const before = await state(other);
  await drop(other, 'saved.json', json);
  await until(other, () => /was saved from the figure “.+”; this one is “.+”/.test(window.part('.notes').textContent));
  await drop(other, 'notes.txt', 'just words');
  await until(other, () => /not saved from a figure/.test(window.part('.notes').textContent));
  assert.deepEqual(await state(other), before);
  await other.close();
  await rm(folder, { recursive: true });
});

test('a reader who opens a file cannot change what the page has locked', async () => {
  const page = await open(browser, `${server.address}/locked.html`);
  await result(page);
  const before = await state(page);
  const json = await exported(page, 'json');
  const other = (seed, H) => JSON.stringify({ ...JSON.parse(json), state: { ...before, seed, H } });
  await drop(page, 'saved.json', other(9, 1));
  await until(page, () => /has fixed: .*other values/.test(window.part('.notes').textContent));
  assert.deepEqual(await state(page), before);
  const opened = await resultOf(page, () => drop(page, 'saved.json', other(1, 1)));
  assert.equal(opened.state.H, 1);
  assert.equal((await resultOf(page, () => imported(page, other(9, 1)))).state.seed, 9, 'the page itself may');
  await page.close();
});

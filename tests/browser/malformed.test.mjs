// Thousands of links and hundreds of files that nobody of us has written: every one has a sentence or leaves a default,
// none throws, none is taken for a number that it is not, and a file that is refused changes nothing.
//   LIFTED_FUZZ_SEED=n  other ones
// Full run: hundreds of links and files at random.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { recorder } from '../record.mjs';
import { trials } from '../trials.mjs';
import { exported, kPatience, open, pause, result, swap } from './chromium.mjs';
import { Rng } from './rng.mjs';
import { fuzzPage } from './fuzz_page.js';
import { figures } from './native.mjs';
import { badQuery, kInherited, kWords, mutated, wellFormed } from './nonsense.mjs';
import { page as html, site } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const example = readFileSync(join(site, 'example.csv'), 'utf8');

const { LIFTED_FUZZ_SEED: seed = '1' } = process.env;
const record = recorder('malformed');
const kLinks = trials(500);
const kVisits = trials(10);
const kFiles = 4 * trials(20);
const kMarks = /\bNaN\b|\bundefined\b|\[object|\binf\b|Infinity|\ufffd/;
/** What stands in quotation marks is quoted. */
const unquoted = (text) => text.replaceAll(/“[^”]*”/g, '“”');

const server = await startServer({ headers: { 'Cache-Control': 'max-age=3600' }, pages: { '/one.html': html('<lifted-attention id="fuzzed" figure="landscape"></lifted-attention>') } });
const browser = await startChromium();

const opened = async (prepare = async (_) => {}) =>
  open(browser, `${server.address}/one.html`, {
    prepare: async (page) => {
      await page.evaluateOnNewDocument(fuzzPage);
      await prepare(page);
    },
  });

/** A figure in a frame begins, and neither computes nor paints: that would take most of the time. Runs in the page. */
function idle() {
  if (window === top) return;
  HTMLCanvasElement.prototype.getContext = () => null;
  window.Worker = class extends EventTarget {
    postMessage() {}
    terminate() {}
  };
}

/** A message that says which, so that one can be tried again. */
const which = (kind, k, text) => `seed ${seed}, ${kind} ${k}: ${JSON.stringify(text).slice(0, 400)}`;

test(`${kLinks} links, by script and by the page's address: each is taken, or a sentence says why not`, async () => {
  const page = await opened();
  await result(page);
  const share = Math.ceil(kLinks / figures.length);
  for (const schema of figures) {
    if (schema.id !== figures[0].id) await swap(page, schema.id, { id: 'fuzzed' });
    const links = Array.from({ length: share }, (_, k) => badQuery(schema, new Rng(`${seed} link ${schema.id} ${k}`)));
    const faults = await page.evaluate(
      async (sealed, schema) => {
        const faults = [];
        const own = JSON.stringify(window.fuzzed.state);
        const turn = () => new Promise((resolve) => setTimeout(resolve));
        for (const [k, link] of JSON.parse(sealed).entries()) {
          const before = window.fuzzed.state;
          let sentences = [];
          try {
            // Some by the address, which begins at the figure's own values and takes the reader there.
            const byAddress = k % 40 === 39;
            if (byAddress) {
              window.fuzzed.reset();
              location.hash = `#fuzzed?${link.toWellFormed()}`;
              await turn();
            } else sentences = window.fuzzed.set(link);
            const outside = window.fuzz.outside(schema, window.fuzzed.state);
            if (outside.length > 0) faults.push([k, link, outside.join('; ')]);
            const pairs = link.replaceAll(/%2c/gi, ',').split('&').filter(Boolean);
            if (sentences.some((one) => typeof one !== 'string' || !one)) faults.push([k, link, JSON.stringify(sentences)]);
            // What has not been taken has a sentence, but for `la=1` and what was taken twice.
            const after = window.fuzzed.state;
            const changed = Object.keys(after).some((id) => String(after[id]) !== String(before[id]));
            const known = pairs.every((pair) => pair === 'la=1' || schema.parameters.some(({ id, kind }) => kind !== 'action' && pair.startsWith(`${id}=`)));
            if (!byAddress && !changed && !known && sentences.length === 0) faults.push([k, link, 'nothing was said']);
            faults.push(...sentences.map((one) => [k, link, one]).filter(([, , one]) => /\bNaN\b|\bundefined\b|\[object|\binf\b|Infinity|\ufffd/.test(one.replaceAll(/“[^”]*”/g, '“”'))));
            const notes = window.fuzzed.shadowRoot.querySelectorAll('.notes p').length;
            if (notes > 20) faults.push([k, link, `${notes} notes`]);
          } catch (error) {
            faults.push([k, link, String(error)]);
          }
          if (k % 100 === 0) {
            for (const attribute of ['lock', 'hide']) window.fuzzed.removeAttribute(attribute);
            await turn();
            window.fuzzed.cancel();
          }
          if (faults.length > 5) break;
        }
        history.replaceState(null, '', location.pathname);
        window.fuzzed.cancel();
        return { faults, own };
      },
      JSON.stringify(links),
      schema,
    );
    assert.deepEqual(faults.faults.map(([k, link, what]) => `${what}: ${which(`${schema.id}, link`, k, link)}`), []);
    assert.deepEqual(page.complaints, [], schema.id);
    assert.deepEqual(await page.evaluate((schemas) => window.fuzz.faults(schemas), figures), [], schema.id);
  }
  await page.close();
  record({ name: 'Malformed links, by script and by the address: each taken, or a sentence' }, kLinks);
});

test(`${kVisits} visits of embed.html: there is always a figure, with values that it can have`, async () => {
  const page = await opened((page) => page.evaluateOnNewDocument(idle));
  await result(page);
  const visits = Array.from({ length: kVisits }, (_, k) => {
    const rng = new Rng(`${seed} visit ${k}`);
    const schema = rng.pick(figures);
    const more = rng.some(1 + rng.below(3), () => `${rng.pick(['figure', 'theme', 'controls', 'lang', 'frame', 'exercise', 'lock', 'hide', ...kInherited])}=${encodeURIComponent(wellFormed(rng.pick(kWords)))}`);
    // A browser itself refuses addresses with < and a line's end.
    const query = wellFormed(badQuery(schema, rng)).slice(0, 20_000).replaceAll('#', '%23').replaceAll(/[\r\n\t]/g, '');
    return { id: schema.id, query: [rng.happens(0.8) ? `figure=${schema.id}` : '', ...more, query].filter(Boolean).join('&') };
  });
  const kAtOnce = 10;
  for (let first = 0; first < kVisits; first += kAtOnce) {
    const some = visits.slice(first, first + kAtOnce);
    await page.evaluate((queries) => {
      // All in view, else none of them starts.
      document.body.innerHTML = '<div style="position: fixed; inset: 0"></div>';
      for (const query of queries) document.body.firstChild.append(Object.assign(document.createElement('iframe'), { src: `/embed.html?${query}`, width: 240, height: 160 }));
    }, some.map(({ query }) => query));
    // One whose script has failed never gets there, and is named below.
    const begun = () => [...document.querySelectorAll('iframe')].every(({ contentDocument }) => contentDocument?.querySelector('lifted-attention')?.shadowRoot.querySelector('.more'));
    const patience = performance.now() + kPatience;
    while (page.complaints.length === 0 && performance.now() < patience && !(await page.evaluate(begun))) await pause(20);
    assert.deepEqual(page.complaints, [], some.map(({ query }, k) => which('visit', first + k, query)).join('\n'));
    const states = await page.evaluate(() =>
      [...document.querySelectorAll('iframe')].map(({ contentDocument }) => {
        const figure = contentDocument?.querySelector('lifted-attention');
        return { state: figure?.state ?? {}, notes: [...(figure?.shadowRoot.querySelectorAll('.notes p') ?? [])].map((node) => node.textContent) };
      }),
    );
    for (const [k, { state, notes }] of states.entries()) {
      const message = which('visit', first + k, `embed.html?${some[k].query}`);
      const schema = figures.find(({ parameters }) => parameters.filter(({ kind }) => kind !== 'action').map(({ id }) => id).join() === Object.keys(state).join());
      assert.ok(schema, `no figure: ${message} ${notes}`);
      assert.deepEqual(await page.evaluate((schema, state) => window.fuzz.outside(schema, state), schema, state), [], message);
      assert.ok(notes.length <= 20, message);
      assert.deepEqual(notes.filter((note) => kMarks.test(unquoted(note))), [], message);
    }
  }
  await page.close();
  record({ name: 'Malformed addresses of a framed figure, opened' }, kVisits);
});

/** A file that something has happened to. */
function badFile(saved, rng) {
  const kind = rng.weighed({ json: 4, csv: 4, table: 2, bytes: 1, deep: 1, wide: 1, fields: 2 });
  if (kind === 'json' || kind === 'csv') return mutated(saved[kind], rng);
  if (kind === 'table') return mutated(example, rng);
  if (kind === 'bytes') return rng.pick(['', '# Lifted Attention: x\n', '{"figure"', '\ufeff']) + rng.some(rng.below(3000), () => String.fromCharCode(rng.below(256))).join('');
  if (kind === 'deep') {
    const depth = rng.pick([10, 5000, 200_000]);
    return `{"figure": "algorithm", "state": ${rng.pick(['[', '{"a":', '{"d":['])}`.padEnd(40) + '['.repeat(depth) + ']'.repeat(rng.happens(0.5) ? depth : depth - 1) + '}}';
  }
  if (kind === 'wide') return saved.csv.replace('# State: ', `# State: ${rng.pick(['d=4&', 'x', ',', '"', '%2C', '&']).repeat(rng.pick([100, 90_000, 400_000]))}`);
  const all = JSON.parse(saved.json);
  const odd = () => rng.pick([null, true, 0, -1, 1e308, '', [], {}, [[]], { a: 1 }, [null], 'x'.repeat(1000), ...kInherited]);
  for (let k = 1 + rng.below(3); k > 0; --k) {
    const field = rng.pick(['figure', 'state', 'text', 'versions', 'table', ...Object.keys(all.state ?? {})]);
    if (field in all) all[field] = odd();
    else if (all.state && typeof all.state === 'object') all.state[field] = odd();
  }
  // As text: a field called __proto__ would be none.
  return JSON.stringify(all, null, rng.below(3)).replace('"state": {', rng.happens(0.3) ? `"state": { "${rng.pick(kInherited)}": ${JSON.stringify(odd())},` : '"state": {');
}

test(`${kFiles} files: each is taken, or sentences say why not and nothing has changed`, async () => {
  const page = await opened();
  await result(page);
  // Figures that read files in all the ways there are, and cost little.
  const ids = ['algorithm', 'certificate', 'turing', 'landscape'];
  let taken = 0;
  let refused = 0;
  for (const id of ids) {
    const schema = figures.find((one) => one.id === id);
    await swap(page, id, { id: 'fuzzed', ...(id === 'algorithm' ? { state: 'N=64' } : {}) });
    const saved = { json: await exported(page, 'json'), csv: await exported(page, 'csv') };
    const files = Array.from({ length: kFiles / ids.length }, (_, k) => badFile(saved, new Rng(`${seed} file ${id} ${k}`)));
    const kAtOnce = 25;
    for (let first = 0; first < files.length; first += kAtOnce) {
      const answer = await page.evaluate(
        async (sealed, schema) => {
          const faults = [];
          let [taken, refused] = [0, 0];
          for (const [k, file] of JSON.parse(sealed).entries()) {
            const before = JSON.stringify(window.fuzzed.state);
            // Nothing, while the result of a file before this one is on its way.
            const shown = window.fuzzed.result?.sentence;
            try {
              const sentences = await window.fuzzed.import(k % 2 ? new Blob([file]) : file);
              const state = window.fuzzed.state;
              if (sentences.length > 0 && JSON.stringify(state) !== before) faults.push([k, `refused, and yet ${JSON.stringify(state)} after ${before}`]);
              if (sentences.length > 0 && shown && window.sentenceOf(window.fuzzed) !== shown) faults.push([k, 'refused, and yet it says something else']);
              if (sentences.length > 6 || sentences.some((one) => typeof one !== 'string' || !one || one.length > 1000)) faults.push([k, JSON.stringify(sentences).slice(0, 2000)]);
              for (const one of sentences) if (/\bNaN\b|\bundefined\b|\[object|\binf\b|Infinity|\ufffd/.test(one.replaceAll(/“[^”]*”/g, '“”'))) faults.push([k, one]);
              faults.push(...window.fuzz.outside(schema, state).map((one) => [k, one]));
              if (sentences.length > 0) ++refused;
              else ++taken;
            } catch (error) {
              faults.push([k, String(error)]);
            }
          }
          return { faults, taken, refused };
        },
        JSON.stringify(files.slice(first, first + kAtOnce)),
        schema,
      );
      assert.deepEqual(answer.faults.map(([k, what]) => `${what}: ${which(`${id}, file`, first + k, files[first + k])}`), []);
      taken += answer.taken;
      refused += answer.refused;
      // And in the reader's way, so that a note says it.
      await page.evaluate((sealed) => JSON.parse(sealed).forEach((file, k) => window.fuzz.drop(`saved.${k % 2 ? 'json' : 'csv'}`, file)), JSON.stringify(files.slice(first, first + 3)));
      await page.evaluate(() => window.fuzz.dropped());
      assert.deepEqual(await page.evaluate((schemas) => window.fuzz.faults(schemas), figures), [], which(`${id}, files from`, first, ''));
      await page.evaluate(() => window.fuzzed.reset());
    }
    assert.deepEqual(page.complaints, [], id);
  }
  assert.ok(refused > kFiles / 3 && taken > kFiles / 20, `${refused} refused, ${taken} taken`);
  await page.close();
  record({ name: 'Malformed files: each taken, or a sentence and nothing changed' }, kFiles);
});

// What is interrupted in the middle: contexts lost while somebody drags, workers ended by the browser, memory that does not
// suffice, a network that goes away. The last good result stays, a sentence says what happened, and it goes on.
// Full run: lost contexts come back by the browser's own clock.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { recorder } from '../record.mjs';
import { trials } from '../trials.mjs';
import { events, liveContexts, open, part, patient, pictureOf, rectOf, result, resultOf, said, set, settled, state, until } from './chromium.mjs';
import { difference } from './picture.mjs';
import { page as html, site, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const record = recorder('interrupted');
const kLosses = trials(6);
const kDeaths = trials(2);
// Takes half a minute, reports as it goes, and needs 38 MB for its Gram matrix.
const kLong = { d: 16, N: 16384, targets: 'causal' };
const kShort = { d: 4, N: 128, targets: 'last', seed: 1 };

const pages = { '/one.html': html(tag('controls="form" state="N=128"')), '/bare.html': html(tag('controls="form"')), '/ball.html': html('<lifted-attention figure="landscape"></lifted-attention>') };

const browser = await startChromium();
const server = await startServer({ pages });

const rest = (page) => until(page, () => !window.part('.status-text').textContent && window.part('.cancel').hidden);

/** The picture once it does not change any more. */
async function still(page) {
  await page.bringToFront();
  await settled(page);
  return pictureOf(page);
}

test(`a ball can be dragged through ${kLosses} lost contexts`, async () => {
  const page = await open(browser, `${server.address}/ball.html`, { prepare: patient });
  await result(page);
  await until(page, () => window.seen.draws > 0);
  const { x, y, width, height } = await rectOf(await part(page, 'canvas.live'));
  const at = (k) => [x + width * (0.2 + 0.1 * ((k * 7) % 5)), y + height * (0.3 + 0.08 * ((k * 3) % 6))];
  for (let k = 0; k < kLosses; ++k) {
    await page.mouse.move(...at(k));
    await page.mouse.down();
    await page.mouse.move(...at(k + 1), { steps: 2 });
    await page.evaluate(() => {
      const context = window.part('canvas.live')?.getContext('webgl2');
      window.loss = context?.getExtension('WEBGL_lose_context');
      window.loss?.loseContext();
    });
    await page.mouse.move(...at(k + 2), { steps: 2 });
    // Every second comes back while the button is still down.
    if (k % 2) await page.evaluate(() => window.loss?.restoreContext());
    await page.mouse.move(...at(k + 3), { steps: 2 });
    await page.mouse.up();
    if (!(k % 2)) await page.evaluate(() => window.loss?.restoreContext());
    await until(page, () => window.part('canvas.live') && !window.part('canvas.live').getContext('webgl2').isContextLost());
  }
  await rest(page);
  assert.deepEqual(page.complaints.filter((text) => !/WebGL|context/i.test(text)), []);
  assert.equal((await said(page)).notes, '');
  assert.equal(await liveContexts(page), 1);
  await page.mouse.move(1, 1);
  const after = await state(page);
  const picture = await still(page);
  const fresh = await open(browser, `${server.address}/ball.html`);
  await result(fresh);
  await set(fresh, after);
  await until(fresh, () => document.querySelector('lifted-attention').result);
  await rest(fresh);
  assert.deepEqual(await state(fresh), after);
  assert.equal(difference(picture, await still(fresh)), 0);
  record({ name: 'Contexts lost while a ball is dragged: the picture at the end is that of a fresh page' }, kLosses);
  await fresh.close();
  await page.close();
});

test(`${kDeaths} workers that the browser ends in the middle of a run: a sentence, the last result, and the next run`, async () => {
  const page = await open(browser, `${server.address}/one.html`);
  let { sentence } = await result(page);
  for (let k = 0; k < kDeaths; ++k) {
    const errors = (await events(page, 'lifted-error')).length;
    await set(page, { ...kLong, seed: 10 + k });
    await until(page, () => !window.part('progress').hidden && window.part('progress').value > 0);
    // Without a word: nobody but the browser knows. The spare one goes too.
    await page.evaluate(() => window.seen.workerList.forEach((worker) => worker.terminate()));
    await until(page, (count) => window.seen.events.filter(({ type }) => type === 'lifted-error').length > count, errors);
    assert.match((await said(page)).notes, /The learner stopped/);
    assert.equal((await said(page)).sentence, sentence);
    if (k % 4 === 3) {
      const shown = await resultOf(page, () => set(page, { ...kShort, seed: 2 + k }));
      assert.equal(shown.worker, true);
      assert.equal((await said(page)).notes, '');
      ({ sentence } = shown);
    }
  }
  record({ name: 'Workers ended by the browser in the middle of a run: each noticed, the last result kept' }, kDeaths);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a worker that the browser ends while it starts is replaced: at once after its first message, before it after some seconds', async () => {
  const waits = [];
  for (const when of /** @type {const} */ (['message', 'never'])) {
    const page = await open(browser, `${server.address}/one.html`, {
      prepare: (page) =>
        page.evaluateOnNewDocument((when) => {
          const { Worker } = window;
          let count = 0;
          window.Worker = class extends Worker {
            constructor(...values) {
              super(...values);
              if (++count === 2) window.replaced = performance.now();
              if (count > 1) return;
              const end = () => {
                window.ended = performance.now();
                this.terminate();
              };
              if (when === 'never') return end();
              this.addEventListener('message', ({ data }) => data.kind === 'lock' && end());
              this.postMessage = () => {}; // it never has its instance
            }
          };
        }, when),
    });
    const { worker } = await result(page);
    assert.equal(worker, true);
    waits.push(await page.evaluate(() => window.replaced - window.ended));
    assert.equal((await said(page)).notes, '');
    assert.deepEqual(page.complaints, []);
    await page.close();
  }
  assert.ok(waits[0] < waits[1] / 2, `${waits} ms`);
});

/** The module with a lower cap: the memory section's maximum, in pages of 64 KB. */
function capped(bytes, most) {
  for (let at = 8; at < bytes.length; ) {
    const section = bytes[at++];
    let [size, shift] = [0, 0];
    for (let byte = 0x80; byte & 0x80; shift += 7) size |= ((byte = bytes[at++]) & 0x7f) << shift;
    if (section !== 5) {
      at += size;
      continue;
    }
    // One memory, with a maximum: count, flags, at least, at most.
    assert.deepEqual([bytes[at], bytes[at + 1]], [1, 1]);
    const out = Buffer.from(bytes);
    let place = at + 2;
    while (out[place++] & 0x80);
    const end = at + size;
    for (let k = place, rest = most; k < end; ++k, rest >>= 7) out[k] = (rest & 0x7f) | (k + 1 < end ? 0x80 : 0);
    return out;
  }
  throw new Error('no memory section');
}

test('memory that does not suffice: a sentence, the last result, and smaller sizes work', async () => {
  const wasm = capped(await readFile(join(site, 'lifted-attention.wasm')), 514);
  const small = await startServer({ pages: { ...pages, '/lifted-attention.wasm': wasm } });
  const page = await open(browser, `${small.address}/one.html`);
  await result(page);
  const { sentence } = await said(page);
  await set(page, kLong);
  await until(page, () => window.seen.events.some(({ type }) => type === 'lifted-error'));
  assert.match((await said(page)).notes, /The learner stopped: these sizes may need more memory than there is/);
  assert.equal((await said(page)).sentence, sentence);
  const shown = await resultOf(page, () => set(page, { ...kShort, seed: 2 }));
  assert.notEqual(shown.sentence, sentence);
  assert.equal((await said(page)).notes, '');
  await page.close();
});

test('without a network a figure goes on; one that needs more files says so and comes with the network', async () => {
  const page = await open(browser, `${server.address}/bare.html`);
  await result(page);
  await page.setOfflineMode(true);
  await resultOf(page, () => set(page, { seed: 3 }));
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('figure', 'relaxation'));
  await until(page, () => window.seen.events.some(({ type }) => type === 'lifted-error'));
  assert.match((await said(page)).notes, /could not be downloaded/);
  await page.setOfflineMode(false);
  await until(page, () => document.querySelector('lifted-attention').result?.figure === 'relaxation');
  assert.equal((await said(page)).notes, '');
  await page.close();
});

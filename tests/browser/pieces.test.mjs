// Long runs whose pieces several workers make: the bytes of a run in one worker and of a native one, also when a worker is
// lost in the middle or the run is paused; and a cancelled run ends.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { events, open, pause, result, said, set, until } from './chromium.mjs';
import { native } from './native.mjs';
import { page as html, site } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

// Of each figure whose runs are cut: settings of some tenths of a second, of some seconds, and what to change then for a short run.
const kRuns = {
  head_race: { some: 'd=2', many: 'd=3&N=512', few: { d: 2, N: 64, epochs: 20 } },
  relaxation: { some: 'starts=12', many: 'd=4&steps=4000', few: { d: 2 } },
  language: { some: 'view=sweep&d=7', many: 'view=sweep', few: { d: 3, N: 256 }, text: 'moby-dick.txt' },
};

const pages = Object.fromEntries(Object.entries(kRuns).flatMap(([id, { some, many }]) => Object.entries({ some, many }).map(([size, query]) => [`/${id}-${size}.html`, html(`<lifted-attention figure="${id}" controls="form" state="${query.replaceAll('&', '&amp;')}"></lifted-attention>`)])));
const browser = await startChromium();
const server = await startServer({ pages });

function natively(figure, query, text = '') {
  const { status, stdout, stderr } = spawnSync(native, ['--bytes', figure, query, ...(text ? [join(site, text)] : [])], { maxBuffer: 1 << 28 });
  assert.equal(status, 0, String(stderr));
  return createHash('sha256').update(stdout).digest('hex');
}

/** Opens a figure on a computer with so many cores. In the page, `asked` has the jobs that workers were given, and `last` the bytes of the last outcome. */
const openOn = (cores, id, size) =>
  open(browser, `${server.address}/${id}-${size}.html`, {
    prepare: (page) =>
      page.evaluateOnNewDocument((cores) => {
        Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => cores });
        window.asked = [];
        window.last = null;
        const { Worker } = window;
        window.Worker = class extends Worker {
          constructor(...values) {
            super(...values);
            this.addEventListener('message', ({ data }) => {
              if (data.kind === 'outcome') window.last = data.outcome.result?.slice();
              if (data.kind === 'outcome') this.job = null;
            });
          }
          postMessage(message, ...more) {
            if (message.job) window.asked.push({ worker: this, piece: message.job.piece, pieces: message.job.pieces?.length > 0 });
            if (message.job) this.job = message.job;
            return super.postMessage(message, ...more);
          }
        };
      }, cores),
  });

const hashOf = async (page) => createHash('sha256').update(Buffer.from(await page.evaluate(() => Array.from(window.last)))).digest('hex');
const asked = (page) => page.evaluate(() => ({ pieces: window.asked.filter(({ piece }) => piece !== undefined).map(({ piece }) => piece), joins: window.asked.filter(({ pieces }) => pieces).length, workers: new Set(window.asked.map(({ worker }) => worker)).size }));
const halfway = (page) => until(page, () => window.asked.filter(({ piece, worker }) => piece !== undefined && worker.job).length > 0 && window.asked.filter(({ piece }) => piece !== undefined).length >= 4);

for (const [id, { some, many, few, text }] of Object.entries(kRuns)) {
  test(`a run of ${id} has the same bytes natively, in one worker, on two cores and on eight`, async () => {
    const expected = natively(id, some, text);
    for (const cores of [1, 2, 8]) {
      const page = await openOn(cores, id, 'some');
      const { worker } = await result(page);
      assert.equal(worker, true);
      assert.equal(await hashOf(page), expected, `${cores} cores`);
      const { pieces, joins, workers } = await asked(page);
      if (cores === 1) assert.deepEqual([pieces.length, joins, workers], [0, 0, 1]);
      else {
        assert.ok(pieces.length > 1);
        assert.deepEqual(pieces, pieces.map((_, k) => k));
        assert.equal(joins, 1);
        assert.ok(workers > 1 && workers <= cores, `${workers} workers`);
      }
      assert.deepEqual(page.complaints, []);
      await page.close();
    }
  });

  test(`a run of ${id} whose worker is lost in the middle ends with the same bytes, its piece made again`, async () => {
    const page = await openOn(2, id, 'many');
    await halfway(page);
    const lost = await page.evaluate(() => {
      const { worker } = window.asked.findLast(({ worker }) => worker.job);
      worker.terminate();
      return worker.job.piece;
    });
    await result(page);
    assert.equal(await hashOf(page), natively(id, many, text));
    const { pieces, joins } = await asked(page);
    assert.equal(pieces.filter((piece) => piece === lost).length, 2);
    assert.equal(pieces.length, Math.max(...pieces) + 2);
    assert.equal(joins, 1);
    assert.equal((await said(page)).notes, '');
    assert.deepEqual(page.complaints, []);
    await page.close();
  });

  test(`a run of ${id} that is cancelled ends, with all its workers, and the next one runs`, async () => {
    const page = await openOn(2, id, 'many');
    await halfway(page);
    await page.evaluate(() => window.part('.cancel').click());
    await until(page, () => window.part('.cancel').hidden && /Cancelled|Paused/.test(window.part('.status-text').textContent));
    const length = await page.evaluate(() => window.asked.length);
    await pause(1000);
    assert.equal(await page.evaluate(() => window.asked.length), length, 'no piece was begun since');
    assert.equal((await events(page, 'lifted-result')).length, 0);
    await set(page, few);
    await result(page);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

test('a run in pieces that shows previews goes on from where it was paused, to the same bytes', async () => {
  const page = await openOn(2, 'head_race', 'many');
  await until(page, () => window.part('.sentence').textContent !== '' && window.part('progress').value > 0.3);
  await page.evaluate(() => window.part('.cancel').click());
  await until(page, () => /Paused/.test(window.part('.status-text').textContent));
  await page.evaluate(() => window.part('.run').click());
  await result(page);
  assert.equal(await hashOf(page), natively('head_race', kRuns.head_race.many));
  assert.ok(await page.evaluate(() => window.asked.some(({ piece }) => piece !== undefined)));
  await page.close();
});

// What a second core gives a run in a page: independent work is shared out among workers, with one core and with two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, result, resultCount, set } from '../../browser/chromium.mjs';
import { page as html } from '../../browser/server.mjs';
import { startChromium, startServer } from '../../browser/suite.mjs';
import { apart, cores as limit } from '../../limits.mjs';
import { recorder } from '../../record.mjs';

const record = recorder('cores');
const kTurns = 5;
const runs = {
  'the starts of relaxation': ['relaxation', 'd=4'],
  'the runs of head_race': ['head_race', 'd=3&N=512&epochs=60'],
  'the sizes of samples': ['samples', 'view=needed'],
  'the short sweep of language, d = 3': ['language', 'view=sweep&d=3'],
  'the long sweep of language, d = 7': ['language', 'view=sweep&d=7'],
};
const pages = Object.fromEntries(Object.values(runs).map(([id, state], k) => [`/${k}.html`, html(`<lifted-attention figure="${id}" controls="form" state="${state.replaceAll('&', '&amp;')}"></lifted-attention><div style="height: 3000px"></div>`)]));
const [id, state] = runs['the starts of relaxation'];
pages['/apart.html'] = html(`${`<lifted-attention figure="${id}" address="none" state="${state}"></lifted-attention>`.repeat(2)}<div style="height: 3000px"></div>`);
const server = await startServer({ pages });
const browser = await startChromium();
const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];

const onCores = (address, cores) =>
  open(browser, `${server.address}${address}`, {
    prepare: (page) => page.evaluateOnNewDocument((cores) => void Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => cores }), cores),
  });

Object.keys(runs).forEach((name, k) =>
  test(name, async () => {
    const both = [await onCores(`/${k}.html`, 1), await onCores(`/${k}.html`, 2)];
    const times = [[], []];
    for (const page of both) {
      await result(page);
      await page.evaluate(() => scrollTo(0, 3000)); // so that no time goes by drawing, which is software here
    }
    for (let turn = 0; turn < kTurns; ++turn) {
      for (const [way, page] of both.entries()) {
        await page.bringToFront();
        const count = await resultCount(page);
        const began = await page.evaluate(() => performance.now());
        await set(page, { seed: 100 + turn });
        await result(page, count + 1);
        times[way].push((await page.evaluate(() => window.seen.events.findLast(({ type }) => type === 'lifted-result').at)) - began);
      }
    }
    const [one, two] = times.map(middle);
    assert.ok(one > 0 && two > 0, 'nothing was measured');
    record(limit(name), two / one, `${Math.round(one)} ms with one core`);
    for (const page of both) await page.close();
  }),
);

// Two figures on one core, each in a worker of its own: what cores share, caches and clock, slows both.
test('two runs that share nothing', async () => {
  const page = await onCores('/apart.html', 1);
  await result(page, 2);
  await page.evaluate(() => scrollTo(0, 3000));
  /** Sets some of the figures at once; ms until the last of them has its result. @param {Record<number, number>} seeds of each */
  const run = async (seeds) => {
    const count = await resultCount(page);
    const began = await page.evaluate((seeds) => {
      const figures = document.querySelectorAll('lifted-attention');
      for (const [k, seed] of Object.entries(seeds)) figures[k].set({ seed });
      return performance.now();
    }, seeds);
    await result(page, count + Object.keys(seeds).length);
    return (await page.evaluate(() => window.seen.events.findLast(({ type }) => type === 'lifted-result').at)) - began;
  };
  const times = [[], []];
  for (let turn = 0; turn < kTurns; ++turn) {
    const [one, other] = [100 + 2 * turn, 101 + 2 * turn];
    times[0].push((await run({ 0: one })) + (await run({ 1: other })));
    times[1].push(await run({ 0: other, 1: one }));
  }
  const [after, together] = times.map(middle);
  record(apart, together / after, `${Math.round(after)} ms one after the other`);
  await page.close();
});

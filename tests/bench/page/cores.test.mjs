// What a second core gives a run in a page: independent work is shared out among workers, with one core and with two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, result, resultCount, set } from '../../browser/chromium.mjs';
import { page as html } from '../../browser/server.mjs';
import { startChromium, startServer } from '../../browser/suite.mjs';
import { cores as limit } from '../../limits.mjs';
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
const server = await startServer({ pages });
const browser = await startChromium();
const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];

Object.keys(runs).forEach((name, k) =>
  test(name, async () => {
    const onCores = (cores) =>
      open(browser, `${server.address}/${k}.html`, {
        prepare: (page) => page.evaluateOnNewDocument((cores) => void Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => cores }), cores),
      });
    const both = [await onCores(1), await onCores(2)];
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

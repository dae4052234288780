// How long the tasks of a run are in a page where no worker can start. Only measured: a number never fails (tests/limits.mjs).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign as set, open, pause, result, resultOf } from '../../browser/chromium.mjs';
import { page as html, tag } from '../../browser/server.mjs';
import { startChromium, startServer } from '../../browser/suite.mjs';
import { inPlace as limits } from '../../limits.mjs';
import { recorder } from '../../record.mjs';

const record = recorder('in_place');
const server = await startServer({ headers: { 'Content-Security-Policy': "script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'" }, pages: { '/one.html': html(tag('controls="form"')) } });
const browser = await startChromium();

test('a run in place', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  const began = await page.evaluate(() => performance.now());
  const { worker } = await resultOf(page, () => set(page, { seed: 2 }));
  assert.equal(worker, false);
  await pause(100); // the browser tells of a task after it
  const durations = await page.evaluate((began) => window.seen.tasks.filter(({ startTime }) => startTime > began).map(({ duration }) => duration), began);
  record(limits.task, Math.max(0, ...durations));
});

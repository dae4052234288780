// How long a page waits for a turn while learn() works beside it. Only measured: a number never fails (tests/limits.mjs).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../../browser/chromium.mjs';
import { startChromium, startServer } from '../../browser/suite.mjs';
import { awake as limits } from '../../limits.mjs';
import { recorder } from '../../record.mjs';

const record = recorder('awake');
const server = await startServer();
const browser = await startChromium();

test('a page beside a run of learn() that is aborted after one and a half seconds', async () => {
  const page = await open(browser, `${server.address}/licences.txt`);
  const { name, turn, abort } = await page.evaluate(async (address) => {
    const { learn } = await import(`${address}/learn.js`);
    const numbers = (count) => Array.from({ length: count }, () => 2 * Math.random() - 1);
    const examples = Array.from({ length: 9000 }, () => ({ tokens: [numbers(16), numbers(16)], target: numbers(1) }));
    const stop = new AbortController();
    let [last, turn, aborted] = [performance.now(), 0, 0];
    const timer = setInterval(() => {
      turn = Math.max(turn, performance.now() - last);
      last = performance.now();
    }, 20);
    setTimeout(() => {
      aborted = performance.now();
      stop.abort();
    }, 1500);
    const name = await learn(examples, { signal: stop.signal }).catch((error) => error.name);
    clearInterval(timer);
    return { name, turn, abort: performance.now() - aborted };
  }, server.address);
  assert.equal(name, 'AbortError');
  record(limits.turn, turn);
  record(limits.abort, abort);
});

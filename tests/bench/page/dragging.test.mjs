// What a drag, an answer and a cancel take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign as set, open, part, rectOf, result, resultOf, until } from '../../browser/chromium.mjs';
import { figures } from '../../browser/native.mjs';
import { page as html, tag } from '../../browser/server.mjs';
import { startChromium, startServer } from '../../browser/suite.mjs';
import { dragging as limits } from '../../limits.mjs';
import { recorder } from '../../record.mjs';
import { processorTime } from './slowness.mjs';

const record = recorder('dragging');
const server = await startServer({ pages: { '/form.html': html(`<div style="max-width: 900px">${tag('controls="form"')}</div>`) } });
const browser = await startChromium({ motion: true });
const longest = (/** @type {{ duration: number }[]} */ tasks) => Math.max(0, ...tasks.map(({ duration }) => duration));

/** ms of a frame, and of the longest task, while the pointer is dragged over a figure. @param {string} id */
async function drag(id) {
  const page = await open(browser, `${server.address}/embed.html?figure=${id}`);
  await result(page);
  const { x, y, width, height } = await rectOf(await part(page, '.view'));
  const { script } = await processorTime(page);
  await page.evaluate(() => (window.seen.frames = 0));
  const before = await script();
  await page.mouse.move(x + 0.3 * width, y + 0.4 * height);
  await page.mouse.down();
  for (let k = 0; k < 60; ++k) await page.mouse.move(x + (0.3 + 0.006 * k) * width, y + (0.4 + 0.002 * k) * height);
  await page.mouse.up();
  const work = (await script()) - before;
  const { frames, tasks, creations } = await page.evaluate(() => {
    const { frames, tasks, creations } = window.seen;
    return { frames, tasks, creations };
  });
  await page.close();
  assert.ok(frames > 0);
  // What the browser takes to start WebGL, here in software, is not the page's.
  const own = ({ startTime, duration }) =>
    ({ duration: duration - creations.filter((each) => each.startTime >= startTime && each.startTime < startTime + duration).reduce((sum, each) => sum + each.duration, 0) });
  return { id, frame: work / frames, task: longest(tasks.map(own)) };
}

test('dragging over every figure', async () => {
  const all = [];
  for (const { id } of figures) all.push(await drag(id));
  for (const name of /** @type {const} */ (['frame', 'task'])) {
    const worst = all.reduce((a, b) => (b[name] > a[name] ? b : a));
    record(limits[name], worst[name], worst.id);
  }
});

async function opened() {
  const page = await open(browser, `${server.address}/form.html`);
  await result(page);
  return page;
}

test('an answer to a click', async () => {
  const page = await opened();
  await resultOf(page, () => set(page, { N: 16 }));
  const slider = await part(page, '#control-N');
  let began = 0;
  const done = await resultOf(page, async () => {
    began = await slider.evaluate((input) => {
      const at = performance.now();
      input.value = '8'; // the stop of 4,096
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      return at;
    });
  });
  record(limits.answer, done.at - began);
  await page.close();
});

test('a long run, and its end', async () => {
  const page = await opened();
  const began = await page.evaluate(() => performance.now());
  await set(page, { d: 16, N: 16384, targets: 'causal' });
  await until(page, () => /about \d+ (s|min) left/.test(window.part('.status-text').textContent));
  record(limits.free, longest(await page.evaluate((began) => window.seen.tasks.filter(({ startTime }) => startTime > began), began)));
  const took = await (await part(page, '.cancel')).evaluate(async (button) => {
    const at = performance.now();
    button.click();
    while (!button.hidden) await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - at;
  });
  record(limits.cancel, took);
  await page.close();
});

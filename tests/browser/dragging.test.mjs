// That no figure, when it is dragged, keeps the page waiting.
// Runs alone: it measures time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, part, pause, processorTime, rectOf, result, slowness, timed } from './chromium.mjs';
import { figures } from './native.mjs';
import { startChromium, startServer } from './suite.mjs';

const kFrameWork = 8;
const kLongestTask = 200;

const server = await startServer();
const browser = await startChromium();

/** A figure as it comes, alone on a page, at rest. */
async function show(id) {
  const page = await open(browser, `${server.address}/embed.html?figure=${id}`);
  await result(page);
  await pause(400);
  return page;
}

for (const { id } of figures) {
  test(`dragging over ${id} costs at most ${kFrameWork} ms a frame, and nothing keeps the page for ${kLongestTask} ms`, () =>
    timed(
      () => show(id),
      async (page) => {
        const { x, y, width, height } = await rectOf(await part(page, '.view'));
        const { script } = await processorTime(page);
        const calm = await slowness(page);
        await page.evaluate(() => (window.seen.frames = 0));
        const before = await script();
        await page.mouse.move(x + 0.3 * width, y + 0.4 * height);
        await page.mouse.down();
        for (let k = 0; k < 60; ++k) await page.mouse.move(x + (0.3 + 0.006 * k) * width, y + (0.4 + 0.002 * k) * height);
        await page.mouse.up();
        const after = await script();
        const { frames, tasks, creations } = await page.evaluate(() => {
          const { frames, tasks, creations } = window.seen;
          return { frames, tasks, creations };
        });
        const slow = Math.max(calm, await slowness(page));
        assert.ok(frames > 10, `${frames} frames`);
        const mean = (after - before) / frames;
        assert.ok(mean <= kFrameWork * slow, `${mean.toFixed(1)} ms where all takes ${slow.toFixed(1)} times as long`);
        // What the browser takes to start WebGL, here in software, is not the page's.
        const own = ({ startTime, duration }) =>
          duration - creations.filter((each) => each.startTime >= startTime && each.startTime < startTime + duration).reduce((sum, each) => sum + each.duration, 0);
        const longest = Math.max(0, ...tasks.map(own));
        assert.ok(longest <= kLongestTask * slow, `a task of ${Math.round(longest)} ms where all takes ${slow.toFixed(1)} times as long`);
        assert.deepEqual(page.complaints, []);
      },
    ));
}

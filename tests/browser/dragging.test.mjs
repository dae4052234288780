// That no figure, when it is dragged or learns, keeps the page waiting.
// Runs alone: it measures time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign as set, open, part, pause, processorTime, rectOf, result, resultCount, resultOf, said, slowness, timed, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const kFrameWork = 8;
const kLongestTask = 200;

const server = await startServer({ pages: { '/form.html': html(`<div style="max-width: 900px">${tag('controls="form"')}</div>`) } });
const browser = await startChromium({ motion: true });

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

async function opened() {
  const page = await open(browser, `${server.address}/form.html`);
  await result(page);
  return page;
}

test('d=4, N=4096, H=2 without noise is learned to 1e-20 in less than a second after the click, with the page free', () =>
  timed(opened, async (page) => {
    await resultOf(page, () => set(page, { N: 16 }));
    // The slider's next-but-two stops: 4,096 sequences.
    const slider = await part(page, '#control-N');
    let began = 0;
    const done = await resultOf(page, async () => {
      began = await slider.evaluate((input) => {
        const at = performance.now();
        input.value = '8';
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        return at;
      });
    });
    assert.deepEqual([done.state.d, done.state.N, done.state.H, done.state.noise], [4, 4096, 2, 0]);
    const slow = await slowness(page);
    assert.ok(done.at - began < 1000 * slow, `${done.at - began} ms where all takes ${slow.toFixed(1)} times as long`);
    assert.equal(done.worker, true);
    const row = done.table.rows.find(([name]) => /squared error on fresh/i.test(name));
    const error = Number(String(row?.[1]).replace(/·10|×10/, 'e').replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => '-0123456789'['⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)]).replace('−', '-'));
    assert.ok(error < 1e-20, `error ${row?.[1]}`);
    const tasks = await page.evaluate((began) => window.seen.tasks.filter(({ startTime }) => startTime > began), began);
    assert.deepEqual(tasks.filter(({ duration }) => duration > 200 * slow), []);
  }),
);

// Long enough on any machine: seconds.
const kLong = { d: 16, N: 16384, targets: 'causal' };

test('Cancel stops a long run within 100 ms, and the last result stays', () =>
  timed(opened, async (page) => {
    const before = await said(page);
    await set(page, kLong);
    await until(page, () => !window.part('.cancel').hidden);
    const took = await (await part(page, '.cancel')).evaluate(async (button) => {
      const at = performance.now();
      button.click();
      while (!button.hidden) await new Promise((resolve) => setTimeout(resolve, 1));
      return performance.now() - at;
    });
    const slow = await slowness(page);
    assert.ok(took < 100 * slow, `${took} ms where all takes ${slow.toFixed(1)} times as long`);
    assert.match((await said(page)).status, /cancelled/i);
    await pause(300);
    assert.equal(await resultCount(page), 1);
    // Previews may have been shown meanwhile.
    assert.equal((await said(page)).sentence, before.sentence);
    assert.equal(await page.evaluate(() => window.part('.run').hidden), false, 'the run can be asked for again');
    await set(page, { d: 4, N: 4096, targets: 'last' });
    await until(page, () => window.part('.run').hidden);
    assert.equal(await resultCount(page), 1, 'the result of the old values is still there: nothing to run');
  }),
);

test('a long run says how long it will take, and the page stays free meanwhile', () =>
  timed(opened, async (page) => {
    const began = await page.evaluate(() => performance.now());
    await set(page, kLong);
    await until(page, () => /about \d+ (s|min) left/.test(window.part('.status-text').textContent));
    assert.ok(await page.evaluate(() => window.part('progress').value > 0));
    await pause(1000);
    const slow = await slowness(page);
    const tasks = await page.evaluate((began) => window.seen.tasks.filter(({ startTime }) => startTime > began), began);
    assert.deepEqual(tasks.filter(({ duration }) => duration > 200 * slow), []);
    await page.evaluate(() => document.querySelector('lifted-attention').cancel());
  }),
);

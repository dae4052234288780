// What must hold for every figure of the list, in a page: how it looks, and that it never keeps the page waiting.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { desk, launch, open, part, pause, phone, processorTime, rectOf, result, scheme, slowness, timed } from './chromium.mjs';
import { decode, distance, encode, reduced } from './picture.mjs';
import { serve } from './server.mjs';

const figures = JSON.parse(execFileSync(/** @type {string} */ (process.env.LIFTED_NATIVE_DESCRIBE), ['--list'], { encoding: 'utf8' }));

// LIFTED_KEEP_PICTURES=1 keeps what the figures look like now: look at it before you commit it.
const keeps = Boolean(process.env.LIFTED_KEEP_PICTURES);
const kept = fileURLToPath(new URL('pictures/', import.meta.url));
const kReduction = 8; // CSS pixels that become one of a kept picture
const kTolerance = 28; // of 255: letters drawn by another version of the browser
const kOtherPixels = 0.02;

const words = readFileSync(new URL('../golden/language.txt', import.meta.url), 'utf8');

const kFrameWork = 8;
const kLongestTask = 200;

/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {import('puppeteer-core').Browser} */
let touchBrowser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  // The article's words change with the article; pictures of what was learned from them must not.
  server = await serve({ pages: { '/article.txt': words } });
  browser = await launch();
  touchBrowser = await launch({ touch: true });
});
after(async () => {
  await browser.close();
  await touchBrowser.close();
  await server.close();
});

/** A figure as it comes, alone on a page, at rest. */
async function show(id, options) {
  const touch = options.viewport?.isMobile;
  const page = await open(touch ? touchBrowser : browser, `${server.address}/embed.html?figure=${id}`, options);
  await result(page);
  await pause(400);
  return page;
}

async function screenshot(page) {
  const picture = await page.screenshot({ clip: await rectOf(await part(page, '.stage')) });
  return decode(picture);
}

for (const { id } of figures) {
  for (const [place, viewport] of [['desk', desk], ['phone', phone]]) {
    for (const theme of ['light', 'dark']) {
      for (const deviceScaleFactor of [1, 2]) {
        test(`${id} looks as it was kept, ${place}, ${theme}, ${deviceScaleFactor} pixels a CSS pixel`, async () => {
          const look = async () => {
            const page = await show(id, { viewport: { ...viewport, deviceScaleFactor }, media: scheme(theme) });
            const seen = reduced(await screenshot(page), kReduction * deviceScaleFactor);
            await page.close();
            return seen;
          };
          let seen = await look();
          const file = `${kept}${id}-${place}-${theme}.png`;
          if (keeps && deviceScaleFactor === 1) {
            mkdirSync(kept, { recursive: true });
            writeFileSync(file, encode(seen));
          }
          assert.ok(existsSync(file), 'no picture is kept: run this test with LIFTED_KEEP_PICTURES=1, and look at it');
          const otherwise = () => distance(seen, decode(readFileSync(file)), kTolerance);
          // Figure "cost" measures the machine, and shows what it found: three looks.
          let other = otherwise();
          for (let k = 1; k < 3 && other > kOtherPixels; ++k) {
            seen = await look();
            other = Math.min(other, otherwise());
          }
          assert.ok(other <= kOtherPixels, `${(100 * other).toFixed(1)} % of the picture looks otherwise`);
        });
      }
    }
  }

  test(`dragging over ${id} costs at most ${kFrameWork} ms a frame, and nothing keeps the page for ${kLongestTask} ms`, () =>
    timed(
      () => show(id, { viewport: desk }),
      async (page) => {
        const { x, y, width, height } = await rectOf(await part(page, '.stage'));
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

// That a figure which has nothing to do does nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { recorder } from '../record.mjs';
import { launch, open, pause, result, swap } from './chromium.mjs';
import { page as html, serve, tag } from './server.mjs';

const record = recorder('idle');
const figures = JSON.parse(execFileSync(/** @type {string} */ (process.env.LIFTED_NATIVE_DESCRIBE), ['--list'], { encoding: 'utf8' }));

/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  server = await serve({ pages: { '/one.html': html(tag('controls="form" state="N=128"')) } });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.close();
});

test('at rest, off screen and in a hidden tab no figure asks for a frame or draws', async () => {
  const page = await open(browser, `${server.address}/one.html`, { media: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
  await result(page);
  let most = 0;
  const busy = [];
  for (const { id } of figures) {
    await swap(page, id);
    const count = () => page.evaluate(() => window.seen.frames + window.seen.draws);
    const settle = async () => {
      for (let last = -1, equal = 0, k = 0; k < 60 && equal < 2; ++k) {
        await pause(120);
        const now = await count();
        equal = now === last ? equal + 1 : 0;
        last = now;
      }
    };
    const places = {
      'at rest': [() => {}, () => {}],
      'off screen': [() => (document.querySelector('main').style.paddingTop = '6000px'), () => (document.querySelector('main').style.paddingTop = '')],
      'not displayed': [() => (document.querySelector('main').style.display = 'none'), () => (document.querySelector('main').style.display = '')],
    };
    for (const [place, [go, back]] of Object.entries(places)) {
      await page.evaluate(go);
      // A second after it has gone out of view a figure leaves its last picture behind.
      if (place !== 'at rest') await pause(1300);
      await settle();
      const before = await count();
      await pause(400);
      const made = (await count()) - before;
      most = Math.max(most, made);
      if (made > 0) busy.push(`${id} ${place}: ${made}`);
      await page.evaluate(back);
    }
  }
  record({ name: 'Frames and draw calls of figures at rest, off screen, not displayed', value: most, most: 0 });
  assert.deepEqual(busy, []);
  await page.close();
});

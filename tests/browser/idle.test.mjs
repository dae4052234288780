// That a figure which has nothing to do does nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle as limits } from '../limits.mjs';
import { recorder } from '../record.mjs';
import { open, pause, result, swap } from './chromium.mjs';
import { figures } from './native.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const record = recorder('idle');

const server = await startServer({ pages: { '/one.html': html(tag('controls="form" state="N=128"')) } });
const browser = await startChromium();

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
  record(limits.draws, most);
  assert.deepEqual(busy, []);
  await page.close();
});

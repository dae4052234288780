// That a figure which has nothing to do does nothing.
// Full run: that nothing happens takes time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle as limits } from '../limits.mjs';
import { recorder } from '../record.mjs';
import { desk, open, pause, result, settled } from './chromium.mjs';
import { figures } from './native.mjs';
import { page as html } from './server.mjs';
import { quick } from './states.mjs';
import { startChromium, startServer } from './suite.mjs';

const record = recorder('idle');

// As many as are live at once.
const kLive = 4;
const groups = Array.from({ length: Math.ceil(figures.length / kLive) }, (_, k) => figures.slice(kLive * k, kLive * (k + 1)).map(({ id }) => id));
const server = await startServer({ pages: Object.fromEntries(groups.map((some) => [`/${some.join('-')}.html`, html(some.map((id) => `<lifted-attention figure="${id}" state="${quick[id]?.state ?? ''}"></lifted-attention>`).join(''))])) });
const browser = await startChromium();

const tall = { viewport: { ...desk, height: 4000 } };
const kPlaces = {
  'at rest': () => {},
  'off screen': () => (document.querySelector('main').style.paddingTop = '60000px'),
  'not displayed': () => (document.querySelector('main').style.display = 'none'),
};

test('at rest, off screen and not displayed no figure asks for a frame or draws', async () => {
  const count = (page) => page.evaluate(() => window.seen.frames + window.seen.draws);
  let most = 0;
  const busy = [];
  for (const some of groups) {
    const page = await open(browser, `${server.address}/${some.join('-')}.html`, tall);
    await result(page, some.length);
    for (const [place, go] of Object.entries(kPlaces)) {
      await page.evaluate(go);
      await settled(page); // a second after it has gone out of view a figure leaves its last picture behind
      const before = await count(page);
      await pause(400);
      const made = (await count(page)) - before;
      most = Math.max(most, made);
      if (made > 0) busy.push(`${some.join(', ')} ${place}: ${made}`);
    }
    await page.close();
  }
  record(limits.draws, most);
  assert.deepEqual(busy, []);
});

// One figure while it is being made (bash tests/run.sh figure NAME): on a desk and on a phone, light and dark, with pointer,
// keys and link; its pictures go to build/figure, to be looked at. What every figure is held to stands in the other files.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { violations } from './axe.mjs';
import { desk, open, part, phone, pictureOf, rectOf, result, state, until } from './chromium.mjs';
import { startChromium, startServer } from './suite.mjs';

const { LIFTED_FIGURE: id } = process.env;
const skip = id ? false : 'bash tests/run.sh figure NAME';
const server = id ? await startServer() : null;
const browser = id ? await startChromium() : null;
const folder = fileURLToPath(new URL('../../build/figure', import.meta.url));
const places = /** @type {const} */ ([['desk', desk], ['phone', phone]]);

for (const [place, viewport] of places) {
  for (const theme of ['light', 'dark']) {
    test(`on a ${place}, ${theme}: it computes, is drawn, answers the pointer, and axe has nothing against it`, { skip }, async () => {
      const page = await open(browser, `${server.address}/embed.html?figure=${id}&theme=${theme}`, { viewport });
      await result(page);
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/${id}-${place}-${theme}.png`, await pictureOf(page));
      assert.deepEqual(await violations(page, { options: { preload: false } }), []);
      const { x, y, width, height } = await rectOf(await part(page, '.view'));
      const before = await page.evaluate(() => window.seen.frames);
      await page.mouse.move(x + 0.4 * width, y + 0.4 * height);
      await page.mouse.down();
      await page.mouse.move(x + 0.6 * width, y + 0.5 * height, { steps: 5 });
      await page.mouse.up();
      await until(page, (before) => window.seen.frames > before, before);
      assert.deepEqual(page.complaints, []);
      await page.close();
    });
  }
}

test('every control of the form answers a key, and the link brings its values back', { skip }, async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=${id}&controls=form&more=1`);
  await result(page);
  const ids = await page.evaluate(() => [...document.querySelector('lifted-attention').shadowRoot.querySelectorAll('input[type=range]:not([disabled])')].filter((input) => input.checkVisibility()).map((input) => input.id));
  assert.ok(ids.length > 0);
  for (const control of ids) {
    const slider = await part(page, `#${control}`);
    const before = await slider.evaluate((input) => input.value);
    await slider.focus();
    await page.keyboard.press(await slider.evaluate((input) => (input.value === input.max ? 'ArrowLeft' : 'ArrowRight')));
    await until(page, (control, before) => window.part(`#${control}`).value !== before, control, before);
  }
  await until(page, () => document.querySelector('lifted-attention').result !== null);
  const again = await open(browser, await page.evaluate(() => document.querySelector('lifted-attention').link));
  await result(again);
  assert.deepEqual(await state(again), await state(page));
  await Promise.all([page.close(), again.close()]);
});

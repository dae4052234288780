// How every figure looks, beside what it looked like when somebody last looked at it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { desk, open, part, pause, phone, rectOf, result, scheme, swap } from './chromium.mjs';
import { figures } from './native.mjs';
import { decode, distance, encode, reduced } from './picture.mjs';
import { startChromium, startServer } from './suite.mjs';

// LIFTED_KEEP_PICTURES=1 keeps what the figures look like now: look at it before you commit it.
const keeps = Boolean(process.env.LIFTED_KEEP_PICTURES);
const kept = fileURLToPath(new URL('pictures/', import.meta.url));
const kReduction = 8; // CSS pixels that become one of a kept picture
const kTolerance = 28; // of 255: letters drawn by another version of the browser
const kOtherPixels = 0.02;

const server = await startServer();
const browser = await startChromium();
/** One page for each place, in which one figure replaces the other. */
const places = { desk: await opened(desk), phone: await opened(phone) };

async function opened(viewport) {
  const page = await open(browser, `${server.address}/embed.html?figure=${figures[0].id}`, { viewport });
  await result(page);
  return page;
}

/** A figure as it comes, alone on a page, at rest, in one theme and then in the other: small pictures. */
async function look(page, id) {
  await page.bringToFront();
  await page.emulateMediaFeatures(scheme('light'));
  await swap(page, id);
  await pause(400);
  const seen = {};
  for (const theme of ['light', 'dark']) {
    if (theme === 'dark') {
      await page.emulateMediaFeatures(scheme(theme));
      await pause(200);
    }
    const picture = await page.screenshot({ clip: await rectOf(await part(page, '.view')), optimizeForSpeed: true });
    seen[theme] = reduced(decode(picture), kReduction * page.viewport().deviceScaleFactor);
  }
  return seen;
}

for (const { id } of figures) {
  for (const [place, page] of Object.entries(places)) {
    test(`${id} looks as it was kept, ${place}, light and dark, ${page.viewport().deviceScaleFactor} pixels a CSS pixel`, async () => {
      const fileOf = (theme) => `${kept}${id}-${place}-${theme}.png`;
      const least = { light: 1, dark: 1 };
      // Figure "cost" measures the machine, and shows what it found: three looks.
      for (let k = 0; k < 3 && Math.max(...Object.values(least)) > kOtherPixels; ++k) {
        const seen = await look(page, id);
        for (const theme of Object.keys(least)) {
          if (keeps && k === 0) {
            mkdirSync(kept, { recursive: true });
            writeFileSync(fileOf(theme), encode(seen[theme]));
          }
          assert.ok(existsSync(fileOf(theme)), 'no picture is kept: run this test with LIFTED_KEEP_PICTURES=1, and look at it');
          least[theme] = Math.min(least[theme], distance(seen[theme], decode(readFileSync(fileOf(theme))), kTolerance));
        }
      }
      for (const [theme, other] of Object.entries(least)) assert.ok(other <= kOtherPixels, `${(100 * other).toFixed(1)} % of the picture looks otherwise, ${theme}`);
    });
  }
}

// The moving picture of README: nine balls roll, four get stuck, the lift makes a bowl of their ground, all come home.
// Each frame is the figure at the top of the article, as `describe` draws it from what the learner computes; beside it
// the two ends as a still, for who prefers no motion. Needs the native build:
//   node tests/browser/moving_picture.mjs
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { outlined } from '../../web/article/outlines.mjs';
import { animated, packed } from '../../web/article/webp.mjs';
import { launch, open } from './chromium.mjs';

const place = (/** @type {string} */ name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const kSize = { width: 820, height: 427 };
const kSteps = 300;
const kRoll = 24; // frames
const kLift = 18;
const kFrame = 60; // ms
const kHold = 1500;

const smooth = (/** @type {number} */ x) => x * x * (3 - 2 * x);
const range = (/** @type {number} */ count) => Array.from({ length: count + 1 }, (_, k) => k / count);

/** Balls are fast at first, so the first steps get more frames than the last. */
const frames = [
  ...range(kRoll).map((x) => ({ step: Math.round(kSteps * x ** 2.5), lift: 0 })),
  ...range(kLift).slice(1).map((x) => ({ step: kSteps, lift: Math.round(100 * smooth(x)) })),
].map((state, k, all) => ({ ...state, ms: k === 0 || k === kRoll ? kHold : k === all.length - 1 ? 2 * kHold : kFrame }));

const browser = await launch();
const page = await open(browser, 'about:blank', { viewport: { ...kSize, deviceScaleFactor: 1 } });

/** @param {{ step: number, lift: number }} state */
async function pictureOf({ step, lift }) {
  const svg = execFileSync(place('build/native/describe'), ['--svg', `${kSize.width}x${kSize.height}`, 'light', 'landscape', `view=opening&step=${step}&lift=${lift}`], { encoding: 'utf8' });
  await page.setContent(`<body style="margin: 0; background: white">${outlined(svg)}</body>`);
  return PNG.sync.read(Buffer.from(await page.screenshot()));
}

const pictures = [];
for (const frame of frames) pictures.push({ ...(await pictureOf(frame)), ms: frame.ms });
await browser.close();

const ends = [pictures[kRoll], pictures[pictures.length - 1]];
const both = { width: kSize.width, height: 2 * kSize.height, data: new Uint8ClampedArray(Buffer.concat(ends.map(({ data }) => data))) };
for (const [name, bytes] of Object.entries({ 'opening.webp': await animated(pictures), 'opening-still.webp': await packed(both) })) {
  writeFileSync(place(`web/${name}`), bytes);
  console.log(`web/${name}: ${Math.round(bytes.length / 1000)} KB`);
}

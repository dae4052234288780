// The moving picture of README: nine balls roll, four get stuck, the lift makes a bowl of their ground, all come home.
// Each frame is the figure at the top of the article, as `describe` draws it from what the learner computes; beside it
// the two ends as a still, for who prefers no motion, and as the card that is seen where a link to the page is shared
// (web/article/sharing.mjs). Needs the native build:
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
const kCard = { width: 1200, height: 630 };
const kMargin = 30; // around each half
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
function drawn({ step, lift }, { width, height } = kSize) {
  const svg = execFileSync(place('build/native/describe'), ['--svg', `${width}x${height}`, 'light', 'landscape', `view=opening&step=${step}&lift=${lift}`], { encoding: 'utf8' });
  return outlined(svg);
}

/** @param {string[]} svgs side by side */
async function shot(...svgs) {
  await page.setContent(`<body style="margin: 0; background: white; display: flex; align-items: center; justify-content: space-evenly; height: 100vh">${svgs.join('')}</body>`);
  return Buffer.from(await page.screenshot());
}

const pictureOf = async (state) => PNG.sync.read(await shot(drawn(state)));

const pictures = [];
for (const frame of frames) pictures.push({ ...(await pictureOf(frame)), ms: frame.ms });
await page.setViewport({ ...kCard, deviceScaleFactor: 1 });
const card = await shot(...[0, 100].map((lift) => drawn({ step: kSteps, lift }, { width: kCard.width / 2 - 2 * kMargin, height: kCard.height - 2 * kMargin })));
await browser.close();

const ends = [pictures[kRoll], pictures[pictures.length - 1]];
const both = { width: kSize.width, height: 2 * kSize.height, data: new Uint8ClampedArray(Buffer.concat(ends.map(({ data }) => data))) };
for (const [name, bytes] of Object.entries({ 'opening.webp': await animated(pictures), 'opening-still.webp': await packed(both), 'opening-card.png': card })) {
  writeFileSync(place(`web/${name}`), bytes);
  console.log(`web/${name}: ${Math.round(bytes.length / 1000)} KB`);
}

// How every figure looks: its live picture beside the poster that stands in its place until it runs, and beside what it
// looked like when somebody last looked at it.
// Full run: kept pictures: they judge every change of looks.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { figuresIn, looksIn } from '../../web/article/page.mjs';
import { open, scheme, settled, until } from './chromium.mjs';
import { compared, decode, encode, reduced } from './picture.mjs';
import { page as html, readText, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const kSoftened = 2; // CSS pixels that become one before they are compared: letters stand at fractions of a pixel
// Of pixelmatch: 26 of 255 for a grey, 79 for the blue alone; and, where letters are too small to matter, 9 and 28.
const kTolerance = 0.1;
const kFineTolerance = 0.035;
const kOtherPixels = 0.004;
const kOtherInSmall = 0.04;
// What figures draw only where it can be pressed, or only where there is a clock, and what follows from that.
const kKnown = { 'posters/head_race-narrow': 0.17, 'posters/language': 0.03, 'posters/landscape': 0.007, 'posters/landscape-narrow': 0.013, 'looks/opening-narrow': 0.007, 'posters/turing': 0.013 };

// LIFTED_KEEP_PICTURES=1 keeps what the figures look like now: look at it before you commit it.
const keeps = Boolean(process.env.LIFTED_KEEP_PICTURES);
const kept = fileURLToPath(new URL('pictures/', import.meta.url));
/** Where pictures are left that differ: what should be seen, what is seen, and where they differ. */
const found = fileURLToPath(new URL('../../build/pictures/', import.meta.url));
const kReduction = 4; // of the softened pictures
const kOtherThanKept = 0.02;

const article = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
const [opening] = looksIn(article);
/** The files of a poster, and the attributes of the figure that shows the same; of one figure where LIFTED_FIGURE names it. */
const { LIFTED_FIGURE: only } = process.env;
const shown = [
  ...figuresIn(article).map((id) => ({ name: `posters/${id}`, id, attributes: {} })),
  { name: opening.name, id: opening.figure, attributes: { state: opening.query, shape: `${opening.shape.narrow} ${opening.shape.wide}`, bare: '' } },
].filter(({ name }) => !only || name === `posters/${only}`);

// As wide as the article has them on a screen of 1280 px and on one of 390.
const places = {
  desk: { width: 1080, variant: '', viewport: { width: 1280, height: 1000, deviceScaleFactor: 1 } },
  phone: { width: 358, variant: '-narrow', viewport: { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true } },
};
const box = ({ width }) => html(`<div style="width: ${width}px; margin: auto">${tag('controls="none"')}</div>`);

// How long a run took is written in some figures; the posters are made without a clock.
const script = `if (!globalThis.document) performance.now = () => 0;\n${readText('lifted-attention.js')}`;
const server = await startServer({ pages: { '/desk.html': box(places.desk), '/phone.html': box(places.phone), '/lifted-attention.js': script } });
const browser = await startChromium({ motion: true }); // the posters of what plays show its beginning
const pages = {
  desk: await open(browser, `${server.address}/desk.html`, { viewport: places.desk.viewport, kept: true }),
  phone: await open(browser, `${server.address}/phone.html`, { viewport: places.phone.viewport, kept: true }),
};

/** What stands in the picture's place. @param {import('puppeteer-core').Page} page */
async function seen(page) {
  const clip = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('lifted-attention').shadowRoot.querySelector('.picture').getBoundingClientRect();
    return { x: x + scrollX, y: Math.round(y + scrollY), width, height: Math.floor(height) };
  });
  return reduced(decode(await page.screenshot({ clip, optimizeForSpeed: true })), kSoftened * page.viewport().deviceScaleFactor);
}

/** Shows a poster where the element shows it, or none. @param {import('puppeteer-core').Page} page @param {string} file '' for none */
const cover = (page, file) =>
  page.evaluate(async (file) => {
    const poster = document.querySelector('lifted-attention').shadowRoot.querySelector('.poster');
    poster.hidden = !file;
    if (!file) return;
    poster.src = file;
    await poster.decode();
  }, file);

/** Fails where two pictures differ in more than a share of their pixels. @param {string} name @param {string} as @param {import('./picture.mjs').Picture} picture @param {import('./picture.mjs').Picture} wanted @param {number} most */
function assertAlike(name, as, picture, wanted, most, tolerance = kTolerance) {
  const { share, where } = compared(picture, wanted, tolerance);
  if (share <= most) return;
  mkdirSync(found, { recursive: true });
  for (const [kind, one] of Object.entries({ wanted, seen: picture, where })) writeFileSync(`${found}${name}-${kind}.png`, encode(one));
  assert.fail(`${(100 * share).toFixed(1)} % of ${name} looks otherwise than ${as}; see build/pictures/${name}-*.png`);
}

/** Holds a picture against the kept one. @param {string} name @param {import('./picture.mjs').Picture} picture */
function compare(name, picture) {
  const file = `${kept}${name}.png`;
  if (keeps) writeFileSync(file, encode(picture));
  assert.ok(existsSync(file), 'no picture is kept: run this test with LIFTED_KEEP_PICTURES=1, and look at it');
  assertAlike(name, 'what is kept', picture, decode(readFileSync(file)), kOtherThanKept, kFineTolerance);
}

for (const { name, id, attributes } of shown) {
  for (const [place, { variant }] of Object.entries(places)) {
    test(`the poster ${name} is the live picture, which looks as it was kept, ${place}, light and dark`, async () => {
      const page = pages[place];
      await page.bringToFront();
      await page.emulateMediaFeatures(scheme('light'));
      await page.evaluate((attributes) => {
        const figure = document.createElement('lifted-attention');
        for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
        document.querySelector('lifted-attention').replaceWith(figure);
      }, { figure: id, controls: 'none', ...attributes });
      await until(page, () => document.querySelector('lifted-attention').result);
      await settled(page);
      for (const theme of ['light', 'dark']) {
        await page.emulateMediaFeatures(scheme(theme));
        await settled(page);
        await cover(page, '');
        const live = await seen(page);
        if (name.startsWith('posters/')) compare(`${id}-${place}-${theme}`, reduced(live, kReduction));
        await cover(page, `${name}${variant}-${theme}.svg`);
        const [poster, as, known] = [await seen(page), `poster-${name.split('/').pop()}-${place}-${theme}`, kKnown[`${name}${variant}`] ?? kOtherPixels];
        assertAlike(as, 'the live picture', poster, live, known);
        assertAlike(`${as}-small`, 'the live picture', reduced(poster, kReduction), reduced(live, kReduction), Math.max(known, kOtherInSmall), kFineTolerance);
      }
      await cover(page, '');
    });
  }
}

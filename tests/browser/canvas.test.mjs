// The picture: that there is one, that it survives what happens to WebGL contexts, and that it rests when nothing moves.
// Full run: lost contexts come back by the browser's own clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveContexts, open, part, patient, pause, pictureOf, rectOf, result, resultOf, said, scheme, settled, until } from './chromium.mjs';
import { colours, difference, printed } from './picture.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const apart = '<p style="height: 1600px">Far.</p>';

const server = await startServer({
  pages: {
    '/one.html': html(`<p>Before.</p>${tag()}`),
    '/below.html': html(`<p style="height: 1000px">Before.</p>${tag()}`),
    '/six.html': html(Array.from({ length: 6 }, (_, k) => tag(`id="f${k}" state="seed=${k + 1}"`)).join(apart)),
    '/near.html': html(`<div style="width: 300px">${Array.from({ length: 6 }, (_, k) => tag(`id="f${k}" state="seed=${k + 1}" controls="none"`)).join('')}</div>`),
  },
});
const browser = await startChromium();

/** What pictures that are not shown still hold. */
const hoarded = (page) => page.evaluate(() => [...document.querySelectorAll('lifted-attention')].flatMap(({ shadowRoot }) =>
  [...shadowRoot.querySelectorAll('.poster[hidden][src], .vector[hidden] > *, .still[hidden]:not([width="0"])')].map((node) => node.cloneNode().outerHTML)));

test('a figure has a WebGL2 context and draws more than one colour', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  assert.equal(await liveContexts(page), 1);
  await settled(page);
  const count = colours(await pictureOf(page));
  assert.ok(count > 20, `${count} colours`);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a figure whose result came before it was in view looks like any other', async () => {
  const above = await open(browser, `${server.address}/one.html`);
  await result(above);
  await settled(above);
  const expected = await pictureOf(above);
  await above.close();
  const page = await open(browser, `${server.address}/below.html`);
  await result(page);
  await settled(page);
  await page.evaluate(() => window.part('.view').scrollIntoView({ behavior: 'instant' }));
  await settled(page);
  // The times of the stages are written on the picture; everything else is the same.
  assert.ok(difference(expected, await pictureOf(page)) < 0.005);
  await page.close();
});

test('on paper there is a picture', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  await settled(page);
  await page.emulateMediaType('print');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.evaluate(() => getComputedStyle(window.part('canvas.live')).display), 'none');
  assert.ok(colours(await pictureOf(page)) > 20);
  // Else WebKit prints it black; there no test can print (engines.test.mjs).
  assert.equal(await page.evaluate(() => window.part('canvas.still').getContext('2d').getContextAttributes().willReadFrequently), true);
  await page.emulateMediaType();
  const [image] = printed(await page.pdf());
  assert.ok(image.width > 1000 && image.colours > 20, JSON.stringify(image));
  await page.close();
});

test('a figure at rest asks for no frame and draws nothing for 5 seconds', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  await settled(page);
  const count = () => page.evaluate(() => [window.seen.frames, window.seen.draws]);
  const first = await count();
  await pause(5000);
  assert.deepEqual(await count(), first);
  // The counters work: a pointer over the picture does make frames.
  const { x, y } = await rectOf(await part(page, 'canvas.live'));
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.move(x + 60, y + 60);
  await until(page, (before) => window.seen.draws > before, first[1]);
  // And a pointer that rests there makes none.
  await settled(page);
  const hovered = await count();
  await pause(1000);
  assert.deepEqual(await count(), hovered);
  await page.close();
});

test('after a lost and restored context the picture is the same', async () => {
  const page = await open(browser, `${server.address}/one.html`, { prepare: patient });
  await result(page);
  await settled(page);
  const first = await pictureOf(page);
  await page.evaluate(() => {
    window.loss = window.seen.contexts[0].getExtension('WEBGL_lose_context');
    window.loss.loseContext();
  });
  await until(page, () => window.part('.vector svg'));
  await settled(page);
  const meanwhile = await pictureOf(page);
  await page.evaluate(() => window.loss.restoreContext());
  await until(page, () => !window.seen.contexts[0].isContextLost());
  await settled(page);
  assert.equal(difference(first, await pictureOf(page)), 0);
  assert.ok(colours(meanwhile) > 5, 'meanwhile there was a picture too');
  assert.deepEqual(await hoarded(page), []);
  await page.close();
});

test('a context that does not come back leaves a picture and a button that brings the live one', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  await page.evaluate(() => window.seen.contexts[0].getExtension('WEBGL_lose_context').loseContext());
  await until(page, () => window.part('.notes button'));
  assert.match((await said(page)).notes, /interrupted/);
  assert.ok(colours(await pictureOf(page)) > 5);
  await (await part(page, '.notes button')).click();
  await until(page, () => window.part('canvas.live'));
  assert.equal((await said(page)).notes, '');
  assert.equal(await liveContexts(page), 1);
  await page.close();
});

test('of six figures at most four have a context, and one that lost it comes back with its picture and state', async () => {
  const page = await open(browser, `${server.address}/six.html`);
  await result(page);
  await settled(page);
  const first = await pictureOf(page);
  const { sentence } = await said(page);
  for (let k = 1; k < 6; ++k) {
    await page.evaluate((k) => document.querySelector(`#f${k}`).scrollIntoView(), k);
    await until(page, (id) => window.seen.events.some((event) => event.type === 'lifted-result' && event.id === id), `f${k}`);
    assert.ok((await liveContexts(page)) <= 4);
  }
  assert.equal(await page.evaluate(() => window.part('.view').dataset.mode), 'still');
  assert.equal(await page.evaluate(() => window.part('canvas.still').hidden), false);
  await page.evaluate(() => scrollTo(0, 0));
  await until(page, () => window.part('canvas.live'));
  await settled(page);
  assert.ok((await liveContexts(page)) <= 4);
  assert.equal((await said(page)).sentence, sentence);
  assert.equal(difference(first, await pictureOf(page)), 0);
  assert.deepEqual(await hoarded(page), []);
  await page.close();
});

test('figures near each other without a context of their own have a picture all the same', async () => {
  const page = await open(browser, `${server.address}/near.html`, { viewport: { width: 800, height: 5200 } });
  await until(page, () => window.seen.events.filter(({ type }) => type === 'lifted-result').length === 6);
  await settled(page);
  assert.equal(await liveContexts(page), 4);
  const modes = await page.evaluate(() => Array.from({ length: 6 }, (_, k) => window.part('.view', k).dataset.mode));
  assert.deepEqual(modes.toSorted(), ['live', 'live', 'live', 'live', 'vector', 'vector']);
  const k = modes.indexOf('vector');
  assert.ok(colours(await pictureOf(page, k)) > 5);
  await (await part(page, '.view', k)).hover();
  await until(page, (k) => window.part('canvas.live', k), k);
  assert.equal(await liveContexts(page), 4, 'another one gave its context up');
  await page.close();
});

test('a figure taken out of the page gives its context back, and works when it is put in again', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  await page.evaluate(() => {
    window.taken = document.querySelector('lifted-attention');
    window.taken.remove();
  });
  await until(page, () => window.seen.contexts.every((context) => context.isContextLost()));
  await page.evaluate(() => document.querySelector('main').append(window.taken));
  await until(page, () => window.part('canvas.live'));
  await resultOf(page, () => page.evaluate(() => (document.querySelector('lifted-attention').state = { seed: 7 })));
  assert.equal(await liveContexts(page), 1);
  await page.close();
});

for (const [density, expected] of [[1, 1], [2, 2], [4, 3]]) {
  test(`on a screen of density ${density} the canvas has ${expected} pixels for a CSS pixel`, async () => {
    const page = await open(browser, `${server.address}/one.html`, { viewport: { width: 700, height: 700, deviceScaleFactor: density } });
    await result(page);
    const [pixels, width] = await page.evaluate(() => {
      const canvas = window.part('canvas.live');
      return [canvas.width, canvas.getBoundingClientRect().width];
    });
    assert.ok(Math.abs(pixels - width * expected) <= 1, `${pixels} pixels for ${width}`);
    await page.close();
  });
}

test('the page chooses light or dark, and the attribute overrules it', async () => {
  const page = await open(browser, `${server.address}/one.html`, { media: scheme('dark') });
  await result(page);
  const paper = () => page.evaluate(() => getComputedStyle(window.part('.view')).backgroundColor);
  const dark = await paper();
  await settled(page);
  const night = await pictureOf(page);
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('theme', 'light'));
  assert.notEqual(await paper(), dark);
  await settled(page);
  const different = difference(night, await pictureOf(page));
  assert.ok(different > 0.5, `${different} of the picture has changed`);
  await page.evaluate(() => {
    document.querySelector('lifted-attention').removeAttribute('theme');
    document.documentElement.dataset.theme = 'light';
  });
  await until(page, (dark) => getComputedStyle(window.part('.view')).backgroundColor !== dark, dark);
  await page.close();
});

test("a switch of the page's own that changes its colour scheme is followed, whatever the page does to transitions", async () => {
  const page = await open(browser, `${server.address}/one.html`, { media: scheme('light') });
  await result(page);
  const theme = (wanted) => until(page, (wanted) => window.part('.figure').dataset.theme === wanted, wanted);
  await theme('light');
  for (const transition of ['none', 'all 300ms']) {
    await page.addStyleTag({ content: `* { transition: ${transition} !important; } .dark { color-scheme: dark; }` });
    for (const wanted of ['dark', 'light']) {
      await page.evaluate((wanted) => (document.querySelector('main').className = wanted), wanted);
      await theme(wanted);
    }
  }
  await page.close();
});

// Firefox and WebKit: every figure computes, draws and answers the mouse, the keyboard and the form there as it does in Chromium.
// Full run: two more browsers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { kPolicy, naming } from '../../web/policy.mjs';
import { coloursOf, kPatience, nextFrame, open, part, pause, pictureOf, rectOf, result, resultOf, said, settled, until } from './chromium.mjs';
import { launchFirefox } from './firefox.mjs';
import { instrument } from './instrument.js';
import { figures } from './native.mjs';
import { printed } from './picture.mjs';
import { inside, loads, page as html, readText, serve, tag } from './server.mjs';
import { quick } from './states.mjs';
import { startServer } from './suite.mjs';
import { complaints, launchWebKit } from './webkit.mjs';

const pages = Object.fromEntries(figures.map(({ id }) => [`/${id}.html`, html(`<lifted-attention figure="${id}" state="${quick[id]?.state ?? ''}"></lifted-attention>`)]));
// A host with a switch between light and dark, as VitePress makes it (a class) and Docusaurus (an attribute, and frames with a scheme of their own).
pages['/switch.html'] = html(`<style>:root { color-scheme: light } .dark, [data-theme=dark] { color-scheme: dark } iframe { color-scheme: auto }</style>
  <iframe width="700" height="500" src="/embed.html?figure=certificate&m=2&N=256"></iframe><script src="/embed-frame.js"></script>
  <lifted-attention figure="certificate" state="m=2&N=256"></lifted-attention>`);
pages['/inside.html'] = inside(html(tag('state="N=128"')));
const anywhere = { 'Access-Control-Allow-Origin': '*' };

const drawn = (page, before) => until(page, (before) => window.seen.draws > before, before);
const draws = (page) => page.evaluate(() => window.seen.draws);
const changes = (page) => page.evaluate(() => window.seen.events.filter(({ type }) => type === 'lifted-change').length);

/** Asks the page's frame, also one of another origin; null while it cannot answer. */
async function frameOf(page) {
  const frame = 'evaluateIn' in page ? await page.evaluateHandle(() => document.querySelector('iframe')) : null;
  return (run) => (frame ? page.evaluateIn(frame, run) : page.frames()[1].evaluate(run)).catch(() => null);
}

/** What is asked of each, and how its pages come to be instrumented. */
const kEngines = { Firefox: { start: launchFirefox, first: [] }, WebKit: { start: launchWebKit, first: [instrument, complaints] } };

for (const [name, { start, first }] of Object.entries(kEngines)) {
  describe(name, () => {
    /** @type {Awaited<ReturnType<typeof launchFirefox>>} */
    let browser;
    /** @type {Awaited<ReturnType<typeof serve>>} */
    let server;
    before(async () => {
      server = await serve({ pages, headers: anywhere, first });
      browser = await start();
    });
    after(() => Promise.all([browser.close(), server.close()]));

    /** A figure alone on a page, before the eyes: Firefox opens pages behind those that are there. */
    async function show(id) {
      const page = await open(browser, `${server.address}/${id}.html`);
      await page.bringToFront();
      return page;
    }

    test('this is it, with WebGL 2', async () => {
      assert.match(await browser.version(), new RegExp(name, 'i'));
      const page = await show('algorithm');
      await result(page);
      assert.match(await page.evaluate(() => String(window.part('canvas.live').getContext('webgl2').getParameter(WebGL2RenderingContext.VERSION))), /WebGL 2/);
      await page.close();
    });

    test('where the script stands in the page, as in the first one, a worker is made of it', async () => {
      const page = await show('inside');
      assert.equal((await result(page)).worker, true);
      assert.equal(await loads(page, 'lifted-attention.js'), 0);
      await page.close();
    });

    for (const { id } of figures) {
      test(`${id} computes in a worker, draws, follows the mouse and takes keys`, async () => {
        const page = await show(id);
        const { worker } = await result(page);
        assert.equal(worker, true);
        await drawn(page, 0);
        const count = await coloursOf(() => pictureOf(page));
        assert.ok(count > 20, `${count} colours`);
        assert.equal((await said(page)).notes, '');
        const { x, y, width, height } = await rectOf(await part(page, 'canvas.live'));
        const before = await draws(page);
        await page.mouse.move(x + 0.3 * width, y + 0.4 * height);
        await page.mouse.down();
        await page.mouse.move(x + 0.5 * width, y + 0.45 * height, { steps: 8 });
        await page.mouse.up();
        await drawn(page, before);
        // A ball that was dragged rolls anew, and until its result has been drawn the first slider may be at either end.
        await until(page, () => document.querySelector('lifted-attention').result);
        await settled(page);
        const changed = await changes(page);
        await (await part(page, '.row:not([hidden]) :is(input[type=range], input:checked, select)')).focus();
        for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', ' ']) await page.keyboard.press(key);
        assert.ok((await changes(page)) > changed, 'the form does not answer the keyboard');
        assert.deepEqual(page.complaints, []);
        await page.close();
      });
    }

    test('a slider of the form is dragged by the mouse, and the result follows', async () => {
      const page = await show('algorithm');
      await result(page);
      await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('controls', 'form'));
      await until(page, () => window.part('#control-N').getBoundingClientRect().width > 50);
      await settled(page);
      const slider = await part(page, '#control-N');
      const { x, y, width, height } = await slider.evaluate((node) => (node.scrollIntoView({ block: 'center' }), node.getBoundingClientRect().toJSON()));
      const { state } = await resultOf(page, async () => {
        await page.mouse.move(x + width - 8, y + height / 2);
        await page.mouse.down();
        await page.mouse.move(x + 0.4 * width, y + height / 2, { steps: 5 });
        await page.mouse.up();
      });
      assert.notEqual(state.N, 4096);
      await page.close();
    });

    test('a surface is turned by dragging it', async () => {
      const page = await show('landscape');
      await result(page);
      await drawn(page, 0);
      const first = await page.evaluate(() => document.querySelector('lifted-attention').state.yaw);
      const { x, y, width, height } = await rectOf(await part(page, 'canvas.live'));
      await page.mouse.move(x + 0.25 * width, y + 0.15 * height);
      await page.mouse.down();
      for (let k = 1; k <= 10; ++k) {
        await page.mouse.move(x + (0.25 + 0.015 * k) * width, y + 0.15 * height);
        await nextFrame(page); // the module sees the pointer as it is in a frame
      }
      await page.mouse.up();
      await until(page, (first) => document.querySelector('lifted-attention').state.yaw !== first, first);
      await page.close();
    });

    // WebDriver for WebKit cannot print. Tried by hand: WebKitPrintOperation of WebKitGTK 2.50, the whole article into a file.
    test('on paper there is a picture', { skip: name === 'WebKit' }, async () => {
      const page = await show('algorithm');
      await result(page);
      await settled(page);
      const [image] = printed(await page.pdf());
      assert.ok(image.width > 1000 && image.colours > 20, JSON.stringify(image));
      await page.close();
    });

    test('what the Embed dialog offers works in a page of another origin', async () => {
      const page = await show('certificate');
      const { sentence } = await result(page);
      await (await part(page, '.more')).click();
      await until(page, () => !window.part('.menu')?.hidden && window.part('.menu button'));
      await page.evaluate(() => [...window.part('.menu').children].find(({ textContent }) => textContent === 'Embed…').click());
      const text = await until(page, () => window.part('.out textarea')?.value);
      assert.match(text, /<lifted-attention/);
      const blog = await startServer({ first, pages: { '/blog.html': html(text).replace(/<script[^>]*><\/script>/, '') } });
      const pasted = await open(browser, `${blog.address}/blog.html`);
      await pasted.bringToFront();
      assert.equal((await result(pasted)).sentence, sentence);
      assert.deepEqual([...page.complaints, ...pasted.complaints], []);
      await Promise.all([page.close(), pasted.close(), blog.close()]);
    });

    test("a figure follows its host's switch between light and dark, in the page and in a frame", async () => {
      const page = await show('switch');
      await result(page);
      const ask = await frameOf(page);
      const themeOf = () => document.querySelector('lifted-attention')?.shadowRoot.querySelector('.figure').dataset.theme;
      const themes = async () => [await page.evaluate(themeOf), await ask(themeOf)].join();
      const ways = [
        (theme) => (document.documentElement.className = theme),
        (theme) => (document.documentElement.dataset.theme = theme),
      ];
      for (const way of ways) {
        for (const theme of ['dark', 'light']) {
          await page.evaluate(way, theme);
          for (const late = Date.now() + kPatience; (await themes()) !== `${theme},${theme}` && Date.now() < late; ) await pause(50);
          assert.equal(await themes(), `${theme},${theme}`, String(way));
        }
      }
      await page.close();
    });

    test("a frame without an origin computes under the site's own policy, where 'self' may mean nothing", async () => {
      const own = await startServer({ headers: (host) => ({ ...anywhere, 'Content-Security-Policy': naming(readText(kPolicy), host) }) });
      const post = await startServer({ first, pages: { '/post.html': html(`<iframe sandbox="allow-scripts" width="700" height="900" src="${own.address}/embed.html?figure=algorithm&N=128"></iframe>`, own.address) } });
      const page = await open(browser, `${post.address}/post.html`);
      await page.bringToFront();
      const ask = await frameOf(page);
      const computed = () => ask(() => document.querySelector('lifted-attention')?.result?.sentence);
      for (const late = Date.now() + kPatience; !(await computed()) && Date.now() < late; ) await pause(100);
      assert.match(String(await computed()), /sequences/);
      await page.close();
    });
  });
}

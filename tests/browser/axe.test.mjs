// axe-core has nothing against any figure: in either theme, in all that can become of it. On a phone, which has the same
// elements in other places, the article and a frame are looked at (access.test.mjs).
// Full run: axe over every figure takes half a minute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looks, violations } from './axe.mjs';
import { desk, open, swap, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { page as html } from './server.mjs';
import { quick } from './states.mjs';
import { startChromium, startServer } from './suite.mjs';

const tag = ({ id }, attributes = '', inside = '') => `<lifted-attention figure="${id}" state="${quick[id]?.state ?? ''}" ${attributes}>${inside}</lifted-attention>`;
const own = '<img src="/posters/algorithm-light.svg" alt="Heads recovered" width="100" height="60"><p>What the figure would show.</p>';
/** What keeps a figure from working is the same for all: a few, of different controls. */
const troubled = figures.filter(({ id }) => ['landscape', 'algorithm', 'machines', 'language'].includes(id));
const pages = {
  '/one.html': html(tag(figures[0])),
  '/some.html': html(troubled.map((figure) => tag(figure)).join('')),
  '/own.html': html(troubled.map((figure) => tag(figure, '', own)).join('')),
};

const servers = [await startServer({ pages }), await startServer({ pages, headers: { 'Content-Security-Policy': "script-src 'self'" } })];
const browser = await startChromium();
/** A page in which one figure replaces the other. */
const page = await open(browser, `${servers[0].address}/one.html`, { kept: true });

const setTheme = (page, theme) =>
  page.evaluate((theme) => {
    document.documentElement.style.colorScheme = theme; // for the words that the page itself puts in the figure's place
    document.body.style.background = theme === 'dark' ? '#15171c' : '#ffffff';
    for (const figure of document.querySelectorAll('lifted-attention')) figure.setAttribute('theme', theme);
  }, theme);

/** What axe has against the figures of a page in either theme. */
async function assertGood(page, state) {
  for (const { theme, name, look } of looks.filter(({ viewport }) => viewport === desk)) {
    await setTheme(page, theme);
    assert.deepEqual(await violations(page, { rules: 4, ...look, of: 'lifted-attention' }), [], `${state}, ${name}`);
  }
}

/** What a figure that works looks like: how to come there, and when it is there. */
const kStates = {
  'with controls in the picture': () => document.querySelector('lifted-attention').setAttribute('controls', 'canvas'),
  'with a form, its numbers and a notice': () => {
    const figure = document.querySelector('lifted-attention');
    figure.setAttribute('controls', 'form');
    figure.setAttribute('colour', String(Math.random()));
    window.part('details').open = true;
  },
  'with its menu open': () => {
    window.part('details').open = false;
    window.part('.more').click();
  },
};

for (const { id } of figures) {
  test(`axe finds nothing wrong with ${id}: result, form, numbers, notice, menu; light and dark`, async () => {
    await page.bringToFront();
    await swap(page, id, quick[id]);
    for (const [state, come] of Object.entries(kStates)) {
      await page.evaluate(come);
      if (state.includes('menu')) await until(page, () => !window.part('.menu').hidden);
      if (state.includes('notice')) await until(page, () => window.part('.note.values'));
      await assertGood(page, state);
    }
    assert.deepEqual(page.complaints, []);
  });
}

/** What can keep the figures of a page from working: the page, what is done to it before it starts, and when it shows. */
const kTroubles = [
  { name: 'loading', path: '/some.html', prepare: () => void (window.fetch = () => new Promise(() => {})), there: () => document.querySelectorAll('lifted-attention:defined').length > 0 },
  {
    name: 'running, with Cancel',
    path: '/some.html',
    prepare: () => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (order, ...rest) {
        if (!order.job) postMessage.call(this, order, ...rest);
      };
    },
    there: () => [...document.querySelectorAll('lifted-attention')].every(({ shadowRoot }) => shadowRoot.querySelector('.cancel')?.hidden === false),
  },
  {
    name: 'with an error',
    path: '/some.html',
    prepare: () => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (order, ...rest) {
        if (!order.job) return postMessage.call(this, order, ...rest);
        this.onmessage(new MessageEvent('message', { data: { kind: 'outcome', outcome: { times: [], error: 'These numbers cannot be learned from. Choose others.' } } }));
      };
    },
    there: () => [...document.querySelectorAll('lifted-attention')].every(({ shadowRoot }) => shadowRoot.querySelector('.note.error')),
  },
  {
    name: 'without WebGL',
    path: '/some.html',
    prepare: () => void (window.withoutWebGL = true),
    there: () => [...document.querySelectorAll('lifted-attention')].every(({ shadowRoot }) => shadowRoot.querySelector('.vector svg') && shadowRoot.querySelector('tbody')),
  },
  { name: 'without WebAssembly', path: '/some.html', hostile: true, there: () => [...document.querySelectorAll('lifted-attention')].every(({ shadowRoot }) => shadowRoot.querySelector('.note.error')) },
  { name: "without WebAssembly, with the page's own words", path: '/own.html', hostile: true, there: () => [...document.querySelectorAll('lifted-attention')].every(({ shadowRoot }) => shadowRoot.querySelector('.note.error')) },
];

for (const { name, path, prepare, there, hostile } of kTroubles) {
  test(`axe finds nothing wrong with a figure ${name}; light and dark`, async () => {
    // So high that all figures are in view or within a screen of it, and start.
    const page = await open(browser, servers[hostile ? 1 : 0].address + path, {
      viewport: { ...desk, height: 2400 * troubled.length },
      prepare: (page) => (prepare ? page.evaluateOnNewDocument(prepare) : Promise.resolve()),
    });
    await until(page, there);
    await assertGood(page, name);
    await page.close();
  });
}

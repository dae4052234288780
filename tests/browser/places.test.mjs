// Places where a figure must live, each in both browsers: what works there, and what is said of what does not.
// Full run: two browsers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { recorder } from '../record.mjs';
import { coloursOf, events, launch, open, pictureOf, result, resultOf, said, set, tabOf, until } from './chromium.mjs';
import { launchFirefox } from './firefox.mjs';
import { colours } from './picture.mjs';
import { inside, loads, page as html, tag } from './server.mjs';
import { startServer } from './suite.mjs';

const policy = (text) => ({ headers: { 'Content-Security-Policy': text } });
const anywhere = { headers: { 'Access-Control-Allow-Origin': '*' } };
const plain = html(tag('controls="form" state="N=128"'));
const kWasm = "script-src 'self' 'wasm-unsafe-eval'";

/** Learns, in a worker or in the page, draws, and learns anew for another value; no complaints. */
async function works(page, { worker = true, notes = /^$/, draws = true, complaints = /^$/ } = {}) {
  const shown = await result(page);
  assert.equal(shown.worker, worker);
  if (draws) await until(page, () => window.seen.draws > 0);
  else await until(page, () => window.part('.vector svg'));
  assert.ok((await coloursOf(() => pictureOf(page))) > 20);
  assert.match((await said(page)).notes, notes);
  const again = await resultOf(page, () => set(page, { seed: 5 }));
  assert.equal(again.worker, worker);
  assert.notEqual(again.sentence, shown.sentence);
  for (const complaint of page.complaints) assert.match(complaint, complaints);
}

/** Says why there is no learner, and shows the picture made beforehand. */
async function explains(page, why) {
  await until(page, () => window.seen.events.some(({ type }) => type === 'lifted-error'));
  const { notes } = await said(page);
  assert.match(notes, why);
  assert.match(notes, /The picture was made beforehand/);
  await until(page, () => window.part('.poster').complete && window.part('.poster').naturalWidth > 0);
  assert.ok(colours(await pictureOf(page)) > 3);
}

/** Says that a file did not come, and once it is there the button is all it takes. */
async function comesBack(page, heal) {
  await explains(page, /could not be downloaded/);
  heal();
  await page.evaluate(() => window.part('.notes button').click());
  await result(page);
  assert.equal((await said(page)).notes, '');
  await until(page, () => window.seen.draws > 0);
  assert.equal(await page.evaluate(() => window.part('.view').offsetHeight > 0 && getComputedStyle(window.part('.controls')).display !== 'none'), true);
}

/**
 * What a place is like, and what holds there. `only`: the browsers that have such a place.
 * @type {Record<string, { options?: object, page?: string, path?: string, far?: boolean, prepare?: (page: any) => Promise<unknown>, only?: string, hold: (page: any, options: any) => Promise<unknown> }>}
 */
const kPlaces = {
  'a policy without wasm-unsafe-eval': { options: policy("script-src 'self'"), hold: (page) => explains(page, /security policy does not allow WebAssembly/) },
  "the strictest policy that a figure can live under": {
    options: policy(`default-src 'none'; ${kWasm}; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'`),
    hold: (page) => works(page),
  },
  'a policy without workers': {
    options: policy(`${kWasm}; worker-src 'none'`),
    hold: (page) => works(page, { worker: false, notes: /No worker can start/, complaints: /worker-src|Content.Security.Policy|CSP/i }),
  },
  'another origin that allows no worker from a blob': {
    far: true,
    options: policy('script-src * \'wasm-unsafe-eval\'; worker-src \'self\''),
    hold: (page) => works(page, { worker: false, notes: /No worker can start/, complaints: /worker-src|Content.Security.Policy|CSP/i }),
  },
  'another origin': { far: true, hold: (page) => works(page) },
  'a page that demands Trusted Types and allows ours': {
    options: policy(`${kWasm}; require-trusted-types-for 'script'; trusted-types lifted-attention`),
    hold: (page) => works(page),
  },
  'a page that demands Trusted Types and allows none': {
    only: 'Chromium',
    options: policy(`${kWasm}; require-trusted-types-for 'script'; trusted-types 'none'`),
    hold: (page) => works(page, { worker: false, notes: /No worker can start/, complaints: /Trusted|trusted/ }),
  },
  'a server that knows no .wasm': { options: { types: { '.wasm': 'application/octet-stream' } }, hold: (page) => works(page) },
  'no SharedArrayBuffer': {
    hold: async (page) => {
      assert.equal(await page.evaluate(() => crossOriginIsolated), false);
      await works(page);
    },
  },
  'a page that is isolated from other origins': {
    options: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
    hold: async (page) => {
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      await works(page);
    },
  },
  'a site that lies under a path': { path: '/deep/down/page.html', options: { under: '/deep/down' }, hold: (page) => works(page) },
  'a page that has the script inside': {
    page: inside(plain),
    hold: async (page) => {
      await works(page);
      assert.equal(await loads(page, 'lifted-attention.js'), 0, 'its worker is made of what is there');
    },
  },
  'a page that has the script inside and allows no worker from a blob': {
    page: inside(plain),
    options: policy("script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'"),
    hold: (page) => works(page, { complaints: /worker-src|Content.Security.Policy|CSP/i }),
  },
  'no WebGL': {
    prepare: (page) => page.evaluateOnNewDocument(() => (window.withoutWebGL = true)),
    hold: (page) => works(page, { draws: false, notes: /no WebGL 2/ }),
  },
  'no locks and no storage': {
    prepare: (page) =>
      page.evaluateOnNewDocument(() => {
        Object.defineProperty(navigator, 'locks', { get: () => { throw new Error('refused'); } });
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: () => { throw new Error('refused'); } });
      }),
    hold: (page) => works(page),
  },
  'a page in quirks mode whose addresses lead elsewhere': { page: `<html><head><script type="module" src="/lifted-attention.js"></script><base href="http://127.0.0.1:9/"></head><body>${tag('controls="form"')}`, hold: (page) => works(page) },
  'a page whose styles touch everything': {
    page: html(`<style>* { all: unset !important; position: static !important } canvas, button, input { display: none !important; transform: rotate(9deg) !important }</style>${tag('controls="form" style="display: block !important; width: 700px"')}`),
    hold: async (page) => {
      await works(page);
      assert.equal(await page.evaluate(() => getComputedStyle(window.part('canvas.live')).transform), 'none');
    },
  },
  'the learner does not come': { options: { missing: ['/lifted-attention.wasm'] }, hold: (page, { missing }) => comesBack(page, () => missing.splice(0)) },
  "the learner's script does not come": { options: { missing: ['/lifted-attention-module.js'] }, hold: (page, { missing }) => comesBack(page, () => missing.splice(0)) },
  "a figure's part does not come": { options: { missing: ['/parts/algorithm.wasm'] }, hold: (page, { missing }) => comesBack(page, () => missing.splice(0)) },
  'the learner breaks off on its way': { options: { cut: ['/lifted-attention.wasm'] }, hold: (page, { cut }) => comesBack(page, () => cut.splice(0)) },
};

let held = 0;
after(() => recorder('places')({ name: 'Hostile places, Chromium and Firefox together, where a figure works or says why not' }, held));

for (const [browserName, start] of Object.entries({ Chromium: launch, Firefox: launchFirefox })) {
  describe(browserName, () => {
    /** @type {import('puppeteer-core').Browser} */
    let browser;
    /** @type {ReturnType<typeof tabOf>} */
    let visit;
    before(async () => {
      browser = await start();
      visit = tabOf(browser);
    });
    after(() => browser.close());

    for (const [name, { options = {}, page: own, path = '/page.html', far, prepare, only = browserName, hold }] of Object.entries(kPlaces)) {
      if (only !== browserName) continue;
      test(name, async () => {
        const given = structuredClone(options);
        const origin = far ? await startServer(anywhere) : null;
        const server = await startServer({ ...given, pages: { [path]: (own ?? (origin ? html(tag('controls="form" state="N=128"'), origin.address) : path === '/page.html' ? plain : plain.replace('src="/', 'src="'))) } });
        const page = prepare ? await open(browser, server.address + path, { prepare }) : await visit(server.address + path);
        await page.bringToFront();
        await hold(page, given);
        ++held;
        await page.close();
      });
    }

    test('a sandboxed frame without an origin', async () => {
      const server = await startServer({ ...anywhere, pages: { '/page.html': html('<iframe sandbox="allow-scripts" width="700" height="900" src="/embed.html?figure=algorithm&N=128"></iframe>') } });
      const page = await open(browser, `${server.address}/page.html`);
      await page.bringToFront();
      const frame = page.frames().find((frame) => frame.url().includes('embed.html'));
      const shown = await until(frame, () => document.querySelector('lifted-attention')?.result);
      assert.match(shown.sentence, /\w/);
      const storage = await frame.evaluate(() => {
        try {
          return typeof localStorage;
        } catch {
          return 'refused';
        }
      });
      assert.equal(storage, 'refused');
      ++held;
      await page.close();
    });

    test('a frame without scripts', async () => {
      const server = await startServer({ pages: { '/page.html': html('<iframe sandbox width="700" height="500" src="/embed.html?figure=algorithm"></iframe>') } });
      const page = await open(browser, `${server.address}/page.html`);
      await page.bringToFront();
      assert.ok((await coloursOf(() => page.screenshot({ clip: { x: 0, y: 0, width: 720, height: 560 } }))) > 20, 'the picture made beforehand');
      assert.equal((await events(page, 'lifted-result')).length, 0);
      ++held;
      await page.close();
    });
  });
}

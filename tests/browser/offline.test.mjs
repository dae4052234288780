// Reading without a network: pages in one file opened from disk, out of the zip for a class, in two browsers; and the
// served article, kept by its service worker.
// Full run: two browsers, and a service worker's own times.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { exercises } from '../../web/exercises.js';
import { events, launch, open, part, pause, result, until } from './chromium.mjs';
import { launchFirefox } from './firefox.mjs';
import { articleFigures, page as html, site, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const products = exercises.find(({ id }) => id === 'products');
const { unzipSync } = createRequire(new URL('../../web/package.json', import.meta.url))('fflate');

/** The first figure of the article; one far below, whose part is loaded when the reader comes near; one that reads a text. */
const kFigures = { landscape: {}, softmax: {}, language: { N: 1024, H: 1, epochs: 1 } };

/** What a figure says that does not depend on the clock: it is scrolled to, and runs. */
async function told(page, figure) {
  const show = (id, state) => {
    const element = document.querySelector(`lifted-attention:not([bare])[figure="${id}"]`);
    if (Object.keys(state).length > 0) element.state = state;
    element.scrollIntoView({ block: 'start', behavior: 'instant' });
  };
  await page.evaluate(show, figure, kFigures[figure] ?? {});
  const detail = await until(page, (id) => window.seen.events.find(({ type, detail }) => type === 'lifted-result' && detail.figure === id)?.detail, figure);
  const { state, title, sentence, worker } = detail;
  return { state, title, sentence: sentence.replaceAll(/[\d.]+ m?s\b/g, 'some time'), worker };
}

const choose = async (page, label, k = 0) => {
  await (await part(page, '.more', k)).evaluate((button) => button.click());
  await until(page, (k) => window.part('.menu', k).childElementCount > 0 && !window.part('.menu', k).hidden, k);
  await page.evaluate((label, k) => [...window.part('.menu', k).children].find((item) => item.textContent === label).click(), label, k);
};

/** The text of the next file that the page saves, taken from its blob; nothing is written. */
async function savedText(page, act) {
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    window.saved = new Promise((resolve) => {
      URL.createObjectURL = (blob) => {
        URL.createObjectURL = createObjectURL;
        resolve(blob.text());
        return createObjectURL(blob);
      };
      HTMLAnchorElement.prototype.click = () => {
        HTMLAnchorElement.prototype.click = click;
      };
    });
  });
  await act();
  return page.evaluate(() => window.saved);
}

/** @type {Record<string, string>} */
const pages = { '/blog.html': html(tag('N="256"')) };
const folder = await mkdtemp(join(tmpdir(), 'Klasse 7b – Übung größer '));
for (const [name, bytes] of Object.entries(unzipSync(await readFile(join(site, 'offline/lifted-attention-class.zip'))))) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), bytes);
}
const atDisk = (name) => pathToFileURL(join(folder, name)).href;
const server = await startServer({ pages });
const chromium = await startChromium();
after(() => rm(folder, { recursive: true }));

const kArticle = 'lifted-attention/index.html';
const kPages = [kArticle, 'lifted-attention/teach/guide.html'];
/** @type {Record<string, object>} */
const served = {};

test('the zip holds the article, a note, the licences and the pages for the classroom', async () => {
  const inside = await readdir(join(folder, 'lifted-attention'));
  for (const name of ['index.html', 'README.txt', 'licences.txt']) assert.ok(inside.includes(name), name);
  const teach = await readdir(join(site, 'teach')).catch(() => []);
  // Those in other languages lead to pages that are not carried.
  for (const name of teach.filter((name) => /^\w+\.html$/.test(name))) {
    const page = await readFile(join(folder, 'lifted-attention/teach', name), 'utf8');
    assert.doesNotMatch(page, /<link rel="stylesheet"|<script[^>]* src=|<img[^>]* src="(?!data:)/, `${name} needs another file`);
  }
  assert.deepEqual(await readFile(join(folder, kArticle)), await readFile(join(site, 'offline/lifted-attention.html')));
});

test('the footer names the true sizes of what can be downloaded', async () => {
  const pages = await Promise.all(['index.html', 'costs.html', 'article.html'].map((name) => readFile(join(site, name), 'utf8')));
  const sizes = [...pages.join('').matchAll(/data-size="([^"]+)">([\d.]+) MB</g)];
  assert.equal(sizes.length, 9);
  for (const [, name, megabytes] of sizes) {
    const { length } = await readFile(join(site, name));
    assert.ok(Math.abs(length / 1e6 - Number(megabytes)) <= 0.051, `${name}: ${length} bytes, said ${megabytes} MB`);
  }
});

test('the served article, to compare with', async () => {
  const page = await open(chromium, `${server.address}/article.html`);
  for (const figure of Object.keys(kFigures)) served[figure] = await told(page, figure);
  await page.close();
});

for (const [name, start] of Object.entries({ Chromium: launch, Firefox: launchFirefox })) {
  describe(`opened from disk in ${name}`, () => {
    /** @type {import('puppeteer-core').Browser} */
    let browser;
    /** @type {Awaited<ReturnType<typeof open>>} */
    let page;
    /** @type {string[]} */
    const asked = [];
    before(async () => {
      browser = await start();
      const prepare = (page) => page.on('request', (request) => asked.push(request.url()));
      page = await open(browser, atDisk(kArticle), { prepare, kept: true });
    });
    after(() => browser.close());

    test('figures compute in a worker, and say what the served ones say', async () => {
      for (const figure of Object.keys(kFigures)) {
        const here = await told(page, figure);
        assert.equal(here.worker, true, figure);
        assert.deepEqual(here, served[figure], figure);
      }
    });

    test('the menu opens and saves the numbers', async () => {
      const csv = await savedText(page, () => choose(page, 'Save numbers (CSV)'));
      const { table } = (await events(page, 'lifted-result')).find(({ detail }) => detail.figure === 'landscape').detail;
      const lines = csv.trim().split('\r\n').filter((line) => !line.startsWith('#'));
      assert.equal(lines.length, table.rows.length + 1);
    });

    test('a link in the text sets its figure, and the address keeps the state', async () => {
      await page.evaluate(() => document.querySelector('a[href^="#algorithm?"]').click());
      await until(page, () => window.seen.events.some(({ type, detail }) => type === 'lifted-result' && detail.figure === 'algorithm'));
      // Its film, whenever it begins, need not be waited for; the address waits until nothing changes.
      const isWritten = () => {
        const figure = document.querySelector('lifted-attention[figure="algorithm"]');
        if (figure.state.at !== 500) figure.state = { at: 500 };
        return location.hash.replace('?la=1&', '?') === `#algorithm?${figure.query}`;
      };
      await until(page, isWritten).catch(() => {});
      const { hash, query } = await page.evaluate(() => ({ hash: location.hash, query: document.querySelector('lifted-attention[figure="algorithm"]').query }));
      assert.equal(hash.replace('?la=1&', '?'), `#algorithm?${query}`);
    });

    test('a notebook is made of what the page carries', async () => {
      const k = await page.$$eval('lifted-attention:not([bare])', (all) => all.findIndex((one) => one.getAttribute('figure') === 'algorithm'));
      const notebook = JSON.parse(await savedText(page, () => choose(page, 'Check in Python (notebook)', k)));
      assert.ok(notebook.cells.some(({ source }) => source.join('').includes('np.linalg.lstsq')));
    });

    test('typefaces are there, and every link leads into the page, to what it carries, or to the web', async () => {
      assert.ok(await page.evaluate(async () => (await document.fonts.ready).check('16px Inter') && [...document.fonts].some(({ status }) => status === 'loaded')));
      const astray = await page.evaluate(() => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')).filter((to) => !/^(#|\?present$|blob:|https?:)/.test(to)));
      assert.deepEqual(astray, []);
    });

    test('a teacher goes from the guide to a slide, the class predicts and sees, and the numbers are taken home', async () => {
      const lesson = await open(browser, atDisk('lifted-attention/teach/guide.html'), { prepare: (page) => page.on('request', (request) => asked.push(request.url())) });
      await Promise.all([lesson.waitForNavigation(), lesson.click('a[href$="?present=products"]')]);
      await lesson.waitForSelector('.presenter .panel input');
      await lesson.type('.panel input', '8');
      await lesson.keyboard.press('Enter');
      await until(lesson, () => /\b40\b/.test(document.querySelector('.panel .verdict').textContent)); // the figure computes what was asked
      await lesson.focus('.presenter');
      await lesson.keyboard.press('r'); // the answer is put away
      await lesson.keyboard.press('r'); // and comes again
      const shown = await until(lesson, () => document.querySelector('.on-slide').result);
      const { title, table } = shown;
      assert.equal(await lesson.$eval('.panel .because', (node) => node.textContent), products.because(shown));
      await lesson.keyboard.press('ArrowRight');
      assert.match(await lesson.$eval('.presenter .kicker', (node) => node.textContent), /^Formulas/);
      await lesson.keyboard.press('ArrowLeft');
      await lesson.keyboard.press('Escape');
      assert.equal(await lesson.$('.presenter'), null);
      const k = await lesson.$$eval('lifted-attention:not([bare])', (all) => all.findIndex((one) => one.getAttribute('figure') === 'feature_map'));
      const csv = await savedText(lesson, () => choose(lesson, 'Save numbers (CSV)', k));
      for (const [name, value] of table.rows) {
        const [first] = String(value).split(',');
        // A number alone is written as programs read it.
        assert.ok(csv.includes(String(name)) && [first, first.replace('−', '-')].some((text) => csv.includes(text)), name);
      }
      const svg = await savedText(lesson, () => choose(lesson, 'Save picture (SVG)', k));
      assert.match(svg, /^<svg[^>]*>/);
      assert.ok(svg.includes(title), title);
      assert.deepEqual(lesson.complaints, []);
      await lesson.close();
    });

    test('nothing outside the file was asked for, and the policy refuses whoever tries', async () => {
      assert.deepEqual(asked.filter((url) => !/^(file|blob|data):/.test(url)), []);
      assert.deepEqual(asked.filter((url) => url.startsWith('file:') && !kPages.some((name) => url.includes(name))), []);
      // Firefox lays a formula out before the parser has come to its end, and complains of what is missing; at the end nothing is.
      assert.deepEqual(page.complaints.filter((text) => !text.includes('Incorrect number of children for <m')), []);
      assert.ok(await page.evaluate(() => [...document.querySelectorAll('msub, msup, mfrac')].every(({ childElementCount }) => childElementCount === 2)));
      const refused = await page.evaluate(async (address) => {
        const image = new Promise((resolve) => Object.assign(new Image(), { onload: () => resolve('loaded'), onerror: () => resolve('refused'), src: `${address}/icon.svg` }));
        return [await fetch(address, { mode: 'no-cors' }).then(() => 'loaded', () => 'refused'), await image];
      }, server.address);
      assert.deepEqual(refused, ['refused', 'refused']);
    });
  });
}

for (const [lang, label] of Object.entries({ en: 'Save for offline use (HTML)', de: 'Offline speichern (HTML)' })) {
  test(`a figure saved for offline use (${lang}) opens from disk in the state and the language it was saved in`, async () => {
    const page = await open(chromium, `${server.address}/embed.html?figure=certificate&seed=5&ask=seen&lang=${lang}`);
    const shown = await result(page);
    const text = await savedText(page, () => choose(page, label));
    await page.close();
    await writeFile(join(folder, 'one.html'), text);
    const copy = await open(chromium, atDisk('one.html'));
    const again = await result(copy);
    assert.equal(again.worker, true);
    assert.deepEqual({ ...again.state }, { ...shown.state });
    assert.equal(again.sentence, shown.sentence);
    assert.equal(await copy.evaluate(() => window.part('.figure').lang), lang);
    await until(copy, () => document.querySelector('footer a').protocol === 'blob:');
    await copy.evaluate(() => window.part('.more').click());
    await until(copy, () => window.part('.menu').childElementCount > 0);
    assert.deepEqual(copy.complaints, []);
    await copy.close();
    const other = await open(chromium, `${atDisk('one.html')}?seed=6`);
    assert.equal((await result(other)).state.seed, 6);
    await other.close();
  });
}

for (const [what, source, own] of [
  ['text', 'text&N=128', 'Été, $& and “quotes”: the reader’s own words. '.repeat(40)],
  ['numbers', 'numbers', `sequence,token,x1,y1\n${Array.from({ length: 40 }, (_, k) => `${k},1,${(k * 7) % 11},${(k * 5) % 13}`).join('\n')}`],
]) {
  test(`a figure saved for offline use has the reader's own ${what} in it`, async () => {
    const page = await open(chromium, `${server.address}/embed.html?figure=algorithm&source=${source}`);
    await result(page);
    await page.evaluate((own) => {
      const area = window.part('.text:not([hidden]) textarea');
      area.value = own;
      for (const type of ['input', 'change']) area.dispatchEvent(new Event(type));
    }, own);
    const shown = await result(page, 2);
    const text = await savedText(page, () => choose(page, 'Save for offline use (HTML)'));
    await page.close();
    await writeFile(join(folder, 'own.html'), text);
    const copy = await open(chromium, atDisk('own.html'));
    const again = await result(copy);
    assert.equal(again.sentence.replaceAll(/[\d.]+ m?s\b/g, ''), shown.sentence.replaceAll(/[\d.]+ m?s\b/g, ''));
    assert.equal(await copy.evaluate(() => window.part('.text:not([hidden]) textarea').value), own);
    assert.deepEqual(copy.complaints, []);
    await copy.close();
  });
}

test('where no script runs, a page from disk shows its text and its pictures', async () => {
  const page = await open(chromium, 'about:blank');
  await page.setJavaScriptEnabled(false);
  await page.goto(atDisk(kArticle));
  const pictures = await page.$$eval('lifted-attention img', (images) => images.map(({ src }) => src.slice(0, 18)));
  assert.equal(pictures.length, articleFigures.length + 1); // and the opening
  assert.ok(pictures.every((start) => start === 'data:image/svg+xml'));
  await page.close();
});

describe('the served article', () => {
  const installed = (page) => until(page, () => document.querySelector('[data-installed]')?.hidden === false);
  const registrations = (page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const kept = (page) => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat());
  /** A reload, until the page is there that it leads to. */
  const reload = async (page, title) => {
    await page.reload({ waitUntil: 'load' }).catch(() => {});
    await until(page, (title) => document.title.startsWith(title) && document.querySelector('lifted-attention') !== null, title);
  };

  test('pages that embed a figure install nothing', async () => {
    const context = await chromium.createBrowserContext();
    for (const path of ['/blog.html', '/embed.html?figure=algorithm&N=256']) {
      const page = await open(context, server.address + path);
      await result(page);
      await pause(300);
      assert.equal(await registrations(page), 0, path);
      await page.close();
    }
    await context.close();
  });

  test('a server that has no service worker gives the page and no word of it', async () => {
    const poor = await startServer({ missing: ['/sw.js'] });
    const context = await chromium.createBrowserContext();
    const page = await open(context, `${poor.address}/#algorithm?N=256`);
    await result(page);
    await until(page, () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/install.js')));
    await pause(300);
    assert.equal(await registrations(page), 0);
    assert.equal(await page.$eval('[data-installed]', ({ hidden }) => hidden), true);
    assert.deepEqual(page.complaints.filter((text) => !/404/.test(text)), []);
    await context.close();
  });

  test('is kept whole, is replaced whole by a newer build, and works when the server is gone', async () => {
    const own = await startServer({ pages });
    const context = await chromium.createBrowserContext();
    const page = await open(context, `${own.address}/article.html#algorithm?N=256`);
    await installed(page);
    const first = await kept(page);

    // A newer build: another article, and the list that says so.
    const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 32);
    const [article, worker] = await Promise.all(['article.html', 'sw.js'].map((name) => readFile(join(site, name), 'utf8')));
    const newer = article.replace('<title>', '<title>Newer: ');
    assert.ok(worker.includes(digest(article)));
    pages['/article.html'] = newer;
    pages['/sw.js'] = worker.replace(digest(article), digest(newer));
    await reload(page, 'Lifted'); // whole as it was
    await until(page, async () => (await navigator.serviceWorker.getRegistration()).waiting !== null);
    await reload(page, 'Newer');
    // What only the older build had is gone by then.
    await until(page, async () => {
      const { waiting, active } = await navigator.serviceWorker.getRegistration();
      return waiting === null && active.state === 'activated';
    });
    const second = await kept(page);
    assert.equal(second.length, first.length);
    assert.deepEqual(first.filter((url) => !second.includes(url)), [`${own.address}/article.html?${digest(article)}`]);
    assert.deepEqual(second.filter((url) => !first.includes(url)), [`${own.address}/article.html?${digest(newer)}`]);

    await own.close();
    await reload(page, 'Newer');
    await result(page);
    assert.equal((await told(page, 'softmax')).sentence, served.softmax.sentence);
    await choose(page, 'Reset', await page.$$eval('lifted-attention:not([bare])', (all) => all.findIndex((one) => one.getAttribute('figure') === 'softmax')));
    await installed(page);
    await page.goto(`${own.address}/embed.html?figure=turing`);
    assert.equal((await result(page)).figure, 'turing');
    await context.close();
    delete pages['/article.html'];
    delete pages['/sw.js'];
  });

  test('a file that is not of the build is not kept: better no copy than a mixed one', async () => {
    const mixed = await startServer({ pages: { '/parts/shared.wasm': 'of another build' } });
    const context = await chromium.createBrowserContext();
    const page = await open(context, `${mixed.address}/#landscape`); // which needs no part
    await result(page);
    await until(page, async () => (await caches.keys()).length > 0 && (await navigator.serviceWorker.getRegistrations()).length === 0);
    assert.equal(await page.$eval('[data-installed]', ({ hidden }) => hidden), true);
    await context.close();
  });
});

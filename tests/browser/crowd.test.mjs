// A page of another origin with every figure on it, some twice, in elements, scripts and frames: they share what can be
// shared, keep out of each other's way, and leave the page as it was.
// Full run: twenty figures at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveContexts, open, pause, result, settled, until } from './chromium.mjs';
import { figures as schemas } from './native.mjs';
import { page as html, parts, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const figures = schemas.map(({ id }) => id);
const kElements = 20;
const kFrames = ['cost', 'certificate', 'samples', 'feature_map'];
const kContexts = 4;
const kNames = 4 * kContexts; // of programs that modules keep a table of
// The second of two: figures come again after fourteen.
const kOne = `e${figures.length + figures.indexOf('algorithm')}`;

// What a page may have of its own; the share prices are no symbols of ours.
const kHost = `<header id="host"><nav><button>Menu</button><a href="#x">Link</a></nav><p>Words <b data-symbol="W">W 12.30</b> and <b data-symbol="V">V 4.50</b></p>
<form><label>Search <input id="search"></label><select><option>One</option></select><input type="range"></form>
<img alt="" width="9" height="9" src="data:,"><canvas width="9" height="9"></canvas><table><tr><th>a</th><td>1</td></tr></table></header>`;

/** The page, with `crowd` in it or without. @param {string} crowd */
const hostPage = (crowd) => html(`${kHost}${crowd}`).replace(/<script.*?<\/script>/, '').replace('<body>', '<body style="margin: 8px; overflow-y: scroll">');

function crowdOf(origin) {
  const elements = Array.from({ length: kElements }, (_, k) => `<lifted-attention id="e${k}" figure="${figures[k % figures.length]}"></lifted-attention>`);
  const frames = kFrames.map((id) => `<iframe width="500" height="500" loading="lazy" title="${id}" src="${origin}/embed.html?figure=${id}"></iframe>`);
  const scripts = [1, 2].map((k) => `<script id="s${k}" src="${origin}/embed-script.js" data-figure="certificate" data-controls="form" async></script>`);
  return `<script type="module" src="${origin}/lifted-attention.js"></script>${[...elements, ...scripts, ...frames].join('\n')}<script src="${origin}/embed-frame.js" async></script>`;
}

// Where the figures are.
const far = await startServer({ headers: { 'Access-Control-Allow-Origin': '*' } });
// Where the page is.
const near = await startServer({ pages: { '/crowd.html': hostPage(crowdOf(far.address)), '/alone.html': hostPage(''), '/one.html': html(`<div style="width: 900px !important; display: block !important">${tag('controls="form"')}</div>`, far.address) } });
const browser = await startChromium();

/** Everything of the page that is its own: computed styles, nodes, sheets, typefaces, names. */
const ownOf = (page) =>
  page.evaluate(() => {
    const host = document.querySelector('#host');
    const nodes = [host, ...host.querySelectorAll('*')];
    const styles = nodes.flatMap((node, k) => [...getComputedStyle(node)].map((name) => `${k} ${node.localName}: ${name}: ${getComputedStyle(node).getPropertyValue(name)}`));
    const { adoptedStyleSheets, styleSheets, fonts, title, cookie } = document;
    return { styles, markup: host.outerHTML, sheets: [adoptedStyleSheets.length, styleSheets.length], fonts: fonts.size, title, cookie, stored: [localStorage.length, sessionStorage.length], globals: Object.keys(window).filter((name) => !/^\d+$|ariaQuery/.test(name)) };
  });

const placeOf = (page) => page.evaluate(() => ({ address: location.href, history: history.length, focus: document.activeElement?.id, titles: window.seen.titles }));

/** State, words and number of results of each figure of the page. */
const figuresOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('lifted-attention')].map((figure) => ({
      id: figure.id,
      state: JSON.stringify(figure.state),
      said: window.sentenceOf(figure),
      results: window.seen.events.filter(({ type, id }) => type === 'lifted-result' && id === figure.id).length,
    })),
  );

/** Scrolls as a reader does until every figure has a result; returns the most contexts that were alive at once. */
async function readThrough(page) {
  const ids = await page.$$eval('lifted-attention', (nodes) => nodes.map(({ id }) => id));
  let most = 0;
  for (const id of ids) {
    await page.evaluate((id) => document.getElementById(id).scrollIntoView({ behavior: 'instant' }), id);
    await until(page, (id) => window.seen.events.some((event) => event.type === 'lifted-result' && event.id === id), id);
    most = Math.max(most, await liveContexts(page));
  }
  return most;
}

test('twenty elements, four frames and two scripts compile each file once, keep four contexts and leave the page alone', async () => {
  const alone = await open(browser, `${near.address}/alone.html`);
  await alone.focus('#search');
  await alone.hover('#host b');
  const { styles, ...own } = await ownOf(alone);
  await alone.close();

  /** @type {Map<string, number>} */
  const fetched = new Map();
  const page = await open(browser, 'about:blank');
  page.on('request', (request) => {
    const [, name] = /\/([\w-]+)\.wasm$/.exec(request.url()) ?? [];
    if (name && request.frame() === page.mainFrame()) fetched.set(name, (fetched.get(name) ?? 0) + 1);
  });
  await page.evaluateOnNewDocument(() => {
    const { useProgram } = WebGL2RenderingContext.prototype;
    window.seen.programs = new Set();
    WebGL2RenderingContext.prototype.useProgram = function (program) {
      if (program) window.seen.programs.add(program.name);
      useProgram.call(this, program);
    };
  });
  await page.goto(`${near.address}/crowd.html`);
  await page.focus('#search');
  const place = await placeOf(page);
  const most = await readThrough(page);

  const files = ['lifted-attention', ...parts.filter((name) => name !== 'svg')]; // no picture is drawn as SVG
  assert.deepEqual([...fetched].toSorted(), files.map((name) => [name, 1]).toSorted());
  assert.equal(await page.evaluate(() => window.seen.compiles), files.length);
  assert.ok(most > 0 && most <= kContexts, `${most} contexts alive`);

  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const frames = page.frames().filter((frame) => frame.url().includes('/embed.html'));
  assert.equal(frames.length, kFrames.length);
  for (const frame of frames) await until(frame, () => document.querySelector('lifted-attention')?.result);
  const inFrames = await Promise.all(frames.map((frame) => frame.evaluate(() => (window.seen?.contexts ?? []).filter((context) => !context.isContextLost()).length)));
  assert.ok(Math.max(...inFrames) <= 1, `contexts in frames: ${inFrames}`);

  await changeOne(page);
  assert.deepEqual(await placeOf(page), place);
  await comeAndGo(page);
  const names = await page.evaluate(() => [...window.seen.programs]);
  assert.ok(names.length > 0 && Math.max(...names) <= kNames, `programs have had the names ${names}`);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.hover('#host b');
  const { styles: stylesThen, ...ownThen } = await ownOf(page);
  assert.deepEqual(stylesThen.filter((line, k) => line !== styles[k]), []);
  assert.deepEqual(ownThen, own);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

/** Scrolls past every figure a few times, so that canvases come and go. */
async function comeAndGo(page) {
  const ids = await page.$$eval('lifted-attention', (nodes) => nodes.map(({ id }) => id));
  for (const id of [ids, ids, ids].flat()) {
    await page.evaluate((id) => document.getElementById(id).scrollIntoView({ behavior: 'instant' }), id);
    await pause(150);
  }
}

/** One of two equal figures is given another value: all others, its twin among them, keep their state, words and results. */
async function changeOne(page) {
  const before = await figuresOf(page);
  assert.ok(before.every(({ results }) => results > 0));
  const one = before.findIndex(({ id }) => id === kOne);
  await page.evaluate((id) => {
    document.getElementById(id).scrollIntoView({ behavior: 'instant' });
    document.getElementById(id).setAttribute('seed', '9');
  }, kOne);
  await until(page, (id, count) => window.seen.events.filter((event) => event.type === 'lifted-result' && event.id === id).length > count, kOne, before[one].results);
  await settled(page);
  const after = await figuresOf(page);
  assert.notEqual(after[one].said, before[one].said);
  assert.deepEqual(after.toSpliced(one, 1), before.toSpliced(one, 1));
}

// What stylesheets of pages do to all elements of a kind, in resets and otherwise.
const kSheets = {
  'a reset of everything': '* { all: unset }',
  'a reset of everything that insists': '* { all: unset !important }',
  'loud rules for kinds of elements':
    'button, input, select, label, p, div, table, details { all: unset; display: flex; width: 9px; padding: 30px; color: red; font: 50px cursive } img, canvas, svg { display: none; width: 9px !important; border: 9px solid red } * { direction: rtl; text-align: right; line-height: 3; letter-spacing: 9px; text-transform: uppercase; visibility: visible }',
};

/** What each element of the figure looks like, but for what runs' times change. */
const lookOf = (page) =>
  page.evaluate(() => {
    const names = ['display', 'color', 'backgroundColor', 'fontFamily', 'fontSize', 'lineHeight', 'letterSpacing', 'textTransform', 'textAlign', 'direction', 'visibility'];
    const box = window.part('.figure').getBoundingClientRect();
    return [...window.part('.room').querySelectorAll('*:not(.bar *)')].map((node) => {
      const style = getComputedStyle(node);
      const { x, y, width, height } = node.getBoundingClientRect();
      const place = node.checkVisibility() ? [x - box.x, y - box.y, width, height].map(Math.round).join(' ') : 'nowhere';
      return `${node.localName}.${node.classList} ${place} ${names.map((name) => style[name]).join(' ')}`;
    });
  });

for (const [name, css] of Object.entries(kSheets)) {
  test(`in a page with ${name} a figure looks as it does elsewhere`, async () => {
    const page = await open(browser, `${near.address}/one.html`);
    await result(page);
    await settled(page);
    const before = await lookOf(page);
    assert.ok(before.length > 50);
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
      document.querySelector('lifted-attention').look();
    }, css);
    await settled(page);
    assert.deepEqual((await lookOf(page)).filter((line, k) => line !== before[k]), []);
    await page.close();
  });
}

// Figures in pages of another origin: put there by a script, or in frames that take the height of what is in them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { desk, open, pause, result, said, scheme, settled, until } from './chromium.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startLateServer, startServer } from './suite.mjs';

const kOpen = { 'Access-Control-Allow-Origin': '*' };
// Says of itself what it is told to, and 333 at first unless it is `quiet`; `loop` makes it the classic fault: a height that follows from the frame's height.
const kPuppet = `<!doctype html><html style="height: 100%"><title>A puppet</title><script>
  const asked = new URLSearchParams(location.search);
  const tell = (height, frame = asked.get('frame') ?? asked.get('figure')) => parent.postMessage({ type: 'lifted-attention', frame, height }, '*');
  const own = () => tell(!asked.has('loop') ? 333 : innerHeight > 500 ? 400 : 600);
  if (asked.has('loop')) new ResizeObserver(own).observe(document.documentElement);
  addEventListener('message', ({ data }) => { if (data.say) tell(...data.say); if (data.ask) own(); });
  if (!asked.has('quiet')) own();
</script>`;

const pageOf = (body) => html(body).replace(/<script.*?<\/script>/, '');
const script = (attributes, origin = far.address) => `<script src="${origin}/embed-script.js" ${attributes}></script>`;
const frame = (query, origin) => `<iframe width="700" height="300" src="${origin}/embed.html?${query}"></iframe>`;
const fitter = (origin) => `<script src="${origin}/embed-frame.js"></script>`;

const browser = await startChromium();
// Three origins: of the figures, of frames that do as they are told, of the pages.
const far = await startServer({ headers: kOpen });
const puppets = await startServer({ headers: kOpen, pages: { '/embed.html': kPuppet } });
const poor = await startServer({ headers: kOpen, missing: ['/lifted-attention.js'] });
const near = await startServer({
  pages: {
    '/script.html': pageOf(`<p id="before">Before.</p>${script('id="one" class="wide" data-figure="algorithm" data-d="3" data-state="seed=5" data-controls="form" data-cfasync="false"')}<p id="after">${'After. '.repeat(400)}</p>`),
    '/poor.html': pageOf(script('id="two" data-figure="algorithm" data-d="3" data-state="N=99&seed=2"', poor.address)),
    '/frames.html': pageOf(`${frame('figure=algorithm', puppets.address)}${frame('figure=algorithm&frame=two', puppets.address)}<iframe src="/stranger.html?figure=algorithm"></iframe>${fitter(puppets.address)}${fitter(puppets.address)}`),
    '/late.html': pageOf(frame('figure=algorithm&quiet', puppets.address)),
    '/stranger.html': kPuppet,
    '/loop.html': pageOf(`${frame('figure=algorithm&loop', puppets.address)}${fitter(puppets.address)}`),
    '/switch.html': pageOf(`<style>iframe { color-scheme: auto } :root { color-scheme: light } .dark { color-scheme: dark } .any { color-scheme: light dark }</style>${frame('figure=certificate', far.address)}${frame('figure=certificate&theme=light&frame=two', far.address)}${fitter(far.address)}`),
    '/real.html': pageOf(`<style>* { box-sizing: border-box }</style>${frame('figure=certificate&controls=form', far.address)}${fitter(far.address)}`),
  },
});

const heights = (page) => page.$$eval('iframe', (frames) => frames.map((frame) => frame.clientHeight));
/** Has the k-th frame of the page send a message, and waits until it has come. */
const say = (page, k, ...words) =>
  page.evaluate(
    (k, words) =>
      new Promise((resolve) => {
        addEventListener('message', () => setTimeout(resolve), { once: true });
        document.querySelectorAll('iframe')[k].contentWindow.postMessage({ say: words }, '*');
      }),
    k,
    words,
  );

test('a classic script puts the figure where it stands, with the values that its data- attributes say', async () => {
  const page = await open(browser, `${near.address}/script.html`);
  const { state, worker } = await result(page);
  assert.deepEqual([state.d, state.seed, worker], [3, 5, true]);
  const order = await page.$$eval('main > *', (nodes) => nodes.map(({ localName, id, className }) => `${localName}#${id}.${className}`));
  assert.deepEqual(order, ['h1#.', 'p#before.', 'lifted-attention#one.wide', 'p#after.']);
  assert.equal((await said(page)).notes, '', 'what a hosting service adds to scripts is no value');
  assert.equal(await page.$eval('lifted-attention', (figure) => figure.getAttribute('style') ?? ''), '', 'its stand-in height is gone');
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('nothing jumps when a figure takes the place of its script', async () => {
  // The element comes late, after the page has been painted.
  const late = await startLateServer('/lifted-attention.js', { headers: kOpen });
  const post = await startServer({ pages: { '/index.html': pageOf(`<p>Before.</p>${script('data-figure="algorithm" data-d="3"', late.address)}<p>${'After. '.repeat(400)}</p>`) } });
  const page = await open(browser, post.address, { viewport: { ...desk, width: 700 } });
  await late.asked;
  await pause(500);
  late.send();
  await result(page);
  await settled(page);
  const shift = await page.evaluate(() => window.seen.shift);
  assert.ok(shift < 0.1, `layout shift ${shift}`);
  await page.close();
});

const readme = readFileSync(new URL('../../web/README.md', import.meta.url), 'utf8');

test('the page that web/README.md has a newcomer write shows its figure, on another origin', async () => {
  const [, post] = /```html\n(.*?)```/s.exec(readme.slice(readme.indexOf('Save this as `post.html`'))) ?? assert.fail('web/README.md has no page to save');
  assert.ok(post.includes('http://127.0.0.1:8080/lifted-attention.js'), 'the address that web/serve.sh serves at');
  const blog = await startServer({ pages: { '/post.html': post.replaceAll('http://127.0.0.1:8080', far.address) } });
  const page = await open(browser, `${blog.address}/post.html`);
  const { state, worker } = await result(page);
  assert.deepEqual([state.d, state.N, worker], [6, 512, true]);
  assert.deepEqual(page.complaints.filter((text) => !text.includes('favicon') && !text.includes('404')), []);
  await page.close();
});

test('web/README.md names every figure, and no other', () => {
  const [, named] = /^The figures: ([^.]*)\./m.exec(readme) ?? assert.fail('web/README.md has no list of figures');
  const article = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
  const ids = [...article.matchAll(/<lifted-attention figure="([\w-]+)"/g)].map(([, id]) => id);
  assert.deepEqual([...named.matchAll(/`(\w+)`/g)].map(([, id]) => id), ids);
});

test('the policy that web/README.md names for pages of others is enough, also for a learner in a worker', async () => {
  const [, named] = /`(script-src https:\/\/example\.org[^`]*)`/.exec(readme.replaceAll(/\s+/g, ' ')) ?? assert.fail('web/README.md names no policy');
  const [, workers] = /`(worker-src blob:)`/.exec(readme) ?? assert.fail('web/README.md says nothing of workers');
  const policy = `default-src 'none'; ${named.replaceAll('https://example.org', far.address)}; ${workers}`;
  const strict = await startServer({ headers: { 'Content-Security-Policy': policy }, pages: { '/tag.html': html(tag('d="3"'), far.address).replace('<link rel="icon" href="data:,">', '') } });
  const page = await open(browser, `${strict.address}/tag.html`);
  assert.equal((await result(page)).worker, true);
  assert.deepEqual(page.complaints.filter((text) => !text.includes('favicon')), []);
  await page.close();
});

test('a policy that trusts the script by its nonce lets the figure work', async () => {
  const strict = await startServer({
    headers: { 'Content-Security-Policy': `default-src 'none'; script-src 'nonce-n1' 'wasm-unsafe-eval'; worker-src blob:; connect-src ${far.address}; img-src ${far.address} data:` },
    pages: { '/nonce.html': pageOf(script('nonce="n1" data-figure="algorithm" data-d="3"')) },
  });
  const page = await open(browser, `${strict.address}/nonce.html`);
  assert.equal((await result(page)).state.d, 3);
  await page.close();
});

test('where the element cannot be loaded, a link to the figure stands in the script\'s place', async () => {
  const page = await open(browser, `${near.address}/poor.html`);
  const link = await until(page, () => {
    const node = document.querySelector('lifted-attention a');
    return node && { href: node.href, text: node.textContent, height: node.parentElement.getBoundingClientRect().height };
  });
  assert.match(link.href, /\/embed\.html\?N=99&seed=2&figure=algorithm&d=3$/);
  assert.match(link.text, /could not be loaded/);
  assert.ok(link.height < 60, 'no empty room is left');
  await page.close();
});

test('a frame takes the height of its figure', async () => {
  const page = await open(browser, `${near.address}/real.html`);
  await until(page, () => document.querySelector('iframe').clientHeight > 400);
  const [inner] = page.frames().filter((one) => one.url().includes('embed.html'));
  await inner.waitForFunction(() => [...document.querySelectorAll('lifted-attention')].some(({ result }) => result), { polling: 50 });
  await inner.evaluate(() => (window.part('details').open = true));
  // Nothing to scroll in the frame and no empty room.
  await until(inner, () => Math.abs(document.documentElement.scrollHeight - innerHeight) <= 2 && innerHeight > document.querySelector('main').clientHeight);
  await page.close();
});

test('a frame that has told its height before the script came is asked for it', async () => {
  const page = await open(browser, `${near.address}/late.html`);
  assert.deepEqual(await heights(page), [300]);
  await page.addScriptTag({ url: `${puppets.address}/embed-frame.js` });
  await until(page, () => document.querySelector('iframe').clientHeight === 333);
  await page.close();
});

test('a message from a stranger, or with another name, changes no height', async () => {
  const page = await open(browser, `${near.address}/frames.html`);
  await until(page, () => [...document.querySelectorAll('iframe')].slice(0, 2).every(({ clientHeight }) => clientHeight === 333));
  const [, , stranger] = await heights(page);
  await say(page, 2, 900);
  await say(page, 0, 900, 'two');
  await say(page, 1, 900, 'algorithm');
  await page.evaluate(() => postMessage({ type: 'lifted-attention', frame: 'algorithm', height: 900 }, '*'));
  for (const height of ['900', null, NaN, Infinity, { valueOf: 900 }]) await say(page, 0, height);
  await pause(50);
  assert.deepEqual(await heights(page), [333, 333, stranger]);
  await say(page, 1, 450);
  assert.deepEqual(await heights(page), [333, 450, stranger]);
  await page.close();
});

test('heights are kept between 120 and 8000 px, and rounding moves nothing', async () => {
  const page = await open(browser, `${near.address}/frames.html`);
  await until(page, () => document.querySelector('iframe').clientHeight === 333);
  for (const [told, shown] of [[1e9, 8000], [-5, 120], [400.2, 401], [402, 401]]) {
    await say(page, 0, told);
    assert.equal((await heights(page))[0], shown, `told ${told}`);
  }
  await page.close();
});

test("a page's own switch between light and dark reaches its frames, but not one whose address names a theme", async () => {
  const page = await open(browser, `${near.address}/switch.html`, { media: scheme('dark') });
  const inside = page.frames().filter((frame) => frame.url().includes('embed.html'));
  assert.equal(inside.length, 2);
  for (const [name, theme] of [['', 'light'], ['dark', 'dark'], ['', 'light'], ['any', 'dark']]) {
    await page.evaluate((name) => (document.documentElement.className = name), name);
    await inside[0].waitForFunction((theme) => window.part?.('.figure')?.dataset.theme === theme, { polling: 20 }, theme);
    assert.equal(await inside[1].evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light');
  }
  await page.close();
});

/** Turns of a height are counted within two seconds of the page, whose clock goes only as far as the test sets `window.clock`. */
const withClock = (page) =>
  page.evaluateOnNewDocument(() => {
    window.clock = 0;
    performance.now = () => window.clock;
  });

test('a figure whose height follows from its frame comes to rest at the larger one', async () => {
  // Counted from the document's start: the two begin to answer each other at once.
  const prepare = async (page) => {
    await withClock(page);
    await page.evaluateOnNewDocument(() => {
      window.changes = 0;
      new MutationObserver((records) => (window.changes += records.filter(({ target }) => target.localName === 'iframe').length)).observe(document, { attributeFilter: ['style'], subtree: true });
      addEventListener('message', ({ data }) => (window.told = data.height));
    });
  };
  const page = await open(browser, `${near.address}/loop.html`, { prepare });
  // What it tells in answer to the larger height is not taken, and it has nothing more to answer.
  await until(page, () => window.told === 400 && document.querySelector('iframe').clientHeight === 600);
  const changes = await page.evaluate(() => window.changes);
  assert.ok(changes >= 2 && changes < 8, `${changes} changes of height`);
  assert.deepEqual(await heights(page), [600]);
  await page.close();
});

test('numbers that a reader opens and closes resize the frame every time', async () => {
  const page = await open(browser, `${near.address}/frames.html`, { prepare: withClock });
  for (const height of [400, 700, 400, 700]) await say(page, 0, height);
  assert.equal((await heights(page))[0], 700);
  await page.evaluate(() => (window.clock += 2100));
  for (const height of [400, 700, 400]) await say(page, 0, height);
  assert.equal((await heights(page))[0], 400);
  await page.close();
});

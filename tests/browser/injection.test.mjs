// Markup, scripts and formulas through everything that takes words: whatever the figure shows or saves holds them as
// text, and nothing of them ever runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTexts } from '../../web/article/keys.mjs';
import { choose, drop, exported, kPatience, open, result, resultOf, said, set, settled, swap, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { page as html, site, tag } from './server.mjs';
import { quick } from './states.mjs';
import { startChromium, startServer } from './suite.mjs';

const { said: texts, counted } = await readTexts(new URL('../../', import.meta.url));

const kImage = '<img src=x onerror="window.owned=1">';
const kPayloads = [kImage, '<script>window.owned=1</script>', '"><svg onload="window.owned=1">', "javascript:window.owned=1", "'-(window.owned=1)-'", '</textarea></style><iframe srcdoc="<script>parent.owned=1</script>">'];
const kFormulas = ['=HYPERLINK("https://example.org","x")', '+1+1', '-2+3', '@SUM(1)', '\t=1', ' =1', '\r=1', "='a'"];

const foreign = await startServer({ pages: { '/foreign.html': '<!doctype html><title>Foreign</title>' } });
const server = await startServer({
  pages: {
    '/one.html': html(tag('controls="form"')),
    '/frames.html': `<!doctype html><title>Frames</title><iframe id="ours" src="/embed.html?figure=algorithm" width="700" height="760"></iframe>
      <iframe id="foreign" src="${foreign.address}/foreign.html" width="300" height="100"></iframe><script src="/embed-frame.js"></script>`,
  },
});
const browser = await startChromium();

/** Looks through a page and all shadow roots for what nobody of us has put there. Runs in the page. */
function injected() {
  const trees = (root) => [root, ...[...root.querySelectorAll('*')].flatMap((node) => (node.shadowRoot ? trees(node.shadowRoot) : []))];
  const strange = (node) =>
    node.matches('iframe, object, embed, base, foreignObject, script:not([src]), img[src="x"]') ||
    [...node.attributes].some(({ name, value }) => /^on/.test(name) || (/^(href|action|formaction)$/.test(name) && /^\s*javascript:/i.test(value)));
  const found = trees(document).flatMap((root) => [...root.querySelectorAll('*')].filter(strange).map((node) => node.outerHTML.slice(0, 200)));
  return window.owned === undefined ? found : [`a script ran: ${window.owned}`, ...found];
}
const clean = async (page, what) => {
  assert.deepEqual(await page.evaluate(injected), [], what);
  // An image that is none: it has been looked for.
  assert.deepEqual(page.complaints.filter((one) => !/ERR_UNKNOWN_URL_SCHEME/.test(one)), [], what);
};

/** A file's text as a document: nothing in it may run. */
const document_ = (page, text, type) =>
  page.evaluate(
    (text, type) => {
      const parsed = new DOMParser().parseFromString(text, type);
      const isPixels = (node) => node.localName === 'image' && /^data:image\/png;base64,[\w+/=]+$/.test(node.getAttribute('href')) && node.attributes.length === 5;
      const strange = [...parsed.querySelectorAll('*')].filter((node) => !isPixels(node) && (/^(script|foreignObject|iframe|image|use|a|animate|set)$/i.test(node.localName) || [...node.attributes].some(({ name }) => /^on|href/.test(name))));
      return { broken: parsed.querySelector('parsererror')?.textContent ?? '', strange: strange.map((node) => node.outerHTML.slice(0, 200)), text: parsed.documentElement.textContent };
    },
    text,
    type,
  );

test('the search finds what it looks for', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await page.evaluate(() => (document.querySelector('lifted-attention').shadowRoot.querySelector('.notes').innerHTML = '<img src=x onerror="window.owned=1"><a href=" javascript:1">x</a>'));
  await until(page, () => window.owned);
  assert.equal((await page.evaluate(injected)).length, 3);
  await page.close();
});

// The first, and those that learn from what a reader writes.
for (const { id, parameters } of figures.filter(({ texts }, k) => k === 0 || texts.length > 0)) {
  test(`${id}: every setting of a link, and of the attributes`, async () => {
    const payload = (k) => kPayloads[k % kPayloads.length];
    const names = [...parameters.map((parameter) => parameter.id), 'theme', 'controls', 'lock', 'hide', 'lang', 'frame', 'exercise', 'la', 'shoes', kImage, ...['constructor', '__proto__', 'toString']];
    const query = names.map((name, k) => `${encodeURIComponent(name)}=${k % 2 ? encodeURIComponent(payload(k)) : payload(k).replaceAll(/[#&\s]/g, '+')}`);
    const page = await open(browser, `${server.address}/embed.html?figure=${id}&${query.join('&')}#${id}?${kImage}=${kImage}`);
    await result(page);
    await clean(page, 'link');
    // Where a value is quoted, it is as text, and of what no link may say nothing is quoted.
    assert.doesNotMatch((await said(page)).notes, /owned/);
    assert.equal(await page.title(), 'Lifted Attention: a live figure');
    const attributes = Object.fromEntries(names.filter((name) => /^[a-z_]\w*$/i.test(name) && name !== 'hidden').map((name, k) => [name, payload(k)]));
    await swap(page, id, { ...attributes, state: names.map((name, k) => `${name}=${payload(k)}`).join('&'), poster: 'javascript:window.owned=1', id: kImage, shape: kImage, address: kImage });
    await clean(page, 'attributes');
    await set(page, Object.fromEntries(names.map((name, k) => [name, payload(k)])));
    await page.evaluate((image) => (location.hash = `#${image}?${image}=1&lock=${image}`), encodeURI(kImage));
    await clean(page, 'set');
    // What is no figure's name is quoted.
    await page.evaluate((image) => document.querySelector('lifted-attention').setAttribute('figure', image), kImage);
    await until(page, () => window.part('.notes').textContent.includes('“<img src=x onerror="window.owned=1">”'));
    await clean(page, 'figure');
    await page.close();
  });
}

test('saved files with markup in every place, and names of files', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  const { sentence } = await result(page);
  const json = JSON.parse(await exported(page, 'json'));
  const csv = await exported(page, 'csv');
  const files = kPayloads.flatMap((payload) => [
    ...Object.keys(json).map((field) => JSON.stringify({ ...json, [field]: payload })),
    JSON.stringify({ ...json, state: { ...json.state, [payload]: payload } }),
    JSON.stringify({ ...json, state: Object.fromEntries(Object.keys(json.state).map((id) => [id, payload])) }),
    csv.replace('# State:', `# State: ${payload}`),
    csv.replaceAll(/\d+/g, payload),
    csv.replace(/figure=\w+/, `figure=${payload}`),
  ]);
  for (const file of files) {
    await page.evaluate((file) => document.querySelector('lifted-attention').import(file), file);
    await drop(page, `${kPayloads[files.indexOf(file) % kPayloads.length]}.json`, file);
  }
  for (const payload of kPayloads) await drop(page, `${payload}.txt`, '');
  await until(page, () => /is empty/.test(window.part('.notes').textContent));
  assert.match((await said(page)).notes, /owned/, 'a name is quoted');
  await clean(page, 'files');
  assert.equal((await said(page)).sentence, sentence);
  await page.close();
});

test("a reader's words and tables, in all that is made of them", async () => {
  const page = await open(browser, `${server.address}/one.html`, {
    prepare: (page) =>
      page.evaluateOnNewDocument(() => {
        const { createObjectURL } = URL;
        window.saved = [];
        URL.createObjectURL = (blob) => {
          if (/^text\/(csv|html)/.test(blob.type)) blob.text().then((text) => window.saved.push(text));
          return createObjectURL.call(URL, blob);
        };
      }),
  });
  await result(page);
  const cells = [...kPayloads, ...kFormulas];
  const words = cells.concat('a cat sat on the mat').join(' ').repeat(60);
  for (const [id, state] of [['algorithm', { source: 'text' }], ['algorithm', { source: 'text', units: 'letters' }], ['language', { epochs: 2 }], ['language', { units: 'letters', epochs: 2 }]]) {
    await swap(page, id, { controls: 'form' });
    const refused = await set(page, state);
    await page.evaluate(async (words) => {
      const figure = document.querySelector('lifted-attention');
      const data = new DataTransfer();
      data.setData('text/plain', words);
      window.part('.view').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, composed: true, cancelable: true }));
      await figure.export('json');
    }, words);
    await clean(page, `${id} ${refused}`);
    const svg = await document_(page, await exported(page, 'svg'), 'image/svg+xml');
    assert.deepEqual([svg.broken, svg.strange], ['', []], id);
    const csv = await exported(page, 'csv');
    assert.deepEqual(formulas(csv), [], id);
    const before = await page.evaluate(() => document.querySelector('lifted-attention').result);
    assert.deepEqual(await page.evaluate((csv) => document.querySelector('lifted-attention').import(csv), csv), []);
    await page.evaluate(() => document.querySelector('lifted-attention').export('json'));
    const after = await page.evaluate(() => document.querySelector('lifted-attention').result);
    const timeless = ({ state, title }) => ({ state, title });
    assert.deepEqual(timeless(after), timeless(before), 'read back as they were');
    assert.equal(await page.evaluate(async () => new TextDecoder().decode(Uint8Array.from(atob(JSON.parse(await (await document.querySelector('lifted-attention').export('json')).text()).text), (letter) => letter.charCodeAt(0)))), words);
  }
  await swap(page, 'algorithm', { controls: 'form', state: 'source=numbers' });
  const example = readFileSync(join(site, 'example.csv'), 'utf8');
  for (const payload of cells) {
    const quoted = `"${payload.replaceAll('"', '""')}"`;
    for (const table of [example.replace(/^sequence/m, quoted), example.replace(/^(sequence,token,)\w+/m, `$1${quoted}`), example.replace(/^1,1,[^,]+/m, `1,1,${quoted}`), example.replaceAll(/^1,/gm, `${quoted},`), `${payload}\n${example}`]) {
      await drop(page, 'mine.csv', table);
      await page.evaluate(() => document.querySelector('lifted-attention').export('csv').catch(() => {}));
    }
  }
  await clean(page, 'tables');
  // One that can be learned, its sequences called by formulas.
  const called = example.replaceAll(/^\d+,/gm, (number) => `"=1+${number.slice(0, -1)}",`);
  await resultOf(page, () => drop(page, 'mine.csv', called));
  await choose(page, 'Save data (CSV)');
  await until(page, () => window.saved.some((text) => text.includes('sequence,token')));
  const data = await page.evaluate(() => window.saved.find((text) => text.includes('sequence,token')));
  assert.deepEqual(formulas(data), []);
  await choose(page, 'Save for offline use (HTML)');
  await until(page, () => window.saved.some((text) => text.startsWith('<!doctype html>')));
  assert.doesNotMatch(await page.evaluate(() => window.saved.at(-1)), /owned/);
  await page.close();
});

/** Cells that a spreadsheet would compute: of the table, and of the comments above it, whose commas part cells for it too. */
function formulas(csv) {
  const [comments] = csv.match(/^(#.*(\r\n|\n))*/) ?? [''];
  const cellsOf = (text, parts) => [...text.matchAll(parts)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare);
  const cells = [...comments.split('\n').flatMap((line) => cellsOf(line, /(?:^|[,;])(?:\s*"((?:[^"]|"")*)"|([^,;]*))/g)), ...cellsOf(csv.slice(comments.length), /(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)];
  assert.ok(cells.length > 10);
  return cells.filter((cell) => /^\s*[=+\-@]/.test(cell) && !/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(cell));
}

test('a cell that is a formula is saved as text, a negative number as a number', async () => {
  Object.assign(globalThis, { LIFTED_LEARNER: 'x', location: new URL('http://127.0.0.1/') });
  const { toCsv } = await import('../../web/element/saved_file.js');
  const schema = figures[0];
  const rows = [...kFormulas, ...kPayloads].map((cell) => [cell, '−1,024', '-0.5', '+3', '2.5·10⁻⁷', '−', '–']);
  const text = `it said ${kFormulas.join(',')}; ${kFormulas.join(';')} "${kFormulas.join('","')}"`;
  const csv = toCsv({ schema, state: {}, query: 'seed=1', link: 'http://127.0.0.1/?a=1', description: { title: text, sentence: text, table: { columns: kFormulas.slice(0, 7), rows } }, text: '' });
  assert.deepEqual(formulas(csv), []);
  const saved = csv.split('\r\n').filter((line) => !line.startsWith('#'));
  assert.match(saved[1], /,-1024,-0\.5,\+3,2\.5e-7,/);
  // What a spreadsheet takes for the mark of a text, taken away again.
  const [first] = saved[1].match(/^"((?:[^"]|"")*)"/) ?? [];
  assert.equal(first?.slice(1, -1).replaceAll('""', '"').replace(/^'/, ''), kFormulas[0]);
});

test('the texts of the embed dialog hold every word as text', async () => {
  Object.assign(globalThis, { location: new URL('http://127.0.0.1/') });
  const { element, iframe, iframeWithScript, link, markdown, moodle } = await import('../../web/element/snippets.js');
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  for (const payload of [...kPayloads, '](javascript:window.owned=1)', '`x`', "' onload='window.owned=1", '![x](y)', '\\](z)']) {
    const room = { narrow: { base: 1, shape: 1 }, wide: { base: 1, shape: 1 } };
    const wanted = { site: 'http://127.0.0.1/a(b)/', figure: 'algorithm', title: payload, values: '', lang: '', theme: '', controls: '', lock: payload, hide: '', width: 0, room, format: 1 };
    for (const [kind, make] of Object.entries({ element, iframe, moodle, iframeWithScript })) {
      const found = await page.evaluate((text) => {
        const { content } = Object.assign(document.createElement('template'), { innerHTML: text });
        const nodes = [...content.querySelectorAll('*')];
        return {
          names: nodes.map(({ localName }) => localName).join(' '),
          attributes: [...new Set(nodes.flatMap((node) => node.getAttributeNames()))],
          title: content.querySelector('iframe')?.title ?? content.querySelector('a')?.textContent,
        };
      }, make(wanted));
      assert.equal(found.names, { element: 'script div lifted-attention a', iframe: 'div iframe', moodle: 'p iframe', iframeWithScript: 'div iframe script' }[kind]);
      assert.equal(found.title, payload, kind);
      assert.deepEqual(found.attributes.filter((name) => !/^(type|src|async|style|figure|lock|title|width|height|loading|allow|href)$/.test(name)), [], kind);
    }
    const [, words, picture, target] = /^\[!\[((?:[^\][\\<>]|\\.)*)\]\(([^()\s<>]*)\)\]\(([^()\s<>]*)\)$/.exec(markdown(wanted)) ?? [];
    assert.equal(words?.replaceAll(/\\(.)/g, '$1'), payload);
    assert.ok(picture?.startsWith('http://127.0.0.1/a%28b%29/') && target?.startsWith('http://127.0.0.1/a%28b%29/embed.html?'));
    assert.ok(link(wanted).startsWith('http://127.0.0.1/'));
  }
  // And the dialog itself, of a figure whose page has given it markup.
  await page.evaluate((payloads) => ['lock', 'hide', 'theme', 'controls', 'title'].forEach((name, k) => document.querySelector('lifted-attention').setAttribute(name, payloads[k])), kPayloads);
  await choose(page, 'Embed…');
  await until(page, () => window.part('dialog textarea'));
  const written = await page.evaluate(() => [...window.part('dialog').querySelectorAll('[name=embed-kind]')].map((radio) => (radio.click(), window.part('dialog textarea').value)));
  assert.ok(written.filter((text) => text.includes('embed.html')).length > 4);
  for (const text of written) assert.doesNotMatch(text, /owned/);
  await clean(page, 'dialog');
  await page.close();
});

test("a translator's words", async () => {
  // "%": every count takes the first form, and there is one.
  const spoken = [...[...texts, ...counted].map((text) => [text, kImage + text]), ['%', '0'.repeat(200)]];
  const page = await open(browser, `${server.address}/one.html`, {
    prepare: (page) => page.evaluateOnNewDocument((spoken) => (globalThis[Symbol.for('lifted-attention language')] = { lang: 'en', dir: 'ltr', letters: [], words: new Map(spoken) }), spoken),
  });
  for (const { id } of figures) {
    await (id === figures[0].id ? swap(page, id) : swap(page, id, { state: `shoes=1&${quick[id]?.state ?? ''}` }));
    assert.match((await said(page)).title, /owned/, id);
    await clean(page, id);
    const svg = await document_(page, await exported(page, 'svg'), 'image/svg+xml');
    assert.deepEqual([svg.broken, svg.strange], ['', []], id);
    assert.match(svg.text, /owned/);
  }
  await choose(page, `${kImage}Embed…`);
  await until(page, () => window.part('dialog textarea'));
  const written = await page.evaluate(() => [...window.part('dialog').querySelectorAll('[name=embed-kind]')].map((radio) => (radio.click(), window.part('dialog textarea').value)));
  for (const text of written) assert.doesNotMatch(text, /(?<!\\)<img/);
  assert.ok(written.some((text) => text.includes('owned')));
  await clean(page, 'dialog');
  await page.close();
});

test('messages of a wrong origin or shape move no frame, and those of the frame itself move it within limits', async () => {
  const page = await open(browser, `${server.address}/frames.html`);
  const height = () => page.$eval('#ours', (frame) => frame.offsetHeight);
  await until(page, () => document.querySelector('#ours').style.height);
  const ours = page.frames().find((frame) => frame.url().includes('embed.html'));
  const other = page.frames().find((frame) => frame.url().includes('foreign.html'));
  assert.ok(ours && other);
  await ours.waitForFunction(() => document.querySelector('lifted-attention')?.result, { polling: 50, timeout: kPatience });
  // Until the frame has told its last height.
  await settled(ours);
  await settled(page);
  const before = await height();
  const wrong = [null, 5, 'lifted-attention', [], { type: 'lifted-attention' }, ...['5000', NaN, Infinity, null, [5000], { valueOf: 5000 }, kImage].map((height) => ({ type: 'lifted-attention', frame: 'algorithm', height })),
    ...['', 'softmax', kImage, null, ['algorithm'], '__proto__'].map((frame) => ({ type: 'lifted-attention', frame, height: 5000 })), { type: [`lifted-attention`], frame: 'algorithm', height: 5000 }];
  const good = { type: 'lifted-attention', frame: 'algorithm', height: 5000 };
  const post = (frame, messages) => frame.evaluate((messages) => messages.forEach((one) => parent.postMessage(one, '*')), messages);
  await post(other, [...wrong, good]);
  await page.evaluate((good) => window.postMessage(good, '*'), good);
  await page.evaluate((sealed) => {
    // NaN and Infinity are lost on the way from here to the page.
    const frame = document.querySelector('#ours').contentWindow;
    frame.eval(`for (const one of ${sealed}) parent.postMessage(one, '*'); for (const height of [NaN, Infinity, -Infinity]) parent.postMessage({ type: 'lifted-attention', frame: 'algorithm', height }, '*')`);
  }, JSON.stringify(wrong));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  assert.equal(await height(), before);
  await post(ours, [{ ...good, height: 1e9 }]);
  await until(page, () => document.querySelector('#ours').style.height === '8000px');
  // A stranger gets no answer from the page in the frame.
  await other.evaluate(() => {
    window.answers = 0;
    addEventListener('message', () => ++window.answers);
    parent.frames[0].postMessage({ type: 'lifted-attention', ask: 'height' }, '*');
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  assert.equal(await other.evaluate(() => window.answers), 0);
  assert.deepEqual(await page.evaluate(injected).then((found) => found.filter((one) => !one.startsWith('<iframe id='))), []);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

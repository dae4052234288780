// What was once found out of order by chance, each by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kPolicy } from '../../web/policy.mjs';
import { choose, events, event, open, part, pictureOf, result, said, set, settled, state, until } from './chromium.mjs';
import { colours } from './picture.mjs';
import { loads, page as html, readText, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer({
  pages: {
    '/own.js': `import '/lifted-attention.js'; self.onmessage = ({ data }) => postMessage(2 * data);`,
    '/form.html': html(tag('id="it" controls="form" lock="N"')),
    '/plain.html': html(`<style>html { overflow-anchor: none }</style><div id="place">${tag('id="it" seed="3"')}</div><div style="height: 3000px"></div>`),
  },
});
const browser = await startChromium();

const attribute = (page, name, value) => page.evaluate((name, value) => (value === null ? window.it.removeAttribute(name) : window.it.setAttribute(name, value)), name, value);
const turn = (page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));

test('an ampersand in a field begins no other value, and none that is locked', async () => {
  const page = await open(browser, `${server.address}/form.html`);
  const { state: first } = await result(page);
  for (const text of ['5&N=64', '5&seed=9', '&N=64', 'd=3&N=64&']) {
    const entry = await page.evaluateHandle(() => window.part('#control-d').closest('.row').querySelector('.entry'));
    await entry.evaluate((entry, text) => {
      entry.value = text;
      entry.dispatchEvent(new Event('change'));
    }, text);
    assert.deepEqual(await state(page), first, text);
    assert.match((await said(page)).notes, /must be a number, not “.*N=64|must be a number, not “.*seed=9/);
  }
  await page.close();
});

test('a quoted value ends between two letters', async () => {
  const page = await open(browser, `${server.address}/form.html`);
  await result(page);
  for (const letter of ['😀', '€', 'é']) {
    const entry = await part(page, '.row.range .entry');
    await entry.evaluate((entry, text) => {
      entry.value = text;
      entry.dispatchEvent(new Event('change'));
    }, `x${letter.repeat(60)}`);
    assert.match((await said(page)).notes, new RegExp(`“x${letter}{9,20}”`, 'u'));
    assert.doesNotMatch((await said(page)).notes, /\ufffd/);
  }
  await page.close();
});

test('five hundred things that cannot be taken are five sentences and a count', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await result(page);
  const sentences = await set(page, Array.from({ length: 500 }, (_, k) => `shoes${k}=1`).join('&'));
  assert.equal(sentences.length, 500, 'a script is told all');
  const told = await page.evaluate(() => [...window.part('.notes').querySelectorAll('p')].map((node) => node.textContent));
  assert.equal(told.length, 6);
  assert.match(told[5], /^495 more/);
  await set(page, 'shoes=1');
  assert.equal(await page.evaluate(() => window.part('.notes').querySelectorAll('p').length), 1);
  await page.close();
});

test('reset goes back to what the attributes say now: not to what the reader did before, nor to an attribute that is gone', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  const { state: first } = await result(page);
  await set(page, { d: 6, noise: 0.1 });
  await attribute(page, 'n', '5');
  await turn(page);
  assert.deepEqual([(await state(page)).d, (await state(page)).n], [6, 5]);
  await page.evaluate(() => window.it.reset());
  assert.deepEqual(await state(page), { ...first, n: 5 });
  await attribute(page, 'n', null);
  await turn(page);
  await page.evaluate(() => window.it.reset());
  assert.deepEqual(await state(page), first);
  await page.close();
});

test('another figure in the same place is drawn, in view as it is', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await result(page);
  await settled(page);
  await attribute(page, 'figure', 'samples');
  await result(page, 2);
  await settled(page);
  assert.ok(colours(await pictureOf(page)) > 20);
  await page.close();
});

test('where no learner can start, another figure is told of and shown as well', async () => {
  const page = await open(browser, `${server.address}/plain.html`, { prepare: (page) => page.evaluateOnNewDocument(() => delete window.WebAssembly) });
  await event(page, 'lifted-error');
  await attribute(page, 'figure', 'samples');
  await event(page, 'lifted-error', 2);
  assert.equal((await events(page, 'lifted-error'))[1].detail.figure, 'samples');
  assert.match(await page.evaluate(() => window.part('.poster').src), /samples/);
  await page.close();
});

test('a figure that is removed while it loads learns when it is back', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await result(page);
  await page.evaluate(async () => {
    window.other = document.createElement('lifted-attention');
    window.other.setAttribute('figure', 'samples');
    window.place.prepend(window.other);
    window.other.prepare();
    window.other.remove();
    await new Promise((resolve) => window.other.addEventListener('lifted-ready', resolve));
  });
  await settled(page);
  assert.equal(await page.evaluate(() => window.other.result), null);
  await page.evaluate(() => window.place.prepend(window.other));
  await until(page, () => window.other.result);
  await page.close();
});

test('the dialog of a figure to which others have added a style has its own', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await result(page);
  await page.evaluate(() => window.it.shadowRoot.adoptedStyleSheets.push(new CSSStyleSheet()));
  await choose(page, 'Embed…');
  assert.equal(await page.evaluate(() => getComputedStyle(window.part('dialog.embed')).borderRadius), '8px');
  await page.close();
});

test('another figure in the same place starts with its own values, and reset leads there', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await result(page);
  await set(page, { d: 3, N: 64, H: 2 });
  await until(page, () => location.hash.startsWith('#it?') && location.hash.includes('N=64'));
  await attribute(page, 'figure', 'samples');
  await event(page, 'lifted-ready', 2);
  const first = await state(page);
  assert.equal((await said(page)).notes, '');
  const fresh = await page.evaluate(async () => {
    const other = document.createElement('lifted-attention');
    other.setAttribute('figure', 'samples');
    other.setAttribute('seed', '3');
    window.place.append(other);
    await new Promise((resolve) => other.addEventListener('lifted-ready', resolve));
    const { state } = other;
    other.remove();
    return state;
  });
  assert.deepEqual(first, fresh);
  await set(page, { N: 4 });
  await page.evaluate(() => window.it.reset());
  assert.deepEqual(await state(page), fresh);
  await page.close();
});

test('of figures that the page changes its mind about, the last one comes', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await result(page);
  // The parts of each are on their way when the next is wanted.
  await page.evaluate(async () => {
    for (const id of ['samples', 'cost', 'phases', 'turing']) {
      window.it.setAttribute('figure', id);
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  const ready = await until(page, () => window.seen.events.findLast(({ type, detail }) => type === 'lifted-result' && detail.figure !== 'algorithm')?.detail);
  assert.equal(ready.figure, 'turing');
  assert.deepEqual((await events(page, 'lifted-error')).map(({ detail }) => detail.message), []);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a figure that is moved in the document leaves the reader where he is, link or not', async () => {
  const page = await open(browser, `${server.address}/plain.html#it?la=1&seed=5`);
  await result(page);
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
  await page.evaluate(() => {
    const { place } = window;
    const main = document.querySelector('main');
    main.append(place);
    place.remove();
    main.prepend(place);
  });
  await turn(page);
  assert.equal(await page.evaluate(() => scrollY), 2000);
  await page.close();
});

test("names that every object has are no names of ours: in a link, in a file, as a figure's", async () => {
  const page = await open(browser, `${server.address}/embed.html?constructor=1&__proto__=2&toString=3&figure=certificate&seed=2`);
  assert.equal((await result(page)).state.seed, 2);
  for (const name of ['constructor', '__proto__', 'toString']) assert.match((await said(page)).notes, new RegExp(`no setting “${name}”`));
  const sentences = await page.evaluate(() => document.querySelector('lifted-attention').import('{"figure": "constructor", "state": {}}'));
  assert.match(sentences[0], /saved from a figure that there is not here/);
  await page.goto(`${server.address}/embed.html?figure=constructor`);
  await result(page);
  assert.match((await said(page)).notes, /no figure “constructor”/);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a poster that is no address leaves the figure as it is', async () => {
  const page = await open(browser, `${server.address}/plain.html`);
  await result(page);
  await attribute(page, 'poster', 'http://[');
  await attribute(page, 'figure', 'cost');
  await event(page, 'lifted-ready', 2);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('contexts that were lost leave no canvas behind', async () => {
  const page = await open(browser, `${server.address}/plain.html`, {
    prepare: (page) =>
      page.evaluateOnNewDocument(() => {
        // What this test's own watch keeps, nobody could give back.
        window.seen.contexts.push = () => 0;
        const { createElement } = document;
        window.canvases = [];
        document.createElement = (name, ...rest) => {
          const node = createElement.call(document, name, ...rest);
          if (name === 'canvas') window.canvases.push(new WeakRef(node));
          return node;
        };
      }),
  });
  await result(page);
  const session = await page.createCDPSession();
  const canvases = async () => {
    // A weak reference holds until the turn in which it was looked at is over.
    for (let k = 0; k < 3; ++k) {
      await turn(page);
      await session.send('HeapProfiler.collectGarbage');
    }
    return page.evaluate(() => window.canvases.filter((one) => one.deref()).length);
  };
  await until(page, () => window.part('canvas.live'));
  const before = await canvases();
  for (let k = 0; k < 12; ++k) {
    await page.evaluate(async (lost) => {
      if (lost) {
        window.part('canvas.live').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const { it, place } = window;
      it.remove();
      place.append(it);
    }, k % 2 === 0);
    await until(page, () => window.part('canvas.live') && !window.part('canvas.live').getContext('webgl2').isContextLost());
  }
  // One or two may wait for the next round of the collector.
  const after = await canvases();
  assert.ok(after <= before + 2, `${after} canvases, ${before} before`);
  assert.ok((await page.evaluate(() => window.canvases.length)) > before + 10);
  assert.equal(await page.evaluate(() => window.it.shadowRoot.querySelectorAll('canvas').length), 2);
  await page.close();
});

for (const way of ['a file', 'a blob']) {
  test(`a worker of the page's own, from ${way}, that loads the script is not taken over, whatever its name`, async () => {
    const page = await open(browser, `${server.address}/form.html`);
    const answers = await page.evaluate(
      (way) =>
        new Promise((resolve) => {
          const answers = [];
          const own = new URL('/own.js', location.href).href;
          const script = way === 'a file' ? own : URL.createObjectURL(new Blob([`import '${own}';`], { type: 'text/javascript' }));
          const worker = new Worker(script, { type: 'module', name: 'lifted-attention' });
          worker.onerror = ({ message }) => resolve(message);
          worker.onmessage = ({ data }) => {
            answers.push(data);
            setTimeout(resolve, 300, answers);
          };
          worker.postMessage(21);
        }),
      way,
    );
    assert.deepEqual(answers, [42]);
    await page.close();
  });
}

for (const name of ['index.html', 'index.de.html']) {
  test(`${name} has the element's script inside, and under the site's policy makes its worker of it`, async () => {
    const own = await startServer({ headers: { 'Content-Security-Policy': readText(kPolicy) } });
    const page = await open(browser, `${own.address}/${name}`, { prepare: (page) => page.evaluateOnNewDocument(() => document.addEventListener('lifted-result', ({ detail }) => (window.opened ??= { worker: detail.worker }))) });
    assert.deepEqual(await until(page, () => window.opened), { worker: true });
    assert.equal(await loads(page, 'lifted-attention.js'), 0);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

// The dialog "Embed this figure": what it makes is pasted into a page of another origin, and used there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looks, violations } from './axe.mjs';
import { choose, desk, kPatience, open, part, pause, phone, result, scheme, settled, until } from './chromium.mjs';
import { startChromium, startServer } from './suite.mjs';

/** @type {Record<string, string>} */
const pages = {};

const server = await startServer({ headers: { 'Access-Control-Allow-Origin': '*' } });
// Somebody else's: another port is another origin.
const elsewhere = await startServer({ pages });
const browser = await startChromium();

const kState = 'figure=algorithm&la=1&N=64&seed=5';

/** A figure with its dialog open. */
async function dialog(query = kState, options = {}) {
  const page = await open(browser, `${server.address}/embed.html?${query}`, options);
  const shown = await result(page);
  await choose(page, 'Embed…');
  await until(page, () => window.part('dialog')?.open);
  return { page, shown };
}

// CSS px by which a figure may take more or less than it had in the preview: its words tell how long the run took, and with
// another number they may break otherwise, in the sentence and in the status.
const kLines = 48;

/** The preview has its result, and the room it takes is measured. */
const measured = async (page) => {
  await until(page, () => window.part('dialog lifted-attention')?.result && window.part('.preview').ariaBusy === 'false');
};

const pick = (page, group, value) => page.evaluate((group, value) => window.part(`[name="embed-${group}"][value="${value}"]`).click(), group, value);
const check = (page, label) => page.evaluate((label) => window.part(`.locks [aria-label="${label}"]`).click(), label);
const text = (page) => page.evaluate(() => window.part('.out textarea').value);

/** What the dialog gives for one kind of place. */
async function snippet(page, kind) {
  await pick(page, 'kind', kind);
  return text(page);
}

let made = 0;
/** A page of the other origin with something pasted into its middle. */
async function paste(body, viewport = desk) {
  const path = `/pasted${++made}.html`;
  pages[path] = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A blog</title><link rel="icon" href="data:,"></head>
<body style="margin: 0"><main><h1>A post</h1>${body}<p id="end">Next.</p></main></body></html>`;
  return open(browser, elsewhere.address + path, { viewport });
}

/** What a figure says in a page or a frame, when it has its result. */
async function use(frame) {
  await frame.waitForFunction(() => [...document.querySelectorAll('lifted-attention')].some(({ result }) => result), { polling: 50, timeout: kPatience });
  return frame.evaluate(() => {
    const figure = document.querySelector('lifted-attention');
    const within = (selector) => figure.shadowRoot.querySelector(selector);
    return {
      state: figure.state,
      sentence: window.sentenceOf(figure).replace(/ in [\d.,]+ m?s\b.*/, ''),
      seed: within('#control-seed').disabled,
      d: within('#control-d').closest('.row').hidden,
      controls: within('.figure').dataset.controls,
      theme: within('.figure').dataset.theme,
      notes: within('.notes').textContent,
    };
  });
}

/** All snippets of one dialog: locked seed, hidden d, dark, a form, at most 640 px. @type {Promise<{ texts: Record<string, string>, shown: any }> | undefined} */
let gathered;
const gather = () =>
  (gathered ??= (async () => {
    const { page, shown } = await dialog();
    await pick(page, 'theme', 'dark');
    await pick(page, 'controls', 'form');
    await check(page, 'Lock: Seed');
    await check(page, 'Hide: Token size d (d)');
    await (await part(page, '#embed-width')).select('640');
    await measured(page);
    const texts = {};
    for (const kind of ['element', 'iframe', 'script', 'markdown', 'moodle', 'link']) texts[kind] = await snippet(page, kind);
    const said = await page.evaluate(() => window.sentenceOf(document.querySelector('lifted-attention')).replace(/ in [\d.,]+ m?s\b.*/, ''));
    assert.deepEqual(page.complaints, []);
    await page.close();
    return { texts, shown: { ...shown, said } };
  })());

const same = (told, shown) => {
  assert.deepEqual(told.state, shown.state);
  assert.equal(told.sentence, shown.said);
  assert.deepEqual([told.seed, told.d, told.controls, told.theme, told.notes], [true, true, 'form', 'dark', '']);
};

test('the element, pasted elsewhere, computes the same with the same locks, and keeps its room before it is there', async () => {
  const { texts, shown } = await gather();
  const page = await paste(texts.element);
  same(await use(page), shown);
  assert.deepEqual(page.complaints, []);
  const { reserved, taken, wide } = await page.evaluate(() => {
    const figure = document.querySelector('lifted-attention');
    return { reserved: parseFloat(getComputedStyle(figure).minHeight), taken: figure.shadowRoot.querySelector('.figure').offsetHeight, wide: figure.offsetWidth };
  });
  assert.equal(wide, 640);
  assert.ok(Math.abs(reserved - taken) <= kLines, `${reserved} px reserved, ${taken} px taken`);
  await page.close();
});

for (const kind of ['iframe', 'script', 'moodle']) {
  test(`the snippet “${kind}”, pasted elsewhere, computes the same with the same locks`, async () => {
    const { texts, shown } = await gather();
    const page = await paste(texts[kind]);
    const [, frame] = page.frames();
    same(await use(frame), shown);
    assert.deepEqual(page.complaints, []);
    const attributes = await page.evaluate(() => Object.fromEntries([...document.querySelector('iframe').attributes].map(({ name, value }) => [name, value])));
    assert.match(attributes.title, /^Lifted Attention: /);
    assert.equal(attributes.loading, 'lazy');
    assert.equal(attributes.allow, 'fullscreen; clipboard-write');
    assert.ok(Number(attributes.height) > 400);
    if (kind === 'moodle') assert.ok(!('style' in attributes) && !/script/.test(texts.moodle));
    await page.close();
  });
}

for (const viewport of [phone, { ...desk, width: 640 }, { ...desk, width: 1200 }]) {
  test(`a frame as wide as its column keeps the height it needs, ${viewport.width} px, and the growing one follows it`, async () => {
    const { page: made } = await dialog();
    await measured(made);
    const texts = { iframe: await snippet(made, 'iframe'), script: await snippet(made, 'script') };
    await made.close();
    for (const kind of ['iframe', 'script']) {
      const page = await paste(`<script>addEventListener('message', ({ data }) => (window.told = data.height))</script>${texts[kind]}`, viewport);
      // As pasted: the frame itself may have grown by now.
      const reserved = await page.evaluate((text) => {
        const template = document.createElement('template');
        template.innerHTML = text;
        const frame = template.content.querySelector('iframe');
        frame.removeAttribute('src');
        document.querySelector('iframe').after(frame);
        const { offsetHeight } = frame;
        frame.remove();
        return offsetHeight;
      }, texts[kind]);
      const [, frame] = page.frames();
      await use(frame);
      await settled(frame);
      await settled(page);
      const { told, now } = await page.evaluate(() => ({ told: window.told, now: document.querySelector('iframe').offsetHeight }));
      assert.ok(Math.abs(reserved - told) <= kLines, `${kind}: ${reserved} px reserved, ${told} px needed`);
      if (kind === 'script') {
        assert.equal(now, told);
        await frame.evaluate(() => (document.querySelector('lifted-attention').shadowRoot.querySelector('details').open = true));
        await until(page, (told) => window.told > told && document.querySelector('iframe').offsetHeight === window.told, told);
      } else assert.equal(now, reserved);
      await page.close();
    }
  });
}

test('Markdown shows the picture and leads to the live figure; the link is that figure', async () => {
  const { texts, shown } = await gather();
  const [, words, picture, link] = /^\[!\[(.+)\]\((.+)\)\]\((.+)\)$/.exec(texts.markdown) ?? [];
  assert.equal(link, texts.link);
  const page = await paste(`<a href="${link.replaceAll('&', '&amp;')}"><img src="${picture}" alt="${words}"></a>`);
  await until(page, () => document.querySelector('img').naturalWidth > 100);
  await Promise.all([page.waitForNavigation(), page.click('a')]);
  same(await use(page), shown);
  await page.close();
});

test("the figure's own values are left out of the snippet when they are not wanted", async () => {
  const { page } = await dialog();
  assert.match(await text(page), /state="la=1&amp;N=64&amp;seed=5"/);
  await pick(page, 'state', 'own');
  assert.doesNotMatch(await text(page), /N=64|seed/);
  await page.close();
});

test('the preview follows the choices, and says nothing to the page around the figure', async () => {
  const { page } = await dialog();
  await measured(page);
  const before = await page.evaluate(() => [window.seen.events.length, location.href]);
  const inside = () => page.evaluate(() => {
    const root = window.part('dialog lifted-attention').shadowRoot;
    return [root.querySelector('.figure').dataset.theme, root.querySelector('.figure').dataset.controls, root.querySelector('#control-seed').disabled];
  });
  assert.deepEqual(await inside(), ['light', 'canvas', false]);
  await pick(page, 'theme', 'dark');
  await pick(page, 'controls', 'form');
  await check(page, 'Lock: Seed');
  await settled(page);
  assert.deepEqual(await inside(), ['dark', 'form', true]);
  await measured(page);
  const after = await page.evaluate(() => [window.seen.events.length, location.href]);
  assert.deepEqual(after, before);
  await page.close();
});

test('the dialog is worked by keys: the focus goes in, stays in, and comes back after Escape', async () => {
  const { page } = await dialog();
  const focused = () => page.evaluate(() => {
    const inner = document.querySelector('lifted-attention').shadowRoot.activeElement;
    return { name: inner?.id || inner?.className || inner?.tagName, inside: Boolean(inner?.closest('dialog')) };
  });
  assert.equal((await focused()).name, 'embed-width');
  const seen = [];
  for (let k = 0; k < 16; ++k) {
    await page.keyboard.press('Tab');
    const { name, inside } = await focused();
    // Past the last control the browser itself has the focus, once.
    if (name) assert.ok(inside, `${name} is outside`);
    seen.push(name);
  }
  assert.ok(seen.includes('close'));
  await page.keyboard.press('Escape');
  await until(page, () => !window.part('dialog'));
  assert.equal((await focused()).name, 'more');
  await page.close();
});

test('a closed dialog, and what it was about, can be let go', async () => {
  const { page } = await dialog();
  await measured(page);
  await page.evaluate(() => {
    window.held = new WeakRef(window.part('dialog'));
    window.part('dialog .close').click();
  });
  await until(page, () => !window.part('dialog'));
  const session = await page.createCDPSession();
  const kept = async () => {
    await pause(200);
    await session.send('HeapProfiler.collectGarbage');
    return page.evaluate(() => Boolean(window.held.deref()));
  };
  let tries = 0;
  while (await kept()) assert.ok(++tries < kPatience / 200, 'the dialog is still there');
  await page.close();
});

test('the text is copied whole, and where copying is refused it is marked', async () => {
  const { page } = await dialog();
  // Another room is another text, which has not been copied.
  await measured(page);
  await browser.defaultBrowserContext().overridePermissions(server.address, ['clipboard-read', 'clipboard-write']);
  const wanted = await snippet(page, 'link');
  const copy = async () => {
    await page.evaluate(() => [...window.part('.out .actions').querySelectorAll('button')].find((button) => button.textContent === 'Copy').click());
    await until(page, () => window.part('.copied').textContent !== '');
    return page.evaluate(() => window.part('.copied').textContent);
  };
  assert.equal(await copy(), 'Copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), wanted);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    document.execCommand = () => false;
  });
  await snippet(page, 'element');
  assert.match(await copy(), /press Ctrl\+C/);
  assert.equal(await page.evaluate(() => window.part('.out textarea').selectionEnd), (await text(page)).length);
  await page.close();
});

for (const { name, viewport, theme, look } of looks) {
  test(`axe finds nothing wrong with the dialog on ${name}, and nothing is wider than it`, async () => {
    const { page } = await dialog(kState, { viewport, media: scheme(theme) });
    await measured(page);
    await page.evaluate(() => (window.part('.locks').open = true));
    assert.deepEqual(await violations(page, look), []);
    const { over, small } = await page.evaluate((phone) => {
      const node = window.part('dialog');
      const targets = [...node.querySelectorAll('button, select, summary, .segments label, .locks td label')];
      const low = targets.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < (phone ? 44 : 24));
      return { over: node.scrollWidth - node.clientWidth, small: low.map((one) => one.outerHTML) };
    }, viewport === phone);
    assert.equal(over, 0);
    assert.deepEqual(small, []);
    await page.close();
  });
}

// The article: letters that light each other, words that explain themselves.
// Full run: each test opens the whole article.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlined } from '../../web/article/outlines.mjs';
import { desk, moving, open, pause, phone, result, settled, tabOf, unfolded, until } from './chromium.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer();
const browser = await startChromium();
const visit = tabOf(browser);
/** A link of the text that sets a figure. */
const kLink = 'a.run[href^="#samples?"]';

test('every letter of every formula lights all of its kind in the page, and nothing else', async () => {
  const page = await visit(`${server.address}/article.html`);
  await page.evaluate(() => document.querySelector('lifted-attention:not([bare])')?.scrollIntoView());
  await result(page);
  const wrong = await page.evaluate(() => {
    const letters = [...document.querySelectorAll('.katex [data-symbol]')];
    const faults = [];
    for (const letter of letters) {
      letter.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true, pointerType: 'mouse' }));
      const symbol = letter.dataset.symbol;
      const lit = [...document.querySelectorAll('.lit')];
      const all = [...document.querySelectorAll(`[data-symbol="${symbol}"]`)];
      if (lit.length !== all.length || !lit.every((node) => all.includes(node))) faults.push(symbol);
    }
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true, pointerType: 'mouse' }));
    return { faults, letters: letters.length, left: document.querySelectorAll('.lit').length };
  });
  assert.deepEqual(wrong.faults, []);
  assert.ok(wrong.letters > 60, `${wrong.letters} letters`);
  assert.equal(wrong.left, 0, 'and they go out again');
  await page.close();
});

test('every letter of the formulas stands in the list of letters, where a finger or the keyboard reaches it', async () => {
  const page = await visit(`${server.address}/article.html`);
  const [used, listed] = await page.evaluate(() =>
    ['.katex [data-symbol]', 'button[data-symbol]'].map((selector) => [...new Set([...document.querySelectorAll(selector)].map((node) => node.dataset.symbol))].sort()),
  );
  assert.deepEqual(used.filter((symbol) => !listed.includes(symbol)), []);
  await page.close();
});

const note = (page) =>
  page.evaluate(() => {
    const { left, right } = document.querySelector('.term-note').getBoundingClientRect();
    const { hidden, textContent } = /** @type {HTMLElement} */ (document.querySelector('.term-note'));
    return { hidden, text: textContent, inside: left >= 0 && right <= document.documentElement.clientWidth };
  });

for (const [name, viewport] of [['a desk', desk], ['a narrow phone', { ...phone, width: 320 }]]) {
  test(`a term explains itself on focus, inside the window of ${name}, and Escape closes it`, async () => {
    const page = await open(browser, `${server.address}/article.html`, { viewport });
    await until(page, () => document.querySelector('.term-note') !== null);
    const terms = await page.$$('a.term');
    assert.ok(terms.length >= 10, `${terms.length} terms`);
    for (const term of viewport === desk ? terms.slice(0, 6) : terms) {
      await term.focus();
      const { hidden, text, inside } = await note(page);
      const word = await term.evaluate((node) => node.textContent);
      assert.ok(!hidden && text.length > 30, `${word}: “${text}”`);
      assert.ok(inside, `the note of ${word} leaves the window`);
    }
    await page.keyboard.press('Escape');
    assert.ok((await note(page)).hidden);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await page.close();
  });
}

test('a tap opens a term where it stands, and a tap beside it closes it', async () => {
  const page = await open(browser, `${server.address}/index.html`, { viewport: phone });
  await until(page, () => document.querySelector('.term-note') !== null);
  const term = await page.$('a.term');
  await term.tap();
  assert.equal((await note(page)).hidden, false);
  assert.equal(await page.evaluate(() => location.hash), '');
  await page.tap('h2');
  await until(page, () => document.querySelector('.term-note').hidden);
  await page.close();
});

test('a link to a figure that has not started yet goes there and sets it', async () => {
  const page = await visit(`${server.address}/article.html`);
  await page.evaluate((link) => document.querySelector(link).click(), kLink);
  await until(page, (link) => {
    const [, id, value] = /\?(\w+)=([\w.]+)/.exec(document.querySelector(link).hash);
    const figure = document.querySelector('lifted-attention[figure=samples]');
    const { top, bottom } = figure.getBoundingClientRect();
    return String(figure.state?.[id]) === value && bottom > 0 && top < innerHeight;
  }, kLink);
  await page.close();
});

/** Runs in the page: CSS px between a place in the article and where a link to it leads. */
const offBy = (selector) => {
  const node = document.querySelector(selector);
  const { scrollMarginTop } = getComputedStyle(node); // there is a bar of contents, or none
  return Math.abs(node.getBoundingClientRect().top - parseFloat(scrollMarginTop) - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop));
};

/** The same once every section has been laid out and nothing moves. */
async function restsOff(page, selector) {
  await unfolded(page);
  await settled(page);
  return page.evaluate(offBy, selector);
}

/** As in a browser that does not hold the reader's place itself. */
const withoutAnchors = (page) => page.evaluateOnNewDocument(() => addEventListener('DOMContentLoaded', () => document.head.append(Object.assign(document.createElement('style'), { textContent: '* { overflow-anchor: none !important; }' }))));

for (const [name, viewport] of [['a desk', desk], ['a phone', phone]]) {
  test(`who comes for a figure far down on ${name} is there, and nothing has moved`, async () => {
    const page = await open(browser, `${server.address}/index.html#machines`, { viewport, prepare: withoutAnchors });
    await until(page, () => document.querySelector('#machines lifted-attention').result && document.querySelector('.exercise .card'));
    assert.ok((await restsOff(page, '#machines')) <= 2);
    const shift = await page.evaluate(() => window.seen.shift);
    assert.ok(shift < 0.02, `it shifts by ${shift}`);
    await page.close();
  });

  test(`who comes for a place in the article on ${name} is there, and stays there while figures start, until they move on`, async () => {
    const page = await open(browser, `${server.address}/article.html#harder`, { viewport });
    assert.ok((await restsOff(page, '#harder')) <= 2, 'under the bar of contents, if there is one');
    await page.evaluate(() => document.querySelector('a[href="#ref-1"]').click());
    await until(page, () => Math.round(document.querySelector('#ref-1').getBoundingClientRect().top) <= 56 || scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
    await page.evaluate((link) => document.querySelector(link).click(), kLink);
    await until(page, `(${offBy})('lifted-attention[figure=samples]') <= 2`);
    await page.keyboard.press('ArrowDown');
    await page.evaluate(() => {
      scrollBy({ top: 300, behavior: 'instant' });
      document.querySelector('.masthead').style.paddingTop = '50px';
    });
    assert.ok((await restsOff(page, 'lifted-attention[figure=samples]')) > 100, 'the reader has moved on');
    await page.close();
  });
}

test('without a script nothing of the article waits to be laid out', async () => {
  const page = await open(browser, `${server.address}/index.html`, { prepare: (page) => page.setJavaScriptEnabled(false) });
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  assert.ok(nodes.filter(({ role, ignored }) => role?.value === 'heading' && !ignored).length > 20);
  const styles = () => [...document.querySelectorAll('article > section, article > section > *')].map((node) => getComputedStyle(node).contentVisibility);
  assert.deepEqual([...new Set(await page.evaluate(styles))], ['visible']);
  await page.close();
});

/** When typefaces were asked for, in ms; of all, or of some. @param {string} [which] a pattern of names */
const asked = (which = '\\.woff2$') => performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (name.match(which) ? [startTime] : []));

for (const [name, viewport] of [['a desk', desk], ['a phone', phone]]) {
  test(`on ${name} the article begins in typefaces that are inside it, and asks for others once the learner is there`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport });
    await page.evaluate(() => document.querySelector('lifted-attention:not([bare])').scrollIntoView({ block: 'center', behavior: 'instant' }));
    await result(page);
    await unfolded(page);
    await page.evaluate(async () => void (await document.fonts.ready));
    const [times, first] = [await page.evaluate(asked), await page.evaluate(() => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('lifted-attention.wasm')).responseEnd)];
    assert.ok(times.length > 3 && times.every((time) => time > first), `${times} of ${first}`);
    const strange = await page.evaluate(() => {
      const further = [...document.fonts].filter(({ unicodeRange }) => unicodeRange !== 'U+0-10FFFF').map(({ family, weight, unicodeRange }) => ({ family: family.replaceAll('"', ''), weight, ranges: unicodeRange.split(', ').map((range) => range.slice(2).split('-').map((code) => parseInt(code, 16))) }));
      const figure = document.querySelector('lifted-attention:not([bare])');
      const ends = figure.closest('section').nextElementSibling;
      const found = []; // but for the arrows of steps, which are the system's
      const look = (root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode()); ) {
          const element = node.parentElement;
          if (root === document.body && ends.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) return;
          if (ends.contains(element) || !element.checkVisibility()) continue;
          const { fontFamily, fontWeight } = getComputedStyle(element);
          const face = further.find(({ family, weight }) => fontFamily.replaceAll('"', '').startsWith(family + ',') && weight === fontWeight);
          found.push(...[...node.data.replace(/[‹›]/g, '')].filter((letter) => face?.ranges.some(([from, to = from]) => letter.codePointAt(0) >= from && letter.codePointAt(0) <= to)));
        }
      };
      look(document.body);
      look(figure.shadowRoot);
      return found.join('');
    });
    assert.equal(strange, '', 'letters up to the first figure that are not inside');
    await page.close();
  });
}

// Browsers lay out all that stands around a form when a page has loaded, to fill it in.
test('a page that has loaded lays nothing out that nobody sees yet, and asks for no typeface which only that needs', async () => {
  const page = await open(browser, `${server.address}/index.html`, { viewport: phone });
  await pause(500); // less than until it begins with what nobody sees
  assert.deepEqual(await page.evaluate(asked, '(title|math-math)\\.woff2$'), []);
  await page.close();
});

test('without a script the article asks for the typefaces of all its letters', async () => {
  const page = await open(browser, `${server.address}/index.html`, { prepare: (page) => page.setJavaScriptEnabled(false) });
  await page.evaluate(async () => void (await document.fonts.ready));
  assert.ok((await page.evaluate(asked)).length > 3);
  await page.close();
});

/** Runs before the page: the opening picture's states, from its result on. */
const watchOpening = (page) => page.evaluateOnNewDocument(() => {
  window.story = [];
  for (const type of ['lifted-result', 'lifted-change']) {
    addEventListener(type, ({ target }) => target.id === 'opening' && (window.story.length > 0 || type === 'lifted-result') && window.story.push(target.state));
  }
});
const played = (page) => until(page, () => window.story.some(({ lift }) => lift > 5) && window.story.at(-1).lift === 0 && window.story.at(-1).step === 300);

/** The opening picture's state, and what has been seen so far. */
const opening = (page) => page.evaluate(() => ({ ...document.querySelector('#opening').state, shift: window.seen.shift, draws: window.seen.draws, hash: location.hash }));

for (const [name, touch, viewport] of [['a desk', false, { width: 1280, height: 900 }], ['a phone', true, { ...phone, width: 390, height: 844 }]]) {
  test(`the opening picture stands on the first screen of ${name}, plays once and stays; its lever follows, folds back, and stays at the top; the page stands still`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport, media: moving, prepare: watchOpening });
    const room = () => page.$eval('#opening', (node) => node.getBoundingClientRect().toJSON());
    const before = await room();
    assert.ok(before.bottom <= viewport.height, `it ends at ${before.bottom} px`);
    await played(page);
    const story = await page.evaluate(() => window.story.map(({ step, lift }) => ({ step, lift })));
    assert.deepEqual(story[0], { step: 0, lift: 0 }, 'it starts before its answer');
    assert.ok(Math.max(...story.map(({ lift }) => lift)) <= 14, 'the lever invites');
    await settled(page);
    const { step, lift, hash, shift } = await opening(page);
    assert.deepEqual([step, lift, hash], [300, 0, '']);
    assert.ok(shift < 0.02, `it shifts by ${shift}`);
    assert.deepEqual(await room(), before);
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    await pause(1200);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await pause(1200);
    assert.equal((await opening(page)).step, 300, 'it plays once');
    await pull(page, touch);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

/** Pulls the lever a little and lets go, then to its top. @param {import('puppeteer-core').Page} page @param {boolean} touch */
async function pull(page, touch) {
  const { left, top, width, height } = await page.$eval('#opening', (node) => node.getBoundingClientRect().toJSON());
  // The lever stands under its name, whose letters the picture tells the places of.
  const svg = await page.evaluate(async () => (await document.querySelector('#opening').export('svg')).text());
  const letters = /x="([\d. ]+)">Lift</.exec(svg)?.[1].split(' ').map(Number) ?? assert.fail('the picture has no lever');
  const [, across] = /viewBox="0 0 ([\d.]+)/.exec(svg) ?? [];
  const [x, y] = [left + ((letters[0] + letters[3]) / 2) * (width / Number(across)), top + 0.6 * height];
  const hand = {
    down: () => (touch ? page.touchscreen.touchStart(x, y) : page.mouse.move(x, y).then(() => page.mouse.down())),
    to: (/** @type {number} */ y) => (touch ? page.touchscreen.touchMove(x, y) : page.mouse.move(x, y, { steps: 5 })),
    up: () => (touch ? page.touchscreen.touchEnd() : page.mouse.up()),
  };
  await hand.down();
  for (const by of [20, 60, 100]) await hand.to(y - by);
  await until(page, () => document.querySelector('#opening').state.lift > 15);
  await hand.up();
  await until(page, () => document.querySelector('#opening').state.lift === 0);
  await hand.down();
  for (const by of [30, 150, 700]) await hand.to(Math.max(2, y - by));
  await until(page, () => document.querySelector('#opening').state.lift === 100);
  await hand.up();
  await settled(page);
  assert.equal((await opening(page)).lift, 100);
  assert.equal(await page.evaluate(() => scrollY), 0);
}

test('who wants no motion sees the opening before and after the lift beside each other, and nothing moves', async () => {
  const page = await open(browser, `${server.address}/index.html`, { prepare: watchOpening });
  assert.match(await until(page, () => document.querySelector('#opening').shadowRoot?.querySelector('.poster').src), /opening_still-light/);
  await until(page, () => document.querySelector('#opening').state.step === 300);
  await settled(page);
  assert.deepEqual((await page.evaluate(() => window.story.map(({ step, lift }) => `${step} ${lift}`))).filter((state) => state !== '300 0'), ['0 0'], 'in one step');
  const words = await page.evaluate(async () => (await document.querySelector('#opening').export('svg')).text());
  assert.match(words, /4 stuck/);
  assert.match(words, /9 lowest/);
  await page.close();
});

test("the opening's poster is the picture of its first frame, words and balls alike", async () => {
  const page = await open(browser, `${server.address}/index.html`, { media: moving, prepare: (page) => page.evaluateOnNewDocument(() => document.addEventListener('lifted-result', async ({ target }) => {
    if (target.id !== 'opening') return;
    window.first = await (await target.export('svg')).text();
  }, { once: true })) });
  const first = await until(page, () => window.first);
  const poster = await (await fetch(`${server.address}/looks/opening-light.svg`)).text();
  const drawn = (svg) => svg.match(/<path transform="scale.*/g)?.map((path) => path.replaceAll(/M[-\d. ]+/g, 'M')); // wherever they stand
  assert.ok(drawn(poster).length > 1);
  assert.deepEqual(drawn(poster), drawn(outlined(first)));
  await page.close();
});

test('a trial is a switch: marked while it is on, off again at a second press, and Back goes through them; the page stays where it is', async () => {
  const page = await open(browser, `${server.address}/index.html`);
  await until(page, () => {
    const figure = document.querySelector('#landscape lifted-attention');
    figure.scrollIntoView({ block: 'start', behavior: 'instant' });
    return figure.result;
  });
  await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
  await settled(page);
  const press = () => page.evaluate(() => document.querySelector('.trials a[href*="lift=100"]').click());
  const seen = () => page.evaluate(() => ({ lift: document.querySelector('#landscape lifted-attention').state.lift, on: [...document.querySelectorAll('.trials [aria-current]')].map(({ hash }) => hash) }));
  const top = await page.evaluate(() => scrollY);
  await press();
  assert.deepEqual(await seen(), { lift: 100, on: ['#landscape?lift=100'] });
  await press();
  assert.deepEqual(await seen(), { lift: 0, on: [] });
  await page.evaluate(() => history.back());
  await until(page, () => document.querySelector('#landscape lifted-attention').state.lift === 100);
  assert.deepEqual((await seen()).on, ['#landscape?lift=100']);
  assert.equal(await page.evaluate(() => scrollY), top);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

for (const [name, viewport] of /** @type {const} */ ([['a desk', desk], ['a phone', phone]])) {
  test(`on ${name} a caption follows the controls of its figure, whose own words follow it, smaller; a screen reader finds both`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport });
    await unfolded(page);
    const { length } = await page.$$('figure figcaption');
    assert.ok(length > 8, `${length} captions`);
    const wrong = await page.$$eval('figure:has(figcaption)', (figures) =>
      figures.filter((figure) => {
        const caption = figure.querySelector('figcaption');
        const root = figure.querySelector('lifted-attention')?.shadowRoot;
        const [rest, sentence] = ['.rest', '.sentence'].map((part) => root.querySelector(part));
        const { top, bottom, height } = caption.getBoundingClientRect();
        const follows = height > 0 && top >= rest.getBoundingClientRect().bottom && bottom <= sentence.getBoundingClientRect().top;
        return !follows || parseFloat(getComputedStyle(sentence).fontSize) >= parseFloat(getComputedStyle(caption).fontSize);
      }).map(({ id }) => id),
    );
    assert.deepEqual(wrong, []);
    const tree = await page.accessibility.snapshot({ interestingOnly: false });
    const roles = (/** @type {{ role: string, children?: any[] }} */ { role, children = [] }, /** @type {string[]} */ above = []) => [...(role === 'Figcaption' ? [above.includes('figure')] : []), ...children.flatMap((child) => roles(child, [...above, role]))];
    assert.deepEqual(roles(tree), Array(length).fill(true));
    await page.close();
  });
}

test("a figure without a caption has its words in the page's size", async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=algorithm`, { viewport: desk });
  await result(page);
  assert.equal(await page.evaluate(() => getComputedStyle(window.part('.sentence')).fontSize), '16px');
  await page.close();
});

test('under a figure stand its first sentences, and the others with its numbers', async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=landscape`, { viewport: phone });
  const { sentence } = await result(page);
  const read = () => page.evaluate(() => ['#sentence', '#further'].map((part) => [window.part(part).textContent, window.part(part).checkVisibility()]));
  const [[first, seen], [others, unseen]] = await read();
  assert.equal(`${first} ${others}`, sentence);
  assert.ok(first.endsWith('.') && first.length < 200 && others.length > 200, first);
  assert.deepEqual([seen, unseen], [true, false]);
  await page.evaluate(() => window.part('.sentence ~ details summary').click());
  assert.deepEqual((await read()).map(([, visible]) => visible), [true, true]);
  await page.close();
});

test('the link of a trial stands in one piece on a desk, and on a phone in pieces no wider than its line, but for their rounded ends', async () => {
  /** @param {import('puppeteer-core').Viewport} viewport @param {number} most pieces */
  const broken = async (viewport, most) => {
    const page = await open(browser, `${server.address}/index.html`, { viewport });
    const links = await page.$$eval('.trials a[href*="?"]', (links, most) => links.filter((link) => {
      const pieces = [...link.getClientRects()];
      const { left, right } = link.closest('li').getBoundingClientRect();
      return pieces.length > most || pieces.some((piece) => piece.left < left - 8 || piece.right > right + 8);
    }).map(({ textContent }) => textContent), most);
    await page.close();
    return links;
  };
  assert.deepEqual(await broken(desk, 1), []);
  assert.deepEqual(await broken(phone, 3), []);
});

test('a frame takes numbers as other programs write them', async () => {
  const page = await visit(`${server.address}/embed.html?figure=cost&d=12288&from=chosen&N=3.36e+08`);
  await result(page);
  assert.equal(await page.evaluate(() => document.querySelector('lifted-attention').state.N), 3.36e8);
  await page.close();
});

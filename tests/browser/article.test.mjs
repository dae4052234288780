// The article: letters that light each other, words that explain themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, open, pause, phone, result, tabOf, unfolded, until } from './chromium.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer();
const browser = await startChromium();
const visit = tabOf(browser);

test('every letter of every formula lights all of its kind in the page, and nothing else', async () => {
  const page = await visit(`${server.address}/index.html`);
  await page.evaluate(() => document.querySelector('lifted-attention')?.scrollIntoView());
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
  const page = await visit(`${server.address}/index.html`);
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

for (const [name, viewport] of [['a desk', { width: 1280, height: 900 }], ['a narrow phone', { ...phone, width: 320 }]]) {
  test(`every term explains itself on focus, inside the window of ${name}, and Escape closes it`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport });
    await until(page, () => document.querySelector('.term-note') !== null);
    const terms = await page.$$('a.term');
    assert.ok(terms.length >= 10, `${terms.length} terms`);
    for (const term of terms) {
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
  const page = await visit(`${server.address}/index.html`);
  await page.evaluate(() => document.querySelector('a[href="#samples?n=1"]').click());
  await until(page, () => {
    const figure = document.querySelector('lifted-attention[figure=samples]');
    const { top, bottom } = figure.getBoundingClientRect();
    return figure.state?.n === 1 && bottom > 0 && top < innerHeight;
  });
  await page.close();
});

/** CSS px of a place in the article from the top of the window, once every section has been laid out. */
async function topOf(page, selector) {
  await unfolded(page);
  await pause(300);
  return page.evaluate((selector) => Math.round(document.querySelector(selector).getBoundingClientRect().top), selector);
}

for (const [name, viewport] of [['a desk', desk], ['a phone', phone]]) {
  test(`who comes for a place in the article on ${name} is there, and stays there while figures start, until they move on`, async () => {
    const page = await open(browser, `${server.address}/index.html#harder`, { viewport });
    assert.equal(await topOf(page, '#harder'), 24);
    await page.evaluate(() => document.querySelector('a[href="#ref-1"]').click());
    await until(page, () => Math.round(document.querySelector('#ref-1').getBoundingClientRect().top) === 24 || scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
    await page.evaluate(() => document.querySelector('a[href="#samples?n=1"]').click());
    await until(page, () => Math.round(document.querySelector('lifted-attention[figure=samples]').getBoundingClientRect().top) === 24);
    await page.keyboard.press('ArrowDown');
    await page.evaluate(() => {
      scrollBy({ top: 300, behavior: 'instant' });
      document.querySelector('.masthead').style.paddingTop = '50px';
    });
    await pause(300);
    assert.ok(Math.abs((await topOf(page, 'lifted-attention[figure=samples]')) - 24) > 100, 'the reader has moved on');
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

test('a frame takes numbers as other programs write them', async () => {
  const page = await visit(`${server.address}/embed.html?figure=cost&d=12288&from=chosen&N=3.36e+08`);
  await result(page);
  assert.equal(await page.evaluate(() => document.querySelector('lifted-attention').state.N), 3.36e8);
  await page.close();
});

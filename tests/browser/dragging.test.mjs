// A drag over every figure, and runs that are long: what the hand finds. What they take is measured in tests/bench/page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign as set, desk, open, part, pause, phone, rectOf, result, resultCount, said, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { page as html, tag } from './server.mjs';
import { quick } from './states.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer({ pages: { '/form.html': html(`<div style="max-width: 900px">${tag('controls="form"')}</div>`) } });
const browser = await startChromium({ motion: true });

for (const { id } of figures) {
  test(`a drag over ${id} is drawn, and breaks nothing`, async () => {
    const page = await open(browser, `${server.address}/embed.html?figure=${id}&${quick[id]?.state ?? ''}`);
    await result(page);
    const { x, y, width, height } = await rectOf(await part(page, '.view'));
    const before = await page.evaluate(() => window.seen.frames);
    await page.mouse.move(x + 0.3 * width, y + 0.4 * height);
    await page.mouse.down();
    for (let k = 0; k < 10; ++k) await page.mouse.move(x + (0.3 + 0.036 * k) * width, y + (0.4 + 0.012 * k) * height);
    await page.mouse.up();
    await until(page, (before) => window.seen.frames > before, before);
    assert.equal((await said(page)).notes, '');
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

for (const viewport of [desk, phone]) {
  test(`a number dragged in a picture ${viewport.width} px wide is taken back by a button below it, which is there while there is something to undo`, async () => {
    const page = await open(browser, `${server.address}/embed.html?figure=feature_map&view=map`, { viewport });
    await result(page);
    const query = () => page.evaluate(() => document.querySelector('lifted-attention').query);
    const offered = () => page.evaluate(() => window.part('.undo').checkVisibility({ visibilityProperty: true }));
    const before = await query();
    assert.equal(await offered(), false);
    const { x, y, width, height } = await rectOf(await part(page, '.view'));
    await page.mouse.move(x + 0.1 * width, y + 0.15 * height);
    await page.mouse.down();
    for (let k = 0; k < 5; ++k) await page.mouse.move(x + 0.1 * width, y + 0.15 * height - 8 * k);
    await page.mouse.up();
    await until(page, () => window.part('.undo').checkVisibility({ visibilityProperty: true }));
    assert.match(await query(), /tokens=-?\d/);
    const button = await part(page, '.undo');
    assert.equal(await button.evaluate((node) => node.ariaLabel), 'Undo');
    await button.focus();
    await button.press('Enter');
    assert.equal(await query(), before);
    assert.equal(await offered(), false);
    assert.equal(await page.evaluate(() => document.querySelector('lifted-attention').shadowRoot.activeElement?.className), 'more', 'the focus is still in the figure');
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

test('a press that the browser takes back, to scroll or for a menu, presses nothing; one that comes up does', async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=landscape`);
  await result(page);
  await (await part(page, '.view')).hover();
  const press = (/** @type {string} */ pointerType, /** @type {string} */ end) => page.evaluate(async ([pointerType, end]) => {
    const canvas = window.part('canvas.live');
    const { x, y, width, height } = canvas.getBoundingClientRect();
    const frame = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
    for (const [type, buttons] of /** @type {[string, number][]} */ ([['pointermove', 0], ['pointerdown', 1], [end, 0]])) {
      canvas.dispatchEvent(new PointerEvent(type, { pointerType, buttons, pointerId: 1, isPrimary: true, clientX: x + 0.35 * width, clientY: y + 0.5 * height }));
      await frame();
    }
    return document.querySelector('lifted-attention').state.balls;
  }, [pointerType, end]);
  for (const type of ['mouse', 'pen']) assert.deepEqual(await press(type, 'pointercancel'), [], `a ${type} drops no ball`);
  assert.equal((await press('mouse', 'pointerup')).length, 20, 'beside the nine there is a tenth ball');
  await page.close();
});

async function opened() {
  const page = await open(browser, `${server.address}/form.html`);
  await result(page);
  return page;
}

test('d=4, N=4096, H=2 without noise is learned to 1e-20, in a worker', async () => {
  const page = await opened();
  const { state, worker, table } = await result(page);
  assert.deepEqual([state.d, state.N, state.H, state.noise, worker], [4, 4096, 2, 0, true]);
  const row = table.rows.find(([name]) => /squared error on fresh/i.test(name));
  const error = Number(String(row?.[1]).replace(/·10|×10/, 'e').replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => '-0123456789'['⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)]).replace('−', '-'));
  assert.ok(error < 1e-20, `error ${row?.[1]}`);
  await page.close();
});

// Long enough on any machine: seconds.
const kLong = { d: 16, N: 16384, targets: 'causal' };

test('Cancel stops a long run, and the last result stays', async () => {
  const page = await opened();
  const before = await said(page);
  await set(page, kLong);
  await until(page, () => !window.part('.cancel').hidden);
  await (await part(page, '.cancel')).click();
  await until(page, () => window.part('.cancel').hidden);
  assert.match((await said(page)).status, /cancelled/i);
  await pause(300);
  assert.equal(await resultCount(page), 1);
  // Previews may have been shown meanwhile.
  assert.equal((await said(page)).sentence, before.sentence);
  assert.equal(await page.evaluate(() => window.part('.run').hidden), false, 'the run can be asked for again');
  await set(page, { d: 4, N: 4096, targets: 'last' });
  await until(page, () => window.part('.run').hidden);
  assert.equal(await resultCount(page), 1, 'the result of the old values is still there: nothing to run');
  await page.close();
});

test('a run that was cancelled is not tried again because the picture changes; Run does that', async () => {
  const page = await opened();
  await set(page, kLong);
  await until(page, () => !window.part('.cancel').hidden);
  await (await part(page, '.cancel')).click();
  await until(page, () => !window.part('.run').hidden);
  await set(page, { at: 150 });
  await pause(300);
  assert.deepEqual(await page.evaluate(() => [window.part('.cancel').hidden, window.part('.run').hidden, document.querySelector('lifted-attention').state.at]), [true, false, 150]);
  await (await part(page, '.run')).click();
  await until(page, () => !window.part('.cancel').hidden);
  await (await part(page, '.cancel')).click();
  await page.close();
});

test('a number can be typed while a film plays; what cannot be taken stays, marked, until the field is left', async () => {
  const page = await opened();
  await page.evaluate(() => {
    const figure = document.querySelector('lifted-attention');
    figure.set({ at: 0 });
    /** @type {HTMLElement} */ (figure.shadowRoot.querySelector('.play')).click();
  });
  await until(page, () => window.part('.play').classList.contains('playing'));
  const entry = await part(page, 'input.entry[aria-label^="Sequences N"]');
  await entry.focus();
  await page.keyboard.type('128', { delay: 60 });
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('lifted-attention').state.N === 128);
  const seen = () => entry.evaluate((field) => [field.value, field.ariaInvalid]);
  await entry.evaluate((field) => field.select());
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  assert.deepEqual(await seen(), ['abc', 'true']);
  await page.evaluate(() => document.querySelector('lifted-attention').set({ at: 10 }));
  assert.deepEqual(await seen(), ['abc', 'true']);
  await entry.evaluate((field) => field.blur());
  assert.deepEqual(await seen(), ['128', 'false']);
  await page.close();
});

test('a long run says how long it will take', async () => {
  const page = await opened();
  await set(page, kLong);
  await until(page, () => /about \d+ (s|min) left/.test(window.part('.status-text').textContent));
  assert.ok(await page.evaluate(() => window.part('progress').value > 0));
  await page.evaluate(() => document.querySelector('lifted-attention').cancel());
  await page.close();
});

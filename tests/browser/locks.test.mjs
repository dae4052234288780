// What a page or a link fixes in a figure, and links of other versions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, drop, open, part, rectOf, result, resultCount, resultOf, said, set, settled, state, tabOf, until } from './chromium.mjs';
import { figures } from './native.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer({
  pages: {
    '/small.html': html(tag('controls="form" state="la=1&N=64"')),
    '/canvas.html': html(tag('controls="canvas" state="la=1&N=64"')),
    '/locked.html': html(tag('controls="form" n="6" state="N=64" lock="seed, d" hide="n"')),
    '/locked_canvas.html': html(tag('controls="canvas" state="N=64" lock="all"')),
    '/old.html': html(tag('state="la=7&N=64&shoes=2"')),
    '/odd.html': html(tag('theme="drak" controls="frm" state="N=64"')),
  },
});
const browser = await startChromium();
const visit = tabOf(browser);

test('what a page locks is shown and cannot be changed, what it hides is not there, and New data waits for its seed', async () => {
  const page = await visit(`${server.address}/locked.html`);
  const { state: learned } = await result(page);
  assert.deepEqual([learned.n, learned.N], [6, 64]);
  const form = await page.evaluate(() =>
    Object.fromEntries(
      ['d', 'seed', 'n', 'again', 'H'].map((id) => {
        const control = window.part(`#control-${id}`);
        return [id, { disabled: control.disabled, hidden: control.closest('.row').hidden }];
      }),
    ),
  );
  assert.deepEqual(form, {
    d: { disabled: true, hidden: false },
    seed: { disabled: true, hidden: false },
    n: { disabled: false, hidden: true },
    again: { disabled: true, hidden: false },
    H: { disabled: false, hidden: false },
  });
  assert.equal((await said(page)).notes, '');
  // The page itself may, and so may its reset.
  const changed = await resultOf(page, () => set(page, { seed: 4, n: 5 }));
  assert.deepEqual([changed.state.seed, changed.state.n], [4, 5]);
  await resultOf(page, () => page.evaluate(() => document.querySelector('lifted-attention').reset()));
  assert.deepEqual([(await state(page)).seed, (await state(page)).n], [1, 6]);
  // And it may think better of it.
  await page.evaluate(() => document.querySelector('lifted-attention').removeAttribute('lock'));
  await until(page, () => !window.part('#control-seed').disabled && !window.part('#control-again').disabled);
});

test('in the picture and in its strip a locked figure changes nothing under the pointer', async () => {
  const act = async (path) => {
    const page = await open(browser, server.address + path, { viewport: { ...desk, height: 1400 } });
    await result(page);
    await settled(page);
    const before = await state(page);
    const { x, y, width, height } = await rectOf(await part(page, '.strip'));
    for (let down = 20; down < height; down += 24) {
      for (let along = 20; along < width / 2; along += 100) {
        await page.mouse.move(x + along, y + down);
        await page.mouse.down();
        await page.mouse.move(x + along + 40, y + down);
        await page.mouse.up();
      }
    }
    await settled(page);
    const now = await state(page);
    await page.close();
    return [before, now];
  };
  const [before, now] = await act('/locked_canvas.html');
  assert.deepEqual(now, before);
  const [free, touched] = await act('/canvas.html');
  assert.notDeepEqual(touched, free, 'the same gestures do something where nothing is locked');
});

test('a control that there is not, to lock or to hide, is named, and the others are locked', async () => {
  const page = await visit(`${server.address}/embed.html?figure=algorithm&N=64&controls=form&lock=seed,colour&hide=d`);
  await result(page);
  assert.match((await said(page)).notes, /no control “colour” to lock or hide/);
  assert.deepEqual(await page.evaluate(() => [window.part('#control-seed').disabled, window.part('#control-d').closest('.row').hidden]), [true, true]);
});

test("a reader's text that is locked stays: the way back to the sample is locked too", async () => {
  const page = await visit(`${server.address}/small.html`);
  await result(page);
  await resultOf(page, () => set(page, { source: 'text' }));
  await resultOf(page, () =>
    page.evaluate(() => {
      const area = window.part('textarea');
      area.value = 'one two three '.repeat(60);
      area.dispatchEvent(new Event('input'));
      area.dispatchEvent(new Event('change'));
    }),
  );
  const back = await part(page, '.text .actions button');
  assert.deepEqual(await back.evaluate(({ hidden, disabled }) => [hidden, disabled]), [false, false]);
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('lock', 'text'));
  assert.ok(await back.evaluate(({ disabled }) => disabled));
  await back.evaluate((button) => button.click());
  assert.match(await page.evaluate(() => window.part('textarea').value), /^one two three/);
});

test('a locked text cannot be typed, chosen or dropped', async () => {
  const page = await visit(`${server.address}/embed.html?figure=algorithm&controls=form&source=text&N=64&lock=text`);
  await result(page);
  assert.deepEqual(await page.evaluate(() => [window.part('textarea').disabled, window.part('#text-file').disabled]), [true, true]);
  const runs = await resultCount(page);
  await drop(page, 'words.txt', 'one two three one two three one two three');
  await until(page, () => /fixed what it learns from/.test(window.part('.notes').textContent));
  assert.equal(await resultCount(page), runs);
});

for (const [path, why] of [
  ['/small.html#algorithm?la=7&N=32', /another version/],
  ['/small.html#algorithm?la=x&N=32', /another version/],
  ['/embed.html?figure=algorithm&la=2&N=32', /another version/],
  ['/embed.html?figure=algorithm&N=32&d=999', /999/],
  ['/embed.html?figure=algorithm&N=32&shoes=3', /shoes/],
  ['/embed.html?figure=algorithm&N=32&seed=%3Cb%3Ewon%3C/b%3E', /given for “seed” is more than ids and numbers/],
  ['/embed.html?figure=algorithm&N=32&%3Cb%3Ewon=1', /given for a setting is more/],
  ['/embed.html?figure=algorithm&N=32&lock=You%20have%20won', /given for “lock” is more/],
  ['/small.html#algorithm?N=32&seed=%3Cb%3Ewon', /given for “seed” is more/],
  ['/small.html#algorithm?la=1&N=32&lock=%3Cwon', /given for “lock” is more/],
]) {
  test(`the address ${path} gets a notice, and what makes sense in it is taken`, async () => {
    const page = await visit(server.address + path);
    const { state: learned } = await result(page);
    assert.deepEqual([learned.N, learned.d, learned.seed], [32, 4, 1]);
    const { notes } = await said(page);
    assert.match(notes, why);
    assert.doesNotMatch(notes, /won|<|ids and numbers.*ids and numbers/);
  });
}

test('a state in an attribute is read like a link, with its version', async () => {
  const page = await visit(`${server.address}/old.html`);
  assert.equal((await result(page)).state.N, 64);
  assert.match((await said(page)).notes, /another version.*shoes/);
});

test('a theme and a place of the controls that there are not get a sentence each, in a page and in a frame', async () => {
  for (const path of ['/odd.html', '/embed.html?figure=algorithm&N=64&theme=drak&controls=frm']) {
    const page = await visit(server.address + path);
    assert.equal((await result(page)).state.N, 64);
    assert.match((await said(page)).notes, /“theme” cannot be “drak”\. Choose one of: light, dark\..*“controls” cannot be “frm”\. Choose one of: form, canvas, none\./s);
  }
});

test('links with and without the version open, and say nothing', async () => {
  for (const path of ['/small.html#algorithm?la=1&N=32', '/small.html#algorithm?N=32', '/embed.html?figure=algorithm&la=1&N=32', '/embed.html?figure=algorithm&N=32']) {
    const page = await visit(server.address + path);
    assert.equal((await result(page)).state.N, 32, path);
    assert.equal((await said(page)).notes, '', path);
  }
});

test('a link in an article locks and hides, and the link to the present state says so again', async () => {
  const page = await visit(`${server.address}/small.html#algorithm?la=1&lock=seed%2Cd&hide=n&N=32`);
  assert.equal((await result(page)).state.N, 32);
  assert.deepEqual(await page.evaluate(() => [window.part('#control-d').disabled, window.part('#control-n').closest('.row').hidden]), [true, true]);
  await resultOf(page, () => set(page, { H: 1 }));
  const { hash } = new URL(await page.evaluate(() => document.querySelector('lifted-attention').link));
  assert.match(hash, /^#algorithm\?la=1&lock=seed,d&hide=n&.*H=1/);
  await until(page, (hash) => location.hash === hash, hash);
});

test('no parameter has a name that links, attributes or the page for frames need', () => {
  const words = ['la', 'lock', 'hide', 'figure', 'theme', 'controls', 'frame', 'all', 'text'];
  for (const { id, parameters } of figures) assert.deepEqual(parameters.map((parameter) => parameter.id).filter((name) => words.includes(name)), [], id);
});

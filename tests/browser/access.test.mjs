// Every reader: screen readers, keyboards, phones, narrow and coloured screens, and pages that must not jump.
// Full run: what it asks of every width and theme takes a minute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looks, violations } from './axe.mjs';
import { desk, open, part, phone, result, resultOf, scheme, settled, unfolded, until } from './chromium.mjs';
import { page as html, tag } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const server = await startServer({ pages: { '/form.html': html(tag('controls="form"')), '/one.html': html(tag()) } });
const browser = await startChromium();

for (const path of ['/index.html', '/embed.html?figure=algorithm&source=text']) {
  /** Pages by their viewports. */
  const pages = new Map();
  /** Its figure has a result, and all of it has been laid out; one page for all that looks at it. */
  async function shown(viewport) {
    const page = pages.get(viewport) ?? (await open(browser, server.address + path, { viewport, kept: true }));
    if (!pages.has(viewport)) {
      pages.set(viewport, page);
      await page.evaluate(() => document.querySelector('lifted-attention:not([bare])')?.scrollIntoView());
      await result(page);
      await unfolded(page);
      await page.evaluate(() => (window.part('details').open = true));
    }
    await page.bringToFront();
    return page;
  }

  test(`${path} has no sideways scroll`, async () => {
    const page = await shown(desk);
    for (const width of [1600, 600, 360, 320, desk.width]) {
      await page.setViewport({ ...desk, width });
      await until(page, (width) => innerWidth === width, width);
      const [content, view] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(content <= view, `${content} px in ${view}`);
    }
  });

  for (const { name, viewport, theme, look } of looks) {
    test(`axe finds nothing wrong with ${path} on ${name}`, async () => {
      const page = await shown(viewport);
      await page.emulateMediaFeatures(scheme(theme));
      await page.evaluate(() => window.part('.menu').hidden !== false && window.part('.more').click());
      await until(page, () => !window.part('.menu').hidden);
      assert.deepEqual(await violations(page, look), []);
    });
  }
}

for (const [name, viewport] of [['a desk', desk], ['a phone', phone]]) {
  for (const path of ['/index.html', '/one.html', '/embed.html?figure=algorithm']) {
    test(`nothing jumps while ${path} loads on ${name}`, async () => {
      const page = await open(browser, server.address + path, { viewport });
      // Where the figure is far down, the reader comes to it.
      await page.evaluate(() => scrollTo({ top: document.querySelector('lifted-attention:not([bare])')?.offsetTop - 100, behavior: 'instant' }));
      await result(page);
      await settled(page);
      const shift = await page.evaluate(() => window.seen.shift);
      assert.ok(shift < 0.02, `layout shift ${shift}`);
      await page.close();
    });
  }
}

test('controls are in the canvas or in the form, never in both', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  await result(page);
  const where = () =>
    page.evaluate(() => {
      const { width } = window.part('.form').getBoundingClientRect();
      return { place: window.part('.figure').dataset.controls, form: width > 10, strip: window.part('.strip').getBoundingClientRect().height > 0 };
    });
  assert.deepEqual(await where(), { place: 'canvas', form: false, strip: true });
  await (await part(page, '#control-N')).focus();
  assert.deepEqual(await where(), { place: 'form', form: true, strip: false });
  await page.setViewport({ ...desk, width: 500 });
  await until(page, () => window.part('.view').clientWidth < 500);
  assert.deepEqual(await where(), { place: 'form', form: true, strip: false });
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('controls', 'none'));
  await until(page, () => window.part('.figure').dataset.controls === 'none');
  assert.deepEqual(await where(), { place: 'none', form: false, strip: false });
  await page.close();
});

test('form and figure show the same values: every control says what the state says', async () => {
  const page = await open(browser, `${server.address}/form.html`);
  await result(page);
  await resultOf(page, () => page.evaluate(() => (document.querySelector('lifted-attention').state = { d: 5, N: 300, noise: 0.03, targets: 'all' })));
  const shown = await page.evaluate(() => ({
    d: window.part('.range:has(#control-d) .entry').value,
    N: window.part('.range:has(#control-N) .entry').value,
    said: window.part('#control-N').getAttribute('aria-valuetext'),
    targets: window.part('input[name=targets]:checked').parentElement.textContent,
  }));
  assert.deepEqual(shown, { d: '5', N: '300', said: '300', targets: 'All tokens' });
  await page.close();
});

test('every parameter can be changed by keyboard alone', async () => {
  const page = await open(browser, `${server.address}/form.html`);
  await result(page);
  await page.evaluate(() => document.querySelector('lifted-attention').setAttribute('more', ''));
  await until(page, () => window.part('.rest details').open);
  const query = () => page.evaluate(() => document.querySelector('lifted-attention').query);
  const controls = await page.evaluate(() => [...window.part('.figure').querySelectorAll('.row:not([hidden])')].map((row) => row.querySelector('input, select') ?? row.querySelector('button')).map(({ id, name }) => id || name));
  assert.ok(controls.length >= 6);
  for (const id of controls) {
    const before = await query();
    await page.evaluate((id) => (window.part(`input[name=${id}]:checked`) ?? window.part(`#${id}`)).focus(), id);
    const isButton = await page.evaluate((id) => window.part(`#${id}`)?.tagName === 'BUTTON', id);
    for (const key of isButton ? ['Enter'] : ['ArrowLeft', 'ArrowRight', 'ArrowRight']) {
      await page.keyboard.press(key);
      if ((await query()) !== before) break;
    }
    assert.notEqual(await query(), before, `${id} does not answer the keyboard`);
    await page.evaluate(() => document.querySelector('lifted-attention').reset());
  }
  await page.close();
});

test('on a phone everything that can be tapped is 44 px high', async () => {
  const page = await open(browser, `${server.address}/embed.html?figure=algorithm&source=text`, { viewport: phone });
  await result(page);
  const small = await page.evaluate(() => {
    const nodes = window.part('.figure').querySelectorAll('button, select, input[type=range], .entry, .segments label, .switch label, summary, .button');
    return [...nodes]
      .map((node) => [node.className || node.id || node.textContent, node.getBoundingClientRect().height])
      .filter(([, height]) => height > 0 && height < 44);
  });
  assert.deepEqual(small, []);
  await page.close();
});

test('the canvas has a name and a description; a result is read out once, but none that came by itself', async () => {
  const page = await open(browser, `${server.address}/one.html`);
  const { title, sentence } = await result(page);
  const said = await page.evaluate(() => {
    const canvas = window.part('canvas.live');
    const text = (name) => window.part(`#${canvas.getAttribute(name)}`).textContent;
    return { role: canvas.getAttribute('role'), name: text('aria-labelledby'), description: text('aria-describedby') };
  });
  // The first of its sentences; the others come with its numbers.
  assert.deepEqual(said, { role: 'img', name: title, description: /^.*?\. On fresh .*?\.(?= |$)/.exec(sentence)?.[0] });
  const spoken = () => page.evaluate(() => window.part('[role=status].unseen').textContent);
  await settled(page);
  assert.equal(await spoken(), '', 'a figure that comes into view interrupts nobody');
  const { sentence: next } = await resultOf(page, () => page.evaluate(() => (document.querySelector('lifted-attention').state = { seed: 2 })));
  await until(page, (next) => window.part('[role=status].unseen').textContent === next, next);
  await until(page, () => window.part('[role=status].unseen').textContent === '');
  await page.close();
});

test('with forced colours the chosen alternative can still be told', async () => {
  const page = await open(browser, `${server.address}/form.html`);
  const session = await page.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  await result(page);
  assert.ok(await page.evaluate(() => matchMedia('(forced-colors: active)').matches));
  const [chosen, other] = await page.evaluate(() => ['input[name=source]:checked + span', 'input[name=source]:not(:checked) + span'].map((selector) => getComputedStyle(window.part(selector)).backgroundColor));
  assert.notEqual(chosen, other);
  await page.close();
});

test("the page's styles do not leak into the figure, nor the figure's into the page", async () => {
  const page = await open(browser, `${server.address}/form.html`);
  await result(page);
  const size = () => page.evaluate(() => getComputedStyle(window.part('.sentence')).fontSize + getComputedStyle(window.part('.sentence')).textAlign);
  const before = await size();
  const heading = await page.$eval('h1', (node) => getComputedStyle(node).fontFamily);
  await page.addStyleTag({ content: 'html { font-size: 9px; text-align: right } p { font-size: 50px !important; color: red } button { display: none }' });
  assert.equal(await size(), before);
  assert.notEqual(await page.evaluate(() => getComputedStyle(window.part('.more')).display), 'none');
  assert.doesNotMatch(heading, /Inter/);
  await page.close();
});

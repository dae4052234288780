// The film of a figure: it plays by itself once, when its picture is seen, and then is the reader's.
// Full run: films play by the browser's own clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, open, part, pause, phone, result, settled, unfolded, until } from './chromium.mjs';
import { page as html } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const figure = (attributes) => `<lifted-attention figure="algorithm" address="hash" state="N=64" ${attributes}></lifted-attention>`;
const server = await startServer({
  pages: {
    '/film.html': html(`<p style="height: 1500px">Far above.</p>${figure('plays')}<p style="height: 1500px">Far below.</p>`),
    '/set.html': html(figure('plays at="200"')),
    '/quiet.html': html(figure('')),
    '/told.html': html(figure('plays="at=500"')),
  },
});
const browser = await startChromium({ motion: true });

const at = (page) => page.evaluate(() => document.querySelector('lifted-attention').state.at);
const title = (page) => page.evaluate(() => window.part('.title').textContent);
const scroll = (page, top) => page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top);
const press = async (page, selector) => (await part(page, selector)).click();

test('it begins when its picture is seen, tells the result at its end, and plays once', async () => {
  const page = await open(browser, `${server.address}/film.html`);
  await scroll(page, 1000); // its beginning shows, its picture does not
  await result(page);
  await pause(1000);
  assert.equal(await at(page), 0, 'it waits at its start');
  assert.doesNotMatch(await title(page), /Learned exactly/);
  await scroll(page, 1500);
  await until(page, () => document.querySelector('lifted-attention').state.at > 0);
  assert.equal(await page.evaluate(() => window.part('.film .play').classList.contains('playing')), true);
  await press(page, '.film [aria-label^=Speed]'); // four times as fast
  await until(page, () => document.querySelector('lifted-attention').state.at === 500);
  assert.match(await title(page), /Learned exactly/);
  await scroll(page, 0);
  await pause(300);
  await scroll(page, 1500);
  await pause(1000);
  assert.equal(await at(page), 500);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a link to another state ends it before it begins; one that is copied meanwhile leads to its end', async () => {
  const page = await open(browser, `${server.address}/film.html`);
  await result(page);
  assert.equal(await at(page), 0, 'it waits at its start');
  assert.equal(await page.evaluate(() => document.querySelector('lifted-attention').query), 'N=64');
  await page.evaluate(() => (location.hash = '#algorithm?at=100'));
  await until(page, () => document.querySelector('lifted-attention').state.at === 100);
  await until(page, () => document.querySelector('lifted-attention').getBoundingClientRect().top < innerHeight / 2);
  await pause(1500);
  assert.equal(await at(page), 100);
  await page.evaluate(() => (location.hash = '#algorithm?N=64'));
  await until(page, () => document.querySelector('lifted-attention').state.at === 500);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a reader steps through it, sets its pace, and what a button is called says what it does', async () => {
  const page = await open(browser, `${server.address}/quiet.html`);
  await result(page);
  await pause(800);
  assert.equal(await at(page), 500, 'without the attribute it stands at its end');
  const names = await page.evaluate(() => [...window.part('.film').querySelectorAll('.step')].map((button) => button.ariaLabel));
  assert.deepEqual(names, ['One step back', 'One step on', 'Speed: 1 times']);
  const [back, on, pace] = ['One step back', 'One step on', 'Speed'].map((name) => `.film [aria-label^="${name}"]`);
  await press(page, back);
  assert.equal(await at(page), 490);
  assert.match(await page.evaluate(() => window.part('#control-at').getAttribute('aria-valuetext')), /Check/);
  await press(page, on);
  assert.equal(await at(page), 500);
  await press(page, on);
  assert.equal(await at(page), 500);
  const took = async () => {
    const began = Date.now();
    await press(page, '.film .play');
    await until(page, () => document.querySelector('lifted-attention').state.at === 500 && !window.part('.film .playing'));
    return Date.now() - began;
  };
  await press(page, pace);
  assert.equal(await page.evaluate((pace) => window.part(pace).ariaLabel, pace), 'Speed: 4 times');
  const fast = await took();
  assert.ok(fast > 1500, `${fast} ms for a film of 8.3 s at four times its pace`);
  await press(page, pace);
  assert.equal(await page.evaluate((pace) => window.part(pace).ariaLabel, pace), 'Speed: ¼ times');
  await page.close();
});

test('what somebody has set stays, and with reduced motion it stands at its end', async () => {
  const set = await open(browser, `${server.address}/set.html`);
  await result(set);
  const still = await open(browser, `${server.address}/film.html`, { media: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
  await scroll(still, 1500);
  await result(still);
  await pause(1200);
  assert.deepEqual([await at(set), await at(still)], [200, 500]);
  await set.close();
  await still.close();
});

test('the address of a place that the reader has gone to stays while a film waits out of sight', async () => {
  const page = await open(browser, `${server.address}/film.html`);
  await scroll(page, 1500);
  await result(page);
  await until(page, () => document.querySelector('lifted-attention').state.at > 0);
  await page.evaluate(() => (location.hash = 'elsewhere'));
  await scroll(page, 0);
  await pause(1000);
  assert.equal(await page.evaluate(() => location.hash), '#elsewhere');
  await scroll(page, 1500);
  assert.ok((await at(page)) < 500, 'it still plays');
  await press(page, '.film .play');
  await until(page, () => location.hash.startsWith('#algorithm?'));
  await page.close();
});

test('who presses a step in the picture while the page plays has it in the address', async () => {
  const page = await open(browser, `${server.address}/told.html`);
  await result(page);
  await until(page, () => document.querySelector('lifted-attention').state.at > 0 && window.part('.film .playing'));
  const view = await page.evaluate(() => window.part('.view').getBoundingClientRect().toJSON());
  await page.mouse.click(view.x + 0.45 * view.width, view.y + 14); // step 3
  await until(page, () => /[&?]at=300(&|$)/.test(location.hash));
  assert.equal(await at(page), 300);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('what comes out is not said before the film has told it, or the reader has taken over', async () => {
  const says = (page) => page.evaluate(() => getComputedStyle(window.part('.sentence')).visibility);
  const page = await open(browser, `${server.address}/told.html`);
  await result(page);
  assert.equal(await says(page), 'hidden');
  await until(page, () => document.querySelector('lifted-attention').state.at === 500);
  await until(page, () => getComputedStyle(window.part('.sentence')).visibility === 'visible');
  await page.close();
  const other = await open(browser, `${server.address}/told.html`);
  await result(other);
  await until(other, () => window.part('.film .playing'));
  await press(other, '.film .play');
  assert.equal(await says(other), 'visible');
  assert.ok((await at(other)) < 500);
  await other.close();
  const quiet = await open(browser, `${server.address}/quiet.html`);
  await result(quiet);
  assert.equal(await says(quiet), 'visible');
  await quiet.close();
});

/** Scrolls a step of Algorithm 1 to where one reads. */
const read = (page, k) => page.evaluate((k) => scrollBy({ top: document.querySelectorAll('.steps > li')[k].getBoundingClientRect().top - 0.4 * innerHeight, behavior: 'instant' }), k);
const shows = (page, at, id = 'algorithm') => until(page, (id, at) => document.querySelector(`#${id}:is(lifted-attention), #${id} > lifted-attention`).state?.at === at, id, at);

for (const value of ['no-preference', 'reduce']) {
  test(`beside the steps of Algorithm 1 its picture goes with them, and leaves the address alone, motion: ${value}`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport: desk, media: [{ name: 'prefers-reduced-motion', value }] });
    for (const k of [0, 1, 2, 3, 4, 1]) {
      await read(page, k);
      await until(page, () => document.querySelector('#algorithm > lifted-attention').result);
      await shows(page, 100 * (k + 1));
      const { view, current } = await page.evaluate(() => ({
        view: document.querySelector('#algorithm > lifted-attention').shadowRoot.querySelector('.view').getBoundingClientRect().toJSON(),
        current: [...document.querySelectorAll('.steps > li')].findIndex((step) => step.ariaCurrent === 'step'),
      }));
      assert.ok(view.top >= 0 && view.bottom <= desk.height, `at step ${k + 1} the picture is at ${view.top} to ${view.bottom} px`);
      assert.equal(current, k);
    }
    assert.equal(await page.evaluate(() => location.hash), '');
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

/** The step that is marked, counted from 1, and how far below the top of the picture's place it begins, px. */
const beside = (page) =>
  page.evaluate(() => {
    const steps = [...document.querySelectorAll('.steps > li')];
    const marked = steps.findIndex((step) => step.ariaCurrent === 'step');
    const top = document.querySelector('.held').getBoundingClientRect().top;
    return { marked: marked + 1, off: Math.round((steps[marked]?.getBoundingClientRect().top ?? NaN) - top), top: Math.round(top) };
  });

test('who comes for a state of Algorithm 1 sees it, beside its step', async () => {
  const page = await open(browser, `${server.address}/index.html#algorithm?N=64&at=200`, { viewport: desk });
  await until(page, () => document.querySelector('#algorithm > lifted-attention').result);
  await settled(page);
  await shows(page, 200);
  const { marked, off } = await beside(page);
  assert.deepEqual([marked, Math.abs(off) < 8], [2, true], `${off} px`);
  await page.mouse.wheel({ deltaY: -10 });
  await read(page, 0);
  await shows(page, 100);
  assert.equal((await beside(page)).marked, 1);
  await page.close();
});

test('who asks for a state of Algorithm 1, and goes Back before its step has come beside it, is not moved by it later', async () => {
  const page = await open(browser, `${server.address}/index.html`, { viewport: desk });
  await unfolded(page);
  await read(page, 0);
  await until(page, () => document.querySelector('#algorithm > lifted-attention').result);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await settled(page);
  await page.evaluate(() => {
    for (const hash of ['#algorithm?at=300', '#']) {
      history.replaceState(history.state, '', hash);
      dispatchEvent(new HashChangeEvent('hashchange'));
    }
  });
  await settled(page);
  await read(page, 2);
  await settled(page);
  const moved = await page.evaluate(() => document.querySelectorAll('.steps > li')[2].getBoundingClientRect().top - 0.4 * innerHeight);
  assert.ok(Math.abs(moved) < 2, `the step is ${moved} px from where it was scrolled to`);
  assert.equal((await beside(page)).marked, 3);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

for (const value of ['no-preference', 'reduce']) {
  test(`who goes to an earlier step in the picture of Algorithm 1 has that step beside it, and the picture where it was, motion: ${value}`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport: desk, media: [{ name: 'prefers-reduced-motion', value }] });
    await unfolded(page);
    await read(page, 4);
    await until(page, () => document.querySelector('#algorithm > lifted-attention').result);
    await shows(page, 500);
    await settled(page);
    const before = await beside(page);
    assert.equal(before.marked, 5);
    const view = await page.evaluate(() => document.querySelector('#algorithm > lifted-attention').shadowRoot.querySelector('.view').getBoundingClientRect().toJSON());
    for (const [place, step] of [[0.25, 2], [0.05, 1], [0.45, 3]]) {
      await page.mouse.click(view.x + place * view.width, view.y + 14);
      await shows(page, 100 * step);
      await until(page, (step) => [...document.querySelectorAll('.steps > li')].findIndex((one) => one.ariaCurrent === 'step') === step - 1, step);
      await settled(page);
      const { off, ...rest } = await beside(page);
      assert.deepEqual(rest, { marked: step, top: before.top });
      assert.ok(Math.abs(off) < 8, `step ${step} begins ${off} px below the picture's top`);
      await shows(page, 100 * step);
    }
    await page.mouse.wheel({ deltaY: 10 });
    await read(page, 3);
    await shows(page, 400);
    assert.equal((await beside(page)).marked, 4);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

for (const value of ['no-preference', 'reduce']) {
  test(`on a narrow page each step of Algorithm 1 has a picture that plays it, and the figure below them plays by itself, motion: ${value}`, async () => {
    const page = await open(browser, `${server.address}/index.html`, { viewport: phone, media: [{ name: 'prefers-reduced-motion', value }] });
    const kMoves = value === 'no-preference';
    for (const k of [1, 2, 3, 4]) {
      await page.evaluate((k) => document.getElementById(`algorithm-${k}`).scrollIntoView({ block: 'center', behavior: 'instant' }), k);
      if (kMoves && k === 2) await shows(page, 100 * (k - 1), `algorithm-${k}`);
      await shows(page, 100 * k, `algorithm-${k}`);
    }
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('.steps lifted-attention')].map(({ shadowRoot }) => shadowRoot.querySelector('.figure').dataset.controls)), Array(4).fill('none'), 'pictures alone');
    await page.evaluate(() => document.querySelector('#algorithm > lifted-attention').scrollIntoView({ behavior: 'instant' }));
    if (kMoves) await shows(page, 0);
    await shows(page, 500);
    assert.equal(await page.evaluate(() => location.hash), '');
    await page.setViewport({ ...phone, width: desk.width, height: desk.height });
    await until(page, () => document.getElementById('algorithm-1').getBoundingClientRect().height === 0);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

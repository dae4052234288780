// A class: exercises in the page, the presenter, the pages for teachers, links as codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsQR from 'jsqr';
import { lessonIn, lessons } from '../../web/article/lesson_plans.mjs';
import { exercises } from '../../web/exercises.js';
import { kPolicy } from '../../web/policy.mjs';
import { kFullOnly } from '../trials.mjs';
import { looks, violations } from './axe.mjs';
import { desk, open, phone, resultOf, scheme, tabOf, until } from './chromium.mjs';
import { readText } from './server.mjs';
import { startChromium, startLateServer, startServer } from './suite.mjs';

const headers = { 'Content-Security-Policy': readText(kPolicy) };
const server = await startServer({ headers });
const browser = await startChromium();
const visit = tabOf(browser);

/** The links in the QR codes of a page, read from their pixels by another library. */
async function codesIn(page, selector) {
  const pictures = await page.$$eval(selector, (nodes) => nodes.map((node) => new XMLSerializer().serializeToString(node)));
  const blank = await browser.newPage();
  const kSize = 300;
  const pixels = await blank.evaluate(
    (pictures, size) =>
      Promise.all(
        pictures.map(async (picture) => {
          const image = new Image();
          image.src = `data:image/svg+xml,${encodeURIComponent(picture.replace('<svg ', `<svg width="${size}" height="${size}" `))}`;
          await image.decode();
          const context = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, size, size).data.filter((_, k) => k % 4 === 0).join();
        }),
      ),
    pictures, kSize,
  );
  await blank.close();
  return pixels.map((greys) => jsQR(Uint8ClampedArray.from(greys.split(',').flatMap((grey) => [grey, grey, grey, 255])), kSize, kSize)?.data);
}

const saddle = exercises.find(({ id }) => id === 'saddle');
const card = (id) => `[data-exercise="${id}"] .card`;
const verdictOf = (page, id) => page.$eval(card(id), (node) => ({ kind: node.dataset.verdict, words: node.querySelector('.told').textContent }));

/** Opens the article at an exercise and waits for its form. */
async function openExercise(id, options) {
  const address = `${server.address}/article.html`;
  const page = await (options ? open(browser, address, options) : visit(address));
  await page.evaluate((id) => document.querySelector(`[data-exercise="${id}"]`).scrollIntoView({ block: 'center', behavior: 'instant' }), id);
  await page.waitForSelector(card(id));
  return page;
}

const told = (page, id) => until(page, (selector) => ['right', 'wrong', 'given'].includes(document.querySelector(selector).dataset.verdict), card(id));

test('without a script an exercise is a question with its answer folded away', async () => {
  const page = await open(browser, `${server.address}/article.html`, { prepare: (page) => page.setJavaScriptEnabled(false) });
  const blocks = await page.$$('.exercise');
  assert.equal(blocks.length, exercises.length);
  const details = await page.$('[data-exercise="saddle"] details');
  const answer = await details.$('p');
  const visible = () => answer.evaluate((node) => node.checkVisibility());
  assert.equal(await visible(), false);
  await (await details.$('summary')).click();
  assert.equal(await visible(), true);
  assert.ok((await answer.evaluate((node) => node.textContent)).startsWith(`${saddle.choices.middle}. `));
  await page.close();
});

test('whoever has come to the folded answer by keyboard is in the form when it takes its place', async () => {
  const late = await startLateServer('/lessons.js', { headers });
  const page = await open(browser, `${late.address}/article.html`);
  await page.evaluate(() => document.querySelector('[data-exercise="saddle"] summary').focus());
  await late.asked;
  late.send();
  await page.waitForSelector(card('saddle'));
  assert.equal(await page.evaluate(() => document.activeElement.closest('.card')?.parentElement.dataset.exercise), 'saddle');
  await page.close();
});

for (const [name, viewport] of [['a desk', desk], ['a phone', phone]]) {
  test(`an exercise is as tall before its form is there as with it, on ${name}`, async () => {
    const late = await startLateServer('/lessons.js', { headers });
    const page = await open(browser, `${late.address}/article.html`, { viewport });
    await page.keyboard.press('Tab'); // all is laid out
    const heights = () => page.$$eval('.exercise', (blocks) => blocks.map((block) => `${block.dataset.exercise} ${block.offsetHeight}`));
    await page.$eval('.exercise', (block) => block.scrollIntoView());
    await late.asked;
    const before = await heights();
    late.send();
    await page.waitForSelector('.exercise .card');
    assert.deepEqual(await heights(), before);
    await page.close();
  });
}

test('where the presenter cannot be downloaded its link says so, and works when the network is back', async () => {
  const page = await open(browser, 'about:blank');
  const links = 'a[href="?present"]';
  await page.setBypassServiceWorker(true);
  await page.goto(`${server.address}/article.html`);
  await page.setOfflineMode(true);
  await page.$eval(links, (link) => link.click());
  const said = () => page.$eval(links, (link) => (link.nextElementSibling?.role === 'alert' ? link.nextElementSibling.textContent : ''));
  await until(page, (links) => document.querySelector(links).nextElementSibling?.role === 'alert', links);
  assert.match(await said(), /could not be downloaded\. Try again\.$/);
  await page.setOfflineMode(false);
  await page.$eval(links, (link) => link.click());
  await page.waitForSelector('.presenter');
  assert.equal(await said(), '');
  await page.close();
});

test('an exercise in a frame comes with the network', async () => {
  const missing = ['/lessons.js'];
  const lapse = await startLateServer(missing[0], { headers, missing });
  const page = await open(browser, `${lapse.address}/embed.html?figure=head_count&exercise=one-head`);
  await lapse.asked;
  lapse.send();
  await until(page, () => document.querySelector('lifted-attention')?.result);
  assert.equal(await page.$(card('one-head')), null);
  missing.pop();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForSelector('.card');
  await page.close();
});

test('a prediction is asked for, compared with what the figure computes, and can be made again; by keyboard', async () => {
  const page = await openExercise('saddle');
  await page.focus(`${card('saddle')} .check`);
  await page.keyboard.press('Enter');
  assert.deepEqual(await verdictOf(page, 'saddle'), { kind: 'lacking', words: 'Choose one of the answers first.' });
  await page.keyboard.press('Space'); // the focus is on the first choice
  await page.keyboard.press('Enter');
  await told(page, 'saddle');
  const { kind, words } = await verdictOf(page, 'saddle');
  assert.equal(kind, 'wrong');
  assert.ok(words.startsWith(`The figure says otherwise: “${saddle.choices.middle}”.`) && words.length > 80, words);
  assert.deepEqual(await page.$eval('lifted-attention:not([bare])', ({ state: { hidden, balls } }) => ({ hidden, balls })), { hidden: '1', balls: [0, 0] });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Try again');
  await page.keyboard.press('Enter');
  assert.equal((await verdictOf(page, 'saddle')).kind, '');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await told(page, 'saddle');
  assert.equal((await verdictOf(page, 'saddle')).kind, 'right');
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a number is read, a task is judged by the figure, and one way to do it is shown when asked', async () => {
  const page = await openExercise('products');
  await page.type(`${card('products')} input`, 'eight');
  await page.keyboard.press('Enter');
  assert.equal((await verdictOf(page, 'products')).words, 'Type a number first, such as 12.');
  await page.$eval(`${card('products')} input`, (node) => node.select());
  await page.type(`${card('products')} input`, '8');
  await page.keyboard.press('Enter');
  await told(page, 'products');
  assert.match((await verdictOf(page, 'products')).words, /^You predicted 8; the figure finds 40\./);

  await page.evaluate(() => document.querySelector('[data-exercise="sixteen"]').scrollIntoView({ block: 'center', behavior: 'instant' }));
  const press = (text) => page.$eval(card('sixteen'), (node, text) => [...node.querySelectorAll('button')].find((button) => button.textContent === text).click(), text);
  await until(page, () => document.querySelector('lifted-attention[figure="algorithm"]').result !== null);
  await resultOf(page, () => press('Set the figure up'));
  await press('Check it');
  await told(page, 'sixteen');
  assert.match((await verdictOf(page, 'sixteen')).words, /^Not yet: the data decide 16 of 40 unknowns/);
  await press('Show one way');
  await until(page, (selector) => document.querySelector(selector).dataset.verdict === 'given', card('sixteen'));
  assert.equal(await page.$eval('lifted-attention[figure="algorithm"]', ({ state }) => state.targets), 'all');
  await page.close();
});

test('the figure that cannot run leaves the answer that was made beforehand', async () => {
  const page = await open(browser, `${server.address}/article.html`, { prepare: (page) => page.evaluateOnNewDocument(() => delete window.WebAssembly) });
  await page.evaluate(() => document.querySelector('[data-exercise="saddle"]').scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForSelector(card('saddle'));
  await page.click(`${card('saddle')} input`);
  await page.click(`${card('saddle')} .check`);
  await until(page, (selector) => document.querySelector(selector).dataset.verdict === 'late', card('saddle'));
  assert.equal(await (await page.$('[data-exercise="saddle"] details')).isVisible(), true);
  await page.close();
});

test('an exercise stands under a figure alone in a frame', async () => {
  const page = await visit(`${server.address}/embed.html?figure=head_count&exercise=one-head`);
  await page.waitForSelector('.exercise .card');
  await page.click('.exercise input[value="found"]');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('.card').dataset.verdict === 'right');
  assert.deepEqual(await violations(page), []);
  await page.close();
});

for (const { name, viewport, theme, look } of looks) {
  test(`axe finds nothing wrong with an exercise, presenter, guide and worksheet on ${name}`, { skip: kFullOnly }, async () => {
    const page = await openExercise('saddle', { viewport, media: scheme(theme) });
    await page.focus(`${card('saddle')} input`);
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await told(page, 'saddle');
    // What else is in the article is looked at in access.test.mjs.
    assert.deepEqual(await violations(page, { ...look, of: '[data-exercise="saddle"]', rules: 1 }), []);
    await page.goto(`${server.address}/article.html?present=saddle`);
    await page.waitForSelector('.presenter .card', { visible: true });
    await until(page, () => [...document.querySelectorAll('link[rel="stylesheet"]')].every(({ sheet }) => sheet) && document.fonts.status === 'loaded');
    assert.deepEqual(await violations(page, look), []);
    for (const path of ['teach/guide.html', 'teach/worksheet.html']) {
      await page.goto(`${server.address}/${path}`);
      assert.deepEqual(await violations(page, look), [], path);
      const [content, view] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(content <= view, `${path}: ${content} px in ${view}`);
    }
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

test("the worksheet's codes are the links to the figures, at the address that is entered; a wrong one is refused with a sentence", async () => {
  const page = await visit(`${server.address}/teach/worksheet.html`);
  const links = exercises.map((exercise) => `#${exercise.figure}${(exercise.kind === 'task' ? exercise.start : exercise.state).replace(/^(?=.)/, '?')}`);
  assert.deepEqual(await codesIn(page, '.code svg'), links.map((link) => `${server.address}/${link}`));
  await page.$eval('#address', (node) => Object.assign(node, { value: 'https://school.example/lifted/index.html?x#y' }).dispatchEvent(new Event('input')));
  assert.deepEqual(await codesIn(page, '.code svg'), links.map((link) => `https://school.example/lifted/index.html${link}`));
  await page.$eval('#address', (node) => Object.assign(node, { value: 'javascript:alert(1)' }).dispatchEvent(new Event('input')));
  assert.equal((await page.$$('.code svg')).length, 0);
  assert.match(await page.$eval('#address-note', (node) => node.textContent), /^Without an address/);
  await page.close();
});

test('a lesson has its minutes, each exercise its time, and only exercises that exist', () => {
  for (const lesson of lessons) assert.match(lessonIn(lesson), new RegExp(`–${lesson.minutes}</td>(?!.*–\\d)`, 's'), 'it ends on time');
  const [step, ...others] = lessons[0].steps;
  assert.throws(() => lessonIn({ ...lessons[0], steps: others }), /take 41 minutes, not 45/);
  assert.throws(() => lessonIn({ ...lessons[0], steps: [{ ...step, exercise: 'nothing' }, ...others] }), /no exercise "nothing"/);
  assert.throws(() => lessonIn({ ...lessons[0], steps: [{ ...step, exercise: 'twins' }, ...others] }), /4 minutes, which takes 8/);
});

test('the links of guide and worksheet set the figures', async () => {
  const page = await visit(`${server.address}/teach/guide.html`);
  const links = await page.$$eval('a[href*="index.html#"]', (nodes) => nodes.map((node) => node.getAttribute('href')));
  assert.deepEqual(links, exercises.map(({ figure, state }) => `../index.html#${figure}?${state}`));
  await page.goto(`${server.address}/teach/${links.find((link) => link.includes('one-head') || link.includes('head_count'))}`);
  await until(page, () => document.querySelector('lifted-attention[figure="head_count"]')?.result?.state.H === 1);
  await page.close();
});

test("a figure's menu shows its link as a code, and as text, and Escape closes it", async () => {
  const page = await visit(`${server.address}/embed.html?figure=feature_map&d=2&H=5`);
  await until(page, () => document.querySelector('lifted-attention').result !== null);
  await page.evaluate(() => window.part('.more').click());
  await until(page, () => !window.part('.menu').hidden);
  await page.evaluate(() => [...window.part('.menu').children].find((node) => node.textContent === 'QR code').click());
  const link = await page.evaluate(() => window.part('dialog.code a').textContent);
  assert.equal(link, `${server.address}/embed.html?figure=feature_map&la=1&view=map&d=2&H=5`);
  assert.deepEqual(await codesIn(page, 'lifted-attention >>> dialog.code svg'), [link]);
  const { width, height } = await page.evaluate(() => window.part('dialog.code svg').getBoundingClientRect().toJSON());
  assert.ok(Math.min(width, height) > 0.7 * desk.height, `${width} × ${height} of ${desk.height}`);
  assert.deepEqual(await violations(page), []);
  await page.bringToFront(); // the codes were read in another page
  await page.keyboard.press('Escape');
  await until(page, () => !document.querySelector('lifted-attention').shadowRoot.querySelector('dialog.code'));
  await page.close();
});

// The SCORM package in a runtime: the zip unpacked and served, in a frame of a page that is an LMS (scorm-again), which is
// held to what SCORM 1.2 allows.
// Full run: a second home for the article, in a runtime of its own.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { exercises } from '../../web/exercises.js';
import { Answers, interactionOf, spanOf } from '../../web/offline/scorm/answers.js';
import { open, settled, until } from './chromium.mjs';
import { site } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const { unzipSync } = createRequire(new URL('../../web/package.json', import.meta.url))('fflate');
const zipped = unzipSync(await readFile(join(site, 'offline/lifted-attention-scorm.zip')));
const text = (name) => new TextDecoder().decode(zipped[name]);

// What a content package may set, and to what; scorm-again lets more pass.
const kModel = {
  'cmi\\.core\\.exit': '(time-out|suspend|logout|)',
  'cmi\\.core\\.lesson_status': '(passed|completed|failed|incomplete|browsed)',
  'cmi\\.core\\.lesson_location': '.{0,255}',
  'cmi\\.core\\.score\\.(raw|min|max)': '(100|\\d{1,2}(\\.\\d+)?)',
  'cmi\\.core\\.session_time': '\\d{2,4}:\\d{2}:\\d{2}(\\.\\d{1,2})?',
  'cmi\\.suspend_data': '[^]{0,4096}',
  'cmi\\.interactions\\.\\d+\\.id': '[\\w-]{1,255}',
  'cmi\\.interactions\\.\\d+\\.type': '(choice|numeric|performance)',
  'cmi\\.interactions\\.\\d+\\.time': '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d',
  'cmi\\.interactions\\.\\d+\\.student_response': '[\\x20-\\x7e]{1,255}',
  'cmi\\.interactions\\.\\d+\\.result': '(correct|wrong|neutral)',
  'cmi\\.interactions\\.\\d+\\.latency': '\\d{4}:\\d{2}:\\d{2}\\.\\d{2}',
};

const folder = await mkdtemp(join(tmpdir(), 'lifted-scorm-'));
for (const [name, bytes] of Object.entries(zipped)) await writeFile(join(folder, name), bytes);
after(() => rm(folder, { recursive: true }));
const runtime = await readFile(createRequire(import.meta.url).resolve('scorm-again/scorm12/min'), 'utf8');
const lms = '<!doctype html><html lang="en"><title>An LMS</title><link rel="icon" href="data:,"><script src="/runtime.js"></script><body></body></html>';
const server = await startServer({ folder, pages: { '/lms.html': lms, '/runtime.js': runtime } });
const browser = await startChromium();
const asked = [];
const page = await open(browser, `${server.address}/lms.html`, { prepare: (page) => page.on('request', (request) => asked.push(request.url())), kept: true });

const { middle } = exercises.find(({ id }) => id === 'saddle').choices;

/** Ends what runs, as an LMS does; what it holds then. */
async function leave() {
  return page.evaluate(() => {
    document.querySelector('iframe')?.remove();
    return { calls: window.calls, cmi: JSON.parse(JSON.stringify(window.runtime.cmi)) };
  });
}

/** Launches the package. @param {{ kept?: object, core?: object, broken?: string }} [options] what the LMS has from an earlier visit; how it fails */
async function launch({ kept, core, broken = '' } = {}) {
  await page.evaluate(
    ({ kept, core, broken, model }) => {
      window.calls = [];
      const runtime = (window.runtime = new window.Scorm12API({ autocommit: false, logLevel: 5 }));
      if (kept) runtime.loadFromJSON(kept, '');
      if (core) runtime.loadFromJSON({ core }, 'cmi');
      const allowed = ([name, value]) => typeof value === 'string' && Object.entries(model).some(([key, values]) => new RegExp(`^${key}$`).test(name) && new RegExp(`^${values}$`).test(value));
      window.API = Object.fromEntries(
        ['LMSInitialize', 'LMSFinish', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSGetLastError'].map((name) => [
          name,
          (...values) => {
            if (broken === 'throws') throw new Error('the LMS is out of order');
            const answer = broken && (broken === 'closed' || name !== 'LMSInitialize') ? { closed: 'false', refuses: name === 'LMSGetValue' ? '' : 'false', speechless: undefined }[broken] : runtime[name](...values);
            const error = runtime.LMSGetLastError();
            window.calls.push({ name, values, answer, error, strange: name === 'LMSSetValue' && !allowed(values) });
            return answer;
          },
        ]),
      );
      document.body.append(Object.assign(document.createElement('iframe'), { src: '/index.html', width: 1200, height: 860 }));
    },
    { kept, core, broken, model: kModel },
  );
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await until(frame, () => document.querySelector('lifted-attention')?.shadowRoot);
  return frame;
}

/** Gives an answer in the article. @param {string} id @param {(card: HTMLElement, answer: string) => void} fill @param {string} [answer] */
async function answer(frame, id, fill, answer = '') {
  const selector = `[data-exercise="${id}"] .card`;
  await frame.evaluate((id) => document.querySelector(`[data-exercise="${id}"]`).scrollIntoView({ block: 'center', behavior: 'instant' }), id);
  await frame.waitForSelector(selector);
  await settled(frame); // a film that the place begins is over: it is among the values that are recorded of a task
  const given = frame.evaluate((id) => new Promise((resolve) => document.querySelector(`[data-exercise="${id}"]`).addEventListener('lifted-exercise', ({ detail }) => resolve(detail), { once: true })), id);
  await frame.$eval(selector, fill, answer);
  return given;
}
const choose = (card, answer) => {
  if (card.dataset.verdict) [...card.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again').click();
  card.querySelector(`input[value="${answer}"]`).click();
  card.querySelector('.check').click();
};
const type = (card, answer) => {
  if (card.dataset.verdict) [...card.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again').click();
  card.querySelector('input').value = answer;
  card.querySelector('.check').click();
};
const set = (card, answer) => {
  const figure = document.querySelector('article lifted-attention[figure="algorithm"]');
  figure.set(answer);
  card.querySelector('.check').click();
};

const note = (frame, id) => frame.evaluate((id) => document.querySelector(`[data-exercise="${id}"] .recorded`)?.textContent ?? '', id);
const shout = (frame, detail) => frame.evaluate((detail) => document.querySelector('.exercise').dispatchEvent(new CustomEvent('lifted-exercise', { bubbles: true, detail })), detail);
/** What an LMS would have complained of. */
const wrongIn = (calls) => calls.filter(({ error, strange, name, answer }) => Number(error) !== 0 || strange || (name !== 'LMSGetValue' && answer !== 'true'));

/** The verdicts that an LMS holds. */
const sentIn = ({ interactions }) => Object.values(interactions.childArray ?? interactions).filter(({ id }) => id);

test('the package has a manifest that names what is in it, the article, a note and licences', () => {
  assert.deepEqual(Object.keys(zipped).toSorted(), ['README.txt', 'imsmanifest.xml', 'index.html', 'licences.txt']);
  const manifest = text('imsmanifest.xml');
  assert.match(manifest, /<schema>ADL SCORM<\/schema>\s*<schemaversion>1\.2</);
  assert.match(manifest, /<resource [^>]*adlcp:scormtype="sco" href="index\.html">/);
  assert.deepEqual([...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, name]) => name).toSorted(), Object.keys(zipped).filter((name) => !name.endsWith('.xml')).toSorted());
  const [, organization, item, resource] = /default="(\w+)"[^]*identifierref="(\w+)"[^]*<resource identifier="(\w+)"/.exec(manifest) ?? [, 'none', '', 'none'];
  assert.ok(organization && item === resource && manifest.includes(`<organization identifier="${organization}">`));
  for (const { id, title } of exercises) assert.ok(text('README.txt').includes(`${id}: ${title}`), id);
  assert.doesNotMatch(text('README.txt'), /\{\{/);
});

test('whatever is answered, names, types and lengths are those of SCORM 1.2', () => {
  const known = exercises.map(({ id, kind, choices = {} }) => ({ id, kind, choices }));
  const answers = new Answers(known);
  for (const exercise of known) {
    for (const answer of exercise.kind === 'choice' ? Object.keys(exercise.choices) : exercise.kind === 'number' ? ['−1,024', '+7.', '9'.repeat(4000)] : ['', `theta=${'0.5,'.repeat(400)}`]) {
      const detail = { figure: '', id: exercise.id, kind: exercise.kind, answer, right: false };
      for (const [name, value] of interactionOf(detail, exercise, new Date(), 1e15)) assert.match(value, new RegExp(`^${kModel[`cmi\\.interactions\\.\\d+\\.${name}`]}$`), `${exercise.id} ${name}`);
      answers.take(detail);
    }
  }
  assert.ok(answers.kept.length <= 4096);
  const fields = (answer, kind) => Object.fromEntries(interactionOf({ figure: '', id: 'x', kind, answer, right: true }, { id: 'x', kind, choices: { yes: 'Yes', no: 'No' } }, new Date(2026, 1, 3, 4, 5, 6), NaN));
  assert.deepEqual(fields('no', 'choice'), { id: 'x', type: 'choice', time: '04:05:06', student_response: 'b', result: 'correct' });
  assert.deepEqual(['−1,024', '+7.', ' 4 096 '].map((typed) => fields(typed, 'number').student_response), ['-1024', '7', '4096']);
  assert.equal(spanOf(3_725_678), '0001:02:05.68');
  const many = Array.from({ length: 120 }, (_, k) => ({ id: `exercise-${k}`, kind: 'number', choices: {} }));
  const long = new Answers(many);
  for (const { id, kind } of many) long.take({ figure: '', id, kind, answer: '7'.repeat(255), right: true });
  assert.ok(long.kept.length <= 4096 && long.isComplete);
  assert.equal(new Answers(many, long.kept).score, '100');
  for (const kept of ['', 'null', '7', '{"exercise-1":7}', '{"exercise-1":["a","toString"]}', '{"exercise-1":[', '"x"']) assert.equal(new Answers(many, kept).entries.size, 0, kept);
});

test('what is predicted, typed and done is in the LMS, and who comes back sees it', async () => {
  let frame = await launch();
  assert.deepEqual(await answer(frame, 'saddle', choose, 'middle'), { figure: 'landscape', id: 'saddle', kind: 'choice', answer: 'middle', right: true });
  await answer(frame, 'saddle', choose, 'valley');
  await answer(frame, 'products', type, '64');
  await answer(frame, 'products', type, '40');
  assert.ok((await note(frame, 'saddle')).includes(`first answer: “${middle}”, right.`));
  assert.match(await note(frame, 'products'), /“64”, not right\./);
  assert.equal((await answer(frame, 'sixteen', set, 'N=16&at=500')).right, false);
  assert.equal(await note(frame, 'sixteen'), 'Recorded: not done yet.');
  assert.equal((await answer(frame, 'sixteen', set, 'N=16&at=500&targets=all')).right, true);
  assert.equal(await note(frame, 'sixteen'), 'Recorded: done.');

  assert.ok(await frame.evaluate(() => [...document.querySelectorAll('a[href^="http"]')].every(({ target }) => target === '_blank')), 'no link ends the session');

  const { calls, cmi } = await leave();
  assert.deepEqual(wrongIn(calls), []);
  assert.deepEqual([calls[0].name, calls.at(-1).name], ['LMSInitialize', 'LMSFinish']);
  assert.equal(calls.filter(({ name }) => name === 'LMSCommit').length, 1 + 6, 'one at the start, one for each answer');
  assert.deepEqual(sentIn(cmi).map(({ id, type, student_response, result }) => [id, type, student_response, result]), [
    ['saddle', 'choice', 'b', 'correct'],
    ['saddle', 'choice', 'a', 'wrong'],
    ['products', 'numeric', '64', 'wrong'],
    ['products', 'numeric', '40', 'correct'],
    ['sixteen', 'performance', 'N=16', 'wrong'],
    ['sixteen', 'performance', 'N=16&targets=all', 'correct'],
  ]);
  const { lesson_status, lesson_location, score } = cmi.core;
  assert.deepEqual([lesson_status, lesson_location, score.raw, score.min, score.max], ['incomplete', 'sixteen', String(Math.round((100 * 100 * 2) / exercises.length) / 100), '0', '100']);

  frame = await launch({ kept: { suspend_data: cmi.suspend_data }, core: { lesson_location, lesson_status: 'incomplete', entry: 'resume' } });
  assert.ok((await note(frame, 'saddle')).includes(`“${middle}”, right.`));
  assert.match(await note(frame, 'products'), /“64”, not right\./);
  assert.equal(await note(frame, 'one-head'), '');
  await until(frame, () => Math.abs(document.querySelector('[data-exercise="sixteen"]').getBoundingClientRect().top) < innerHeight);
  const again = await leave();
  assert.deepEqual(wrongIn(again.calls), []);
  assert.equal(again.cmi.core.lesson_status, 'incomplete');
});

test('with the last answer the lesson is completed, and stays so', async () => {
  const kept = JSON.stringify(Object.fromEntries(exercises.filter(({ id }) => id !== 'products').map(({ id }) => [id, ['', 'right']])));
  let frame = await launch({ kept: { suspend_data: kept }, core: { lesson_status: 'incomplete' } });
  await shout(frame, { figure: 'head_count', id: 'one-head', kind: 'number', answer: '', right: null }); // shown, when it was right before
  await answer(frame, 'products', type, '40');
  const { calls, cmi } = await leave();
  assert.deepEqual(wrongIn(calls), []);
  assert.deepEqual(sentIn(cmi).map(({ id, student_response, result }) => [id, student_response, result]), [['one-head', '', 'neutral'], ['products', '40', 'correct']]);
  assert.deepEqual([cmi.core.lesson_status, cmi.core.score.raw], ['completed', '100']);
  frame = await launch({ kept: { suspend_data: '' }, core: { lesson_status: 'completed', lesson_mode: 'review' } });
  await shout(frame, { figure: 'feature_map', id: 'products', kind: 'number', answer: '1', right: false });
  const review = await leave();
  assert.deepEqual(wrongIn(review.calls), []);
  assert.equal(review.calls.at(-1).name, 'LMSFinish');
  assert.deepEqual(review.calls.filter(({ name }) => name === 'LMSSetValue'), [], 'to look at only');
});

test('an LMS that fails in any way stops nobody, and the learner is told that nothing is recorded', async () => {
  for (const broken of ['throws', 'closed', 'refuses', 'speechless']) {
    const frame = await launch({ broken });
    await shout(frame, { figure: 'feature_map', id: 'products', kind: 'number', answer: '40', right: true });
    assert.match(await note(frame, 'products'), /did not record this answer/, broken);
    await shout(frame, { figure: 'feature_map', id: 'unheard-of', kind: 'number', answer: '40', right: true });
    await leave();
  }
  assert.deepEqual(page.complaints, []);
});

test('in a window of its own it finds the LMS that opened it; opened from disk it is the article, and asks for nothing', async () => {
  await launch();
  await leave();
  const [opened] = await Promise.all([
    new Promise((resolve) => page.once('popup', resolve)),
    page.evaluate(() => {
      window.calls.length = 0;
      window.runtime.reset();
      window.open('/index.html');
    }),
  ]);
  await until(page, () => window.calls.some(({ name }) => name === 'LMSCommit'));
  await opened.close();
  await until(page, () => window.calls.at(-1).name === 'LMSFinish');
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await answer(page, 'products', type, '40');
  assert.equal(await page.$('.recorded'), null);
  assert.match(await page.$eval('footer', (node) => node.textContent), /a learning platform that opens this copy records them/);
  await settled(page);
  const own = [...['/lms.html', '/runtime.js', '/index.html'].map((path) => server.address + path), page.url().split('#')[0]]; // the figure may have written its state behind #
  assert.deepEqual([...new Set(asked.filter((url) => !/^(blob|data):/.test(url) && !own.includes(url)))], []);
  assert.deepEqual(page.complaints, []);
});

// The exercises against the learner: a passing and a failing fixture each, and answers that follow the figure.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { numbersIn, readNumber } from '../../web/classroom/kinds.js';
import { derivations } from '../../web/article/derivations.mjs';
import { readLessons, resultsIn, speaking } from '../../web/article/lessons.mjs';
import { inEnglish } from '../../web/article/numbers.mjs';
import { readTold } from '../../web/article/shown.mjs';
import { exercises } from '../../web/exercises.js';
import { articleFigures as figures, openSite, partsOf, readText, site } from './server.mjs';

const told = await readTold();
const lessons = await readLessons();

/** What a figure shows with these values, in all languages. */
async function shown(figure, query) {
  const learner = await openSite([...new Set([...partsOf(figure), 'letters'])]);
  learner.languages = told;
  return { ...learner.result(figure, query, readText), elsewhere: learner.elsewhere() };
}

/** As a language's readers see it. */
const inLanguage = (result, tag) => resultsIn(new Map([['', result]]), tag).get('');

/** A result with other words in some cells of the second column. */
function altered(result, cells) {
  const table = { ...result.table, rows: result.table.rows.map(([name, ...rest]) => [name, ...(name in cells ? [cells[name]] : rest)]) };
  return { ...result, table, english: table };
}

// right, wrong: answers to the question, or for a task values of the figure. elsewhere: what the answer would be if the figure showed
// something else, by other values or, where those cannot do it, by other words in its table.
// Switches that stand at one place for the tokens shown, of heads that questions could take apart if both answered something.
const kMeetOnly = 'd=2&m=2&theta=0.5,-0.3,0.1,0.9,0.8,-0.3,-0.2,0.9&w=0,0,0,0,1,0,0,1';
// Heads that differ in one column of Θ: their switches meet while the other's sign is flipped.
const kSharedColumn = 'd=2&m=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.1,-0.9';
const fixtures = {
  saddle: { right: 'middle', wrong: 'valley', elsewhere: { query: 'hidden=1&balls=0.1,0', answer: 'valley' } },
  products: { right: '40', wrong: '64', elsewhere: { query: 'd=2', answer: '6' } },
  'below-the-line': { right: '0', wrong: '3', elsewhere: { cells: { 'Relaxed optimum': '2.5' }, answer: '64' } },
  'bought-luck': { right: 'some', wrong: 'none', elsewhere: { cells: { 'Stuck with 2 heads': '0 of 200' }, answer: 'none' } },
  sixteen: { right: 'N=16&targets=causal', wrong: 'N=16', also: ['N=32&targets=all', 'N=16&d=2', 'N=16&targets=all&noise=0.1'] },
  'one-head': { right: 'found', wrong: 'full', elsewhere: { cells: { 'Error, fewest heads': '0.2' }, answer: 'full' } },
  worst: { right: '75', wrong: '4096', elsewhere: { query: 'd=5&lambda=0.001', answer: '8' } },
  'safe-question': { right: 'same', wrong: 'different', elsewhere: { query: 'ask=telling', answer: 'different' } },
  'a-pinch': { right: 'share=0.02&N=4096', wrong: '', also: ['share=0.5', 'share=0.005&N=1024'] },
  'by-luck': { right: 'few', wrong: 'nearly', elsewhere: { query: 'states=4&N=240', answer: 'nearly' } },
  rounding: { right: 'exact', wrong: 'sum', elsewhere: { query: 'machine=beaver4&N=150', answer: 'large' } },
  patience: { right: 'some', wrong: 'all', elsewhere: { query: 'h2=0&h4=0&h8=0&h16=0&layers2=0&layers4=0&full=0&epochs=20', answer: 'none' } },
  polynomial: { right: 'ten', wrong: 'hundredth', elsewhere: { query: 'from=enough&targets=all&d=256', answer: 'hundredth' } },
  bag: { right: 'pairs', wrong: 'attention', elsewhere: { query: 'corpus=article&n=2', answer: 'attention' } },
  bias: { right: 'little', wrong: 'same', elsewhere: { query: 'phase=1', answer: 'same' } },
  twins: { right: 'd=2&m=2&theta=1,1,0,1,1,1,0,1', wrong: 'd=2&m=2', also: ['m=3&noise=0.01', 'd=2&m=2&w=0,0,0,0,1,0,0,1', kMeetOnly, kSharedColumn] },
};

const { LIFTED_FIGURE: one } = process.env; // bash tests/run.sh figure NAME: only its exercises
const asked = exercises.filter(({ figure }) => !one || figure === one);

let results;
before(async () => {
  const made = await Promise.all(asked.map(async ({ id, figure, state }) => [id, await shown(figure, state)]));
  results = Object.fromEntries(made);
});

test('every figure of the article has an exercise, and names do not collide', () => {
  assert.ok(exercises.length >= 12);
  assert.deepEqual(figures.filter((id) => !exercises.some(({ figure }) => figure === id)), []);
  assert.deepEqual(exercises.filter(({ figure }) => !figures.includes(figure)), []);
  const headings = [...readText('article.html').matchAll(/<h[234] id="([\w-]+)"/g)].map(([, id]) => id);
  const ids = [...exercises.map(({ id }) => id), ...figures, ...headings];
  assert.ok(headings.length > 30);
  assert.equal(new Set(ids).size, ids.length, 'an address names one slide');
  assert.deepEqual(Object.keys(fixtures).toSorted(), exercises.map(({ id }) => id).toSorted());
  assert.deepEqual(Object.keys(derivations).toSorted(), exercises.map(({ id }) => id).toSorted(), 'web/article/derivations.mjs has a proof for each');
});

for (const exercise of asked) {
  const { right, wrong, also = [], elsewhere } = fixtures[exercise.id] ?? assert.fail(`the list \`fixtures\` of this file has no answers for the exercise “${exercise.id}”`);
  if (exercise.kind === 'task') {
    test(`${exercise.id}: what the guide proposes and another way are accepted; its start and near misses are not`, async () => {
      assert.ok(exercise.check('', results[exercise.id]).right);
      const { right: passes, because } = exercise.check('', await shown(exercise.figure, right));
      assert.ok(passes && because.length > 40, right);
      const start = await shown(exercise.figure, exercise.start);
      assert.equal(exercise.check('', start).right, false, 'the start');
      for (const query of [wrong, ...also]) {
        const verdict = exercise.check('', await shown(exercise.figure, query));
        assert.equal(verdict.right, false, query);
        assert.ok(verdict.words.length > 20 && verdict.because === '', 'it says what is missing, and does not give the answer away');
      }
    });
    continue;
  }
  test(`${exercise.id}: the right prediction passes, a wrong one does not, and the answer follows the figure`, async () => {
    const result = results[exercise.id];
    assert.ok(exercise.check(right, result).right);
    const verdict = exercise.check(wrong, result);
    assert.equal(verdict.right, false);
    assert.ok(verdict.words.includes(exercise.answer(result)), 'a wrong prediction is told the right one');
    const other = elsewhere.query ? await shown(exercise.figure, elsewhere.query) : altered(result, elsewhere.cells);
    assert.ok(exercise.check(elsewhere.answer, other).right, `${elsewhere.query ?? 'altered'}: ${exercise.answer(other)}`);
    assert.equal(exercise.check(right, other).right, false);
  });
}

test('an explanation is whole sentences with numbers of the figure, and nothing undefined', () => {
  for (const exercise of asked) {
    const because = exercise.because(results[exercise.id]);
    assert.match(because, /^[A-Z0-9].*[.]$/, exercise.id);
    assert.doesNotMatch(because, /undefined|NaN|Infinity|\[object/, exercise.id);
    assert.ok(numbersIn(because).length > 0, exercise.id);
  }
});

test('a figure that speaks another language gets the same verdicts, and their reasons have the same numbers', () => {
  assert.ok(told.size > 0);
  for (const exercise of asked) {
    const result = results[exercise.id];
    const { right, wrong } = fixtures[exercise.id];
    const verdicts = (/** @type {typeof result} */ seen) => (exercise.kind === 'task' ? [exercise.check('', seen)] : [right, wrong].map((answer) => exercise.check(answer, seen))).map((verdict) => verdict.right);
    for (const tag of told.keys()) {
      const seen = inLanguage(result, tag);
      assert.notDeepEqual(seen.table, result.table, `${exercise.id}: the figure speaks ${tag}`);
      assert.deepEqual(verdicts(seen), verdicts(result), `${exercise.id} in ${tag}`);
      const numbers = (/** @type {string} */ text, lang = 'en') => numbersIn(text.replaceAll(/\d+(?:[.,\u202f]\d+)*/g, (number) => inEnglish(number, lang))).toSorted((a, b) => a - b);
      assert.deepEqual(numbers(speaking(tag, lessons.get(tag), () => exercise.because(seen)), tag), numbers(exercise.because(result)), `${exercise.id} in ${tag}`);
    }
  }
});

test('numbers are read as figures write them, and as people type them', () => {
  assert.deepEqual(numbersIn('7.36·10⁻³¹ of 4,096; −1.2, 94.8 %, 10⁻⁴ and 5'), [7.36e-31, 4096, -1.2, 94.8, 1e-4, 5]);
  assert.deepEqual(['12', ' 4,096 ', '4 096', '-3', '6.0', '1.5', '2,5', '0,125'].map(readNumber), [12, 4096, 4096, -3, 6, 1.5, 2.5, 0.125]);
  for (const text of ['', 'six', '1e', '6 heads', '0x6', '--1']) assert.ok(Number.isNaN(readNumber(text)), text);
});

test("the page, the guide and the worksheet hold every question; the answers are the learner's, and none is on the worksheet", { skip: one ? 'of the whole site' : false }, () => {
  const plain = (path) => readFileSync(join(site, path), 'utf8').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&quot;', '"');
  const [page, guide, worksheet] = ['article.html', 'teach/guide.html', 'teach/worksheet.html'].map(plain);
  for (const exercise of exercises) {
    const because = exercise.because(results[exercise.id]);
    for (const html of [page, guide, worksheet]) assert.ok(html.includes(exercise.question), exercise.id);
    for (const html of [page, guide]) assert.ok(html.includes(because), `${exercise.id}: ${because}`);
    assert.ok(!worksheet.includes(because) && !worksheet.includes(exercise.misconception), exercise.id);
    const [show, solution] = ['show', 'solution'].map((part) => derivations[exercise.id][part].replaceAll(/_(\w+)/g, '<sub>$1</sub>'));
    for (const words of [exercise.aim, exercise.misconception, exercise.discuss, show, solution]) assert.ok(guide.includes(words), exercise.id);
    for (const html of [page, worksheet]) assert.ok(html.includes(show) && !html.includes(solution), exercise.id);
    assert.ok(page.includes(exercise.discuss), exercise.id);
  }
});

// What article and exercises say in numbers: every claim of web/claims.js holds of what the learner found when the site was
// built, a false one would be noticed, each is made, and nothing is claimed without.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bareSentences, brokenClaims, statements, wordsOf } from '../../web/article/claims.mjs';
import { fillNumbers } from '../../web/article/numbers.mjs';
import { linksIn } from '../../web/article/page.mjs';
import { claims, given } from '../../web/claims.js';
import { openSite, readText } from './server.mjs';

const source = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
const filled = fillNumbers(source);
const text = `${statements(filled)}\n${wordsOf(filled)}`;

test('every claim holds of what the learner finds', () => {
  assert.deepEqual(JSON.parse(readFileSync(new URL('../../build/verdicts.json', import.meta.url), 'utf8')).claims, []);
});

test('what a figure finds decides a claim, and one that does not hold is named with what is found', async () => {
  const learner = await openSite();
  const find = (/** @type {string} */ state) => learner.stateResult(state, readText);
  const says = 'Tokens have two numbers.';
  const holds = ({ table }) => table.rows.some(([name, value]) => name === 'Features ψ' && value === '6');
  assert.deepEqual(brokenClaims(find, [{ says, of: ['feature_map?d=2'], holds }]), []);
  const [broken, ...more] = brokenClaims(find, [{ says, of: ['feature_map?d=3'], holds }]);
  assert.match(broken, /^“Tokens have two numbers.” is no longer so:\n {2}feature_map\?d=3: .+/);
  assert.deepEqual(more, []);
});

test('every claim is made, and so is everything that is said to need none', () => {
  for (const { says, of } of claims) {
    assert.ok(text.includes(says), says);
    assert.ok(of.length > 0, says);
  }
  for (const words of Object.values(given).flat()) assert.ok(text.includes(words), words);
});

test('no sentence with a number is left bare', () => {
  assert.deepEqual(bareSentences(source), []);
  // A new one would be found, in the text and in a caption, but not where a formula gives its number.
  const added = (/** @type {string} */ html) => bareSentences(source.replace('<figcaption>', `<figcaption>${html} `));
  assert.deepEqual(added('Most of 17 runs fail.'), ['Most of 17 runs fail.']);
  assert.deepEqual(added('Half of them fail.'), ['Half of them fail.']);
  assert.deepEqual(added('There are {{psi(9)}} of them.'), []);
});

test('every state that the article leads to has a claim, and so has everything that it offers to try', () => {
  const claimed = new Set(claims.flatMap(({ of }) => of));
  const linked = linksIn(filled).map(({ figure, query }) => `${figure}?${query}`);
  assert.deepEqual([...new Set(linked)].filter((state) => !claimed.has(state)), []);
  const lists = [...filled.matchAll(/<ul class="trials">.*?<\/ul>/gs)].flatMap(([list]) => list.match(/<li>.*?<\/li>/gs) ?? []);
  const trials = lists.filter((item) => linksIn(item).length > 0).map(wordsOf);
  assert.ok(trials.length > 40);
  assert.deepEqual(trials.filter((item) => !claims.some(({ says }) => item.includes(says))), []);
});

test('the numbers of the three words are those that a hand works out', () => {
  // cats (1, 0), eat (0, 1), fish (1, 1) asks. Matches 1, 1, 2; e = 2.71828, e² = 7.38906.
  const cells = [...filled.matchAll(/<tr><th scope="row">(cats|eat|fish)<\/th>(.*?)<\/tr>/g)].map(([, , row]) => [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell));
  assert.deepEqual(cells, [['1', '0', '1', '2.72', '0.21'], ['0', '1', '1', '2.72', '0.21'], ['1', '1', '2', '7.39', '0.58']]);
  // 2.71828 + 2.71828 + 7.38906 = 12.82562; (2.71828 + 7.38906) / 12.82562 = 0.78806.
  assert.match(text, /add up to\s+12\.83,/);
  assert.ok(filled.includes('$(0.79, 0.79)$'));
  for (const formula of [
    '1\\tbinom{1}{0} + 1\\tbinom{0}{1} + 2\\tbinom{1}{1} \\;=\\; \\tbinom{3}{3}',
    '\\end{pmatrix} = \\begin{pmatrix} 2 & 1 \\\\ 1 & 2 \\end{pmatrix}',
    '\\G \\z = \\begin{pmatrix} 3 \\\\ 3 \\end{pmatrix}',
    '\\V \\G \\Q \\z = \\begin{pmatrix} 1 \\\\ 0 \\end{pmatrix}',
    '<th scope="row">$\\z_1$ = 1</th><td>2</td><td>1</td><td>2</td>',
    '<th scope="row">$\\z_2$ = 1</th><td>2</td><td><b>1</b></td><td>2</td>',
  ]) assert.ok(filled.includes(formula), formula);
});

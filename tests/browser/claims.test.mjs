// What the article says of its figures: each claim of web/claims.js stands in the article, and holds of what the learner
// finds now; and every state that the article leads to has a claim.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fillNumbers } from '../../web/article/numbers.mjs';
import { linksIn } from '../../web/article/page.mjs';
import { claims } from '../../web/claims.js';
import { openSite, readText } from './server.mjs';

const source = fillNumbers(readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8'));
const kEntities = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
/** @param {string} html */
const wordsOf = (html) =>
  html
    .replaceAll(/<a class="cite".*?<\/a>|<[^>]+>/gs, '')
    .replaceAll(/&\w+;/g, (entity) => kEntities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ');
const words = wordsOf(source);

const learner = await openSite();
const known = new Map();

/** What a figure finds in a state that is written as in a link, computed once. @param {string} state */
function resultOf(state) {
  const [figure, query = ''] = state.split('?');
  if (!known.has(state)) known.set(state, learner.result(figure, query, readText));
  return known.get(state);
}

for (const { says, of, holds } of claims) {
  test(`“${says}”`, () => {
    assert.equal(words.split(says).length, 2, 'it stands in the article, once');
    const results = of.map(resultOf);
    assert.ok(holds(...results), `this is no longer so:\n${results.map(({ title, sentence }, k) => `${of[k]}: ${title}. ${sentence}`).join('\n')}`);
  });
}

test('every state that the article leads to has a claim, and so has everything that it offers to try', () => {
  const claimed = new Set(claims.flatMap(({ of }) => of));
  const linked = linksIn(source).map(({ figure, query }) => `${figure}?${query}`);
  assert.deepEqual([...new Set(linked)].filter((state) => !claimed.has(state)), []);
  const lists = [...source.matchAll(/<ul class="trials">.*?<\/ul>/gs)].flatMap(([list]) => list.match(/<li>.*?<\/li>/gs) ?? []);
  const trials = lists.filter((item) => linksIn(item).length > 0).map(wordsOf);
  assert.ok(trials.length > 40);
  assert.deepEqual(trials.filter((item) => !claims.some(({ says }) => item.includes(says))), []);
});

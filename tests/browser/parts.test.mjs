// The module cut into parts: each figure, from the files that its pages load, computes, says and draws what the module as
// linked does. A function or a word that is in the wrong part shows here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openLearner } from '../../web/article/learner.mjs';
import { parts, partsOf, site } from './server.mjs';
import { chance, drawn } from './states.mjs';

const linked = fileURLToPath(new URL('../../build/wasm/bin/lifted-attention-module', import.meta.url));
const words = readFileSync(join(site, 'article.txt'), 'utf8');
const kStates = 4;
const kMostWork = 1e7;

const whole = await openLearner(`${linked}.js`, `${linked}.wasm`);
const figures = whole.figures();

/** All that a figure gives back for a state, but for `work` that is too much. */
function all(learner, id, state, text) {
  learner.call('open', id);
  const objections = learner.string('set_state', state);
  if (state && learner.call('work') > kMostWork) return null;
  const failed = learner.call('compute', id, learner.string('state', 1), text, new TextEncoder().encode(text).length, 0, 0);
  if (failed) return { objections, error: learner.string('error') };
  const result = Buffer.from(learner.made()).toString('base64');
  assert.equal(learner.call('show', learner.call('result'), learner.call('result_size'), 0, 0, 0), 0);
  const pictures = [[1080, 700, 0], [360, 620, 1]].map((size) => learner.string('svg', ...size));
  return { objections, result, told: learner.string('describe'), controls: learner.string('controls'), pictures };
}

for (const figure of figures) {
  const { id } = figure;
  test(`${id} is the same from its parts as in one piece`, async () => {
    const needed = [...partsOf(id), 'svg'].map((name) => join(site, `parts/${name}.wasm`));
    const cut = await openLearner(join(site, 'lifted-attention-module.js'), join(site, 'lifted-attention.wasm'), needed);
    const text = figure.texts.length > 0 ? words : '';
    assert.deepEqual(cut.figures().find((schema) => schema.id === id), figure);
    const random = chance(11);
    const states = ['', ...Array.from({ length: kStates }, () => drawn(figure, random))];
    for (const state of states) assert.deepEqual(all(cut, id, state, text), all(whole, id, state, text), state);
    for (const { id: action } of figure.parameters.filter(({ kind }) => kind === 'action')) {
      for (const learner of [cut, whole]) learner.call('act', action);
      assert.equal(cut.string('state', 1), whole.string('state', 1), action);
    }
  });
}

test('only the first figure needs no part, and parts are what the page says', () => {
  assert.deepEqual(figures.map(({ id }) => id).filter((id) => partsOf(id).length === 0), [figures[0].id]);
  assert.ok(parts.includes('shared'));
  const element = readFileSync(join(site, 'lifted-attention.js'), 'utf8');
  for (const name of parts) assert.ok(element.includes(`"${name}"`), name);
});

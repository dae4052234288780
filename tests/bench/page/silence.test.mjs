// How long the learner keeps silent: between two words of progress, in processor time of its own thread, so that
// neighbours do not count. Every figure as it comes, and with all numbers at their largest.
//   LIFTED_PROGRESS_SECONDS=n   of each run so much is watched, 1 unless said
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openLearner } from '../../../web/article/learner.mjs';
import { progress as limits } from '../../limits.mjs';
import { recorder } from '../../record.mjs';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const open = () => openLearner(`${top}build/wasm/bin/lifted-attention-module.js`, `${top}build/wasm/bin/lifted-attention-module.wasm`);
const seconds = Number(process.env.LIFTED_PROGRESS_SECONDS ?? 1);
const limit = limits.silence(seconds);
const record = recorder('progress');
let longest = { silence: 0, where: '' };
after(() => record(limit, longest.silence, longest.where));

/** ms that this thread has had a processor. */
const processor = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

/** The longest silence in the beginning of one run, in an instance that nobody uses after it. */
async function watch(schema, query) {
  const { id } = schema;
  const learner = await open();
  assert.deepEqual(learner.objections(id, query), []);
  const state = learner.string('state', 1);
  const sample = learner.sample(schema);
  const prose = sample && readFileSync(`${top}web/${sample}`, 'utf8');
  const enough = new Error('seen enough');
  let found = { silence: 0, where: '' };
  let stage = 0;
  const began = processor();
  let last = began;
  const word = () => {
    const now = processor();
    if (now - last > found.silence) found = { silence: now - last, where: `${id}, stage ${stage + 1}` };
    if (now - began > 1000 * seconds) throw enough;
    last = now;
  };
  learner.raw.onBegin = (next) => (word(), (stage = next));
  learner.raw.onProgress = word;
  try {
    assert.equal(learner.call('compute', id, state, prose, Buffer.byteLength(prose), 0, 0), 0, `${id}?${state}`);
    word();
  } catch (error) {
    if (error !== enough) throw error;
  }
  return found;
}

for (const schema of (await open()).figures()) {
  const largest = schema.parameters.filter(({ kind, affects }) => kind === 'range' && affects === 'result').map(({ id, max }) => `${id}=${max}`);
  for (const query of ['', largest.join('&')]) {
    test(`${schema.id}?${query} speaks`, async () => {
      const found = await watch(schema, query);
      if (found.silence > longest.silence) longest = found;
    });
  }
}

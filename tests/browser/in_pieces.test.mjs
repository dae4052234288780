// How a run in pieces is shared out (web/element/pieces.js), without a browser: a worker here is a promise and a note of its end.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: 4 } });
const { Cancelled, Crashed, kTogether } = await import('../../web/element/worker_pool.js');
const { runInPieces } = await import('../../web/element/pieces.js');

const kCount = 5;
const settle = () => new Promise((resolve) => setImmediate(resolve));
const bytes = (...values) => Uint8Array.from(values);

let begun; // every job that a worker was given
let heard;
let now;
let run;

/** The page's instance: a run is cut into `count` pieces, and a preview is the bytes of the previous one, theirs, and a 255. */
function instanceOf(count) {
  let result = bytes();
  return {
    call(name, _, query, previous, size, pieces) {
      if (name === 'pieces') return count;
      if (name === 'join') result = bytes(...previous, ...pieces, 255);
      return name === 'result_size' ? result.length : 0;
    },
    bytes: () => result,
  };
}

const pool = {
  run(job, listener) {
    const one = { job, listener };
    one.done = new Promise((resolve, reject) => Object.assign(one, { resolve, reject }));
    begun.push(one);
    return { done: one.done, cancel: () => one.reject(new Cancelled()) };
  },
};

const listener = {
  begin: (stage) => heard.push(`stage ${stage}`),
  progress: (fraction) => heard.push(fraction),
  preview: (preview) => heard.push([...preview]),
};

function start(count = kCount) {
  run = runInPieces(pool, instanceOf(count), { figure: 'f', query: 'q', text: null, previous: bytes(9) }, listener);
}

const places = () => begun.map(({ job }) => job.piece);
async function finish(at, piece = begun[at].job.piece) {
  begun[at].resolve({ result: bytes(piece), times: [1, 2] });
  await settle();
}

beforeEach(() => {
  [begun, heard, now] = [[], [], 0];
  mock.method(performance, 'now', () => now);
});

test('on four cores three workers share a run; the first pieces are begun first, and the next when one is done', async () => {
  assert.equal(kTogether, 3);
  start();
  assert.deepEqual(places(), [0, 1, 2]);
  assert.deepEqual([...begun[0].job.previous], [9]);
  await finish(1);
  await finish(0);
  assert.deepEqual(places(), [0, 1, 2, 3, 4]);
  for (const at of [4, 2, 3]) await finish(at);
  const last = begun[5].job;
  assert.deepEqual([last.piece, [...last.pieces], last.previous], [undefined, [0, 1, 2, 3, 4], null]);
  begun[5].resolve({ result: bytes(7), times: [10] });
  assert.deepEqual(await run.done, { result: bytes(7), times: [15, 10] });
});

test('a run that is not cut goes to one worker as it is', async () => {
  start(1);
  assert.deepEqual(places(), [undefined]);
  assert.equal(begun[0].listener, listener);
});

test('progress is that of all pieces together and never goes back; stages neither', async () => {
  start();
  begun[0].listener.begin(0, 0);
  begun[1].listener.begin(1, 0);
  begun[2].listener.begin(0, 0);
  begun[0].listener.progress(0.5, 0);
  begun[1].listener.progress(0.5, 0);
  begun[1].reject(new Crashed('lost'));
  await settle();
  begun[3].listener.progress(0.1, 0);
  for (const at of [0, 2, 3]) await finish(at);
  for (const at of [4, 5]) await finish(at);
  begun[6].listener.progress(0.5, 0);
  const fractions = heard.filter((one) => typeof one === 'number');
  assert.deepEqual(fractions, fractions.toSorted((a, b) => a - b));
  assert.ok(fractions.at(-2) < 1 && fractions.at(-2) > 0.9 && fractions.at(-1) < 1);
  assert.deepEqual(heard.filter((one) => typeof one === 'string'), ['stage 0', 'stage 1']);
});

test('a piece whose worker is lost is made again, once; then one worker does the whole run', async () => {
  start();
  begun[0].listener.progress(0.5, 0);
  begun[1].reject(new Crashed('lost'));
  await settle();
  assert.deepEqual(places(), [0, 1, 2, 1]);
  begun[3].reject(new Crashed('lost'));
  await settle();
  assert.deepEqual(places(), [0, 1, 2, 1, undefined]);
  assert.equal(begun[4].job.pieces, undefined);
  await assert.rejects(begun[0].done, Cancelled);
  begun[4].listener.progress(0.01, 0);
  assert.equal(heard.at(-1), heard.at(-2), 'what was told is not taken back');
  begun[4].resolve({ result: bytes(7), times: [] });
  assert.deepEqual([...(await run.done).result], [7]);
});

test('what is wrong with the data is what one worker says of it', async () => {
  start();
  begun[2].resolve({ error: 'a piece says so', times: [] });
  await settle();
  assert.deepEqual(places(), [0, 1, 2, undefined]);
  begun[3].resolve({ error: 'too few', times: [] });
  assert.equal((await run.done).error, 'too few');
});

test('to cancel ends every worker, and nothing follows', async () => {
  start();
  await finish(0);
  run.cancel();
  await assert.rejects(run.done, Cancelled);
  for (const at of [1, 2, 3]) await assert.rejects(begun[at].done, Cancelled);
  await settle();
  assert.equal(begun.length, 4);
});

test('previews have the newest of each piece, half-done or done; not before half a second, nor one after the other', async () => {
  const previews = () => heard.filter(Array.isArray);
  start();
  await finish(1);
  assert.deepEqual(previews(), []);
  now = 600;
  begun[0].listener.preview(bytes(40), [1]);
  assert.deepEqual(previews(), [[9, 40, 1, 255]]);
  now = 610;
  begun[0].listener.preview(bytes(41), [1]);
  assert.equal(previews().length, 1);
  now = 700;
  await finish(0, 42);
  assert.deepEqual(previews().at(-1), [9, 42, 1, 255]);
});

// When a figure runs (web/element/runner.js), without a browser: a run here is a promise and a note of its end.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

globalThis.LIFTED_PARTS = {}; // what the build puts in
const { Cancelled } = await import('../../web/element/worker_pool.js');
const { kGrace, Runner } = await import('../../web/element/runner.js');

let began;
let told;
let runner;
let hears; // what the page does when it hears of a result

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  mock.method(performance, 'now', () => now);
  globalThis.pass = (milliseconds) => {
    now += milliseconds;
    mock.timers.tick(milliseconds);
  };
  began = [];
  told = [];
  hears = () => {};
  runner = new Runner(
    (job) => {
      const run = { job };
      run.done = new Promise((resolve, reject) => Object.assign(run, { resolve, reject }));
      run.cancel = () => {
        run.cancelled = true;
        run.reject(new Cancelled());
      };
      began.push(run);
      return run;
    },
    {
      started: (job) => told.push(`started ${job.query}`),
      finished: (job) => (told.push(`finished ${job.query}`), hears()),
      failed: (job) => told.push(`failed ${job.query}`),
      cancelled: () => told.push('cancelled'),
    },
  );
});

const job = (query) => ({ figure: 'f', query, text: null });
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a job runs at once when nothing runs', () => {
  runner.request(job('a'));
  assert.deepEqual(told, ['started a']);
});

test('a young run may end, and the newest of those that wait comes next', async () => {
  for (const name of ['a', 'b', 'c']) runner.request(job(name));
  assert.equal(began.length, 1);
  began[0].resolve({});
  await settle();
  assert.deepEqual(told, ['started a', 'finished a', 'started c']);
});

test(`a run older than ${kGrace} ms gives way at once`, async () => {
  runner.request(job('a'));
  globalThis.pass(kGrace + 1);
  runner.request(job('b'));
  await settle();
  assert.deepEqual(told, ['started a', 'started b']);
});

test(`a young run that has not ended gives way when it is ${kGrace} ms old`, async () => {
  runner.request(job('a'));
  globalThis.pass(50);
  runner.request(job('b'));
  globalThis.pass(kGrace - 51);
  assert.equal(began.length, 1);
  globalThis.pass(2);
  assert.deepEqual(told, ['started a', 'started b']);
});

test('a job that comes all the time does not put off the moment when the old one gives way', () => {
  runner.request(job('a'));
  for (let k = 0; k < 10; ++k) {
    globalThis.pass(20);
    runner.request(job(`b${k}`));
  }
  assert.ok(began.length >= 2);
});

test('cancel stops the run, forgets what waits, and tells once', async () => {
  runner.request(job('a'));
  runner.request(job('b'));
  runner.cancel();
  runner.cancel();
  globalThis.pass(1000);
  await settle();
  assert.deepEqual(told, ['started a', 'cancelled']);
  assert.ok(began[0].cancelled);
  assert.equal(runner.newest, null);
});

test('a page that cancels when it hears of a result cancels what waits as well', async () => {
  hears = () => runner.cancel();
  runner.request(job('a'));
  runner.request(job('b'));
  began[0].resolve({});
  await settle();
  assert.deepEqual(told, ['started a', 'finished a', 'cancelled']);
  assert.equal(runner.newest, null);
});

test('a page that asks for another run when it hears of a result gets that one', async () => {
  hears = () => runner.request(job('c'));
  runner.request(job('a'));
  runner.request(job('b'));
  began[0].resolve({});
  await settle();
  assert.deepEqual(told, ['started a', 'finished a', 'started c']);
  assert.equal(runner.newest.query, 'c');
});

test('what a cancelled run still says is not heard', async () => {
  runner.request(job('a'));
  globalThis.pass(200);
  runner.request(job('b'));
  began[0].resolve({});
  began[1].resolve({});
  await settle();
  assert.deepEqual(told, ['started a', 'started b', 'finished b']);
});

test('a result that comes just when a newer run has taken its place is not shown', async () => {
  runner.request(job('a'));
  globalThis.pass(200);
  began[0].resolve({}); // heard after what follows
  runner.request(job('b'));
  await settle();
  assert.deepEqual(told, ['started a', 'started b']);
  assert.equal(runner.newest.query, 'b');
  began[1].resolve({});
  await settle();
  assert.deepEqual(told, ['started a', 'started b', 'finished b']);
});

test('after a failure the one that waits runs', async () => {
  runner.request(job('a'));
  runner.request(job('b'));
  began[0].reject(new Error('memory'));
  await settle();
  assert.deepEqual(told, ['started a', 'failed a', 'started b']);
});

// The page's workers (web/element/worker_pool.js), without a browser: a worker here is an object that answers as ours does.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: 4 }, configurable: true });
globalThis.self ??= { origin: 'http://a.test' };
const kScript = 'http://a.test/script.js';
const { Crashed, fromFile, Refused, startWith, WorkerPool } = await import('../../web/element/worker_pool.js');

let isOnline;
let made; // addresses that workers were made of

class Answering {
  constructor(address) {
    made.push(String(address));
    queueMicrotask(() => (isOnline ? this.say({ kind: 'hello' }) : this.onerror({ type: 'error', preventDefault() {} })));
  }
  say(data) {
    queueMicrotask(() => this.onmessage?.({ data }));
  }
  postMessage({ start, job }) {
    if (start) return this.say({ kind: 'ready' });
    if (job === 'too much') throw new DOMException('no room', 'DataCloneError');
    if (job === 'unreadable') return queueMicrotask(() => this.onmessageerror?.({}));
    this.say({ kind: 'outcome', outcome: { result: job } });
  }
  terminate() {}
}

const program = { load: async () => 'module', loadFor: async () => null };
const poolOf = () => new WorkerPool(program);
const listener = { begin() {}, progress() {}, preview: null };
const run = (pool, job) => pool.run(job, listener).done;

beforeEach(() => {
  isOnline = true;
  made = [];
  globalThis.Worker = Answering;
  startWith(...fromFile(() => kScript));
});

test('a way that has worked is tried again when the line is back', async () => {
  assert.equal((await run(poolOf(), 'a')).result, 'a');
  isOnline = false;
  await assert.rejects(run(poolOf(), 'b'), Refused);
  isOnline = true;
  assert.equal((await run(poolOf(), 'c')).result, 'c');
});

test('a way that has never worked is not', async () => {
  isOnline = false;
  await assert.rejects(run(poolOf(), 'a'), Refused);
  isOnline = true;
  made = [];
  await assert.rejects(run(poolOf(), 'b'), Refused);
  assert.deepEqual(made, []);
});

test('a job that cannot be sent, and an answer that cannot be read, give their places back', async () => {
  const pool = poolOf();
  for (let k = 0; k < 9; ++k) {
    await assert.rejects(run(pool, 'too much'), { name: 'DataCloneError' });
    await assert.rejects(run(pool, 'unreadable'), Crashed);
  }
  assert.equal((await run(pool, 'a')).result, 'a');
});

test('learn() and the figures of a page share the one policy that its Trusted Types allow', async () => {
  const names = new Set();
  globalThis.trustedTypes = {
    createPolicy(name, { createScriptURL }) {
      assert.ok(!names.has(name), `${name} is there`);
      names.add(name);
      return { createScriptURL: (text) => ({ trusted: true, toString: () => createScriptURL(text) }) };
    },
  };
  globalThis.Worker = class extends Answering {
    constructor(address) {
      assert.ok(address.trusted, 'a string is no trusted address');
      super(address);
    }
  };
  const other = await import(`../../web/element/worker_pool.js?of=${'another script'}`);
  other.startWith(...other.fromFile(() => kScript));
  assert.equal((await run(poolOf(), 'a')).result, 'a');
  assert.equal((await run(new other.WorkerPool(program), 'b')).result, 'b');
  delete globalThis.trustedTypes;
});

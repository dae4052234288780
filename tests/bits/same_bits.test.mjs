// What the module computes as WebAssembly equals a native run, byte for byte: in states chosen to go every way through the
// learner, many too long for tests/browser/bits.test.mjs, which draws its states and compares browsers too.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openLearner } from '../../web/article/learner.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const { LIFTED_FIGURE: one } = process.env; // bash tests/run.sh figure NAME: its default state, by the module that is linked in seconds
const linked = `${top}build/wasm/${one ? 'quick' : 'bin'}/lifted-attention-module`;
const learner = await openLearner(`${linked}.js`, `${linked}.wasm`);
const resultHash = () => createHash('sha256').update(learner.made()).digest('hex');

// The file that a state reads; null for none.
let read = null;
const readText = (name) => readFileSync((read = `${top}web/${name}`), 'utf8');

function hashInWasm(figure, query, text = readText) {
  read = null;
  learner.run(figure, query, text);
  return resultHash();
}

function hashNatively(figure, query, textFile) {
  const bytes = execFileSync(`${top}build/native/describe`, ['--bytes', figure, query, ...(textFile ? [textFile] : [])], {
    maxBuffer: 1 << 28,
  });
  return createHash('sha256').update(bytes).digest('hex');
}

// Besides every figure's default.
const states = {
  algorithm: [
    'd=2&N=64', 'd=4&noise=0.1&lambda=0.001&seed=7', 'd=5&targets=all&N=512', 'd=6&targets=causal&N=256&n=8',
    'd=8&N=1024&H=5', 'd=12&N=2048&n=8', 'd=4&N=16', 'source=memory&m=3', 'source=memory&m=4&noise=0.3',
    'source=text&embedding=6', 'source=text&units=words&embedding=5&context=3',
  ],
  feature_map: ['d=4&n=6&H=16&seed=9', 'd=2&n=1&tokens=0.1,-2.7', 'view=growth&at=12288'],
  language: ['d=5&view=sketch', 'd=6&view=certificate', 'd=5&units=words&constant=1&penalty=fixed&lambda=0', 'd=4&targets=causal&n=4&mixture=signs&view=sketch', 'd=3&N=1024&corpus=article&view=sweep'],
  cost: ['d=12288&from=chosen&N=3.36e+08', 'run=4&n=8&targets=all'],
  head_race: ['d=3&T=7&N=48&epochs=12&runs=2', 'vary=all&epochs=10&own=full&rate=0.003'],
  machines: ['N=24', 'task=weights', 'task=memory&m=3&keys=orthonormal', 'states=2&letters=3&lessons=pairs'],
  phases: ['d=2&N=500', 'm=3&k=3&N=1000&seed=2', 'd=4&k=3&sum=exact&N=2000&tolerance=0.1', 'd=3&m=1&sum=exact', 'd=4&k=4&N=500&margin=3', 'rows=all&d=4&N=2000'],
  turing: ['machine=beaver4&N=150', 'machine=palindrome&size=all&N=300', 'machine=own&states=2&rules=132,132,111,111'],
  certificate: ['mixtures=every&m=3&N=1024'],
  samples: ['d=5&most=512&lambda=0.001', 'labels=softmax&d=3&most=256&noise=0.3', 'targets=all&n=12&most=256', 'n=1&d=3&most=256', 'view=needed&sets=1'],
  softmax: ['noise=1e-06&polish=1', 'road=examples&m=2&d=2&N=16', 'road=heads&d=2', 'm=4&d=5&k=12', 'k=3', 'd=2&m=2&theta=0.5,-0.3,0.1,0.9,0.2,0.4,-0.7,-0.6'],
};
const ids = learner.figures().map(({ id }) => id);
assert.deepEqual(Object.keys(states).filter((id) => !ids.includes(id)), []);

const kCause = 'a result has other bytes as WebAssembly: does `run` call std::pow, exp, log or another function of the C library? Their last bits differ. + − × ÷ and √ are the same everywhere, and so is learner/exponential.hpp';

for (const id of ids.filter((id) => !one || id === one)) {
  for (const query of ['', ...(one ? [] : states[id] ?? [])]) {
    test(`${id} "${query}" gives the same bytes natively and as WebAssembly`, () => {
      const found = hashInWasm(id, query);
      assert.equal(found, hashNatively(id, query, read), kCause);
    });
  }
}

for (const query of one ? [] : ['d=3&n=4&N=90&noise=0.1', 'd=2&n=5&N=64&targets=causal', 'd=4&n=3&N=32&targets=all&seed=3', 'source=memory&m=2&N=200']) {
  test(`the table of ${query} has the same bytes natively and as WebAssembly, and so has what is learned from it`, (t) => {
    const file = join(mkdtempSync(join(tmpdir(), 'table-')), 'data.csv');
    t.after(() => rmSync(dirname(file), { recursive: true }));
    const natively = execFileSync(`${top}build/native/describe`, ['--job', 'data', 'algorithm', query], { maxBuffer: 1 << 28 });
    writeFileSync(file, natively);
    assert.ok(natively.equals(learner.job('data', 'algorithm', query, readText)));
    assert.equal(hashInWasm('algorithm', 'source=numbers', () => natively.toString()), hashNatively('algorithm', 'source=numbers', file));
  });
}

// Cases of the learner's own tests that print a hash of what they computed: see tests/learner/bits.hpp. Without colours,
// since in node doctest takes a pipe for a terminal and colours the beginning of a line.
const hashes = (program, ...first) =>
  execFileSync(program, [...first, '--no-colors=true', '--order-by=name', '--test-case=*same bits natively and as WASM'], { encoding: 'utf8', maxBuffer: 1 << 28 })
    .split('\n').filter((line) => line.startsWith('  bits '));

test('what the learner computes beyond the figures has the same bits natively and as WebAssembly', { skip: one ? 'of no figure' : false }, () => {
  const natively = hashes(`${top}build/native/test_learner`);
  assert.ok(natively.length > 0);
  assert.deepEqual(hashes(process.execPath, `${top}build/wasm/test_bits.js`), natively);
});

test('another seed gives other bytes', () => {
  assert.notEqual(hashInWasm('algorithm', 'seed=2'), hashNatively('algorithm', 'seed=3', null));
});

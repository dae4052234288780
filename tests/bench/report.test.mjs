// The parts of the benchmark that only reckon; measuring itself is not a test.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { judge } from './bars.mjs';
import { featureRows, features } from './features.mjs';
import { fastest } from './full_speed.mjs';
import { exponent } from './growth.mjs';
import { median } from './measure.mjs';
import { growthTable, replaceMarked, short, softmaxTable, table, timesTable, writeCsv } from './report.mjs';
import { examplesFor } from './softmax.mjs';
import { tasks } from './tasks.mjs';

const wasm = ['ours, WASM in node', 'ours, WASM in Chromium'];
const row = (contestant, ms) => ({ task: 'algorithm', targets: 'last', d: 8, contestant, ms });

test('the fitted exponent of 5 x^3 is 3, and of a constant 0', () => {
  const xs = [4, 6, 8, 12, 16];
  assert.ok(Math.abs(exponent(xs, xs.map((x) => 5 * x ** 3)) - 3) < 1e-12);
  assert.ok(Math.abs(exponent(xs, xs.map(() => 7))) < 1e-12);
});

test('the median of an even number of values lies between the middle two', () => {
  assert.equal(median([4, 1, 3]), 3);
  assert.equal(median([10, 1, 2, 4]), 3);
});

test('a bar is met when both engines meet it, missed by the worse one, and left out when it was not measured', () => {
  const bar = (node, chromium) => judge([row('NumPy', 30), row(wasm[0], node), row(wasm[1], chromium)]);
  assert.deepEqual(bar(20, 15).map(({ reached, verdict }) => [reached, verdict]), [['1.50× / 2.00×', 'met']]);
  assert.equal(bar(20, 60)[0].verdict, 'missed by a factor of 2.00');
  assert.deepEqual(judge([row('NumPy', 30), row(wasm[0], 20)]), []);
});

test('memory above its bar is a miss', () => {
  const used = (megabytes) => ['last', 'all'].map((targets) => ({ task: 'algorithm', targets, d: 16, contestant: wasm[1], memory: megabytes * 2 ** 20 }));
  assert.equal(judge(used(512))[0].verdict, 'met');
  assert.equal(judge(used(768))[0].verdict, 'missed by a factor of 1.50');
});

test('a skipped size shows its reason, and a contestant that never took part has no column', () => {
  const text = timesTable([row(wasm[0], 12.345), { ...row('ml-matrix'), skip: 'about 42 s' }], tasks, [wasm[0], 'NumPy', 'ml-matrix']);
  assert.match(text, /\| +12\.3 \| +about 42 s \|/);
  assert.doesNotMatch(text, /NumPy/);
});

test('every line of a table is equally wide', () => {
  const widths = table(['a', 'b'], [['a long cell', '1'], ['x', '1,234']]).split('\n').map((line) => line.length);
  assert.equal(new Set(widths).size, 1);
  assert.match(growthTable([{ stage: 'gram', targets: 'all', against: 'N', measured: 0.987, counted: 1 }]), /0\.99 \| +1\.00/);
});

test('a line of the softmax table has both ways for one size', () => {
  const size = { m: 2, d: 4, k: 12, N: examplesFor({ m: 2, d: 4, k: 12 }), layers: 5 };
  assert.equal(size.N, 11, 'eight times the 64 numbers of the layer, 48 to an example');
  const text = softmaxTable([{ task: 'questions', ...size, ms: 1.5, count: 77, recovered: 5 }, { task: 'examples', ...size, ms: 20, recovered: 4, power: 13.4 }]);
  assert.match(text, /^\| m = 2, d = 4, k = 12 \| +1\.50 \| +77 \| +5 of 5 \| +20\.0 \| +11 \| +4 of 5 \| +10\^13 \|$/m);
});

test('numbers keep three digits', () => {
  assert.deepEqual([0.01234, 1.234, 12.34, 123.4, 1234.5].map(short), ['0.012', '1.23', '12.3', '123', '1,235']);
});

test('the marked block of a file is replaced, and a file without marks is refused', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'text.md');
  writeFileSync(file, 'before\n<!-- Written by tests/bench/run.sh -->\nold\n<!-- End of what tests/bench/run.sh wrote -->\nafter\n');
  replaceMarked(file, 'new');
  assert.equal(readFileSync(file, 'utf8'),
    'before\n<!-- Written by tests/bench/run.sh -->\nnew\n<!-- End of what tests/bench/run.sh wrote -->\nafter\n');
  writeFileSync(file, 'nothing');
  assert.throws(() => replaceMarked(file, 'new'), /no place for the table/);
});

test('a cell with a comma is quoted in CSV', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'rows.csv');
  writeCsv(file, ['contestant', 'ms', 'stages'], [{ contestant: wasm[0], ms: 1.23456789, stages: { gram: 1, solve: 0.23456 } }], 'today');
  assert.equal(readFileSync(file, 'utf8'), '# today\ncontestant,ms,stages\n"ours, WASM in node",1.2346,gram 1.00; solve 0.23\n');
});

test('plain features are G_jk z_l, pair by pair', () => {
  const data = { d: 2, n: 2, N: 1, rows: 1, Z: Float64Array.of(1, 2, 3, 5) }; // tokens (1, 2) and (3, 5): G = [[10, 17], [17, 29]]
  assert.equal(features(2), 6);
  assert.deepEqual([...featureRows(data, 0, 1)], [30, 50, 51, 85, 87, 145]);
});

test("NumPy's kernel is the library's own choice unless another is clearly faster; one that does not run has no speed", () => {
  const speeds = (own, Haswell, Cooperlake) => (kernel) => ({ undefined: own, Haswell, Cooperlake })[String(kernel)] ?? 0;
  assert.equal(fastest(speeds(14, 40, 74)), 'Cooperlake');
  assert.equal(fastest(speeds(74, 40, 75)), undefined);
  assert.equal(fastest(speeds(30, 0, 0)), undefined);
});

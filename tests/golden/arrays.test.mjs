// Arrays as NumPy and programs with safetensors write them become the table that they are; what they lack gets a sentence.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { native } from '../browser/native.mjs';
import { tableOf } from '../../web/element/array_table.js';

const folder = mkdtempSync(join(tmpdir(), 'arrays-'));
after(() => rmSync(folder, { recursive: true }));
const cases = JSON.parse(execFileSync('/usr/bin/python3', [fileURLToPath(new URL('arrays.py', import.meta.url)), folder], { encoding: 'utf8' }));

const kMostBytes = 20_000_000;
const read = (...names) => tableOf(names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) })), kMostBytes);

/** Numbers of a table, by letter: sequences x tokens x columns, '' where there is none. @param {string} table */
function columnsOf(table) {
  const [, head, ...rows] = table.trim().split('\n').map((line) => line.split(','));
  const sequences = [...new Set(rows.map(([sequence]) => sequence))].map((sequence) => rows.filter(([own]) => own === sequence));
  return (letter) => sequences.map((rows) => rows.map((row) => row.filter((_, k) => head[k].startsWith(letter) && head[k] !== 'token').map((cell) => (cell === '' ? '' : Number(cell)))));
}
const inRows = (/** @type {string} */ mode, targets, n) => (mode === 'last' ? targets.map((target) => [...Array.from({ length: n - 1 }, () => target.map(() => '')), target]) : targets);

for (const { files, mode, tokens, targets, predictions } of cases) {
  test(`${files.join(', ')}: the same numbers as in NumPy, and the learner reads them`, () => {
    const table = read(...files);
    assert.ok(table.startsWith(`# targets: ${mode}\n`));
    const columns = columnsOf(table);
    assert.deepEqual(columns('x'), tokens);
    assert.deepEqual(columns('y'), inRows(mode, targets, tokens[0].length));
    if (predictions) {
      const expected = inRows(mode, predictions, tokens[0].length).flat(2);
      for (const [k, p] of columns('p').flat(2).entries()) assert.ok(p === expected[k] || Math.abs(p - expected[k]) < 1e-12 * (1 + Math.abs(expected[k])), `${p}, ${expected[k]}`);
    } else {
      assert.ok(columns('p').flat(2).length === 0);
    }
    const file = join(folder, 'table.csv');
    writeFileSync(file, table);
    const { title, sentence } = JSON.parse(execFileSync(native, ['algorithm', 'source=numbers&lambda=1e-6', file], { encoding: 'utf8' }));
    assert.match(title + sentence, predictions ? /your model’s squared error/ : /Solved for/);
  });
}

for (const [file, says] of [
  ['words.npz', /“tokens” holds no numbers that can be read here/],
  ['flat.npz', /must have the shape sequences × tokens × numbers: it is \(3, 2\)/],
  ['nameless.npz', /No array is called tokens. Arrays that are here: arr_0, arr_1\./],
  ['wrong.npz', /The tokens are \(12, 3, 2\), so the targets must be .*: they are \(11, 2\)/],
  ['half.npz', /one of them is missing/],
  ['crooked.npz', /V must be heads × 2 × 2 and Q heads × 2 × 2: they are \(3, 2, 2\), \(3, 1, 2\)/],
  ['twice.npz', /Two arrays are called tokens/],
  ['mode.npz', /else “last”: it is “causal”/],
  ['torn.npz', /damaged/],
  ['torn.npy', /ends before its last number/],
  ['torn.safetensors', /damaged/],
  ['text.npy', /holds no numbers/],
  ['empty.npz', /damaged/],
  ['far.safetensors', /damaged/],
  ['tokens.npy', /No array is called targets/],
]) {
  test(`${file}: a sentence that says what to do`, () => assert.throws(() => read(file), says));
}

test('whatever bytes come, there is a table or a sentence', () => {
  let seed = 7;
  const next = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
  for (const name of ['plain.npz', 'packed.npz', 'tokens.npy', 'one.safetensors', 'attention.safetensors']) {
    const whole = readFileSync(join(folder, name));
    for (let trial = 0; trial < 300; ++trial) {
      const bytes = Uint8Array.from(whole);
      for (let k = 0; k < 1 + (trial % 4); ++k) bytes[next(trial % 2 ? 200 : bytes.length)] = next(256);
      try {
        tableOf([{ name, bytes }], kMostBytes);
      } catch (error) {
        assert.match(error.message, /^[A-ZW“].*\.$/s, error.stack);
        assert.equal(error.name, 'Error', error.stack);
      }
    }
  }
});

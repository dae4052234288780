// The reference (web/api.sh): headers that others include say what their callers need to know.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gapsOf, kHeaders, pageOf, readHeader } from '../../web/api/headers.mjs';

const read = (/** @type {string} */ name) => readFileSync(new URL(`../../src/${name}`, import.meta.url), 'utf8');

for (const name of kHeaders) {
  test(`${name} says what each entry is, where it fails and what it costs`, () => {
    const header = readHeader(read(name));
    assert.ok(header.entries.length > 5);
    assert.deepEqual(gapsOf(header), []);
    const [last] = /\w+(?=\()/.exec(header.entries.at(-1)?.code ?? '') ?? ['?'];
    assert.ok(pageOf(name, header).includes(`${last}(`));
  });
}

test('what a caller is not told is noticed', () => {
  const gaps = (/** @type {string} */ text) => gapsOf(readHeader(`// Letters.\n\n${text}\n`));
  assert.deepEqual(gaps('// Adds. O(1).\nint add(int a, int b);'), []);
  assert.deepEqual(gaps('int add(int a, int b);'), ['int add(int a, int b);: nothing is said of it', 'int add(int a, int b);: its cost is not given']);
  assert.deepEqual(gaps('// Divides. O(1).\nExpected<int> over(int a,\n                   int b);'), ['Expected<int> over(int a,: its errors are not named']);
  assert.deepEqual(gaps('// Two.\nstruct Two {\n  int a = 0;  // the first\n  int b = 0;\n};'), ['struct Two, int b = 0;: nothing is said of it']);
  assert.deepEqual(gaps('/* Which. */\nenum {\n  ONE, /* the first */\n  OTHER\n};'), ['enum, OTHER: nothing is said of it']);
  assert.match(gapsOf(readHeader('int x;  // a number\n'))[0], /what it is for/);
});

// The reference (web/api.sh): headers that others include say what their callers need to know.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gapsOf, kBehind, kHeaders, pageOf, placesOf, readHeader } from '../../web/api/headers.mjs';
import { gapsOf as pythonGaps, kModule, readModule } from '../../web/api/python.mjs';

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

test('the module of Python says what each function and each field is', () => {
  const module = readModule(read(kModule));
  assert.deepEqual(module.entries.map(({ code }) => code.split(/[(\n]/)[0]), ['def learn', 'class Learned', 'Learned.predict', 'Learned.distance']);
  assert.deepEqual(pythonGaps(module), []);
  const bad = readModule('"""Adds."""\n\nclass Sum:\n    """A sum. a: the first."""\n\n    a: int\n    b: int\n\n\ndef add(a: int, b: int) -> Sum:\n    """Adds. Cost: 1."""\n');
  assert.deepEqual(pythonGaps(bad), ['def add(a: int, b: int) -> Sum: it does not say “Raises”', 'class Sum: nothing is said of b']);
});

/** What callers of JavaScript are not told: each function says what it costs, and how it fails if it gives a promise. @param {string} text */
const typeGaps = (text) =>
  [...text.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s*(?:export function )?(\w+)(?:<[^(]*>)?\([^;]*\): ([^;]+);/gs)].flatMap(([, says, name, back]) => {
    const wanted = ['Cost', ...(back.startsWith('Promise') ? ['Rejects'] : [])];
    return wanted.filter((word) => !new RegExp(`\\b${word}`, 'i').test(says)).map((word) => `${name}(): it does not say “${word}”`);
  });

test('the types of JavaScript say what each function costs, and where its promise rejects', () => {
  const types = ['element', 'define', 'learn'].map((name) => readFileSync(new URL(`../../web/types/${name}.d.ts`, import.meta.url), 'utf8'));
  assert.deepEqual(types.flatMap(typeGaps), []);
  const named = types.flatMap((text) => typeGaps(text.replaceAll(/Costs?|rejects/gi, '')).map((gap) => gap.split('(')[0]));
  assert.deepEqual([...new Set(named)], ['set', 'export', 'import', 'run', 'cancel', 'reset', 'define', 'predict', 'distance', 'learn']);
});

test('every type that learn.hpp names leads to where it is declared', () => {
  const headers = [...kHeaders.slice(0, 1), ...kBehind].map((name) => /** @type {[string, ReturnType<typeof readHeader>]} */ ([name, readHeader(read(name))]));
  const places = placesOf(headers);
  const [[file, learn]] = headers;
  const page = pageOf(file, learn, places);
  for (const name of ['Moments', 'Replay', 'RidgeOptions', 'RowSpectrum', 'TestError', 'Model', 'Dataset', 'make_dataset', 'Progress', 'HeadCountEvidence', 'kMaxSpectrum', 'solve_ridge', 'head_spectrum']) {
    assert.ok(page.includes(`>${name}</a>`), name);
    const [other, place] = places.get(name)?.split('.html#') ?? [];
    const [named, header] = headers.find(([path]) => path.endsWith(`/${other}`)) ?? ['', learn];
    assert.ok(pageOf(named, header, places).includes(`<section id="${place}">`), name);
  }
});

test('what a caller is not told is noticed', () => {
  const gaps = (/** @type {string} */ text) => gapsOf(readHeader(`// Letters.\n\n${text}\n`));
  assert.deepEqual(gaps('// Adds. O(1).\nint add(int a, int b);'), []);
  assert.deepEqual(gaps('int add(int a, int b);'), ['int add(int a, int b);: nothing is said of it', 'int add(int a, int b);: its cost is not given']);
  assert.deepEqual(gaps('// Divides. O(1).\nExpected<int> over(int a,\n                   int b);'), ['Expected<int> over(int a,: its errors are not named']);
  assert.deepEqual(gaps('// Two.\nstruct Two {\n  int a = 0;  // the first\n  int b = 0;\n};'), ['struct Two, int b = 0;: nothing is said of it']);
  assert.deepEqual(gaps('/* Which. */\nenum {\n  ONE, /* the first */\n  OTHER\n};'), ['enum, OTHER: nothing is said of it']);
  assert.match(gapsOf(readHeader('int x;  // a number\n'))[0], /what it is for/);
});

// The element against its types, and its types and colours against the rest of the house.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, top), 'utf8');

for (const [name, file] of [['element', 'web/element/tsconfig.json'], ['service worker', 'web/offline/tsconfig.json']]) test(`the ${name} passes tsc --strict`, () => {
  const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
  const project = fileURLToPath(new URL(file, top));
  try {
    execFileSync(process.execPath, [compiler, '--project', project], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout);
  }
});

test('module.d.ts lists what bindings.cpp exports, and nothing else', () => {
  const exported = [...read('src/bindings/bindings.cpp').matchAll(/LIFTED_EXPORT [\w ]+[ *]+(la_\w+)\(/g)].map(([, name]) => `_${name}`);
  const typed = [...read('web/types/module.d.ts').matchAll(/^ {2}(_la_\w+)\(/gm)].map(([, name]) => name);
  assert.ok(exported.length > 20);
  assert.deepEqual(typed.toSorted(), exported.toSorted());
});

test("the element's colours are those of the figures", () => {
  const theme = read('src/plot/theme.cpp');
  const style = read('web/element/style.js');
  const colours = [...theme.matchAll(/\{"(--la-\w+)", rgb\(0x(\w{6})\), rgb\(0x(\w{6})\)\}/g)];
  assert.ok(colours.length > 10);
  const used = colours.filter(([, name]) => new RegExp(`${name}:`).test(style));
  assert.ok(used.length >= 6);
  for (const [, name, light, dark] of used) {
    const values = [...style.matchAll(new RegExp(`${name}: #(\\w{6})`, 'g'))].map(([, value]) => value);
    assert.deepEqual(values, [light, dark], name);
  }
});

// A room is compiled some files at a time, and which files come together differs from build to build: so a name that a file
// has for itself must be the only one in its room and namespace. (A function may have one name for different parameters.)
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** What a text defines for itself: names of constants and types, and functions with their parameters, under their namespace. @param {string} text */
function ownNames(text) {
  /** @type {string[]} */
  const found = [];
  /** @type {string[]} */
  const open = [];
  for (const statement of text.replace(/\/\/[^\n]*|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'/gs, '').match(/[^;{}]*[;{}]/g) ?? []) {
    const inside = open.length > 0 && open.every((name) => name.startsWith('namespace')) && open.includes('namespace');
    const head = statement.slice(0, -1).replace(/^\s*#.*$/gm, '').trim().replace(/\s+/g, ' ');
    if (inside) {
      const [, type] = /^(?:struct|class|enum(?: class)?) (\w+)/.exec(head) ?? [];
      const [, constant] = /^(?:static |inline )*(?:constexpr|constinit|const) [^(]*?\b(\w+)(?:\[\w*\])*(?: ?=|$)/.exec(head) ?? [];
      const [, name, parameters] = /^[^=(]*?\b(\w+)\((.*)\)(?: const| noexcept)*$/.exec(head) ?? [];
      const own = type ?? constant ?? (statement.endsWith('{') && name && `${name}(${parameters?.replace(/ \w+(?=,|$)/g, '')})`);
      if (own) found.push([...open.filter((name) => name !== 'namespace'), own].join(' '));
    }
    if (statement.endsWith('{')) open.push(/^namespace\b/.test(head) ? head : 'body');
    if (statement.endsWith('}')) open.pop();
  }
  return found;
}

test('the reading of names finds what would clash', () => {
  const text = 'namespace a {\nnamespace {\nconstexpr int kOne = 1;\nstruct Two { int kThree = 3; };\nint four(int x, long y) { constexpr int kFive = 5; return kFive; }\n}\nint six() { return 6; }\n}\n';
  assert.deepEqual(ownNames(text), ['namespace a kOne', 'namespace a Two', 'namespace a four(int, long)']);
});

for (const room of ['learner', 'c_api', 'program', 'plot', 'figures', 'shell']) {
  test(`${room}: no two files have one name for themselves`, () => {
    const files = readdirSync(src + room, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.cpp'));
    assert.ok(files.length > 0);
    /** @type {Map<string, string[]>} */
    const places = new Map();
    for (const file of files) for (const name of ownNames(readFileSync(join(src, room, file), 'utf8'))) places.set(name, [...(places.get(name) ?? []), file]);
    const clashes = [...places].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(', ')}`);
    assert.deepEqual(clashes, []);
  });
}

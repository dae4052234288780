// web/new_figure.sh in a copy of what it reads: a figure that compiles, stands in every list, and changes nothing else.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { missing } from '../runner/still_to_do.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'new-figure-'));
after(() => rmSync(copy, { recursive: true }));
const copied = ['src/figures/figures.cpp', 'tests/figures/example', 'tests/figures/example_test.cpp', 'tests/figures/walk', 'tests/browser/exercises.test.mjs', 'web', '.clang-format'];
for (const name of copied) cpSync(join(top, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
const read = (/** @type {string} */ file, folder = copy) => readFileSync(join(folder, file), 'utf8');
const begin = (/** @type {string[]} */ ...words) => spawnSync(process.execPath, [join(copy, 'web/new_figure.mjs'), ...words], { encoding: 'utf8' });

const id = 'new_one';
const written = begin(id, 'A new one', '--after', 'relaxation');

test('a new figure stands in every list, behind the last one of the section that is named, and nothing is lost', async () => {
  assert.equal(written.status, 0, written.stderr);
  const [, made = '', changed = ''] = /^Undo it: +rm -r (.*)\n +git restore (.*)$/m.exec(written.stdout) ?? [];
  for (const file of made.split(' ')) assert.ok(file.includes(id) && existsSync(join(copy, file)), file);
  for (const file of changed.split(' ')) assert.notEqual(read(file), read(file, top), file);
  const listed = [...read('src/figures/figures.cpp').matchAll(/^ {2}each\((\w+)\)/gm)].map(([, name]) => name);
  assert.equal(listed[listed.indexOf('more_heads') + 1], id);
  assert.match(read('tests/figures/walk/rules.hpp'), /^ {2}each\(new_one\)/m);
  const article = [...read('web/index.html').matchAll(/<lifted-attention figure="(\w+)"/g)].map(([, name]) => name);
  assert.deepEqual(article, listed);
  const [list] = /^The figures: [^.]*\./m.exec(read('web/README.md')) ?? [''];
  assert.deepEqual(list.match(/[a-z_]+(?=`)/g), listed);
  assert.ok(list.split('\n').every((line) => line.length <= 120));

  const { exercises } = await import(join(copy, 'web/exercises.js'));
  const own = exercises.filter(({ figure }) => figure === id);
  assert.equal(own.length, 1);
  const { derivations } = await import(join(copy, 'web/article/derivations.mjs'));
  assert.deepEqual(Object.keys(derivations).toSorted(), exercises.map((exercise) => exercise.id).toSorted());
  assert.ok(read('tests/browser/exercises.test.mjs').includes(`'${own[0].id}': { right:`));

  for (const file of ['src/figures/figures.cpp', 'tests/figures/walk/rules.hpp', 'web/index.html', 'web/README.md', 'web/exercises.js', 'web/article/derivations.mjs', 'tests/browser/exercises.test.mjs']) {
    const words = read(file).split(/\s+/);
    let at = 0;
    for (const word of read(file, top).split(/\s+/)) assert.ok((at = words.indexOf(word, at) + 1) > 0, `${file} has lost ${word}`);
  }
});

test('what is not its own yet is still to do: the caption, and pictures that somebody has looked at', async () => {
  const left = await missing(id, copy);
  assert.equal(left.length, 2, left.join('; '));
  assert.match(left[0], /^a caption of its own/);
  assert.match(left[1], /^kept pictures/);
  for (const [, figure] of read('src/figures/figures.cpp', top).matchAll(/^ {2}each\((\w+)\)/gm)) assert.deepEqual(await missing(figure, top), [], figure);
});

test('a link to a state of it, and a number in its caption, are still to do until web/claims.js says what must hold', async () => {
  const article = read('web/index.html');
  const caption = 'A new one: what there is to see, and what to try.';
  assert.ok(article.includes(caption));
  writeFileSync(join(copy, 'web/index.html'), article.replace(caption, `With <a href="#${id}?d=4&amp;N=16">few sequences</a> most of 4711 runs fail.`));
  const [link, number] = (await missing(id, copy)).filter((what) => what.includes('web/claims.js'));
  writeFileSync(join(copy, 'web/index.html'), article);
  assert.ok(link?.endsWith(`: ${id}?d=4&N=16`), link);
  assert.match(number, /most of 4711 runs fail/);
});

test('its sources are the worked example under its name, and compile', (t) => {
  const sources = [`src/figures/${id}/${id}.cpp`, `tests/figures/${id}_test.cpp`, `tests/figures/walk/${id}.cpp`];
  for (const file of sources) assert.doesNotMatch(read(file).replace(/^\/\/.*/m, ''), /example/, file);
  assert.match(read(sources[0]), /\.id = "new_one",\n\s+\.name = "A new one",/);
  const { LIFTED_LLVM_MAJOR: major, LIFTED_EIGEN_INCLUDE: eigen, LIFTED_DOCTEST_INCLUDE: doctest, LIFTED_IMGUI_SOURCE: imgui } = process.env;
  if (!major || !eigen || !doctest || !imgui) return t.skip('the toolchain is not at hand');
  writeFileSync(join(copy, 'all.cpp'), sources.map((file) => `#include "${join(copy, file)}"\n`).join(''));
  const includes = ['-I', copy, '-I', join(copy, 'tests'), '-I', join(top, 'src'), '-I', join(top, 'tests'), ...[eigen, doctest, imgui].flatMap((folder) => ['-isystem', folder])];
  execFileSync(`clang++-${major}`, ['-std=c++23', '-fsyntax-only', '-fno-exceptions', '-fno-rtti', '-DDOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror', ...includes, join(copy, 'all.cpp')]);
});

test('what cannot be is refused with a sentence, and nothing is written', () => {
  const known = read('web/index.html');
  for (const words of [[id, 'Once more'], ['softmax', 'A title'], ['New', 'A title'], ['race', 'A title'], ['another'], ['another', 'With "quotes"'], ['another', 'A title', '--after', 'nothing']]) {
    const { status, stderr } = begin(...words);
    assert.equal(status, 2, words.join(' '));
    assert.match(stderr, /[.\])]\n$/, words.join(' '));
  }
  assert.equal(read('web/index.html'), known);
  assert.ok(!existsSync(join(copy, 'src/figures/another')));
});

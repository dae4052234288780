// The rooms and their arrows, as README draws them: an #include that points left or up fails here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));

// room: what it may include beside itself and the standard library.
const arrows = {
  learner: [/^Eigen\//, /^learner\//, /^pthread\.h$/],
  program: [/^learner\//, /^program\//, /^(getopt|unistd|mpi|sys\/stat)\.h$/],
  c_api: [/^learner\//, /^c_api\//],
  plot: [/^imgui/, /^GLES3\//, /^plot\//],
  figures: [/^Eigen\//, /^imgui\.h$/, /^learner\//, /^plot\//, /^figures\//],
  shell: [/^SDL/, /^GLES3\//, /^imgui/, /^backends\/imgui/, /^plot\//, /^figures\//, /^shell\//],
  bindings: [/^emscripten\//, /^figures\//, /^shell\//, /^bindings\//],
};
const standard = /^(c?[a-z_]+)$/; // <vector>, <cmath>: no folder, no ending

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(cpp|hpp|h|inc)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function includes(text) {
  return [...text.matchAll(/^\s*#\s*include\s*[<"]([^>"]+)[>"]/gm)].map((match) => match[1]);
}

// The includes of `text` that `room` may not have.
function forbidden(room, text) {
  return includes(text).filter((name) => !standard.test(name) && !arrows[room].some((may) => may.test(name)));
}

for (const room of Object.keys(arrows)) {
  test(`no include of ${room} points left or up`, () => {
    const files = sources(join(top, 'src', room));
    assert.ok(files.length > 0, `src/${room} has no sources`);
    for (const file of files) {
      assert.deepEqual(forbidden(room, readFileSync(file, 'utf8')), [], relative(top, file));
    }
  });
}

test('an arrow that points up is noticed', () => {
  assert.deepEqual(forbidden('learner', '#include <vector>\n#include "figures/figure.hpp"\n'), ['figures/figure.hpp']);
  assert.deepEqual(forbidden('plot', '#include "learner/solve.hpp"'), ['learner/solve.hpp']);
});

test('only bindings exports functions to JavaScript, and only shell knows SDL', () => {
  for (const file of sources(join(top, 'src'))) {
    const name = relative(join(top, 'src'), file);
    const text = readFileSync(file, 'utf8');
    if (!name.startsWith('bindings')) assert.doesNotMatch(text, /EMSCRIPTEN_KEEPALIVE/, name);
    if (!name.startsWith('shell')) assert.doesNotMatch(text, /#include\s*<SDL/, name);
  }
});

test('no room or file is called utils, common, core, misc, helpers or manager', () => {
  for (const folder of ['src', 'tests', 'web']) {
    for (const entry of readdirSync(join(top, folder), { recursive: true })) {
      if (String(entry).includes('node_modules')) continue;
      assert.doesNotMatch(String(entry), /(^|[/_.-])(utils?|common|core|misc|helpers?|manager)([/_.-]|$)/i);
    }
  }
});

const listed = [...readFileSync(join(top, 'src/figures/figures.cpp'), 'utf8').matchAll(/^ {2}each\(([a-z_]+)\)/gm)].map(([, id]) => id);

test('the list of figures and their folders are the same', () => {
  const folders = readdirSync(join(top, 'src/figures'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(listed.toSorted(), folders.toSorted(), 'each figure needs a folder and each(<name>) in src/figures/figures.cpp');
});

/** Files of other figures that a figure includes. */
const ofOthers = (figure, text) => includes(text).filter((name) => /^figures\/\w+\//.test(name) && !name.startsWith(`figures/${figure}/`));

test('no figure includes another', () => {
  for (const figure of listed) {
    for (const file of sources(join(top, 'src/figures', figure))) assert.deepEqual(ofOthers(figure, readFileSync(file, 'utf8')), [], relative(top, file));
  }
  assert.deepEqual(ofOthers('cost', '#include "figures/view.hpp"\n#include "figures/cost/cost.hpp"\n#include "figures/turing/words.hpp"'), ['figures/turing/words.hpp']);
});

test('web/README.md names the figures of the list', () => {
  const [, ids] = /^The figures: ([^.]*)\./m.exec(readFileSync(join(top, 'web/README.md'), 'utf8'));
  assert.deepEqual(ids.match(/[a-z_]+/g), listed);
});

test('files that have grown large are named', (t) => {
  const kFiles = 9;
  const kLines = 450;
  const warn = (what) => t.diagnostic(`warning: ${what}: divide it by what changes together`);
  for (const figure of listed) {
    const count = readdirSync(join(top, 'src/figures', figure)).length;
    if (count > kFiles) warn(`src/figures/${figure} has ${count} files`);
  }
  const scripts = readdirSync(join(top, 'web/element')).filter((name) => name.endsWith('.js')).map((name) => join(top, 'web/element', name));
  for (const file of [...sources(join(top, 'src')), ...scripts]) {
    const lines = readFileSync(file, 'utf8').split('\n').length - 1;
    if (lines > kLines) warn(`${relative(top, file)} has ${lines} lines`);
  }
});

test('the faults that are planted fit the sources', (t) => {
  const folder = join(top, 'tests/faults');
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.patch'))) {
    const { status } = spawnSync('git', ['apply', '--check', '--recount', '-C1', join(folder, name)], { cwd: top });
    if (status !== 0) t.diagnostic(`warning: tests/faults/${name} no longer applies: make it anew before the next full run`);
  }
});

test('a picture does not run the learner', () => {
  // What a file that draws may call: counts, places and names; and the answers to one sequence that the reader edits,
  // which take microseconds.
  const counts = ['vech', 'feature_count', 'pair_index', 'folded_index', 'folded_entry', 'automaton_shape', 'automaton_key', 'lookup_sequence', 'spread'];
  const answers = ['evaluate_folded', 'folded_features', 'scaled_features', 'rho', 'disagreement_bound'];
  // A figure in one file has its run beside its picture.
  const isPicture = ([file, text]) => file.endsWith('.cpp') && /\b(Canvas|Drawing)& /.test(text) && !/\bReporter</.test(text);
  const drawing = sources(join(top, 'src/figures')).map((file) => [relative(top, file), readFileSync(file, 'utf8')]).filter(isPicture);
  assert.ok(drawing.length > 14);
  for (const [file, text] of drawing) {
    const called = [...text.matchAll(/\blearner::([a-z]\w*)(<[^>()]*>)?\(/g)].map(([, name]) => name);
    assert.deepEqual(called.filter((name) => ![...counts, ...answers].includes(name)), [], `${file}: move it into run`);
  }
});

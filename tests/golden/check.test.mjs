// "Check in Python": for every figure with a program the notebook that the built site hands out, and in the full run in a dozen
// states the one that the page makes, is run with NumPy. Nothing of what the figure found may be left unchecked, and all digits that a program claims must agree.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { notebookOf, scriptOf } from '../../web/element/notebook.js';
import { openSite, readText, site } from '../browser/server.mjs';
import { kFullOnly } from '../trials.mjs';

const kLeastStates = 12;
const own = (name) => fileURLToPath(new URL(name, import.meta.url));
const states = JSON.parse(readFileSync(own('check_states.json'), 'utf8'));

const [beginning, ending] = ['beginning', 'ending'].map((name) => readText(`check/${name}.py`));
const learner = await openSite();
const figures = learner.figures().filter(({ jobs }) => jobs.includes('check'));

// --- One Python for all notebooks -----------------------------------------------------------------------------------

const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['-c', 'import numpy']).status === 0);
assert.ok(python, 'Python has NumPy: bash .toolchain/setup.sh tests');
const runner = spawn(python, [own('run_notebooks.py')], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, OPENBLAS_NUM_THREADS: '1' } });
const outcomes = createInterface({ input: runner.stdout })[Symbol.asyncIterator]();
const folder = mkdtempSync(join(tmpdir(), 'notebooks-'));
after(() => {
  runner.stdin.end();
  rmSync(folder, { recursive: true });
});

/** @param {string} path @returns {Promise<{ printed: string, error: string | null, left: string[] }>} */
async function ran(path) {
  runner.stdin.write(`${path}\n`);
  const { value, done } = await outcomes.next();
  assert.ok(!done, 'Python is still there');
  return JSON.parse(value);
}

/** @param {string} path */
async function agrees(path) {
  const { printed, error, left } = await ran(path);
  assert.equal(error, null, `${error}\n${printed}`);
  assert.deepEqual(left, [], `left unchecked, after\n${printed}`);
  assert.match(printed, /\d digits agree\n[^]*\n +figure +NumPy +digits\n/);
}

// --- Notebooks ------------------------------------------------------------------------------------------------------

/** What the page hands out. @param {import('../../web/types/module.d.ts').FigureSchema} schema @param {string} query */
function checkOf({ id, name }, query) {
  assert.deepEqual(learner.objections(id, query), []);
  const data = new TextDecoder().decode(learner.job('check', id, query, readText));
  const origin = { name, title: 'Two heads & <b>more', link: `http://localhost/#${id}?${query}`, citation: 'Lifted Attention', papers: ['A paper'] };
  return { beginning, program: readText(`check/${id}.py`), ending, data, origin };
}

/** Whether a text is a notebook as nbformat 4.5 asks. @param {string} text */
function validate(text) {
  const { nbformat, nbformat_minor, metadata, cells, ...more } = JSON.parse(text);
  assert.deepEqual([nbformat, nbformat_minor, more], [4, 5, {}]);
  assert.deepEqual([metadata.kernelspec.name, metadata.kernelspec.display_name, metadata.language_info.name], ['python3', 'Python 3', 'python']);
  assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
  for (const { cell_type, id, metadata, source, ...rest } of cells) {
    assert.match(id, /^[\w-]{1,64}$/);
    assert.ok(source.length > 0 && source.every((line, k) => typeof line === 'string' && (k + 1 === source.length || /^[^\n]*\n$/.test(line))));
    assert.equal(typeof metadata, 'object');
    if (cell_type === 'markdown') assert.deepEqual(rest, {});
    else assert.deepEqual([cell_type, rest], ['code', { execution_count: null, outputs: [] }]);
  }
  const hidden = cells.filter(({ metadata }) => metadata.jupyter?.source_hidden);
  assert.deepEqual([cells[0].cell_type, hidden.length], ['markdown', 1]);
  assert.match(hidden[0].source.join(''), /json\.loads/);
  return cells;
}

for (const schema of figures) {
  const { id } = schema;
  test(`${id} has at least ${kLeastStates} states to be checked in, each once`, () => {
    assert.ok(new Set(states[id]).size >= kLeastStates);
    assert.equal(new Set(states[id]).size, states[id].length);
  });
  for (const query of states[id] ?? []) {
    test(`NumPy agrees with ${id}?${query}`, { skip: kFullOnly }, async () => {
      const text = notebookOf(checkOf(schema, query));
      validate(text);
      const path = join(folder, 'state.ipynb');
      writeFileSync(path, text);
      await agrees(path);
    });
  }
}

test('a state is listed for figures with a program only, and every program belongs to a figure', () => {
  const known = figures.map(({ id }) => id);
  assert.deepEqual(Object.keys(states).filter((id) => !known.includes(id)), []);
  const programs = readdirSync(join(site, 'check')).filter((name) => name.endsWith('.py')).map((name) => name.slice(0, -3));
  assert.deepEqual(programs.sort(), ['beginning', 'ending', ...known].sort());
});

test('the teacher’s guide hands out a notebook for every figure with a program', () => {
  const links = [...readText('teach/guide.html').matchAll(/href="\.\.\/check\/([\w-]+)\.ipynb"/g)].map(([, id]) => id);
  assert.deepEqual(links.sort(), figures.map(({ id }) => id).sort());
});
for (const { id } of figures) {
  test(`NumPy agrees with the notebook of ${id} that the teacher’s guide hands out`, async () => {
    const name = `check/${id}.ipynb`;
    validate(readText(name));
    await agrees(join(site, name));
  });
}

test('the script is the notebook’s code, and begins with where it is from', async () => {
  const check = checkOf(figures[0], states[figures[0].id][0]);
  const script = scriptOf(check);
  const [head, ...cells] = validate(notebookOf(check));
  assert.ok(script.startsWith(`# ${check.origin.name}: Two heads & <b>more.\n# ${check.origin.link}\n`));
  assert.match(head.source.join(''), /\*\*Two heads \\& \\<b\\>more\.\*\*/);
  for (const { cell_type, source } of cells) if (cell_type === 'code') assert.ok(script.includes(source.join('')));
  const path = join(folder, 'script.py');
  writeFileSync(path, script);
  const { status, stderr } = spawnSync(python, [path], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

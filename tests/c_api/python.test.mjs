// learn() in Python (src/c_api/lifted_learn.py), by tests in Python, and the library behind it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testPython } from './python/run.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const library = join(top, 'build/native/liblifted_learner.so');

testPython({ PYTHONPATH: join(top, 'src/c_api'), LIFTED_LEARNER_LIBRARY: library });

test('the library shows the functions of the C header, and no other', () => {
  const shown = execFileSync('nm', ['-D', '--defined-only', library], { encoding: 'utf8' }).trim().split('\n').map((line) => line.split(' ').at(-1));
  assert.deepEqual(shown.sort(), ['lifted_error', 'lifted_free', 'lifted_learn', 'lifted_matrix', 'lifted_note_fraction', 'lifted_number', 'lifted_use_threads']);
});

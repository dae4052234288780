// cmake --install gives a package that a program outside this project is compiled against, and that computes; and what
// Python needs in one folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { python, testPython } from '../c_api/python/run.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'installed-'));
after(() => rmSync(folder, { recursive: true }));
const { LIFTED_LLVM_MAJOR: version } = process.env;
const prefix = join(folder, 'prefix');
const run = (program, ...words) => execFileSync(program, words, { encoding: 'utf8', env: { PATH: process.env.PATH } });
run('cmake', '--install', join(top, 'build/native'), '--prefix', prefix);

test('programs in C++ and in C that find the installed package are compiled, and learn', () => {
  run('cmake', '-S', join(top, 'tests/installed'), '-B', join(folder, 'build'), '-G', 'Ninja', `-DCMAKE_PREFIX_PATH=${prefix}`, `-DCMAKE_C_COMPILER=clang-${version}`, `-DCMAKE_CXX_COMPILER=clang++-${version}`);
  run('cmake', '--build', join(folder, 'build'));
  assert.equal(run(join(folder, 'build/outside')), '2 heads needed, unique: 1, off by less than 1e-9: 1\n');
  assert.equal(run(join(folder, 'build/outside_c')), 'W = 2.000000000\n');
  const packaged = readdirSync(join(prefix, 'lib/cmake/LiftedAttention')).map((name) => readFileSync(join(prefix, 'lib/cmake/LiftedAttention', name), 'utf8'));
  for (const text of packaged) assert.ok(!text.includes(top), 'a path of this project');
});

test('the program is installed', () => {
  const table = join(top, 'tests/learner/tables/libreoffice.csv');
  assert.match(run(join(prefix, 'bin/lifted-learn'), table), /^Learned from \d+ answers in \d+ sequences/);
});

// Copied elsewhere and called from elsewhere, with nothing but the path of the folder.
const copy = join(folder, 'any folder');
mkdirSync(copy);
for (const name of ['lifted_learn.py', 'liblifted_learner.so']) cpSync(join(prefix, 'lib/lifted_attention', name), join(copy, name));
testPython({ PYTHONPATH: copy });

test('the program in Python that README shows learns', () => {
  const programs = [...readFileSync(join(top, 'web/learn/README.md'), 'utf8').matchAll(/^```python\n(.*?)^```$/gms)].map(([, text]) => text);
  const own = programs.filter((text) => text.includes('from lifted_learn import'));
  assert.equal(own.length, 1);
  const shown = execFileSync(python, ['-c', own[0]], { encoding: 'utf8', cwd: folder, env: { PATH: process.env.PATH, PYTHONPATH: copy } });
  assert.match(shown, /^<Learned d=3, outputs=3, needed_heads=1, training_error=\S+e-\d\d, .*, unique=True> \(\d, 3, 3\) \(\d, 3, 3\)\n$/);
});

// cmake --install gives a package that a program outside this project is compiled against, and that computes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'installed-'));
after(() => rmSync(folder, { recursive: true }));
const { LIFTED_LLVM_MAJOR: version } = process.env;
const run = (program, ...words) => execFileSync(program, words, { encoding: 'utf8', env: { PATH: process.env.PATH } });

test('programs in C++ and in C that find the installed package are compiled, and learn', () => {
  const prefix = join(folder, 'prefix');
  run('cmake', '--install', join(top, 'build/native'), '--prefix', prefix);
  run('cmake', '-S', join(top, 'tests/installed'), '-B', join(folder, 'build'), '-G', 'Ninja', `-DCMAKE_PREFIX_PATH=${prefix}`, `-DCMAKE_C_COMPILER=clang-${version}`, `-DCMAKE_CXX_COMPILER=clang++-${version}`);
  run('cmake', '--build', join(folder, 'build'));
  assert.equal(run(join(folder, 'build/outside')), '2 heads needed, unique: 1, off by less than 1e-9: 1\n');
  assert.equal(run(join(folder, 'build/outside_c')), 'W = 2.000000000\n');
  const packaged = readdirSync(join(prefix, 'lib/cmake/LiftedAttention')).map((name) => readFileSync(join(prefix, 'lib/cmake/LiftedAttention', name), 'utf8'));
  for (const text of packaged) assert.ok(!text.includes(top), 'a path of this project');
});

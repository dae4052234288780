// Runs the tests that are written in Python: each as a test of node's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(top, 'tests/c_api/python');
const kOneThread = { OPENBLAS_NUM_THREADS: '1' };

/** Where NumPy is. */
export const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['-c', 'import numpy']).status === 0) ?? '';
assert.ok(python, 'Python has NumPy: bash .toolchain/setup.sh tests');

const kOfTheModule = ['tests/c_api/python/learned_test.py', 'tests/c_api/python/refused_test.py'];

/** @param {Record<string, string>} env where the module and its library are @param {string[]} files of tests */
export function testPython({ PYTHONPATH, ...env }, files = kOfTheModule) {
  for (const file of files) {
    const { status, signal, stdout, stderr } = spawnSync(python, [join(top, file)], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PYTHONPATH: `${folder}:${PYTHONPATH}`, PYTHONDONTWRITEBYTECODE: '1', LIFTED_TOP: top, LIFTED_NATIVE_DESCRIBE: join(top, 'build/native/describe'), ...kOneThread, ...env },
    });
    for (const line of stdout.split('\n').filter(Boolean)) {
      const { title, error } = JSON.parse(line);
      test(title, () => assert.equal(error, null, error));
    }
    test(`${file} comes to its end`, () => assert.deepEqual([status, signal], [0, null], stderr));
  }
}

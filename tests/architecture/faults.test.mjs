// The faults that the full run plants (tests/faults) still fit the sources, so that nobody learns months later that they do not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'tests/faults';

test('every planted fault applies', () => {
  const patches = readdirSync(`${top}/${folder}`).filter((name) => name.endsWith('.patch'));
  assert.ok(patches.length > 20);
  for (const name of patches) {
    const { status, stderr } = spawnSync('git', ['apply', '--check', '--recount', '-C1', `${folder}/${name}`], { cwd: top, encoding: 'utf8' });
    assert.equal(status, 0, `${folder}/${name}: make it anew for the source as it is now.\n${stderr}`);
  }
});

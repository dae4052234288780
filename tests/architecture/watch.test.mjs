// What `bash web/serve.sh --watch` notices.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { watchFolder } from '../../web/watch.mjs';

test('every save is noticed: in place, by renaming, in a folder that is new', { timeout: 20_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lifted-watch-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'room'));
  writeFileSync(join(folder, 'room/file'), 'before');
  /** @type {Set<string>} */
  let told = new Set();
  t.after(watchFolder(folder, (name) => told.add(name)));
  /** @param {string} name @param {() => void} change */
  const noticed = async (name, change) => {
    told = new Set();
    change();
    for (let k = 0; k < 200 && !told.has(name); ++k) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(told.has(name), `${name} is not among ${[...told]}`);
  };
  for (let k = 0; k < 3; ++k) {
    await noticed('room/file', () => {
      writeFileSync(join(folder, 'room/other'), String(k)); // as editors that never leave half a file
      renameSync(join(folder, 'room/other'), join(folder, 'room/file'));
    });
  }
  await noticed('room/file', () => writeFileSync(join(folder, 'room/file'), 'in place'));
  for (let k = 0; k < 2; ++k) {
    await noticed('new', () => mkdirSync(join(folder, 'new')));
    await noticed('new/file', () => writeFileSync(join(folder, 'new/file'), 'first'));
    await noticed('new/file', () => writeFileSync(join(folder, 'new/file'), 'second'));
    await noticed('new', () => rmSync(join(folder, 'new'), { recursive: true }));
  }
});

// The page that is watched (web/build.mjs --quick), in a fresh copy: made from what the full build left, with a figure that was
// not there then. Needs no browser.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openLearner } from '../../web/article/learner.mjs';
import { articleFigures, openSite, partsOf, readText, site } from './server.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'quick-'));
after(() => rmSync(copy, { recursive: true }));
const kNew = 'cost'; // computed in a moment

test('from the full build comes a page that shows every figure, a new one too, and whose module computes the same', async () => {
  cpSync(join(top, 'web'), join(copy, 'web'), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  cpSync(site, join(copy, 'build/site'), { recursive: true, filter: (path) => !path.endsWith('/offline') });
  const rest = readdirSync(top).filter((name) => !['.git', 'build', 'web'].includes(name));
  for (const name of [...rest, 'web/node_modules', 'build/wasm']) symlinkSync(join(top, name), join(copy, name));
  const shown = JSON.parse(readFileSync(join(top, 'build/shown.json'), 'utf8'));
  writeFileSync(join(copy, 'build/shown.json'), JSON.stringify(shown.filter(([id]) => id !== kNew)));

  const { status, stderr } = spawnSync(process.execPath, [join(copy, 'web/build.mjs'), '--quick'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const page = readFileSync(join(copy, 'build/quick/article.html'), 'utf8');
  for (const id of articleFigures) assert.match(page, new RegExp(`<lifted-attention figure="${id}"[^]*?<(img|svg|picture)`), id);
  for (const name of ['lifted-attention.js', 'lifted-attention.wasm', 'learner.wasm', 'policy.txt']) assert.ok(existsSync(join(copy, 'build/quick', name)), name);
  const learner = await openLearner(join(copy, 'build/quick/lifted-attention-module.js'), join(copy, 'build/quick/lifted-attention.wasm'), []);
  assert.deepEqual(learner.result(kNew, '', readText), (await openSite(partsOf(kNew))).result(kNew, '', readText));
});

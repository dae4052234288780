// The page of results and the table in tests/bench/page.md say what was measured, and what was over its limit.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeResults } from '../../web/article/results.mjs';

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'));
});
after(() => rm(folder, { recursive: true }));

const write = (name, text) => writeFile(join(folder, name), text);
const make = () => makeResults(folder, folder, join(folder, 'README.md'));

test('what was measured stands on the page and in the table, each beside its limit', async () => {
  await write('runs.tsv', 'architecture\t26\t0\t61\nbrowser\t1000\t2\t100\n');
  await write('light.json', JSON.stringify([{ name: 'First <paint>', value: 2.108, unit: 's', most: 1.5, on: '2026-11-26' }, { name: 'Shift', value: 0, most: 0.02 }, { name: 'Strangers', value: 0, most: 0 }]));
  await write('other.json', JSON.stringify([{ name: 'Steps of 16', value: 1840, on: '2026-11-26' }]));
  await write('sizes.txt', 'first figure      442,726 of 445,000 kept\nzip      2,100,000 of 2,000,000 OVER BUDGET\n');
  await write('README.md', 'before\n<!-- written by node web/build.mjs --results -->\n| what | measured | limit | on |\n|---|---|---|---|\n| First <paint> | 9 s |  | 2026-11-01 |\n| Steps of 15 | 3 |  | 2026-11-01 |\n| Slow | 7 ms | at most 5 ms, **over** | 2026-11-01 |\n<!-- to here -->\nbehind\n');
  await make();
  const html = await readFile(join(folder, 'results.html'), 'utf8');
  assert.match(html, /1,026 tests passed, 2 failed, in 3 min\. 2 limits were not kept/);
  assert.match(html, /First &lt;paint><\/th><td>2\.11 s<\/td><td>at most 1\.5 s<\/td><td class="over">over</);
  assert.match(html, /Strangers<\/th><td>0<\/td><td>none<\/td><td>kept</);
  assert.match(html, /first figure<\/th><td>443 KB<\/td><td>at most 445 KB<\/td><td>kept</);
  assert.match(html, /zip<\/th><td>2,100 KB<\/td><td>at most 2,000 KB<\/td><td class="over">over</);
  assert.ok(html.indexOf('Light and fast') < html.indexOf('other'), 'what the page knows comes first');
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const rows = readme.match(/<!-- written.*?-->\n(.*)\n<!-- to here -->\nbehind\n$/s)[1].split('\n');
  assert.deepEqual(rows.slice(2), [
    '| First <paint> | 2.11 s | at most 1.5 s, **over** | 2026-11-26 |',
    '| Steps of 16 | 1,840 |  | 2026-11-26 |',
    '| Slow | 7 ms | at most 5 ms, **over** | 2026-11-01 |', // not measured this time
    '| Shift | 0 | at most 0.02 |  |',
    '| Strangers | 0 | none |  |',
  ]);
});

test('without results, or without a place for them, a sentence says what to do', async () => {
  await write('README.md', 'no place');
  await assert.rejects(make, /README\.md has no place for the results/);
  await rm(join(folder, 'runs.tsv'));
  await assert.rejects(make, /run the tests, bash tests\/run\.sh/);
});

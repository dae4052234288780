// What the site weighs, beside what web/budget.json says was reached.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const { weights } = JSON.parse(readFileSync(new URL('../../build/verdicts.json', import.meta.url), 'utf8'));

for (const { name, gzip, reached, limit, missing } of weights) {
  test(`${name}: no heavier by a tenth than was reached`, (t) => {
    assert.deepEqual(missing, [], 'files of web/budget.json that there are not');
    assert.ok(gzip <= limit, `${gzip} bytes, ${reached} were reached: make it lighter, or keep the new weight by node web/build.mjs --keep-sizes`);
    if (gzip > reached) t.diagnostic(`warning: ${name}: ${gzip} bytes, ${reached} were reached; node web/build.mjs --keep-sizes writes what is`);
  });
}

// What the site weighs, beside what web/budget.json says was reached; and its brotli forms.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { chaptersIn, kWhole } from '../../web/article/chapters.mjs';
import { sums } from '../../web/article/sizes.mjs';
import { readText, site } from './server.mjs';

const { weights, figures, kept } = JSON.parse(readFileSync(new URL('../../build/verdicts.json', import.meta.url), 'utf8'));

for (const { name, gzip, reached, limit, missing } of weights) {
  test(`${name}: no heavier by a tenth than was reached`, (t) => {
    assert.deepEqual(missing, [], 'files of web/budget.json that there are not');
    assert.ok(gzip <= limit, `${gzip} bytes, ${reached} were reached: make it lighter, or keep the new weight by node web/build.mjs --keep-sizes`);
    if (gzip > reached) t.diagnostic(`warning: ${name}: ${gzip} bytes, ${reached} were reached; node web/build.mjs --keep-sizes writes what is`);
  });
}

test('a new figure may bring what the others weigh on average, and is told in one line', (t) => {
  const budget = { figures: 10, sums: [{ name: 'pages', files: ['*.html'], gzip: 1000 }] };
  const [before, after] = [10, 11].map((figures) => sums([{ name: 'a.html', raw: 0, gzip: 1090 }], budget, figures)[0]);
  assert.ok(before.gzip > before.reached && before.gzip <= before.limit && after.gzip <= after.reached);
  if (figures !== kept) t.diagnostic(`warning: the article has ${figures} figures, web/budget.json is for ${kept}; node web/build.mjs --keep-sizes writes what it weighs now`);
});

test('no page of the article waits for a second file before it shows its words', () => {
  const chapters = chaptersIn(readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8'));
  for (const name of ['index.html', kWhole, ...chapters.map(({ name }) => name)]) {
    const page = readText(name);
    assert.ok(page.includes('<style>'), name);
    for (const [tag] of page.matchAll(/<link[^>]*\brel="stylesheet"[^>]*>|<script\b[^>]*\bsrc=[^>]*>/g)) assert.match(tag, /<script\b[^>]*\btype="module"/, `${name}: ${tag}`);
  }
});

test('brotli forms lie beside what a reader waits for, hold the same bytes and are a tenth smaller than gzip', () => {
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.br'));
  for (const name of ['index.html', 'lifted-attention.js', 'lifted-attention.wasm', 'parts/shared.wasm']) assert.ok(names.includes(`${name}.br`), name);
  let size = 0;
  for (const name of names) {
    const bytes = readFileSync(join(site, name));
    assert.ok(brotliDecompressSync(bytes).equals(readFileSync(join(site, name.slice(0, -'.br'.length)))), name);
    if (name === 'lifted-attention.wasm.br') size = bytes.length;
  }
  const [, gzip] = /^lifted-attention\.wasm\s+[\d,]+\s+([\d,]+)$/m.exec(readFileSync(join(site, 'sizes.txt'), 'utf8')) ?? [];
  assert.ok(size < 0.9 * Number(gzip?.replaceAll(',', '')), `${size} of ${gzip} bytes`);
});

// The example of a trained layer, co2/: its program makes its table, and what the article asks a reader to try with it is so.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { native } from '../browser/native.mjs';
import { readText, site } from '../browser/server.mjs';
import { kFullOnly } from '../trials.mjs';

const folder = mkdtempSync(join(tmpdir(), 'co2-'));
after(() => rmSync(folder, { recursive: true }));

/** The table that the program writes. @param {string[]} words */
function trained(...words) {
  const file = join(folder, 'table.csv');
  execFileSync('/usr/bin/python3', [join(site, 'co2/co2.py'), ...words, '--to', file], { env: { ...process.env, OPENBLAS_NUM_THREADS: '1' } });
  return file;
}

/** Errors in training: of the layer, and the least. @param {string} file */
function errors(file) {
  const { rows } = JSON.parse(execFileSync(native, ['algorithm', 'source=numbers', file], { encoding: 'utf8' })).table;
  const [own, least, held] = ['Squared error of your model in training', 'Squared error in training', 'Squared error of your model on fresh data'].map((name) => Number(rows.find(([what]) => what === name)[1]));
  return { own, least, held };
}

test('the program writes the table of the article', () => {
  const cells = (text) => text.trim().split('\n').map((line) => line.split(','));
  const made = cells(readFileSync(trained(), 'utf8'));
  const given = cells(readText('co2/co2.csv'));
  assert.deepEqual(made.map((row) => row.slice(0, 7)), given.map((row) => row.slice(0, 7)));
  for (const [k, row] of made.entries()) if (/^\d/.test(row[0])) assert.ok(Math.abs(Number(row[7]) - Number(given[k][7])) < 0.00011, `line ${k + 1}`);
});

test('what the layer lacked were steps more than heads, and a whole year is no gain', { skip: kFullOnly }, () => {
  const shares = ['1000', '4000'].flatMap((steps) => ['2', '8'].map((heads) => errors(trained('--heads', heads, '--steps', steps)))).map(({ own, least }) => own / least);
  const [few, heads, steps] = shares;
  assert.ok(few > heads && heads > steps && steps > 1, `${shares}`);
  const enough = errors(trained('--steps', '20000'));
  const most = errors(trained('--steps', '4000'));
  assert.ok(enough.own < 1.01 * enough.least && most.own > 1.01 * most.least && enough.held > most.held);
  const year = errors(trained('--months', '12', '--steps', '4000'));
  assert.ok(year.own < 1.02 * year.least && year.least > 3 * enough.least, `${year.own}, ${year.least}`);
});

// The page of results: what the tests measured when they last ran, each number beside its limit. It is made from
// build/results, which the test command writes: runs.tsv, a line for each group of tests (name, passed, failed, seconds), and
// a JSON file for each test that measures (tests/record.mjs).
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { titles } from '../../tests/limits.mjs';
import { escape } from './classroom.mjs';
import { page } from './teach.mjs';

/** @import { Measured } from '../../tests/record.mjs' */

const kMarks = ['<!-- written by node web/build.mjs --results -->', '<!-- to here -->'];

const digits = (value) => (Number.isInteger(value) ? value.toLocaleString('en') : Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 }));
const kilobytes = (/** @type {string} */ bytes) => Math.round(Number(bytes.replaceAll(',', '')) / 1000).toLocaleString('en');
/** @param {Measured} measured */
const amount = ({ value, unit = '' }) => [digits(value), unit].filter(Boolean).join(' ');
/** @param {Measured} measured */
const limit = ({ most, unit = '' }) => (most === undefined ? '' : most === 0 ? 'none' : `at most ${[digits(most), unit].filter(Boolean).join(' ')}`);
/** @param {Measured} measured */
const verdict = ({ value, most }) => (most === undefined ? '' : value <= most ? 'kept' : 'over');

/** @param {string} folder */
async function read(folder) {
  if (!existsSync(join(folder, 'runs.tsv'))) throw new Error('there are no results in build/results: run the tests, bash tests/run.sh');
  const lines = (await readFile(join(folder, 'runs.tsv'), 'utf8')).trim().split('\n').map((line) => line.split('\t'));
  const runs = lines.map(([name, passed, failed, seconds]) => ({ name, passed: Number(passed), failed: Number(failed), seconds: Number(seconds) }));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  const place = (/** @type {string} */ name) => (Object.keys(titles).indexOf(name) + 1 || Infinity);
  const measured = [];
  for (const name of names.sort((a, b) => place(a) - place(b) || a.localeCompare(b))) {
    measured.push({ title: titles[name] ?? name, rows: /** @type {Measured[]} */ (JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))) });
  }
  return { runs, measured };
}

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) => `<div class="wide" tabindex="0" role="group" aria-label="${head[0]}"><table><thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => `<tr><th scope="row">${escape(first)}</th>${rest.map((cell) => `<td${cell === 'over' ? ' class="over"' : ''}>${escape(cell)}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`;

/** @param {Awaited<ReturnType<typeof read>>} results @param {string} sizes of the site's files, as the build weighs them */
function pageOf({ runs, measured }, sizes) {
  const sum = (/** @type {'passed' | 'failed' | 'seconds'} */ name) => runs.reduce((total, run) => total + run[name], 0);
  const weights = [...sizes.matchAll(/^(.+?)\s{2,}([\d,]+) of ([\d,]+) (kept|OVER BUDGET)/gm)].map(([, name, value, most, kept]) => [name, `${kilobytes(value)} KB`, `at most ${kilobytes(most)} KB`, kept === 'kept' ? kept : 'over']);
  const over = measured.flatMap(({ rows }) => rows).filter((row) => verdict(row) === 'over').length + weights.filter(([, , , kept]) => kept !== 'kept').length;
  return page(
    'Results of the tests',
    `<header>
<p><a href="index.html">Lifted Attention</a></p>
<h1>Results of the tests</h1>
<p>${digits(sum('passed'))} tests passed, ${digits(sum('failed'))} failed, in ${digits(Math.ceil(sum('seconds') / 60))} min. ${over === 0 ? 'Every limit was kept.' : `${over === 1 ? 'One limit was' : `${over} limits were`} not kept; the numbers say by how much.`}</p>
</header>
<main>
<h2>Tests</h2>
${table(['Tests', 'Passed', 'Failed', 'Seconds'], runs.map(({ name, passed, failed, seconds }) => [name, digits(passed), digits(failed), digits(seconds)]))}
<h2>Weight</h2>
<p>As a server sends it, packed with gzip.</p>
${table(['What', 'Weight', 'Limit', 'Verdict'], weights)}
${measured.map(({ title, rows }) => `<h2>${escape(title)}</h2>\n${table(['What', 'Measured', 'Limit', 'Verdict'], rows.map((row) => [row.name + (row.note ? `: ${row.note}` : ''), amount(row), limit(row), verdict(row)]))}`).join('\n')}
</main>`,
    { up: '' },
  );
}

/** A row's name without its counts, which differ from run to run. */
const kind = (/** @type {string} */ name) => name.replace(/\d[\d,.]*/g, '#');

/**
 * The table with what was measured now; a row that was not measured this time stays as it was, with its own day.
 * @param {Awaited<ReturnType<typeof read>>} results @param {string} old the table until now
 */
function markdownOf({ measured }, old) {
  const head = ['| what | measured | limit | on |', '|---|---|---|---|'];
  const rows = new Map(old.split('\n').filter((line) => line.startsWith('| ') && line !== head[0]).map((line) => [kind(line.split(' | ')[0].slice(2)), line]));
  for (const row of measured.flatMap(({ rows }) => rows)) rows.set(kind(row.name), `| ${row.name} | ${amount(row)} | ${limit(row)}${verdict(row) === 'over' ? ', **over**' : ''} | ${row.on ?? ''} |`);
  return [...head, ...rows.values()].join('\n');
}

/** @param {string} folder of the results @param {string} site where the page goes @param {string} readme whose table is written anew */
export async function makeResults(folder, site, readme) {
  const results = await read(folder);
  await writeFile(join(site, 'results.html'), pageOf(results, await readFile(join(site, 'sizes.txt'), 'utf8')));
  const text = await readFile(readme, 'utf8');
  const [from, to] = kMarks.map((mark) => text.indexOf(mark));
  if (from < 0 || to < from) throw new Error(`${readme} has no place for the results, between ${kMarks.join(' and ')}`);
  await writeFile(readme, `${text.slice(0, from + kMarks[0].length)}\n${markdownOf(results, text.slice(from, to))}\n${text.slice(to)}`);
}

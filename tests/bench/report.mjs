// Rows as CSV and as Markdown tables.
import { readFileSync, writeFileSync } from 'node:fs';

/** Three digits: 0.0123, 1.23, 12.3, 123, 1,230. */
export function short(x) {
  if (x >= 100) return Math.round(x).toLocaleString('en-US');
  return x >= 10 ? x.toFixed(1) : x >= 1 ? x.toFixed(2) : x.toPrecision(2);
}

const cell = (value) => (typeof value === 'object' ? Object.entries(value).map(([key, ms]) => `${key} ${short(ms)}`).join('; ')
  : typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value);
const quoted = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows with a head line; `about` stands above it as a remark. */
export function writeCsv(file, columns, rows, about) {
  const lines = rows.map((row) => columns.map((name) => quoted(String(cell(row[name] ?? '')))).join(','));
  writeFileSync(file, `# ${about}\n${columns.join(',')}\n${lines.join('\n')}\n`);
}

/** A Markdown table whose source is as readable as its rendering. The first column is text. */
export function table(head, rows) {
  const width = head.map((title, i) => Math.max(3, title.length, ...rows.map((row) => row[i].length)));
  const line = (cells) => `| ${cells.map((text, i) => (i === 0 ? text.padEnd(width[i]) : text.padStart(width[i]))).join(' | ')} |`;
  const rule = `| ${width.map((w, i) => (i === 0 ? '-'.repeat(w) : `${'-'.repeat(w - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Milliseconds: one line a size, one column a contestant that took part in one of them. */
export function timesTable(rows, tasks, names) {
  const lines = new Map();
  for (const row of rows) {
    const { title, dataless } = tasks.find(({ name }) => name === row.task);
    const key = [title, ...(dataless ? [] : [`\`${row.targets}\``]), `d = ${row.d}`].join(', ');
    lines.set(key, { ...lines.get(key), [row.contestant]: row.skip ?? short(row.ms) });
  }
  const present = names.filter((name) => rows.some((row) => row.contestant === name));
  return table(['median ms', ...present], [...lines].map(([key, cells]) => [key, ...present.map((name) => cells[name] ?? '–')]));
}

export function growthTable(rows) {
  const sweeps = new Map(rows.map((row) => [`${row.stage}, \`${row.targets}\`, against ${row.against}`, row]));
  return table(['exponent of the time', 'measured', 'counted'],
    [...sweeps].map(([key, { measured, counted }]) => [key, measured.toFixed(2), counted.toFixed(2)]));
}

export const kernelTable = (rows) => table(['moments against the peak of the engine', 'GFLOP/s', 'peak', 'share'],
  rows.map((row) => [`${row.contestant}, \`${row.targets}\`, d = ${row.d}`, short(row.gflops), short(row.peak), `${(100 * row.share).toFixed(0)} %`]));

export const barsTable = (verdicts) => table(['bar', 'reached: node / Chromium', 'verdict'],
  verdicts.map(({ bar, reached, verdict }) => [bar, reached, verdict]));

/** Softmax layers recovered: one line a size, a column for each of the two ways, and the theorem's power for scale. */
export function softmaxTable(rows) {
  const way = (task, cell) => rows.filter((row) => row.task === task).map(cell);
  const whole = (count) => Math.round(count).toLocaleString('en-US');
  const size = ({ m, d, k }) => `m = ${m}, d = ${d}, k = ${k}`;
  const asked = way('questions', (row) => [size(row), short(row.ms), whole(row.count), `${row.recovered} of ${row.layers}`]);
  const fitted = way('examples', ({ ms, N, recovered, layers, power }) => [short(ms), whole(N), `${recovered} of ${layers}`, `10^${Math.round(power)}`]);
  return table(['a layer, median ms', 'by questions', 'questions', 'recovered', 'from examples', 'examples', 'recovered', '(dk)^(m³)'],
    asked.map((cells, i) => [...cells, ...fitted[i]]));
}

const begin = (name) => `<!-- Written by tests/bench/run.sh${name && `: ${name}`} -->`;
const end = (name) => `<!-- End of what tests/bench/run.sh wrote${name && `: ${name}`} -->`;

/** Puts `text` between the two marks of a file that carry the name. */
export function replaceMarked(file, text, name = '') {
  const old = readFileSync(file, 'utf8');
  const [from, to] = [old.indexOf(begin(name)), old.indexOf(end(name))];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the table: the lines "${begin(name)}" and "${end(name)}"`);
  writeFileSync(file, `${old.slice(0, from + begin(name).length)}\n${text}\n${old.slice(to)}`);
}

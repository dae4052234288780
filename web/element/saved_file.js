// @ts-check
// Writes and reads the two file formats for a figure's state and result: JSON with everything, and CSV, a table with
// comments before it. Both restore the state to the last bit: values have as many digits as that takes, and a reader's own
// text is stored as bytes.
//
// CSV: lines that start with # (`comment='#'` in pandas), then the table as in RFC 4180. The line "# State:" holds the
// state in the form of a link, with %2C for a comma, and "# Text:" a reader's own text in base64, so that a spreadsheet
// keeps each in one cell. No cell of the table has a # outside quotes. A cell that a spreadsheet would take for a formula
// begins with an apostrophe, which marks text there.

import { kFormat, queryOf, readLink } from './address.js';
import { citation, kPapers, ourPage, paperSentences } from './citation.js';
import { tr } from './words.js';

/** @import { Description, FigureSchema, Table } from '../types/module.d.ts' */
/** @import { State } from '../types/element.d.ts' */

/**
 * @typedef {object} Shown a figure at rest
 * @property {FigureSchema} schema
 * @property {State} state
 * @property {string} query every value
 * @property {string} link
 * @property {Description} description
 * @property {string} text the reader's own text in base64, or ''
 *
 * @typedef {{ figure: string, query: string, text: string, notices: string[] }} Saved `notices` say what was left out
 */

/** The file cannot be read; the message is a sentence for the reader. */
export class Unreadable extends Error {}

const kSignature = '# Lifted Attention';
// Longer than any real state, and short enough to check every part of it.
const kLongestState = 100_000;
// The beginnings of formulas in a spreadsheet; a reader's own words may begin so.
const kFormula = /^[=+\-@\t\r\n\p{Cc}]|^\s+[=+\-@]/u;
const kNumber = /^[+-]?[\d.]+(e[+-]?\d+)?$/i;
// The same within a line of text, after a character that may separate cells.
const kFormulaWithin = /([,;][\s"']*)(?=[=+\-@])/g;
const kSuperscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** @param {Shown} shown */
export function toJson({ schema, state, link, description, text }) {
  const { title, sentence, table } = description;
  const versions = { format: kFormat, learner: LIFTED_LEARNER };
  const { id: figure, name } = schema;
  const own = text ? { text } : {};
  const from = { citation: citation(schema, link), page: ourPage(), papers: kPapers };
  return JSON.stringify({ figure, name, state, ...own, link, versions, title, sentence, table, ...from }, null, 2);
}

/** @param {Shown} shown */
export function toCsv({ schema, query, link, description, text }) {
  const { title, sentence, table } = description;
  const state = `la=${kFormat}&figure=${schema.id}&${query}`.replaceAll(',', '%2C');
  const comments = [title, sentence, `Cite: ${citation(schema, link)}`, ...paperSentences(), `State: ${state}`];
  if (text) comments.push(`Text: ${text}`);
  const head = [`${kSignature}: ${schema.name}`, ...comments.map((line) => `# ${line.replaceAll(/\s+/g, ' ').replaceAll(kFormulaWithin, "$1'")}`)];
  return head.map((line) => line + '\r\n').join('') + tableRows(table);
}

/** RFC 4180, with numbers in plain notation. @param {Table} table */
function tableRows({ columns, rows }) {
  const cell = (/** @type {string | number} */ value) => {
    const number = plain(String(value));
    const text = kFormula.test(number) && !kNumber.test(number) ? `'${number}` : number;
    return /[",\r\n#]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(',') + '\r\n').join('');
}

/** "−1,024" becomes -1024 and "2.5·10⁻⁷" 2.5e-7; other texts stay as they are. @param {string} text */
function plain(text) {
  const [, sign, digits = '', power = ''] = /^(−?)(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)?·?(?:(?<=^−?|·)10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?$/.exec(text) ?? [];
  if (!digits && !power) return text;
  const exponent = [...power].map((letter) => (letter === '⁻' ? '-' : kSuperscripts.indexOf(letter))).join('');
  return (sign && '-') + (digits.replaceAll(',', '') || '1') + (exponent && `e${exponent}`);
}

/** Whether a text starts like a saved figure; a table of data to learn from has no colon there. @param {string} text */
export const isSaved = (text) => /^\ufeff?(sep=.\r?\n)?"?# Lifted Attention:|^\ufeff?\s*\{\s*"figure"/.test(text);

/** @param {string} text @returns {Saved} throws Unreadable */
export function readSaved(text) {
  const whole = text.replace(/^\ufeff/, '');
  return whole.trimStart().startsWith('{') ? readJson(whole) : readCsv(whole);
}

/** @param {string} text @returns {Saved} */
function readJson(text) {
  let all;
  try {
    all = JSON.parse(text);
  } catch {
    throw new Unreadable(tr('This file is no JSON: it was cut off or changed. Save it anew.'));
  }
  const { figure, state, text: own = '', versions } = all ?? {};
  const isValue = (/** @type {unknown} */ value) => ['number', 'string', 'boolean'].includes(typeof value);
  const isState = typeof state === 'object' && state !== null && Object.values(state).every((value) => [value].flat().every(isValue));
  if (typeof figure !== 'string' || typeof own !== 'string' || !isState) throw notOurs();
  return saved(figure, queryOf(state), own, versions?.format);
}

/** @param {string} text @returns {Saved} */
function readCsv(text) {
  // A spreadsheet may have put a line in quotes, what separates its cells after it, and what that is before all.
  const lines = text.replace(/^sep=.\r?\n/, '').split(/\r\n|\r|\n/).map((line) => line.replace(/[,;\t]+$/, '').replace(/^"(.*)"$/, (_, inner) => inner.replaceAll('""', '"')));
  const after = (/** @type {string} */ name) => lines.find((line) => line.startsWith(`# ${name}: `))?.slice(name.length + 4).trim() ?? '';
  const state = after('State');
  if (!lines[0].startsWith(kSignature) || !state) throw notOurs();
  const [, format, figure, query] = /^la=(\d+)&figure=(\w+)&?(.*)$/.exec(state) ?? [];
  if (figure === undefined) throw notOurs();
  return saved(figure, query, after('Text'), Number(format));
}

/** @param {string} figure @param {string} state a query @param {string} text @param {number} [format] @returns {Saved} */
function saved(figure, state, text, format = kFormat) {
  if (format !== kFormat) throw new Unreadable(tr('This file was saved by a newer version of the figure, which this one cannot read.'));
  if (state.length > kLongestState) throw notOurs();
  const { values, notices } = readLink(state);
  return { figure, query: values, text, notices };
}

const notOurs = () => new Unreadable(tr('This file was not saved from a figure. Choose one that “%1” or “%2” has made.', tr('Save numbers (CSV)'), tr('Save all (JSON)')));

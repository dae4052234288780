// @ts-check
// Numbers as people type them: with a decimal comma, with thousands parted by commas, points, spaces or apostrophes.
// What can be read in two ways is not guessed.

/** @typedef {{ text: string } | { ways: [string, string] }} Reading what the module may read, or what was perhaps meant */

const kSign = '^[-+]?';
const grouped = (/** @type {string} */ mark, /** @type {string} */ end = '$') => new RegExp(`${kSign}\\d{1,3}(\\${mark}\\d{3})+${end}`);
const kPointGroups = grouped('.', ',\\d+$');
const kCommaGroups = grouped(',', '\\.\\d*$');
const kDecimal = new RegExp(`${kSign}\\d*,\\d+(e[-+]?\\d+)?$`, 'i');

/** @param {string} typed @param {boolean} whole the number is one without decimals @returns {Reading} */
export function readNumber(typed, whole) {
  const text = typed.replaceAll('−', '-').replace(/[\s'’]/g, '');
  const plain = text.replaceAll(',', '');
  if (kPointGroups.test(text)) return { text: text.replaceAll('.', '').replace(',', '.') };
  if (kCommaGroups.test(text)) return { text: plain };
  if (grouped('.').test(text) && (text.split('.').length > 2 || (whole && parseInt(text, 10) !== 0))) return { text: text.replaceAll('.', '') };
  if (grouped(',').test(text)) {
    const [before, ...after] = text.split(',');
    if (after.length > 1 || (whole && Number(before) !== 0)) return { text: plain };
    if (Number(before) !== 0) return { ways: [text.replace(',', '.'), plain] };
  }
  return { text: kDecimal.test(text) ? text.replace(',', '.') : text };
}

/** A list: commas part its numbers, or else semicolons or tabs, and then a comma is a decimal one. @param {string} typed @returns {Reading} */
export function readList(typed) {
  const words = typed.replaceAll('−', '-').split(/[;\s]+/).map((word) => ({ word: word.replace(/^,+|,+$/g, ''), ends: /^,|,$/.test(word) })).filter(({ word }) => word);
  const inner = words.filter(({ word }) => word.includes(','));
  const listed = words.map(({ word }) => word).join(',');
  if (inner.length === 0 || !inner.every(({ word }) => kDecimal.test(word))) return { text: listed };
  const decimal = words.map(({ word }) => word.replace(',', '.'));
  if (/[;\t]/.test(typed) && !words.some(({ ends }) => ends)) return { text: decimal.join(',') };
  return { ways: [decimal.join(', '), listed.replaceAll(',', ', ')] };
}

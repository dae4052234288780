// Numbers in the article that follow from a formula: {{psi(16)}}. Letters as in the article: d token size,
// psi = d²(d+1)/2 unknowns for each number of the answer.
import { kThreeWords } from './three_words.mjs';

const psi = (d) => (d * d * (d + 1)) / 2;

const kExact = 1e7; // from here on numbers are written with a power of ten
const kUnits = [['B', 1], ['KB', 1e3], ['MB', 1e6], ['GB', 1e9], ['TB', 1e12], ['PB', 1e15]];

/** "2,176" or "9.3 × 10¹¹". */
function count(value) {
  if (value < kExact) return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
  const [mantissa, exponent] = value.toExponential(1).split('e+');
  return `${mantissa} × 10<sup>${exponent}</sup>`;
}

/** "38 MB", "1.7 MB"; beyond petabytes, where few know the prefixes, "6.9 × 10²⁴ bytes". */
export function bytes(value) {
  const [name, size] = kUnits.findLast(([, least]) => value >= least);
  if (value >= 1e18) return `${count(value)} bytes`;
  const inUnit = value / size;
  return `${inUnit < 10 ? inUnit.toPrecision(2) : Math.round(inUnit)} ${name}`;
}

/**
 * How many times fewer multiplications the Gram matrix takes from products of entries of G, for a sequence of 32 tokens
 * that all ask: G, the features and their products token by token; or G, its pairs and the symmetric tensor.
 */
function saving(d) {
  const n = 32;
  const q = psi(d) / d;
  return (n * (q + psi(d) + (psi(d) * (psi(d) + 1)) / 2)) / (n * q + (q * (q + 1)) / 2 + (q * (q + 1) * (q + 2)) / 6);
}

const kFormulas = {
  psi: (d) => count(psi(d)),
  fourth: (d) => count(d ** 4),
  gram: (d) => bytes(8 * psi(d) ** 2),
  saving: (d) => count(Math.round(saving(d))),
  cholesky: (d) => count(psi(d) ** 3 / 6), // multiply-adds
  ...kThreeWords,
};

// As a language writes them, with the digits of English.
const writtenIn = (/** @type {number} */ value, /** @type {string} */ tag) => value.toLocaleString(tag, { numberingSystem: 'latn' });

/** Numbers that show a language's signs, after their English (plot::kShortNumber, plot::kLongNumber). @param {string} tag */
export const signsIn = (tag) => [1234.5, 12345.6].map((value) => [writtenIn(value, 'en'), writtenIn(value, tag)]).filter(([english, own]) => own !== english);

/** What a language writes between groups of digits and before decimals. @param {string} tag */
const marksIn = (tag) => /^12(.)345(.)6$/.exec(writtenIn(12345.6, tag))?.slice(1) ?? [',', '.'];

/** English numbers in a language's writing: "1,234.5" is "1.234,5" in German. @param {string} english @param {string} tag */
export const inWriting = (english, tag) => {
  const [group, point] = marksIn(tag);
  const least = writtenIn(1234.5, tag).startsWith('1234') ? 5 : 4;
  return english.replaceAll(/(\d+(?:,\d{3})*)(?:\.(\d+))?/g, (_, whole, decimals) => {
    const digits = whole.replaceAll(',', '');
    return (digits.length < least ? digits : whole.replaceAll(',', group)) + (decimals ? point + decimals : '');
  });
};

/** The other way round. @param {string} own a number @param {string} tag */
export function inEnglish(own, tag) {
  const [group, point] = marksIn(tag);
  const [whole, decimals] = own.replaceAll(group, '').split(point);
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`);
}

/** Fills in every {{formula(d)}}; throws on a formula that is not in the list. @param {string} html @param {string} [tag] the page's language */
export function fillNumbers(html, tag = 'en') {
  return html.replace(/\{\{(\w+)\((\d+)\)\}\}/g, (whole, name, d) => {
    if (!kFormulas[name]) throw new Error(`${whole}: there is no formula "${name}" in article/numbers.mjs`);
    return inWriting(String(kFormulas[name](Number(d))), tag);
  });
}

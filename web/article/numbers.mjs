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

/** Fills in every {{formula(d)}}; throws on a formula that is not in the list. */
export function fillNumbers(html) {
  return html.replace(/\{\{(\w+)\((\d+)\)\}\}/g, (whole, name, d) => {
    if (!kFormulas[name]) throw new Error(`${whole}: there is no formula "${name}" in article/numbers.mjs`);
    return String(kFormulas[name](Number(d)));
  });
}

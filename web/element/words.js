// @ts-check
// Translates the element's own texts. As in C++ (src/plot/words.hpp): the English text is the key in the file of another
// language; the literal stands right after the bracket, so that web/article/keys.mjs finds it; a text is a whole sentence
// or a whole label, with placeholders %1 to %9 for values.

/** @typedef {{ face: number, letters: string, font: string }} Letters that the module's typefaces lack, and a font of them in base64 */

/**
 * @typedef {object} Language
 * @property {string} lang
 * @property {string} dir
 * @property {Letters[]} letters
 * @property {Map<string, string>} words translations by the English text, see plot::set_language; empty for English
 * @property {Promise<unknown> | null} [loading] while the language's file is being loaded; undefined until the page has its first figure
 */

const kLanguage = Symbol.for('lifted-attention language');

/**
 * The language of the page's figures now, chosen by language.js. It is kept in the global object, because the scripts of
 * menu and exercises contain copies of this file.
 * @type {Language}
 */
export const language = (/** @type {any} */ (globalThis)[kLanguage] ??= { lang: 'en', dir: 'ltr', letters: [], words: new Map() });
export const { words } = language;

/** What the language has for a text that came as data, without places for values. @param {string} english */
export const translated = (english) => words.get(english) || english;

/** @param {string} text */
const lastForm = (text) => text.slice(text.lastIndexOf('\x1f') + 1);

/** @param {string} english @param {...string} values */
export const tr = (english, ...values) => lastForm(translated(english)).replace(/%([1-9])/g, (place, k) => values[k - 1] ?? place);

/** A number with the signs of the language: "4,096", "4.096". @param {number} value */
export const written = (value, lang = language.lang) => value.toLocaleString(lang, { maximumFractionDigits: 6, numberingSystem: 'latn' });

/** "1 byte", "4,096 bytes": %1 is the count, a whole number. The plural is the key. @param {string} one @param {string} many @param {number} count */
export function counted(one, many, count) {
  const forms = translated(many).split('\x1f');
  const form = words.get('%')?.[count < 200 ? count : (count % 100) + 100] ?? 0;
  const text = forms[1] ? forms[Number(form)] : translated(count === 1 && !words.has(many) ? one : many);
  return text.replace('%1', written(count));
}

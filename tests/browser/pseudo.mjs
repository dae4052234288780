// Pseudo-languages, in which a test sees which texts are translated: all vowels have two dots, and in the long one every text
// is doubled. Formulas and placeholders stay.

const kDotted = { a: 'ä', e: 'ë', i: 'ï', o: 'ö', u: 'ü', y: 'ÿ', A: 'Ä', E: 'Ë', I: 'Ï', O: 'Ö', U: 'Ü' };

/** @param {string} text */
export const dotted = (text) => text.replace(/\$[^$]*\$|%[1-9]|[aeiouyAEIOU]/g, (part) => kDotted[part] ?? part);

/** @param {string} text */
export const twice = (text) => `${dotted(text)} ${dotted(text)}`;

/** What would be HTML where it is taken for it. @param {string} text */
export const marked = (text) => `<i>${text}</i>&lt;`;

/** A language's file as the element reads it. @param {Iterable<string>} texts all there are @param {(text: string) => string} translate */
export const languageOf = (texts, translate) => Object.fromEntries([...texts].map((text) => [text, translate(text)]));

/** The same as the module is told. @param {Record<string, string>} language */
export const bytesOf = (language) => Object.entries(language).flat().map((text) => `${text}\0`).join('');

/** Words of a text that are English still. @param {string} text */
export const englishIn = (text) => (text.match(/\p{L}{3,}/gu) ?? []).filter((word) => /[aeiouyAEIOU]/.test(word));

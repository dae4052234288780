// Other languages than English. A language is one file, web/languages/<tag>.json:
//
//   { "Cancelled": "Abgebrochen",
//     "%1 bytes": { "one": "%1 Byte", "other": "%1 Bytes" } }
//
// English and its translation, with the same places for values in any order; what is counted has a form for each of the
// language's plural categories (CLDR). What is empty or missing is said in English. The build makes of it what the
// element reads and passes to the module (plot::set_language).
//
//   node web/article/languages.mjs de    makes web/languages/de.json with all texts, or updates it: keeps translations, adds
//                                        new texts, and removes and prints those that no longer exist
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listedTexts, readTexts } from './keys.mjs';
import { openLearner } from './learner.mjs';
import { signsIn } from './numbers.mjs';

/** @typedef {Record<string, string | Record<string, string>>} Language translations, or forms of them, by their English */
/** @typedef {Map<string, boolean>} Keys every text there is, and whether it is counted */

const kRoot = new URL('../../', import.meta.url);
// The number of counts that the module has forms for; above it they repeat (plot::set_language).
const kCounts = 200;
const kForm = '\x1f';
const kOther = 'other';

/** @type {Map<string, string[]>} */
const known = new Map();

/** The plural category of each count. @param {string} tag */
function categoriesOf(tag) {
  const of = known.get(tag) ?? Array.from({ length: kCounts }, (_, count) => new Intl.PluralRules(tag).select(count));
  known.set(tag, of);
  return of;
}

/** The plural categories that counts have in a language; last that of all other values, as 2.5. @param {string} tag */
export const formsOf = (tag) => [...new Set(categoriesOf(tag).filter((form) => form !== kOther))].sort().concat(kOther);

/** @param {string} text */
const placesOf = (text) => [...new Set(text.match(/%[1-9]/g))].sort().join();

/** What is wrong with one translation. @param {string} tag @param {string} english @param {string | Record<string, string>} text */
function wrongWith(tag, english, text) {
  if (typeof text === 'string') return placesOf(text) === placesOf(english) ? [] : [`“${text}” has not the places of “${english}”.`];
  const missing = formsOf(tag).filter((form) => !text[form]);
  const needless = Object.keys(text).filter((form) => !formsOf(tag).includes(form));
  return [
    ...missing.map((form) => `“${english}” needs the form “${form}”.`),
    ...needless.map((form) => `“${english}” has the form “${form}”, which counts do not take in this language.`),
    ...Object.values(text).filter((form) => placesOf(form).split(',').some((place) => !placesOf(english).includes(place))).map((form) => `“${form}” has not the places of “${english}”.`),
  ];
}

const isEmpty = (text) => Object.values(typeof text === 'string' ? { text } : text).every((one) => one === '');

/**
 * What a translator should mend, as sentences.
 * @param {string} tag
 * @param {Language} language
 * @param {Keys} [keys] all texts there are
 */
export function complaintsOf(tag, language, keys) {
  return Object.entries(language).flatMap(([english, text]) => {
    if (keys && !keys.has(english)) return [`“${english}” is no text of the figures.`];
    if (keys && keys.get(english) !== (typeof text === 'object')) return [`“${english}” ${keys.get(english) ? 'is counted: it needs forms' : 'is not counted: it has one form'}.`];
    return isEmpty(text) ? [] : wrongWith(tag, english, text);
  });
}

/** The texts as the element reads them: one for each English one, two numbers, and under "%" which form a count takes. @param {string} tag @param {Language} language */
export function packed(tag, language) {
  const forms = formsOf(tag);
  const texts = Object.entries(language).filter(([, text]) => !isEmpty(text));
  const pairs = texts.map(([english, text]) => [english, typeof text === 'string' ? text : forms.map((form) => text[form]).join(kForm)]);
  pairs.push(...signsIn(tag));
  if (texts.some(([, text]) => typeof text === 'object')) pairs.push(['%', categoriesOf(tag).map((form) => forms.indexOf(form)).join('')]);
  return Object.fromEntries(pairs);
}

/** The same as the module is told (plot::set_language). @param {string} tag @param {Language} language */
export const toldOf = (tag, language) => Object.entries(packed(tag, language)).flat().map((text) => `${text}\0`).join('');

/** @param {string} folder @returns {Promise<Map<string, Language>>} the languages there are, by tag */
export async function readLanguages(folder) {
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.json')).sort() : [];
  return new Map(await Promise.all(names.map(async (name) => /** @type {[string, Language]} */ ([name.slice(0, -5), JSON.parse(await readFile(join(folder, name), 'utf8'))]))));
}

/** What src/plot/fonts/letters.py wrote for a language: letters that the module's typefaces lack, and a font of them. @param {string} folder @param {string} tag */
export async function readLetters(folder, tag) {
  const file = join(folder, `letters/${tag}.json`);
  return /** @type {{ face: number, letters: string, font: string }[]} */ (existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : []);
}

/** The letters of a language that no picture can show. @param {string} folder @param {string} tag @param {Language} language */
export async function lackingLetters(folder, tag, language) {
  const list = await readFile(new URL('src/plot/fonts/glyphs.txt', kRoot), 'utf8');
  const has = new Set([...list.matchAll(/^(?:first )?regular: (.*)$/gm)].map(([, letters]) => letters).concat((await readLetters(folder, tag)).map(({ letters }) => letters)).join(''));
  const used = new Set(Object.values(packed(tag, language)).join(''));
  return [...used].filter((letter) => letter > ' ' && !/\s|[⟨⟩\u00ad]/.test(letter) && !has.has(letter)).join('');
}

/** Puts the languages into a built site. @param {string} folder @param {string} to @returns {Promise<string[]>} their tags */
export async function makeLanguages(folder, to) {
  const languages = await readLanguages(folder);
  if (languages.size > 0) await mkdir(join(to, 'languages'), { recursive: true }); // a quick build has it
  for (const [tag, language] of languages) {
    const complaints = complaintsOf(tag, language);
    if (complaints.length > 0) throw new Error(`web/languages/${tag}.json: ${complaints.join(' ')}`);
    await writeFile(join(to, `languages/${tag}.json`), JSON.stringify({ texts: packed(tag, language), letters: await readLetters(folder, tag) }));
  }
  return [...languages.keys()];
}

/** @returns {Promise<Keys>} needs the compiled module */
export async function readKeys() {
  const [glue, wasm] = ['js', 'wasm'].map((ending) => fileURLToPath(new URL(`build/wasm/bin/lifted-attention-module.${ending}`, kRoot)));
  const { said, counted } = await readTexts(kRoot);
  const listed = listedTexts((await openLearner(glue, wasm)).figures());
  return new Map([...said, ...listed].map((text) => [text, false]).concat(counted.map((text) => [text, true])));
}

/** A language's file with every text there is. @param {string} tag @param {Language} language as it was @param {Keys} keys @returns {Language} */
export function broughtUp(tag, language, keys) {
  const empty = (counted) => (counted ? Object.fromEntries(formsOf(tag).map((form) => [form, ''])) : '');
  return Object.fromEntries([...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([english, counted]) => [english, language[english] ?? empty(counted)]));
}

async function main(wanted) {
  const [tag] = Intl.getCanonicalLocales(wanted);
  const folder = fileURLToPath(new URL('web/languages', kRoot));
  const file = join(folder, `${tag}.json`);
  const keys = await readKeys();
  const before = (await readLanguages(folder)).get(tag) ?? {};
  const after = broughtUp(tag, before, keys);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(after, null, 2)}\n`);
  for (const [english, text] of Object.entries(before)) if (!keys.has(english)) console.log(`gone: ${JSON.stringify({ [english]: text })}`);
  for (const complaint of complaintsOf(tag, after, keys)) console.log(complaint);
  console.log(`${file}: ${keys.size} texts, ${Object.values(after).filter(isEmpty).length} not translated yet`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2] ?? '');

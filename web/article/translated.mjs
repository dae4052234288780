// The article's main line in other languages. A language is one file, web/languages/article/<tag>.json:
//
//   { "About {{minutes}} minutes; …": "Etwa {{minutes}} Minuten; …" }
//
// the HTML inside each block of web/index.html that has words, blanks as one space, and its translation, in the order of the
// page; chapters stay English. What is empty or missing is shown in English, and marked so.
//
//   node web/article/translated.mjs de   makes web/languages/article/de.json with all blocks, or updates it: keeps
//                                        translations, adds new blocks, and removes and prints those that no longer exist
//   node web/article/translated.mjs --check FILE   says what the build would refuse in such a file, named by its language
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kSection, kSpine, kSwitch } from './chapters.mjs';
import { readLanguages } from './languages.mjs';
import { inEnglish } from './numbers.mjs';

/** @typedef {Record<string, string>} Texts translations by their English */
/** @typedef {{ tag: string, texts: Texts, lessons?: Texts }} Language lessons: see lessons.mjs */

const kRoot = new URL('../../', import.meta.url);
const kFolder = fileURLToPath(new URL('web/languages/article', kRoot));

const kWith = 'p|h[1-4]|li|dt|dd|th|td|summary|figcaption|caption|button|title';
const kBlock = new RegExp(`<(${kWith}|a(?= class="skip"))\\b([^>]*)>((?:(?!</?(?:${kWith}|div|[uod]l|details|pre)\\b).)*?)</\\1>`, 'gs');
const kAttribute = /(?<=<meta (?:name="|property="og:)(?:title|description)" content="|aria-label=")[^"]*(?=")/g;
const kReference = /^reference \d+$/;
// Names of books and papers.
const kKept = / id="ref-\d+"/;
// Only the English page can be taken home and opened without a network.
const kEnglishOnly = /<!--.*?-->\s*|<p [^>]*(?:data-offline|data-installed).*?<\/p>|<script [^>]*install\.js.*?<\/script>|<link rel="manifest"[^>]*>/gs;

/** What the build says in a page, besides the blocks of its source. */
export const kSaid = {
  contents: 'Contents',
  minutes: '{{minutes}} minutes',
  chapters: 'Chapters',
  figure: 'Figure {{number}}.',
  reference: 'reference {{number}}',
  needs: 'This is the picture the figure starts from, made by the same program. To run it yourself, a browser with JavaScript and WebAssembly is needed.',
};

/** @type {Language} */
export const kEnglish = { tag: 'en', texts: {} };

/** The file of a page. @param {string} tag */
export const nameIn = (tag) => (tag === kEnglish.tag ? kSpine : kSpine.replace('.', `.${tag}.`));
/** Such files, except the English. */
export const kOtherPage = /^index\.[\w-]+\.html$/;

/** A text in a language, with a number for its place; in English where there is no translation. @param {Language} language @param {string} english @param {number | string} [number] */
export const say = ({ texts }, english, number = '') => (texts[english] || english).replace(/\{\{(?:number|minutes)\}\}/, (place) => String(number || place));

const kFormula = /\$\$[^$]+\$\$|\$[^$]+\$/g;
const kPlace = /\{\{.*?\}\}(?!\})|\[\[.*?\]\]/g;
const kTag = /<[^>]*>/g;
const kWords = /\\text\{[^}]*\}/g;
const oneLine = (/** @type {string} */ html) => html.replaceAll(/\s+/g, ' ').trim();
const hasWords = (/** @type {string} */ html) =>
  /\p{L}{2}/u.test(html.replaceAll(kFormula, (formula) => (formula.match(kWords) ?? []).map((words) => words.slice(6)).join(' ')).replaceAll(kTag, ' ').replaceAll(kPlace, ' '));

/** The main line. @param {string} source index.html */
const mainLine = (source) => source.replaceAll(kSection, '').replaceAll(kEnglishOnly, '');

/** Every text of the main line, in its order, each once. @param {string} source index.html @returns {Set<string>} */
export function blocksIn(source) {
  const html = mainLine(source);
  const blocks = [...html.matchAll(kBlock)].filter(([, , attributes]) => !kKept.test(attributes)).map(({ index, 3: inner }) => ({ index, text: oneLine(inner) }));
  const attributes = [...html.matchAll(kAttribute)].map(({ index, 0: text }) => ({ index, text }));
  const found = [...blocks, ...attributes].sort((a, b) => a.index - b.index).map(({ text }) => text);
  return new Set([...found.filter((text) => hasWords(text) && !kReference.test(text)), ...Object.values(kSaid)]);
}

const listed = (/** @type {RegExpMatchArray | null} */ found) => [...(found ?? [])].sort();

/** What a translation has to have like the English, whatever the order. @param {string} html */
function keptIn(html) {
  const words = html.replaceAll(kFormula, ' ').replaceAll(kTag, ' ').replaceAll(kPlace, ' ');
  return {
    places: listed(html.match(kPlace)),
    formulas: listed(html.match(kFormula)).map((formula) => oneLine(formula.replaceAll(kWords, '\\text{}'))).sort(),
    tags: listed(html.replaceAll(/ aria-label="[^"]*"/g, '').match(kTag)),
    numbers: listed(words.match(/\d+(?:[.,\u202f]\d+)*/g)),
  };
}

/** The tag that ends or begins where it must not; none where all are well nested. @param {string} html */
function unnested(html) {
  /** @type {string[]} */
  const open = [];
  for (const [tag, end, name] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (!end) open.push(name);
    else if (open.pop() !== name) return tag;
  }
  return open.pop();
}

/** What a translator should mend, as sentences. @param {Texts} texts @param {string} [tag] in whose writing numbers may be */
export const complaintsOf = (texts, tag = 'en') =>
  Object.entries(texts).filter(([, text]) => text !== '').flatMap(([english, text]) => {
    const [wanted, found] = [keptIn(english), keptIn(text)];
    found.numbers = found.numbers.map((number) => (wanted.numbers.includes(number) ? number : inEnglish(number, tag))).sort();
    const wrong = Object.keys(wanted).filter((kind) => wanted[kind].join('\n') !== found[kind].join('\n'));
    const differ = wrong.map((kind) => `“${text}” has other ${kind} than the English: ${found[kind].join(' ') || 'none'} in place of ${wanted[kind].join(' ') || 'none'}.`);
    return unnested(text) ? [...differ, `“${text}”: <${unnested(text)}> is out of place.`] : differ;
  });

/** What stands in the page in English. @param {Language} language @param {Set<string>} blocks */
export const lacking = ({ texts }, blocks) => [...blocks].filter((english) => !texts[english]);

// Where a chapter stood, while the main line is translated: a character that no page has.
const kGap = '\0';

/** The source in another language, its chapters left as they are. @param {string} source index.html @param {Language} language */
export function translate(source, language) {
  /** @type {string[]} */
  const chapters = [];
  const ofBlock = (/** @type {string} */ block, /** @type {string} */ name, /** @type {string} */ attributes, /** @type {string} */ inner) => {
    const english = oneLine(inner);
    if (!hasWords(english)) return block;
    return !kKept.test(attributes) && language.texts[english] ? `<${name}${attributes}>${language.texts[english]}</${name}>` : block.replace(/(?=\/?>)/, ' lang="en"');
  };
  return source
    .replaceAll(kSection, (chapter) => (chapters.push(chapter), kGap))
    .replaceAll(kEnglishOnly, '')
    .replaceAll(kBlock, ofBlock)
    .replaceAll(kAttribute, (text) => (kReference.test(text) ? say(language, kSaid.reference, text.split(' ')[1]) : say(language, text)))
    .replace('<html lang="en">', `<html lang="${language.tag}">`)
    .replaceAll('<div class="table">', '<div class="table" tabindex="0">') // longer words than the English ones: on a phone it may scroll
    .replaceAll(kGap, () => chapters.shift() ?? '');
}

/** The words of the contents (contents.mjs). @param {Language} language @param {number} minutes that the English page takes to read */
export const contentsIn = (language, minutes) => ({ contents: say(language, kSaid.contents), chapters: say(language, kSaid.chapters), time: say(language, kSaid.minutes, minutes), minutes: String(minutes) });

/** Says of links to other pages of ours that those are in English. @param {string} html */
export const leadToEnglish = (html) => html.replaceAll(/<a href="[\w/-]+\.html(?:[#?][^"]*)?"/g, '$& hreflang="en"');

/** A language's name for itself. @param {string} tag */
function nameOf(tag) {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1);
}

/** Fills in <nav class="languages">: links to the same page in other languages. @param {string} html @param {string} here @param {string[]} tags besides English */
export function placeSwitch(html, here, tags) {
  const links = [...tags, kEnglish.tag].filter((tag) => tag !== here).map((tag) => `<a href="${nameIn(tag)}" lang="${tag}" hreflang="${tag}">${nameOf(tag)}</a>`);
  return html.replace(kSwitch, (nav) => (tags.length > 0 ? nav.replace('></nav>', `>${links.join(' ')}</nav>`) : ''));
}

/** Tells search engines of the page's other languages. @param {string} html @param {string[]} tags besides English @param {string} address of the site, as addressOf() gives it */
export function addAlternates(html, tags, address) {
  const link = (/** @type {string} */ hreflang, /** @type {string} */ tag) => `<link rel="alternate" hreflang="${hreflang}" href="${address}${address ? nameIn(tag).replace(kSpine, '') : nameIn(tag)}" />\n`;
  return tags.length === 0 ? html : html.replace('</head>', () => `${[...tags, kEnglish.tag].map((tag) => link(tag, tag)).join('')}${link('x-default', kEnglish.tag)}</head>`);
}

/** A language's file with every block. @param {Texts} texts as they were @param {Set<string>} blocks @param {Record<string, unknown>} [figures] what figures say in this language */
export const broughtUp = (texts, blocks, figures = {}) => Object.fromEntries([...blocks].map((english) => [english, texts[english] || (typeof figures[english] === 'string' ? figures[english] : '')]));

/** Makes or updates a language's file, and says what is left to do. @param {string} folder @param {string} wanted the language's tag @param {Set<string>} texts all there are */
export async function bringUp(folder, wanted, texts) {
  const [tag] = Intl.getCanonicalLocales(wanted);
  const before = (await readLanguages(folder)).get(tag) ?? {};
  const figures = (await readLanguages(fileURLToPath(new URL('web/languages', kRoot)))).get(tag);
  const after = broughtUp(before, texts, figures);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/${tag}.json`, `${JSON.stringify(after, null, 2)}\n`);
  for (const [english, text] of Object.entries(before)) if (!texts.has(english) && text) console.log(`gone: ${JSON.stringify({ [english]: text })}`);
  for (const complaint of complaintsOf(after, tag)) console.log(complaint);
  console.log(`${folder}/${tag}.json: ${texts.size} texts, ${Object.values(after).filter((text) => text === '').length} not translated yet`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , wanted = '', file = ''] = process.argv;
  if (wanted === '--check') for (const complaint of complaintsOf(JSON.parse(await readFile(file, 'utf8')), basename(file, '.json'))) console.log(complaint);
  else await bringUp(kFolder, wanted, blocksIn(await readFile(new URL('web/index.html', kRoot), 'utf8')));
}

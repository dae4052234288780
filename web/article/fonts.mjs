// The typefaces, cut to the characters in use: a page of prose needs a fifth of a font file.
//
//   text     Source Serif 4, the article; italics only for the letters that stand in italics
//   title    the same family's cut for large sizes, for headings
//   sans     Inter, captions and the figures' controls: the files that the canvas is drawn with, too
//   math     KaTeX's faces
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { convert } from 'fontverter';
import subsetFont from 'subset-font';

const resolve = createRequire(import.meta.url).resolve;
const serif = (cut) => resolve(`@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-${cut}.woff2`);
const inter = (cut) => join(process.env.LIFTED_INTER_DIR ?? '', `Inter-${cut}.otf`);

// The characters that figures may write in HTML.
const kLatin = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).join('') + '“”‘’–—…·×−≤≥≈±√²³⁻⁰¹⁴⁵⁶⁷⁸⁹ᵀβλσψρΘΛΣ₁₂₃₄→';

// Letters of other languages than English: files of their own, which a page asks for where such a letter stands (embed.css
// has the same).
const kAccents = '¡«»¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŠšŽž';

// And in those of the first figure, and in the contents, besides the signs that the article begins with.
const kFirst = `${kLatin.replace(/\W/g, '')}×/`;

// In what languages call themselves, besides letters that are the system's.
const kNames = 'çêñ';
// Signs of films that are the system's.
const kOfFilms = '‹›';

// What a browser does without: the styles of the family, and other baselines.
const kDropped = ['STAT', 'BASE'];

// The size a reader sees is about 15 points; `opsz` pins the drawing made for it.
const kFaces = [
  { file: 'text', family: 'Source Serif', source: serif('normal'), axes: { wght: 400, opsz: 15 }, characters: ({ text }) => text },
  { file: 'text-italic', family: 'Source Serif', style: 'italic', source: serif('italic'), axes: { wght: 400, opsz: 15 }, characters: ({ italics }) => italics },
  { file: 'title', family: 'Source Serif Display', weight: 600, source: serif('normal'), axes: { wght: 600, opsz: 36 }, characters: ({ titles }) => titles },
  { file: 'sans', family: 'Inter', source: inter('Regular'), characters: ({ sans }) => sans },
  { file: 'sans-bold', family: 'Inter', weight: 600, source: inter('SemiBold'), features: ['tnum'], characters: ({ bold }) => bold },
];

const kMathFiles = { KaTeX_Main: 'Main-Regular', KaTeX_Math: 'Math-Italic', KaTeX_AMS: 'AMS-Regular', KaTeX_Size1: 'Size1-Regular', KaTeX_Size2: 'Size2-Regular', KaTeX_Size3: 'Size3-Regular', KaTeX_Size4: 'Size4-Regular' };

/** The distinct characters of what stands between `<tag …>` and `</tag>` for these tags; of the whole text for none. */
function charactersOf(html, ...tags) {
  const parts = tags.length === 0 ? [html] : [...html.matchAll(new RegExp(`<(${tags.join('|')})\\b[^>]*>(.*?)</\\1>`, 'gs'))].map((part) => part[2]);
  const words = parts.join('').replace(/<script.*?<\/script>|<[^>]*>/gs, '').replace(/&\w+;/g, '&<> ');
  return [...new Set(words)].join('');
}

const kept = (text) => [...new Set(text)].filter((character) => character >= ' ').join('');

/** What stands in which face of a beginning: the contents mark a heading in bold. @param {string} words */
const usesAtFirst = (words) => ({ titles: charactersOf(words, 'h1', 'h2', 'h3'), sans: charactersOf(words) + kFirst + kNames, bold: charactersOf(words, 'b', 'dt', 'h2', 'h4', 'summary') });

/**
 * The faces that pages need, each with its characters.
 * @param {{ words: string, faces: Map<string, string>, beginning?: boolean }} pages their words without formulas, and what those
 *   draw; whether they are only a beginning, where it is known what stands in which face
 */
function facesFor({ words, faces, beginning = false }) {
  const text = charactersOf(words);
  const uses = { text, italics: charactersOf(words, 'em', 'i'), titles: `${charactersOf(words, 'h1', 'h2', 'h3')}0123456789`, sans: kLatin + kNames + text, bold: kLatin + text, ...(beginning && usesAtFirst(words)) };
  const own = kFaces.map((face) => ({ ...face, features: face.features ?? ['kern', 'liga', 'tnum'], text: kept(face.characters(uses)), display: 'swap' }));
  const math = [...faces].map(([family, characters]) => {
    if (!kMathFiles[family]) throw new Error(`A formula needs ${family}: add its file to article/fonts.mjs`);
    const source = resolve(`katex/dist/fonts/KaTeX_${kMathFiles[family]}.woff2`);
    return { file: family.replace('KaTeX_', 'math-').toLowerCase(), family, style: family === 'KaTeX_Math' ? 'italic' : 'normal', source, text: kept(characters), display: 'block' };
  });
  return [...own, ...math];
}

// Scripts whose letters are the system's.
const kOfSystem = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

const codesOf = (/** @type {string} */ letters) => Array.from(letters, (letter) => letter.codePointAt(0) ?? 0).sort((a, b) => a - b);

/** Letters as a style names them, U+21-23,U+2a, and with them what lies between, but for others. @param {string} letters @param {string} [others] if none, nothing may */
function rangeOf(letters, others) {
  const [codes, apart] = [codesOf(letters), others && codesOf(others)];
  const breaks = codes.slice(1).map((code, k) => (apart ? apart.some((other) => codes[k] < other && other < code) : code > codes[k] + 1));
  const firsts = codes.filter((_, k) => k === 0 || breaks[k - 1]);
  const lasts = codes.filter((_, k) => breaks[k] ?? true);
  return firsts.map((first, k) => `U+${first.toString(16)}${lasts[k] > first ? `-${lasts[k].toString(16)}` : ''}`).join();
}

/** @param {string} from the address of the file @param {string} [range] of letters that it is for, if not for all */
const ruleOf = (face, from, range) =>
  `@font-face{font-family:"${face.family}";src:url(${from}) format("woff2");font-weight:${face.weight ?? 400};font-style:${face.style ?? 'normal'};font-display:${face.display}${range ? `;unicode-range:${range}` : ''}}\n`;

/** Makes the table of names empty, which has to be there; the licences stand in licences.txt. @param {Buffer} font of tables that are not compressed */
function withoutNames(font) {
  const entry = 12 + 16 * Array.from({ length: font.readUInt16BE(4) }, (_, k) => font.toString('latin1', 12 + 16 * k, 16 + 16 * k)).indexOf('name');
  font.set([0, 0, 0, 0, 0, 6], font.readUInt32BE(entry + 8));
  font.writeUInt32BE(6, entry + 12);
  return font;
}

/** @param {ReturnType<typeof facesFor>[number]} face @returns {Promise<Buffer>} */
const cut = async (face, text = face.text) =>
  convert(withoutNames(await subsetFont(await readFile(face.source), text, { targetFormat: 'sfnt', noHinting: true, variationAxes: face.axes, keepFeatures: face.features, dropTables: kDropped })), 'woff2');

/**
 * Subsets every face: in fonts/ for the English pages, in languages/ what others need besides, and inside the style of the first
 * page what it begins with, where the files are only for the letters that its beginning has not.
 * @param {Parameters<typeof facesFor>[0]} english @param {Parameters<typeof facesFor>[0]} beginning @param {Parameters<typeof facesFor>[0]} others
 * @returns {Promise<{ files: Map<string, Buffer>, css: string, firstCss: string, othersCss: string }>}
 */
export async function makeFonts(english, beginning, others) {
  const files = new Map();
  let [css, firstCss, othersCss] = ['', '', ''];
  const faces = facesFor(english).filter(({ text }) => text.trim());
  const inside = facesFor({ ...beginning, beginning: true }).filter(({ text }) => text.trim());
  for (const face of faces) {
    const file = `fonts/${face.file}.woff2`;
    files.set(file, await cut(face));
    css += ruleOf(face, file);
    const at = inside.find(({ file }) => file === face.file);
    if (at) firstCss += ruleOf(at, `data:font/woff2;base64,${(await cut(at)).toString('base64')}`);
    const further = [...face.text].filter((letter) => !at?.text.includes(letter)).join('');
    if (further) firstCss += ruleOf(face, file, at && rangeOf(further, at.text + kOfFilms));
  }
  for (const face of facesFor(others)) {
    const has = faces.find(({ file }) => file === face.file)?.text ?? '';
    const lacking = [...face.text].filter((letter) => !has.includes(letter) && !kOfSystem.test(letter));
    const text = kept(lacking.join('') + (face.family === 'Inter' ? kAccents : ''));
    if (!text.trim()) continue;
    const file = `languages/${face.file}.woff2`;
    files.set(file, await cut(face, text));
    othersCss += ruleOf(face, file, rangeOf(text));
  }
  return { files, css, firstCss, othersCss };
}

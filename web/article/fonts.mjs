// The typefaces, cut to the characters in use: a page of prose needs a fifth of a font file.
//
//   text     Source Serif 4, the article; italics only for the letters that stand in italics
//   title    the same family's cut for large sizes, for headings
//   sans     Inter, captions and the figures' controls: the files that the canvas is drawn with, too
//   math     KaTeX's faces
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const resolve = createRequire(import.meta.url).resolve;
const serif = (cut) => resolve(`@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-${cut}.woff2`);
const inter = (cut) => join(process.env.LIFTED_INTER_DIR ?? '', `Inter-${cut}.otf`);

// The characters that figures may write in HTML.
const kLatin = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).join('') + '“”‘’–—…·×−≤≥≈±√²³⁻⁰¹⁴⁵⁶⁷⁸⁹ᵀβλσψρΘΛΣ₁₂₃₄→';

// Letters of other languages than English: files of their own, which a page asks for where such a letter stands (embed.css
// has the same).
const kAccents = '¡«»¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŠšŽž';

// The size a reader sees is about 15 points; `opsz` pins the drawing made for it.
const kFaces = [
  { file: 'text', family: 'Source Serif', source: serif('normal'), axes: { wght: 400, opsz: 15 }, characters: ({ text }) => text },
  { file: 'text-italic', family: 'Source Serif', style: 'italic', source: serif('italic'), axes: { wght: 400, opsz: 15 }, characters: ({ italics }) => italics },
  { file: 'title', family: 'Source Serif Display', weight: 600, source: serif('normal'), axes: { wght: 600, opsz: 36 }, characters: ({ headings }) => `${headings}0123456789` },
  { file: 'sans', family: 'Inter', source: inter('Regular'), characters: ({ text }) => kLatin + text },
  { file: 'sans-bold', family: 'Inter', weight: 600, source: inter('SemiBold'), features: ['tnum'], characters: ({ text }) => kLatin + text },
];

const kMathFiles = { KaTeX_Main: 'Main-Regular', KaTeX_Math: 'Math-Italic', KaTeX_AMS: 'AMS-Regular', KaTeX_Size1: 'Size1-Regular', KaTeX_Size2: 'Size2-Regular', KaTeX_Size3: 'Size3-Regular', KaTeX_Size4: 'Size4-Regular' };

/** The distinct characters of what stands between `<tag …>` and `</tag>` for these tags; of the whole text for none. */
function charactersOf(html, ...tags) {
  const parts = tags.length === 0 ? [html] : [...html.matchAll(new RegExp(`<(${tags.join('|')})\\b[^>]*>(.*?)</\\1>`, 'gs'))].map((part) => part[2]);
  const words = parts.join('').replace(/<script.*?<\/script>|<[^>]*>/gs, '').replace(/&\w+;/g, '&<> ');
  return [...new Set(words)].join('');
}

const kept = (text) => [...new Set(text)].filter((character) => character >= ' ').join('');

/**
 * The faces that pages need, each with its characters.
 * @param {{ words: string, faces: Map<string, string> }} pages their words without formulas, and what those draw
 */
function facesFor({ words, faces }) {
  const uses = { text: charactersOf(words), italics: charactersOf(words, 'em', 'i'), headings: charactersOf(words, 'h1', 'h2', 'h3') };
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
const codeOf = (/** @type {string} */ letter) => `U+${letter.codePointAt(0)?.toString(16)}`;

/**
 * Subsets every face: in fonts/ for the English pages, and in languages/ what others need besides.
 * @param {Parameters<typeof facesFor>[0]} english @param {Parameters<typeof facesFor>[0]} others
 * @returns {Promise<{ files: Map<string, Buffer>, css: string, othersCss: string }>}
 */
export async function makeFonts(english, others) {
  const files = new Map();
  const cut = async (/** @type {string} */ folder, face, more = '') => {
    const options = { targetFormat: 'woff2', noHinting: true, variationAxes: face.axes, keepFeatures: face.features };
    files.set(`${folder}/${face.file}.woff2`, await subsetFont(await readFile(face.source), face.text, options));
    return `@font-face{font-family:"${face.family}";src:url(${folder}/${face.file}.woff2) format("woff2");font-weight:${face.weight ?? 400};font-style:${face.style ?? 'normal'};font-display:${face.display}${more}}\n`;
  };
  const faces = facesFor(english).filter(({ text }) => text.trim());
  let [css, othersCss] = ['', ''];
  for (const face of faces) css += await cut('fonts', face);
  for (const face of facesFor(others)) {
    const has = faces.find(({ file }) => file === face.file)?.text ?? '';
    const lacking = [...face.text].filter((letter) => !has.includes(letter) && !kOfSystem.test(letter));
    const text = kept(lacking.join('') + (face.family === 'Inter' ? kAccents : ''));
    if (text.trim()) othersCss += await cut('languages', { ...face, text }, `;unicode-range:${[...text].map(codeOf).join()}`);
  }
  return { files, css, othersCss };
}

// @ts-check
// The picture of a figure as a file: SVG and PNG, each with its source.

import { make } from './make.js';
import { tr } from './words.js';

/** @import { PictureView } from './picture_view.js' */

/**
 * @typedef {object} Origin
 * @property {string} title
 * @property {string} sentence
 * @property {string} citation
 * @property {string[]} papers
 * @property {string} link
 */

// Pixels for a CSS pixel of a saved picture: enough for slides and print.
const kSavedDensity = 2;
// 96 CSS pixels are an inch.
const kPixelsPerMetre = Math.round((96 * kSavedDensity) / 0.0254);
const kSvg = 'http://www.w3.org/2000/svg';
const kDublinCore = 'http://purl.org/dc/elements/1.1/';

/**
 * Adds citation and links to the SVG, which has its title and description. As text, because a strict policy would refuse
 * the style of a parsed picture.
 * @param {string} svg @param {Origin} origin
 */
export function svgFile(svg, { citation, papers, link }) {
  const page = document.implementation.createDocument(kSvg, 'metadata');
  /** @type {[string, string][]} */
  const facts = [['dc:bibliographicCitation', citation], ['dc:source', link], ...papers.map((paper) => /** @type {[string, string]} */ (['dc:relation', paper]))];
  for (const [name, text] of facts) {
    const fact = page.createElementNS(kDublinCore, name);
    fact.textContent = text;
    page.documentElement.append('\n', fact);
  }
  const metadata = new XMLSerializer().serializeToString(page);
  const head = svg.includes('</desc>') ? '</desc>' : '</title>';
  return new Blob([svg.replace(head, () => `${head}\n${metadata}`)], { type: 'image/svg+xml' });
}

/** @param {PictureView} view @param {Origin} origin */
export async function pngFile(view, { title, sentence, citation, papers, link }) {
  const width = Math.round(view.savedWidth * kSavedDensity);
  const height = Math.round(view.pictureHeight * kSavedDensity);
  const canvas = view.raster(kSavedDensity) ?? (await svgPixels(await view.svg(), width, height));
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(tr('This browser could not make a PNG of that size. Save the picture as SVG.'));
  const texts = { Title: title, Description: `${sentence} ${citation}. ${papers.join(' ')}`, Source: link, Software: 'Lifted Attention' };
  return withChunks(new Uint8Array(await blob.arrayBuffer()), [
    chunk('pHYs', [...word(kPixelsPerMetre), ...word(kPixelsPerMetre), 1]),
    // Keyword, not compressed, no language, no translation of the keyword.
    ...Object.entries(texts).map(([name, text]) => chunk('iTXt', [...letters(name), 0, 0, 0, 0, 0, ...letters(text)])),
  ]);
}

/** Rasterizes an SVG where there is no WebGL canvas to copy. @param {string} svg @param {number} width @param {number} height */
async function svgPixels(svg, width, height) {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = make('canvas', { width, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

const letters = (/** @type {string} */ text) => new TextEncoder().encode(text);
const word = (/** @type {number} */ value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

/** Inserts chunks after a PNG's signature (8 bytes) and header chunk (25 bytes). @param {Uint8Array} png @param {Uint8Array[]} chunks */
function withChunks(png, chunks) {
  const kHead = 33;
  const parts = [png.subarray(0, kHead), ...chunks, png.subarray(kHead)];
  return new Blob(/** @type {BlobPart[]} */ (parts), { type: 'image/png' });
}

/** @param {string} name @param {number[]} data */
function chunk(name, data) {
  const body = [...letters(name), ...data];
  return Uint8Array.from([...word(data.length), ...body, ...word(crc(body))]);
}

/** CRC-32 as in PNG. @param {number[]} bytes */
function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let k = 0; k < 8; ++k) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}

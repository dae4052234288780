// Screenshots as pixels, and how much two of them differ.
import pixelmatch from 'pixelmatch';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** @typedef {{ width: number, height: number, data: Uint8Array }} Picture four bytes a pixel */

/** @param {Uint8Array} png @returns {Picture} */
export const decode = (png) => PNG.sync.read(Buffer.from(png));

/** A picture as PNG, for people who want to see it. @param {Picture} picture */
export const encode = ({ width, height, data }) => PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(data) }), { colorType: 2, filterType: 0, deflateStrategy: 0 });

/** How many colours a picture has. @param {Uint8Array} png */
export function colours(png) {
  const { data } = decode(png);
  return new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size;
}

/** Of each image on printed pages its width and how many colours it has, in the way that Chromium and Firefox write PDF: three bytes a pixel, deflated. @param {Uint8Array} pdf */
export function printed(pdf) {
  const file = Buffer.from(pdf);
  const found = file.toString('latin1').matchAll(/<<(?=(?:(?!>>\s*stream)[^])*?\/Subtype\s*\/Image\b)(?:(?!>>\s*stream)[^])*?\/Width (\d+)(?:(?!>>\s*stream)[^])*?>>\s*stream\r?\n/g);
  return [...found].map(({ 0: head, 1: width, index }) => {
    const pixels = inflateSync(file.subarray(index + head.length));
    return { width: Number(width), colours: new Set(Array.from({ length: pixels.length / 3 }, (_, k) => pixels.readUIntBE(3 * k, 3))).size };
  });
}

/**
 * The share of pixels that differ by more than `threshold` (0 to 1, as pixelmatch counts), and a picture of where; 1 when
 * sizes differ by more than a row.
 * @param {Picture} a @param {Picture} b @param {number} threshold
 */
export function compared(a, b, threshold) {
  const [width, height] = [a.width, Math.min(a.height, b.height)];
  const where = { width, height, data: new Uint8Array(4 * width * height) };
  if (a.width !== b.width || Math.abs(a.height - b.height) > 1) return { share: 1, where };
  const [one, other] = [a, b].map(({ data }) => data.subarray(0, where.data.length));
  return { share: pixelmatch(one, other, where.data, width, height, { threshold, includeAA: true }) / (width * height), where };
}

/** The share of pixels in which two screenshots differ at all; 1 when they are of different size. @param {Uint8Array} first @param {Uint8Array} second */
export function difference(first, second) {
  const [a, b] = [decode(first), decode(second)];
  return a.height === b.height ? compared(a, b, 0).share : 1;
}

/**
 * A picture made smaller: each pixel is the mean of a square of `factor` pixels; what makes no whole square is left out.
 * @param {Picture} picture
 * @param {number} factor
 * @returns {Picture}
 */
export function reduced({ width, height, data }, factor) {
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const means = new Uint8Array(4 * columns * rows);
  for (let k = 0; k < means.length; ++k) {
    const [c, column, row] = [k % 4, (k >> 2) % columns, Math.floor((k >> 2) / columns)];
    let sum = 0;
    for (let j = 0; j < factor * factor; ++j) sum += data[4 * ((row * factor + Math.floor(j / factor)) * width + column * factor + (j % factor)) + c];
    means[k] = Math.round(sum / factor ** 2);
  }
  return { width: columns, height: rows, data: means };
}

// Screenshots as pixels. Chromium writes PNGs of 8 bits without interlacing, which take only a few lines to read.
import assert from 'node:assert/strict';
import { deflateSync, inflateSync } from 'node:zlib';

const kSignature = 8;

/** The chunks of a PNG. @param {Buffer} bytes */
function* chunks(bytes) {
  for (let at = kSignature; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    yield { kind: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

/** What the filters of a PNG predict from the pixel to the left, above, and above left. */
function predicted(filter, left, up, corner) {
  if (filter < 4) return [0, left, up, (left + up) >> 1][filter];
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** @param {Uint8Array} png @returns {{ width: number, height: number, pixels: Uint32Array }} one number a pixel */
export function decode(png) {
  const parts = [...chunks(Buffer.from(png))];
  const header = parts[0].data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const depth = { 2: 3, 6: 4 }[header[9]];
  assert.ok(header[8] === 8 && depth && header[12] === 0, 'a PNG of another kind');
  const packed = Buffer.concat(parts.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data));
  const raw = inflateSync(packed);
  const stride = width * depth;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    const row = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    for (let x = 0; x < stride; ++x) {
      row[x] += predicted(filter, x < depth ? 0 : row[x - depth], above[x], x < depth ? 0 : above[x - depth]);
    }
    for (let x = 0; x < width; ++x) pixels[y * width + x] = (row[x * depth] << 16) | (row[x * depth + 1] << 8) | row[x * depth + 2];
    above = row;
  }
  return { width, height, pixels };
}

/** How many colours a picture has. @param {Uint8Array} png */
export const colours = (png) => new Set(decode(png).pixels).size;

/** The share of pixels in which two pictures differ; 1 when they are of different size. @param {Uint8Array} first @param {Uint8Array} second */
export function difference(first, second) {
  const [a, b] = [decode(first), decode(second)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let k = 0; k < a.pixels.length; ++k) different += Number(a.pixels[k] !== b.pixels[k]);
  return different / a.pixels.length;
}

/**
 * A picture made smaller: each pixel is the mean of a square of `factor` pixels; what makes no whole square is left out.
 * @param {{ width: number, height: number, pixels: Uint32Array }} picture
 * @param {number} factor
 */
export function reduced({ width, height, pixels }, factor) {
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const means = new Uint32Array(columns * rows);
  for (let k = 0; k < means.length; ++k) {
    const sums = [0, 0, 0];
    for (let j = 0; j < factor * factor; ++j) {
      const x = (k % columns) * factor + (j % factor);
      const pixel = pixels[(Math.floor(k / columns) * factor + Math.floor(j / factor)) * width + x];
      for (let c = 0; c < 3; ++c) sums[c] += (pixel >> (16 - 8 * c)) & 255;
    }
    const [r, g, b] = sums.map((sum) => Math.round(sum / factor ** 2));
    means[k] = (r << 16) | (g << 8) | b;
  }
  return { width: columns, height: rows, pixels: means };
}

/** The share of pixels of which a channel differs by more than `tolerance` (of 255); 1 when sizes differ by more than a row. */
export function distance(a, b, tolerance) {
  if (a.width !== b.width || Math.abs(a.height - b.height) > 1) return 1;
  const common = a.width * Math.min(a.height, b.height);
  let different = 0;
  for (let k = 0; k < common; ++k) {
    different += Number([16, 8, 0].some((shift) => Math.abs(((a.pixels[k] >> shift) & 255) - ((b.pixels[k] >> shift) & 255)) > tolerance));
  }
  return different / common;
}

/** The checksum of PNG's chunks. */
function crc32(bytes) {
  let rest = -1;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; ++bit) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A picture as PNG, for people who want to see what is kept. */
export function encode({ width, height, pixels }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const raw = Buffer.alloc(height * (3 * width + 1));
  pixels.forEach((pixel, k) => raw.writeUIntBE(pixel & 0xffffff, Math.floor(k / width) * (3 * width + 1) + 1 + 3 * (k % width), 3));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(raw, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

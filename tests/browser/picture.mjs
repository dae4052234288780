// Screenshots as pixels. Chromium writes PNGs of 8 bits, without interlacing: few lines read them.
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

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

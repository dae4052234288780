// Pictures as WebP: images inside an SVG, which the module writes as PNG without any compression, and moving ones.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import encode, { init } from '@jsquash/webp/encode.js';

// Of 100; beside the live picture no eye tells less from more.
const kQuality = 75;
const kSignature = 8;
const kHead = 8; // bytes of a chunk before its data: how long they are, and its kind
const kChecksum = 4;
const kEmbedded = /data:image\/png;base64,([^"]*)/g;

const encoder = createRequire(import.meta.url).resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm');
let ready;

/** What src/plot/png.cpp has written. @param {Buffer} png */
function pixelsOf(png) {
  const size = { width: 0, height: 0 };
  const parts = [];
  for (let at = kSignature, length; at < png.length; at += kHead + length + kChecksum) {
    length = png.readUInt32BE(at);
    const data = png.subarray(at + kHead, at + kHead + length);
    const kind = png.toString('latin1', at + 4, at + kHead);
    if (kind === 'IHDR') Object.assign(size, { width: data.readUInt32BE(0), height: data.readUInt32BE(4) });
    if (kind === 'IDAT') parts.push(data);
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = 4 * size.width;
  const data = new Uint8ClampedArray(stride * size.height);
  // A byte for the filter, of which there is none, stands before every row.
  for (let y = 0; y < size.height; ++y) data.set(rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)), y * stride);
  return { data, ...size };
}

/** @typedef {{ data: Uint8ClampedArray | Buffer, width: number, height: number }} Pixels RGBA, row by row */

/** @param {Pixels} pixels */
export async function packed({ data, width, height }) {
  ready ??= readFile(encoder).then((bytes) => init(new WebAssembly.Module(bytes)));
  await ready;
  const image = /** @type {ImageData} */ ({ data: new Uint8ClampedArray(data), width, height });
  return Buffer.from(await encode(image, { quality: kQuality }));
}

const little = (/** @type {number} */ value, /** @type {number} */ bytes) => Buffer.from(Array.from({ length: bytes }, (_, k) => (value >> (8 * k)) & 255));
const chunk = (/** @type {string} */ name, /** @type {Buffer[]} */ ...parts) => {
  const data = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(name), little(data.length, 4), data, Buffer.alloc(data.length % 2)]);
};

/**
 * An endless film of pictures of one size, each shown for `ms`: the container of RFC 9649, section 2.7.
 * @param {(Pixels & { ms: number })[]} pictures
 */
export async function animated(pictures) {
  const [{ width, height }] = pictures;
  const size = [little(width - 1, 3), little(height - 1, 3)];
  const frames = [];
  // A still picture of ours is RIFF, its length, WEBP, and then the one chunk that a frame holds.
  for (const picture of pictures) frames.push(chunk('ANMF', little(0, 6), ...size, little(picture.ms, 3), little(2, 1), (await packed(picture)).subarray(12)));
  const all = [Buffer.from('WEBP'), chunk('VP8X', little(2, 4), ...size), chunk('ANIM', little(-1, 4), little(0, 2)), ...frames];
  return chunk('RIFF', ...all);
}

/** @param {string} svg */
export async function withWebp(svg) {
  const images = [...svg.matchAll(kEmbedded)];
  if (images.length === 0) return svg;
  const webps = await Promise.all(images.map(async ([, bytes]) => packed(pixelsOf(Buffer.from(bytes, 'base64')))));
  return svg.replace(kEmbedded, () => `data:image/webp;base64,${webps.shift()?.toString('base64')}`);
}

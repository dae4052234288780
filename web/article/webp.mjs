// Images inside a picture as WebP: the module writes PNG without any compression.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import encode, { init } from '@jsquash/webp/encode.js';

// Of 100; beside the live picture no eye tells less from more.
const kQuality = 85;
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

/** @param {string} svg */
export async function withWebp(svg) {
  const images = [...svg.matchAll(kEmbedded)];
  if (images.length === 0) return svg;
  ready ??= readFile(encoder).then((bytes) => init(new WebAssembly.Module(bytes)));
  await ready;
  const packed = await Promise.all(images.map(async ([, bytes]) => Buffer.from(await encode(pixelsOf(Buffer.from(bytes, 'base64')), { quality: kQuality }))));
  return svg.replace(kEmbedded, () => `data:image/webp;base64,${packed.shift()?.toString('base64')}`);
}

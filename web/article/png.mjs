// Pixels of an SVG picture, by resvg.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** @type {Promise<void> | undefined} */
let started;

/** @param {string} svg @param {number} width px */
export async function toPng(svg, width) {
  await (started ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then((bytes) => initWasm(bytes)));
  return new Resvg(svg, { fitTo: { mode: 'width', value: width }, background: '#ffffff' }).render().asPng();
}

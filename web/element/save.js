// @ts-check
// Taking a figure home: the picture as SVG and PNG, the numbers as CSV and JSON.

import { make } from './make.js';

/** @import { Table } from '../types/module.d.ts' */

/** @param {Blob | string} content @param {string} type @param {string} name */
export function download(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** RFC 4180. @param {Table} table */
export function csv({ columns, rows }) {
  const cell = (/** @type {string | number} */ value) => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(',') + '\r\n').join('');
}

/**
 * The pixels of an SVG, for where there is no WebGL canvas to copy.
 * @param {string} svg
 * @param {number} width
 * @param {number} height
 */
export async function svgPixels(svg, width, height) {
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

/** @param {HTMLCanvasElement} canvas @param {string} name */
export function downloadPixels(canvas, name) {
  canvas.toBlob((blob) => blob && download(blob, 'image/png', name), 'image/png');
}

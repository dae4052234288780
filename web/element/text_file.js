// @ts-check
// Reads a text from the reader's files.

import { tableOf } from './array_table.js';
import { hasArrays, inBytes, isTable } from './text_kinds.js';
import { tr, written } from './words.js';

/** @import { TextSchema } from '../types/module.d.ts' */

/** Spreadsheets' "Unicode Text" is UTF-16, as its first bytes say; all else is UTF-8, or no text. @param {Uint8Array} bytes */
const encodingOf = ([first, second]) => (first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8');

/** Rejects with a sentence where it is a folder, or gone by now. @param {File} file */
const bytesOf = (file) =>
  file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => Promise.reject(new Error(tr('“%1” could not be read.', file.name))),
  );

/**
 * What a figure learns from: of files with arrays, the table that all of them make; else the first file. Rejects with a sentence.
 * @param {File[]} files @param {TextSchema} schema @returns {Promise<{ name: string, text: string, bytes: Uint8Array }>} name: of the
 * first that was read; bytes: in UTF-8
 */
export async function readText(files, schema) {
  const arrays = isTable(schema) ? files.filter(({ name }) => hasArrays(name)) : [];
  const read = arrays.length > 0 ? arrays : files.slice(0, 1);
  const large = read.find(({ size }) => size > schema.maxBytes);
  if (large) throw new Error(tr('“%1” has %2; up to %3 can be learned here.', large.name, inBytes(large.size), written(schema.maxBytes)));
  const [{ name, size }] = read;
  if (arrays.length > 0) {
    const text = tableOf(await Promise.all(arrays.map(async (file) => ({ name: file.name, bytes: await bytesOf(file) }))), schema.maxBytes);
    return { name, text, bytes: new TextEncoder().encode(text) };
  }
  if (size === 0) throw new Error(tr('“%1” is empty.', name));
  const bytes = await bytesOf(read[0]);
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  if (text === null || text.includes('\0')) throw new Error(tr('“%1” is not a text file (UTF-8). Save it as plain text first.', name));
  return { name, text, bytes: encoding === 'utf-8' ? bytes : new TextEncoder().encode(text) };
}

/** null: it is something else. @param {Uint8Array} bytes @param {string} encoding */
function decoded(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

// @ts-check
// What files a text can be read from.

import { counted } from './words.js';

/** @import { TextSchema } from '../types/module.d.ts' */

export const inBytes = (/** @type {number} */ bytes) => counted('%1 byte', '%1 bytes', bytes);
/** Files of arrays that a table is made of, see array_table.js; a number takes less room in them than in a table. @param {string} name */
export const hasArrays = (name) => /\.(npy|npz|safetensors)$/i.test(name);
/** Whether a text is a table. @param {TextSchema} schema */
export const isTable = ({ ending }) => ending === '.csv';
/** Whether a text can be read from a file of this name, before others. @param {TextSchema} schema @param {string} name */
export const reads = (schema, name) => Boolean(schema.ending) && (name.toLowerCase().endsWith(schema.ending) || (isTable(schema) && hasArrays(name)));

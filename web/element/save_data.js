// @ts-check
// The sequences and targets that a figure learns from, as a table that it can read again.

import { download } from './save.js';
import { say } from './words.js';

/** @import { Figure } from './figure.js' */

/** @param {Figure} figure @param {string} name */
export async function saveData({ learning, anatomy }, name) {
  anatomy.note('hint', say('The data are being written…'));
  try {
    const { bytes, error } = await learning.job('data');
    anatomy.note('hint', error ?? '');
    if (bytes) download(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)], { type: 'text/csv' }), name);
  } catch {
    anatomy.note('hint', say('The data could not be written. Try again, or choose smaller sizes.'));
  }
}

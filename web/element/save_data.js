// @ts-check
// Saves the sequences and targets that a figure learns from, as a table that it can read again.

import { download } from './save.js';
import { tr } from './words.js';

/** @import { Figure } from './figure.js' */

/** @param {Figure} figure @param {string} name */
export async function saveData({ learning, dom }, name) {
  dom.note('hint', tr('The data are being written…'));
  try {
    const { result, error } = await learning.job('data');
    dom.note('hint', error ?? '');
    if (result) download(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (result)], { type: 'text/csv' }), name);
  } catch {
    dom.note('hint', tr('The data could not be written. Try again, or choose smaller sizes.'));
  }
}

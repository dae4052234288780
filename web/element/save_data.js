// @ts-check
// Saves the sequences and targets that a figure learns from, as a table that it can read again.

import { download } from './save.js';
import { tr } from './words.js';

/** @import { Figure } from './figure.js' */

/**
 * Hands on what a job of a figure writes for the present values; a sentence says so meanwhile, and what went wrong.
 * @param {Figure} figure
 * @param {string} job
 * @param {(bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>} use may reject with a sentence
 */
export async function withJob({ learning, dom }, job, use) {
  dom.note('hint', tr('The data are being written…'));
  const { result, error } = await learning.job(job).catch(() => ({ result: null, error: tr('The data could not be written. Try again, or choose smaller sizes.') }));
  dom.note('hint', error ?? '');
  if (result) await use(/** @type {Uint8Array<ArrayBuffer>} */ (result));
}

/** @param {Figure} figure @param {string} name */
export const saveData = (figure, name) => withJob(figure, 'data', (bytes) => download(new Blob([bytes], { type: 'text/csv' }), name));

// @ts-check
// A figure as one file that opens from disk, in the state it has now. The build has made the file (web/offline).

import { beside } from './beside.js';
import { download } from './save.js';
import { say } from './words.js';

/** @import { Figure } from './figure.js' */

/** @param {Figure} figure */
export async function saveOffline(figure) {
  const { schema, anatomy } = figure;
  const name = `lifted-attention-${schema.id}.html`;
  anatomy.note('hint', say('The file is being fetched.'));
  const response = await fetch(beside(`offline/${name}`)).catch(() => null);
  const page = response?.ok ? await response.text().catch(() => '') : '';
  if (!page) return anatomy.note('hint', say('The file for offline use could not be downloaded. Try again, or save the picture.'));
  const state = figure.query().replaceAll('&', '&amp;');
  download(new Blob([page.replace('lang="en"', `lang="${anatomy.figure.lang}" data-state="${state}"`)], { type: 'text/html' }), name);
  anatomy.note('hint', '');
}

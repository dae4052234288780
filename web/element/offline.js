// @ts-check
// Saves a figure in its present state as one file that opens from disk. The build makes the file (web/offline).

import { assetUrl } from './asset_url.js';
import { toBase64 } from './base64.js';
import { download } from './save.js';
import { tr } from './words.js';

/** @import { Figure } from './figure.js' */

/** @param {Figure} figure */
export async function saveOffline(figure) {
  const { schema, dom } = figure;
  const name = `lifted-attention-${schema.id}.html`;
  dom.note('hint', tr('The file is being fetched.'));
  const response = await fetch(assetUrl(`offline/${name}`)).catch(() => null);
  const page = response?.ok ? await response.text().catch(() => '') : '';
  if (!page) return dom.note('hint', tr('The file for offline use could not be downloaded. Try again, or save the picture.'));
  const state = figure.query().replaceAll('&', '&amp;');
  const own = figure.text?.own;
  const text = own ? ` data-text="${toBase64(own)}"` : '';
  download(new Blob([page.replace('lang="en"', () => `lang="${dom.figure.lang}" data-state="${state}"${text}`)], { type: 'text/html' }), name);
  dom.note('hint', '');
}

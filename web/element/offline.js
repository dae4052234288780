// @ts-check
// Saves a figure in its present state as one file that opens from disk. The build makes the file (web/offline).

import { assetUrl } from './asset_url.js';
import { toBase64 } from './base64.js';
import { download } from './save.js';
import { tr } from './words.js';

/** @import { Figure } from './figure.js' */

/** A file of the site as a single-file page holds it, see web/offline/unpack.js. @param {string} name @param {string} type */
async function blockOf(name, type) {
  const { body } = await fetch(assetUrl(name));
  const bytes = await new Response(body?.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
  return `<script type="application/gzip" data-file="${name}" data-type="${type}">${toBase64(new Uint8Array(bytes))}</script>\n`;
}

/** @param {Figure} figure */
export async function saveOffline(figure) {
  const { schema, dom } = figure;
  const name = `lifted-attention-${schema.id}.html`;
  dom.note('hint', tr('The file is being fetched.'));
  const { lang } = dom.figure;
  const response = await fetch(assetUrl(`offline/${name}`)).catch(() => null);
  const page = response?.ok ? await response.text().catch(() => '') : '';
  const words = lang === 'en' ? '' : await blockOf(`languages/${lang}.json`, 'application/json').catch(() => '');
  if (!page) return dom.note('hint', tr('The file for offline use could not be downloaded. Try again, or save the picture.'));
  const state = figure.query().replaceAll('&', '&amp;');
  const own = figure.text?.own;
  const text = own ? ` data-text="${toBase64(own)}"` : '';
  const mine = page.replace('lang="en"', () => `lang="${lang}" data-state="${state}"${text}`).replace('<script type="application/gzip"', (first) => words + first);
  download(new Blob([mine], { type: 'text/html' }), name);
  dom.note('hint', '');
}

// @ts-check
// Hands a reader the program that checks a figure in its present state.

import { assetUrl } from './asset_url.js';
import { notebookOf, scriptOf } from './notebook.js';
import { download, originOf } from './save.js';
import { withJob } from './save_data.js';
import { tr } from './words.js';

/** @import { Figure } from './figure.js' */

/** @param {string} name */
async function program(name) {
  const response = await fetch(assetUrl(`check/${name}.py`)).catch(() => null);
  if (!response?.ok) throw new Error(tr('A part of the page could not be downloaded. Try again.'));
  return response.text();
}

/**
 * @param {Figure} figure
 * @param {'notebook' | 'script'} form a notebook is downloaded, a script copied
 * @param {() => string} link to the figure
 */
export async function checkInPython(figure, form, link) {
  const { schema, dom } = figure;
  const origin = { ...(await originOf(figure, link)), name: schema.name };
  const programs = Promise.all(['beginning', schema.id].map(program));
  programs.catch(() => {}); // it is waited for below
  await withJob(figure, 'check', async (bytes) => {
    const [beginning, own] = await programs;
    const check = { beginning, program: own, data: new TextDecoder().decode(bytes), origin };
    const name = `lifted-attention-${schema.id}`;
    if (form === 'notebook') return download(new Blob([notebookOf(check)], { type: 'application/x-ipynb+json' }), `${name}.ipynb`);
    const script = scriptOf(check);
    const copied = await navigator.clipboard.writeText(script).then(() => true, () => false);
    if (!copied) download(new Blob([script], { type: 'text/x-python' }), `${name}.py`);
    dom.note('hint', copied ? tr('Script copied.') : tr('This page does not allow copying, so the script was saved as a file.'));
  });
}

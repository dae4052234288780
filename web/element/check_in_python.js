// @ts-check
// Hands a reader the program that checks a figure in its present state.

import { assetUrl } from './asset_url.js';
import { copyScript } from './clipboard.js';
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
  const programs = Promise.all(['beginning', schema.id, 'ending'].map(program));
  programs.catch(() => {}); // it is waited for below
  await withJob(figure, 'check', async (bytes) => {
    const [beginning, own, ending] = await programs;
    const check = { beginning, program: own, ending, data: new TextDecoder().decode(bytes), origin };
    const name = `lifted-attention-${schema.id}`;
    if (form === 'notebook') return download(new Blob([notebookOf(check)], { type: 'application/x-ipynb+json' }), `${name}.ipynb`);
    await copyScript(dom, scriptOf(check), `${name}.py`);
  });
}

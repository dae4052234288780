// @ts-check

import { assetUrl } from './asset_url.js';
import { importAgain } from './import_again.js';
import { tr } from './words.js';

/** Loads a script of the site; rejects with a sentence. @param {string} name */
const load = (name) =>
  importAgain(assetUrl(name)).catch(() => {
    throw new Error(tr('A part of the page could not be downloaded. Try again.'));
  });

/** The menu's script. @returns {Promise<typeof import('./more.js')>} */
export const loadMore = () => load('lifted-attention-more.js');

/** What the menu does with data, and the reader's files. @returns {Promise<typeof import('./data.js')>} */
export const loadData = () => load('lifted-attention-data.js');

// @ts-check

import { assetUrl } from './asset_url.js';
import { tr } from './words.js';

/** Loads more.js, the menu's script; rejects with a sentence. @returns {Promise<typeof import('./more.js')>} */
export const loadMore = () =>
  import(assetUrl('lifted-attention-more.js')).catch(() => {
    throw new Error(tr('A part of the page could not be downloaded. Try again.'));
  });

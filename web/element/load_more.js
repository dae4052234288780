// @ts-check

import { beside } from './beside.js';
import { say } from './words.js';

/** What a reader may want besides the figure; rejects with a sentence. @returns {Promise<typeof import('./more.js')>} */
export const loadMore = () =>
  import(beside('lifted-attention-more.js')).catch(() => {
    throw new Error(say('A part of the page could not be downloaded. Try again.'));
  });

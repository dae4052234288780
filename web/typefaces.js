// @ts-check
// Letters that the first page has not inside (article/fonts.mjs) are asked for after the first result; where no script runs,
// as they are met.

import { firstResult } from './first_result.js';

const further = /** @type {HTMLStyleElement | null} */ (document.querySelector('style[media]'));
if (further) firstResult.then(() => (further.media = ''));

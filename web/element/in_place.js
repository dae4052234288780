// @ts-check
// A run on the page's own thread, where no worker can start. It cannot be stopped, so it must be short.

import { compute } from './compute.js';
import { tr } from './words.js';

/** @import { Job, Listener } from './compute.js' */
/** @import { Finished } from './runner.js' */
/** @import { Instance } from './module.js' */

// Multiply-adds; about a fifth of a second on a slow laptop.
const kMostWork = 1e8;
// ms for the browser to paint before the page's thread is blocked.
const kPaint = 30;

/**
 * @param {Instance} instance the figure's own
 * @param {Job} job
 * @param {Listener} listener
 * @returns {Promise<Finished>}
 */
export async function runInPlace(instance, job, listener) {
  if (instance.call('work') > kMostWork) {
    const error = tr('These sizes take too long where no worker can start. Choose smaller ones, or open the figure on its own page.');
    return { error, times: [], worker: false };
  }
  await new Promise((resolve) => setTimeout(resolve, kPaint));
  return { ...compute(instance, job, { ...listener, preview: null }), worker: false };
}

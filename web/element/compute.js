// @ts-check
// One run of the learner on one instance: the same in a worker and on the page's own thread.

/** @import { ComputeHooks } from '../types/module.d.ts' */
/** @import { Instance } from './module.js' */

/**
 * @typedef {object} Job
 * @property {string} figure
 * @property {string} query every value, as in "d=4&source=text"
 * @property {Uint8Array | null} text
 * @property {Uint8Array | null} previous a result or preview of the same settings to go on from
 * @property {string} [task] a job of the figure's schema, to be done instead of a run
 * @property {number} [piece] the place of a piece of the run, to be made instead of all of it
 * @property {Uint8Array} [pieces] all of them, for a run that puts them together
 *
 * @typedef {object} Listener
 * @property {(stage: number, at: number) => void} begin
 * @property {(fraction: number, at: number) => void} progress
 * @property {((bytes: Uint8Array, times: number[]) => void) | null} preview null: previews are not shown
 */
/**
 * @template Result
 * @typedef {object} Outcome
 * @property {Result} [result]
 * @property {number[]} times ms of each stage
 * @property {string} [error] a sentence, when there is no result
 */

const kProgressEvery = 100;
// Previews are copied and sent: this must not take more than a fifth of the time.
export const kPreviewEvery = 60;
export const kPreviewShare = 4;
// A shorter run shows only its result, else every small change would flicker.
export const kFirstPreview = 500;

/**
 * @param {Listener} listener
 * @param {Instance} instance
 * @param {number} start
 */
function follow(listener, instance, start) {
  /** @type {number[]} */
  const times = [];
  let stage = -1;
  let since = start;
  let progressed = -Infinity;
  let previewed = start;
  let pause = kFirstPreview;
  const end = () => {
    const now = performance.now();
    if (stage >= 0) times[stage] = (times[stage] ?? 0) + now - since;
    since = now;
    return now - start;
  };
  /** @type {ComputeHooks} */
  const hooks = {
    onBegin(next) {
      const at = end();
      stage = next;
      for (let k = times.length; k <= next; ++k) times[k] = 0;
      listener.begin(next, at);
    },
    onProgress(fraction) {
      const now = performance.now();
      if (now - progressed < kProgressEvery) return;
      progressed = now;
      listener.progress(fraction, now - start);
    },
    wantsPreview: () => listener.preview !== null && performance.now() - previewed >= pause,
    onPreview(bytes, size) {
      const asked = performance.now();
      const sofar = times.map((time, k) => (k === stage ? time + asked - since : time));
      listener.preview?.(instance.bytes(bytes, size), sofar);
      previewed = performance.now();
      pause = Math.max(kPreviewEvery, kPreviewShare * (previewed - asked));
    },
  };
  return { hooks, times, end };
}

/**
 * Blocks until the run has ended.
 * @param {Instance} instance
 * @param {Job} job
 * @param {Listener} listener
 * @returns {Outcome<Uint8Array>}
 */
export function compute(instance, job, listener) {
  const { hooks: mine, times, end } = follow(listener, instance, performance.now());
  const text = job.text ?? new Uint8Array();
  const previous = job.previous ?? new Uint8Array();
  const pieces = job.pieces ?? new Uint8Array();
  const asked = /** @type {const} */ ([job.figure, job.query, text, text.length]);
  instance.hooks = mine;
  try {
    const failed = job.task
      ? instance.call('job', job.task, ...asked)
      : job.piece === undefined
        ? instance.call('compute', ...asked, previous, previous.length, pieces, pieces.length)
        : instance.call('piece', ...asked, previous, previous.length, job.piece);
    end();
    if (failed) return { times, error: instance.string('error') };
    return { times, result: instance.bytes(instance.call('result'), instance.call('result_size')) };
  } finally {
    instance.hooks = null;
  }
}

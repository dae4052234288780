// @ts-check
// A long run whose pieces several workers make at the same time (src/figures/pieces.hpp). Into how many it is cut follows from
// the values alone, so its result has the bits of a run in one worker.

import { kPreviewEvery, kPreviewShare, kFirstPreview } from './compute.js';
import { Cancelled, Crashed, joined, kTogether, rising, together } from './worker_pool.js';

/** @import { Job, Listener } from './compute.js' */
/** @import { Instance } from './module.js' */
/** @import { Run } from './runner.js' */
/** @import { WorkerPool } from './worker_pool.js' */

// A piece whose worker is lost is made again; then the run goes on in one worker, which needs less memory.
const kTries = 2;
// Of the whole run; the rest is to put them together.
const kShare = 0.97;

/** @param {number[][]} all ms of each stage */
const sum = (all) => all.reduce((total, times) => Array.from({ length: Math.max(total.length, times.length) }, (_, k) => (total[k] ?? 0) + (times[k] ?? 0)), []);

/**
 * In several workers where that is worth it, else in one.
 * @param {WorkerPool<Job, Uint8Array>} pool @param {Instance} instance the page's own: it joins pieces to previews
 * @param {Job} job @param {Listener} listener
 * @returns {Run}
 */
export function runInPieces(pool, instance, job, listener) {
  const count = kTogether > 1 ? instance.call('pieces', job.figure, job.query) : 1;
  if (count < 2) return pool.run(job, listener);
  listener = rising(listener);
  const began = performance.now();
  const previous = job.previous ?? new Uint8Array();
  const passed = () => performance.now() - began;
  const { run, stop } = together(pool);
  const pieces = /** @type {Uint8Array[]} */ ([]);
  const times = /** @type {number[][]} */ ([]);
  const fractions = Array(count).fill(0);
  let [next, stage, shown, pause, cancelled] = [0, -1, began, kFirstPreview, false];

  const begin = (/** @type {number} */ other) => {
    if (other > stage) listener.begin((stage = other), passed());
  };
  const keep = (/** @type {number} */ place, /** @type {Uint8Array} */ bytes, /** @type {number[]} */ lately) => {
    [pieces[place], times[place]] = [bytes, lately];
    const now = performance.now();
    if (!listener.preview || now - shown < pause) return;
    const so = joined(Uint8Array, pieces);
    instance.call('join', job.figure, job.query, previous, previous.length, so, so.length);
    const preview = instance.bytes(instance.call('result'), instance.call('result_size'));
    if (preview.length) listener.preview(preview, sum(times));
    shown = performance.now();
    pause = Math.max(kPreviewEvery, kPreviewShare * (shown - now));
  };
  const make = async (/** @type {number} */ place, tries = kTries) => {
    /** @type {Listener} */
    const hears = {
      begin,
      progress(fraction) {
        fractions[place] = Math.max(fractions[place], fraction);
        listener.progress((kShare * fractions.reduce((a, b) => a + b)) / count, passed());
      },
      preview: listener.preview && ((bytes, lately) => keep(place, bytes, lately)),
    };
    try {
      const { result, times: lately } = await run({ ...job, piece: place }, hears);
      if (!result) throw new Error('no piece'); // the whole run says why
      hears.progress(1, 0);
      keep(place, result, lately);
    } catch (error) {
      if (!(error instanceof Crashed) || tries === 1 || cancelled) throw error;
      await make(place, tries - 1);
    }
  };
  const work = async () => {
    while (next < count) await make(next++);
  };
  const all = async () => {
    try {
      await Promise.all(Array.from({ length: Math.min(kTogether, count) }, work));
    } catch {
      next = count;
      stop();
      if (cancelled) throw new Cancelled();
      return run(job, listener);
    }
    const finished = await run({ ...job, previous: null, pieces: joined(Uint8Array, pieces) }, { ...listener, begin, progress: (fraction) => listener.progress(kShare + (1 - kShare) * fraction, passed()), preview: null });
    return { ...finished, times: sum([...times, finished.times]) };
  };
  return {
    done: all(),
    cancel() {
      [cancelled, next] = [true, count];
      stop();
    },
  };
}

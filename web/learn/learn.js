// @ts-check
// learn(), see types/learn.d.ts. Where the learner and its workers come from is said by what imports this: ../learn.js, which
// has files beside it, or ../package/learn.js, which has none.

import { compiledOnce } from '../element/wasm_file.js';
import { Cancelled, Crashed, Refused, WorkerPool } from '../element/worker_pool.js';
import { readLearned } from './learned.js';
import { learnerProgram } from './learner.js';
import { checkWays, errorOfPredictions, packLesson } from './lesson.js';
import { runShared } from './shares.js';

/** @import { Listener } from '../element/compute.js' */
/** @import { Finished } from '../element/worker_pool.js' */
/** @import { Example, Learned, LearnOptions, Targets } from '../types/learn.d.ts' */
/** @import { Found } from './learner.js' */
/** @import { Lesson } from './lesson.js' */

const load = () => compiledOnce('learner.wasm');
const workers = new WorkerPool({ ...learnerProgram, load, loadFor: async () => null });

/**
 * @template {Targets} [T='last']
 * @param {readonly Example<T>[]} examples
 * @param {LearnOptions<T>} [options]
 * @returns {Promise<Learned<T>>}
 */
export async function learn(examples, options = {}) {
  checkWays(options);
  const { targets = /** @type {T} */ ('last'), lambda = 0, onProgress, signal } = options;
  signal?.throwIfAborted();
  const lesson = packLesson(examples, targets, lambda);
  const predictionError = errorOfPredictions(examples, targets, lesson);
  const started = performance.now();
  const { result, error } = await finished(lesson, onProgress, signal);
  if (!result) throw new Error(error ?? 'The run failed.');
  const { d, outputs } = lesson;
  return readLearned(result, { d, outputs, examples: examples.length, targets, lambda, predictionError, seconds: (performance.now() - started) / 1000 });
}

/** In workers, or in place where none can start. @param {Lesson} lesson @param {((fraction: number) => unknown) | undefined} onProgress @param {AbortSignal} [signal] @returns {Promise<Finished<Found>>} */
async function finished(lesson, onProgress, signal) {
  // What onProgress throws, at once or as an async function later, ends the run, and is what the promise rejects with.
  /** @type {{ thrown: unknown }[]} */
  const failures = [];
  const fail = (/** @type {unknown} */ thrown) => {
    failures.push({ thrown });
    run.cancel();
  };
  /** @type {Listener} */
  const listener = {
    begin() {},
    progress(fraction) {
      try {
        const told = onProgress?.(fraction);
        if (told instanceof Promise) told.catch(fail);
      } catch (error) {
        fail(error);
      }
    },
    preview: null,
  };
  const run = runShared(workers, lesson, listener);
  signal?.addEventListener('abort', run.cancel, { once: true });
  try {
    const done = await run.done;
    if (failures.length === 0) return done;
  } catch (error) {
    if (failures.length === 0) {
      if (error instanceof Cancelled) throw signal?.reason ?? error;
      if (error instanceof Crashed) throw new Error('The learner stopped: these sizes may need more memory than there is. Try fewer examples or shorter tokens.');
      if (!(error instanceof Refused)) throw error;
    }
  } finally {
    signal?.removeEventListener('abort', run.cancel);
  }
  const check = () => {
    if (failures.length > 0) throw failures[0].thrown;
  };
  check();
  const learner = await learnerProgram.create(await load());
  signal?.throwIfAborted();
  /** @type {Listener['progress']} */
  const progress = (...told) => {
    listener.progress(...told);
    check();
  };
  const done = await learnerProgram.run(learner, null, lesson, { ...listener, progress });
  check();
  return { ...done, worker: false };
}

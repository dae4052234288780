// @ts-check
// The learner alone: Algorithm 1 on sequences that a script gives, in a browser or in node. See types/learn.d.ts.

import { serve } from './element/worker.js';
import { Cancelled, Crashed, Refused, WorkerPool } from './element/worker_pool.js';
import { readLearned } from './learn/learned.js';
import { learnerProgram } from './learn/learner.js';
import { packLesson } from './learn/lesson.js';
import { isNode, settleInNode } from './learn/node.js';

/** @import { Listener } from './element/compute.js' */
/** @import { Finished } from './element/worker_pool.js' */
/** @import { Found } from './learn/learner.js' */
/** @import { Lesson } from './learn/lesson.js' */
/** @import { Example, Learned, LearnOptions, Targets } from './types/learn.d.ts' */

const work = () => serve(learnerProgram);
if (isNode) settleInNode(work);
else if (typeof document === 'undefined' && self.name === 'lifted-attention') work();

const workers = new WorkerPool(learnerProgram);

/**
 * @template {Targets} [T='last']
 * @param {readonly Example<T>[]} examples
 * @param {LearnOptions<T>} [options]
 * @returns {Promise<Learned<T>>}
 */
export async function learn(examples, { targets = /** @type {T} */ ('last'), lambda = 0, onProgress, signal } = {}) {
  signal?.throwIfAborted();
  const lesson = packLesson(examples, targets, lambda);
  const started = performance.now();
  const { result, error } = await finished(lesson, { begin() {}, progress: (fraction) => onProgress?.(fraction), preview: null }, signal);
  if (!result) throw new Error(error ?? 'The run failed.');
  const { d, outputs } = lesson;
  return readLearned(result, { d, outputs, examples: examples.length, targets, lambda, seconds: (performance.now() - started) / 1000 });
}

/** In a worker, or in place where none can start. @param {Lesson} lesson @param {Listener} listener @param {AbortSignal} [signal] @returns {Promise<Finished<Found>>} */
async function finished(lesson, listener, signal) {
  const run = workers.run(lesson, listener);
  signal?.addEventListener('abort', run.cancel, { once: true });
  try {
    return await run.done;
  } catch (error) {
    if (error instanceof Cancelled) throw signal?.reason ?? error;
    if (error instanceof Crashed) throw new Error('The learner stopped: these sizes may need more memory than there is. Try fewer examples or shorter tokens.');
    if (!(error instanceof Refused)) throw error;
  } finally {
    signal?.removeEventListener('abort', run.cancel);
  }
  const learner = await learnerProgram.create(await learnerProgram.load());
  signal?.throwIfAborted();
  return { ...(await learnerProgram.run(learner, null, lesson, listener)), worker: false };
}

// @ts-check
// The learner alone: Algorithm 1 on sequences that a script gives, in a browser or in node. See types/learn.d.ts.

import { Cancelled, Crashed, Refused, runInWorker } from './element/worker_pool.js';
import { compute } from './element/compute.js';
import { Instance } from './element/module.js';
import { serve } from './element/worker.js';
import { readLearned } from './learn/learned.js';
import { packLesson } from './learn/lesson.js';
import { isNode, settleInNode } from './learn/node.js';

/** @import { Finished } from './element/worker_pool.js' */
/** @import { Job, Listener } from './element/compute.js' */
/** @import { Example, Learned, LearnOptions, Targets } from './types/learn.d.ts' */

const kFigure = 'algorithm'; // whose code learns

if (isNode) settleInNode(serve);
else if (typeof document === 'undefined' && self.name === 'lifted-attention') serve();

/**
 * @template {Targets} [T='last']
 * @param {readonly Example<T>[]} examples
 * @param {LearnOptions<T>} [options]
 * @returns {Promise<Learned<T>>}
 */
export async function learn(examples, { targets = /** @type {T} */ ('last'), lambda = 0, onProgress, signal } = {}) {
  signal?.throwIfAborted();
  const lesson = packLesson(examples, targets, lambda);
  /** @type {Job} */
  const job = { figure: kFigure, task: 'learn', query: '', text: lesson.bytes, previous: null };
  const started = performance.now();
  const { bytes, error } = await finished(job, { begin() {}, progress: (fraction) => onProgress?.(fraction), preview: null }, signal);
  if (!bytes) throw new Error(error ?? 'The run failed.');
  onProgress?.(1);
  return readLearned(bytes, { ...lesson.facts, targets, lambda, seconds: (performance.now() - started) / 1000 });
}

/** In a worker, or in place where none can start. @param {Job} job @param {Listener} listener @param {AbortSignal} [signal] @returns {Promise<Finished>} */
async function finished(job, listener, signal) {
  const run = runInWorker(job, listener);
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
  const instance = await Instance.of(kFigure);
  signal?.throwIfAborted();
  return { ...compute(instance, job, listener), worker: false };
}

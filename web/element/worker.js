// @ts-check
// The worker's side: says hello, receives the compiled module, then runs one job after another.

import { compute } from './compute.js';
import { factoryOfGlue, Instance, Undelivered } from './module.js';
import { tr, words } from './words.js';

/** @import { Job } from './compute.js' */
/** @import { Parts } from './module.js' */
/**
 * The messages of a worker. `at` and `times` are ms since the run began.
 * @typedef {{ kind: 'hello' } | { kind: 'ready', lock: string } | { kind: 'refused' | 'undelivered', message: string }
 *   | { kind: 'begin', stage: number, at: number } | { kind: 'progress', fraction: number, at: number }
 *   | { kind: 'preview', bytes: Uint8Array, times: number[] }
 *   | { kind: 'result', bytes: Uint8Array, times: number[] } | { kind: 'error', sentence: string }
 *   | { kind: 'crash', message: string }} Report
 * @typedef {{ module: WebAssembly.Module, words: Map<string, string> } | { job: Job, parts: Parts }} Order
 */

/** @param {Report} report @param {Transferable[]} [transfer] */
const post = (report, transfer = []) => self.postMessage(report, { transfer });

/** Holds a lock for as long as this worker lives. Returns its name, or '' where there are no locks. */
function holdLock() {
  const name = `lifted-attention ${Math.random()} ${Math.random()}`;
  return new Promise((/** @type {(name: string) => void} */ resolve) => {
    const held = () => {
      resolve(name);
      return new Promise(() => {});
    };
    // Pages opened from disk and sandboxed frames have no locks.
    Promise.resolve(self.navigator?.locks?.request(name, held)).then(() => resolve(''), () => resolve(''));
  });
}

/** To be called in a worker. */
export function serve() {
  /** @type {Instance | undefined} */
  let instance;
  self.onmessage = async ({ data }) => {
    /** @type {Order} */
    const order = data;
    try {
      if ('module' in order) {
        for (const [english, text] of order.words) words.set(english, text);
        instance = await Instance.create(order.module);
        post({ kind: 'ready', lock: await holdLock() });
      } else if (instance) {
        await instance.add(order.parts);
        run(instance, order.job);
      }
    } catch (error) {
      post({ kind: instance ? 'crash' : error instanceof Undelivered ? 'undelivered' : 'refused', message: String(error) });
    }
  };
  factoryOfGlue().catch(() => {});
  post({ kind: 'hello' });
}

/** @param {Instance} instance @param {Job} job */
function run(instance, job) {
  const { bytes, times, error } = compute(instance, job, {
    begin: (stage, at) => post({ kind: 'begin', stage, at }),
    progress: (fraction, at) => post({ kind: 'progress', fraction, at }),
    preview: (half, soFar) => post({ kind: 'preview', bytes: half, times: soFar }, [half.buffer]),
  });
  if (bytes) post({ kind: 'result', bytes, times }, [bytes.buffer]);
  else post({ kind: 'error', sentence: error ?? tr('The run failed.') });
}

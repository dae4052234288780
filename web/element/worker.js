// @ts-check
// The worker's side: says hello, receives the compiled module, then runs one job after another.

import { Undelivered } from './wasm_file.js';

/** @import { Listener, Outcome } from './compute.js' */
/**
 * What workers run: the figures (figure_program.js) or the learner alone (learn/learner.js). The page loads and compiles,
 * the worker makes an instance of what it is sent.
 * @template Start, More, Instance, Job, Result
 * @typedef {object} Served
 * @property {(start: Start) => Promise<Instance>} create
 * @property {(instance: Instance, more: More, job: Job, listener: Listener) => Promise<Outcome<Result>>} run
 * @property {() => void} [begin] what can be done before anything has come
 */
/**
 * The page's half of it.
 * @template Start, More, Job
 * @typedef {object} Loaded
 * @property {() => Promise<Start>} load what an instance is made of
 * @property {(job: Job) => Promise<More>} loadFor what a job needs besides
 */
/**
 * @template Start, More, Instance, Job, Result
 * @typedef {Served<Start, More, Instance, Job, Result> & Loaded<Start, More, Job>} Program
 */
/**
 * The messages of a worker. `at` and `times` are ms since the run began.
 * @typedef {{ kind: 'lock', name: string } | { kind: 'hello' | 'ready' } | { kind: 'refused' | 'undelivered', message: string }
 *   | { kind: 'begin', stage: number, at: number } | { kind: 'progress', fraction: number, at: number }
 *   | { kind: 'preview', bytes: Uint8Array, times: number[] }
 *   | { kind: 'outcome', outcome: Outcome<unknown> }
 *   | { kind: 'crash', message: string }} Report
 * @typedef {{ start: any } | { job: any, loaded: any }} Order
 */

/** @param {Report} report @param {Transferable[]} [transfer] */
const post = (report, transfer = []) => self.postMessage(report, { transfer });

/** Holds a lock for as long as this worker lives, and tells its name: by it the page learns of the worker's end. */
async function holdLock() {
  const name = `lifted-attention ${Math.random()} ${Math.random()}`;
  const held = () => {
    post({ kind: 'lock', name });
    return new Promise(() => {});
  };
  try {
    await self.navigator?.locks?.request(name, held);
  } catch {
    // Pages opened from disk and sandboxed frames have no locks.
  }
}

/** To be called in a worker. @param {Served<any, any, any, any, any>} program */
export function serve(program) {
  /** @type {unknown} */
  let instance;
  self.onmessage = async ({ data }) => {
    /** @type {Order} */
    const order = data;
    try {
      if ('start' in order) {
        instance = await program.create(order.start);
        post({ kind: 'ready' });
      } else {
        const outcome = await program.run(instance, order.loaded, order.job, {
          begin: (stage, at) => post({ kind: 'begin', stage, at }),
          progress: (fraction, at) => post({ kind: 'progress', fraction, at }),
          preview: (half, soFar) => post({ kind: 'preview', bytes: half, times: soFar }, [half.buffer]),
        });
        post({ kind: 'outcome', outcome }, outcome.result instanceof Uint8Array ? [outcome.result.buffer] : []);
      }
    } catch (error) {
      post({ kind: instance ? 'crash' : error instanceof Undelivered ? 'undelivered' : 'refused', message: String(error) });
    }
  };
  self.onmessageerror = () => post({ kind: instance ? 'crash' : 'refused', message: 'an order could not be read' });
  holdLock();
  program.begin?.();
  post({ kind: 'hello' });
}

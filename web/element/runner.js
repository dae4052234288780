// @ts-check
// Schedules the runs of one figure: at most one at a time; a newer request ends a run, but not a very young one.

import { Cancelled } from './worker_pool.js';

/** @import { Job } from './compute.js' */
/** @typedef {import('./worker_pool.js').Finished<Uint8Array>} Finished */
/** @typedef {import('./worker_pool.js').Run<Uint8Array>} Run */

/** ms that a run has before a newer request ends it: most are done by then, so results show while a slider is dragged. */
export const kGrace = 150;

/**
 * @typedef {object} RunEvents
 * @property {(job: Job) => void} started
 * @property {(job: Job, finished: Finished, milliseconds: number) => void} finished
 * @property {(job: Job, error: unknown) => void} failed
 * @property {() => void} cancelled the run was cancelled, and none follows
 */

export class Runner {
  #start;
  #events;
  /** @type {{ run: Run, job: Job, began: number } | null} */
  #current = null;
  /** @type {Job | null} */
  #waiting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {(job: Job) => Run} start
   * @param {RunEvents} events
   */
  constructor(start, events) {
    this.#start = start;
    this.#events = events;
  }

  /** The newest job: the one waiting, else the one running. @returns {Job | null} */
  get newest() {
    return this.#waiting ?? this.#current?.job ?? null;
  }

  /** @param {Job} job */
  request(job) {
    clearTimeout(this.#timer);
    if (!this.#current) return this.#begin(job);
    this.#waiting = job;
    const left = this.#current.began + kGrace - performance.now();
    if (left <= 0) this.#giveWay();
    else this.#timer = setTimeout(() => this.#giveWay(), left);
  }

  /** Stops the run at once and drops the waiting job. */
  cancel() {
    clearTimeout(this.#timer);
    if (!this.newest) return;
    const current = this.#current;
    this.#waiting = this.#current = null;
    current?.run.cancel();
    this.#events.cancelled();
  }

  #giveWay() {
    const next = this.#waiting;
    const current = this.#current;
    if (!next || !current) return;
    this.#current = null;
    current.run.cancel();
    this.#begin(next);
  }

  /** @param {Job} job */
  #begin(job) {
    this.#waiting = null;
    const began = performance.now();
    const run = this.#start(job);
    const current = { run, job, began };
    this.#current = current;
    this.#events.started(job);
    run.done.then(
      (finished) => this.#end(current, () => this.#events.finished(job, finished, performance.now() - began)),
      (error) => this.#end(current, () => error instanceof Cancelled || this.#events.failed(job, error)),
    );
  }

  /** @param {{ run: Run }} ended @param {() => void} tell */
  #end(ended, tell) {
    if (this.#current !== ended) return;
    this.#current = null;
    clearTimeout(this.#timer);
    tell(); // the page hears of it and may ask for another run, or for none
    if (this.#waiting && !this.#current) this.#begin(this.#waiting);
  }
}

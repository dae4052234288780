// Runs jobs, some at a time, each when what it needs is done.
/** @import { Outcome } from './outcomes.mjs' */

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} part
 * @property {string[]} [needs] names of jobs that have to succeed first
 * @property {number} [weight] how many places it takes, 1 unless said
 * @property {() => Promise<Outcome>} run
 * @typedef {Job & { outcome: Outcome, seconds: number }} Done
 */

/**
 * @param {Job[]} jobs in the order in which they are tried @param {number} places
 * @param {(done: Done) => void} tell one that has ended
 * @returns {Promise<{ done: Done[], left: Job[] }>} `left`: what needs a job that failed
 */
export async function runAll(jobs, places, tell) {
  const waiting = [...jobs];
  /** @type {Done[]} */
  const done = [];
  const running = new Set();
  let free = places;
  const weight = (/** @type {Job} */ { weight = 1 }) => Math.min(weight, places);
  const succeeded = (/** @type {string} */ name) => done.some((job) => job.name === name && job.outcome.failures.length === 0);
  const start = (/** @type {Job} */ job) => {
    const began = performance.now();
    free -= weight(job);
    const end = job.run().then((outcome) => {
      free += weight(job);
      running.delete(end);
      done.push({ ...job, outcome, seconds: (performance.now() - began) / 1000 });
      tell(done[done.length - 1]);
    });
    running.add(end);
  };
  for (;;) {
    for (let k = 0; k < waiting.length; ) {
      const fits = weight(waiting[k]) <= free && (waiting[k].needs ?? []).every(succeeded);
      if (fits) start(waiting.splice(k, 1)[0]);
      else ++k;
    }
    if (running.size === 0) return { done, left: waiting };
    await Promise.race(running);
  }
}

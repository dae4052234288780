// @ts-check
// The page's workers: few, warmed before they are needed, shared by all figures.

import { embeddedAssets } from './asset_url.js';
import { languageLoaded } from './language.js';
import { compiledModule, compiledParts, notThere, Unavailable } from './module.js';
import { words } from './words.js';

/** @import { Job, Listener } from './compute.js' */
/** @import { Report } from './worker.js' */

/** No worker can start on this page. */
export class Refused extends Error {}
export class Cancelled extends Error {}
/** The learner stopped in the middle: out of memory, or a fault of ours. */
export class Crashed extends Error {}

/**
 * @typedef {object} Finished
 * @property {Uint8Array} [bytes]
 * @property {number[]} times
 * @property {string} [error] a sentence; then there are no bytes
 * @property {boolean} worker
 *
 * @typedef {object} Run
 * @property {Promise<Finished>} done rejects with Cancelled, Refused or Crashed
 * @property {() => void} cancel
 */

// Counted in seconds that the page was awake for: after a sleep of the machine a timer fires before what has waited for it.
const kHandshakeSeconds = 8;
const kMost = Math.min(4, Math.max(2, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));
const kSpare = 2;

/**
 * Ways to start a worker. A script of another origin may be imported but not started, so a blob imports it; a blob
 * is what many policies refuse, so it comes second. A classic worker, because sandboxed frames start no module worker
 * from a blob (Chromium 156). A way that has failed is not tried again.
 * @type {(() => Worker)[]}
 */
const ways = [
  () => {
    if (embeddedAssets || new URL(import.meta.url).origin !== self.origin) throw new Refused('not a file of this origin');
    return new Worker(trusted(import.meta.url), { type: 'module', name: 'lifted-attention' });
  },
  () => {
    const source = `import(${JSON.stringify(import.meta.url)}).catch((error) => postMessage({ kind: 'refused', message: String(error) }))`;
    blob ||= embeddedAssets?.worker ?? URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    return new Worker(trusted(blob), { name: 'lifted-attention' });
  },
];
let blob = '';

/** For pages that demand Trusted Types: one that allows our policy by its name has workers, another runs in place. @param {string} url */
function trusted(url) {
  try {
    policy ??= /** @type {any} */ (globalThis).trustedTypes?.createPolicy('lifted-attention', { createScriptURL: (/** @type {string} */ text) => text });
  } catch {
    // The page does not allow it.
  }
  return policy?.createScriptURL(url) ?? url;
}
/** @type {any} */
let policy;

/** Another way, for where there are other workers than a browser's. @param {() => Worker} way */
export const startWith = (way) => void ways.splice(0, ways.length, way);

/** @type {WeakSet<Worker>} */
const dead = new WeakSet();

/** A worker that a browser short of memory ends says nothing, but lets go of its lock. @param {Worker} worker @param {string} lock */
function watch(worker, lock) {
  const ended = () => {
    dead.add(worker);
    worker.onerror?.(new ErrorEvent('error', { message: 'ended by the browser' }));
  };
  try {
    navigator.locks.request(lock, ended).catch(() => {});
  } catch {
    // There are none here.
  }
}

/** Hands the compiled module and the language over, once they are there, and waits until the worker has its instance. @param {Worker} worker @param {Promise<WebAssembly.Module>} module */
function handshake(worker, module) {
  return new Promise((resolve, reject) => {
    let awake = 0;
    let waits = false;
    const timer = setInterval(() => waits || ++awake < kHandshakeSeconds || refuse(new Event('timeout')), 1000);
    const fail = (/** @type {unknown} */ error) => {
      clearInterval(timer);
      reject(error);
    };
    const refuse = (/** @type {Event} */ event) => {
      event.preventDefault();
      fail(new Refused(event.type));
    };
    const sendModule = (/** @type {WebAssembly.Module} */ compiled) => {
      waits = false;
      worker.postMessage({ module: compiled, words });
    };
    worker.onerror = refuse;
    worker.onmessageerror = refuse;
    worker.onmessage = ({ data }) => {
      /** @type {Report} */
      const report = data;
      if (report.kind === 'hello') {
        waits = true;
        return void module.then(sendModule, fail);
      }
      if (report.kind !== 'ready') return fail(report.kind === 'undelivered' ? notThere(report) : new Refused(report.kind));
      clearInterval(timer);
      worker.onerror = null;
      if (report.lock) watch(worker, report.lock);
      resolve(worker);
    };
  });
}

/** @returns {Promise<Worker>} */
async function start() {
  // The worker's own script comes meanwhile.
  const module = Promise.all([compiledModule(), languageLoaded()]).then(([compiled]) => compiled);
  module.catch(() => {});
  for (const way of [...ways]) {
    /** @type {Worker | undefined} */
    let worker;
    try {
      worker = way();
      await handshake(worker, module);
      return worker;
    } catch (error) {
      worker?.terminate();
      if (error instanceof Unavailable) throw error;
      if (ways.includes(way)) ways.splice(ways.indexOf(way), 1);
    }
  }
  throw new Refused('no way left');
}

/** @type {Promise<Worker>[]} */
const spare = [];
/** @type {(() => void)[]} */
const queue = [];
let busy = 0;

/** Has one more worker ready before it is needed. */
export function warmUp() {
  if (spare.length > 0 || busy >= kMost) return;
  const coming = start();
  coming.catch(() => spare.splice(spare.indexOf(coming), 1));
  spare.push(coming);
}

/** A worker of one's own, as soon as there is one. @returns {Promise<Worker>} */
async function acquireWorker() {
  while (busy >= kMost) await new Promise((resolve) => queue.push(() => resolve(null)));
  ++busy;
  try {
    let worker = await (spare.shift() ?? start());
    while (dead.has(worker)) worker = await (spare.shift() ?? start());
    return worker;
  } catch (error) {
    releaseWorker();
    throw error;
  }
}

/** @param {Worker} [worker] one that can work on */
function releaseWorker(worker) {
  --busy;
  if (worker && spare.length < kSpare) spare.push(Promise.resolve(worker));
  else worker?.terminate();
  queue.shift()?.();
}

/**
 * Runs a job in a worker. Cancelling stops the worker at once and warms another one.
 * @param {Job} job
 * @param {Listener} listener
 * @returns {Run}
 */
export function runInWorker(job, listener) {
  let over = false;
  /** @type {Worker | null} */
  let acquired = null;
  /** @type {(reason: Error) => void} */
  let stop = () => {};
  const done = new Promise((resolve, reject) => {
    stop = reject;
    /** @param {boolean} alive */
    const end = (alive) => {
      over = true;
      if (!alive) acquired?.terminate();
      releaseWorker(alive && acquired ? acquired : undefined);
    };
    const crash = (/** @type {string} */ message) => {
      if (over) return;
      end(false);
      warmUp();
      reject(new Crashed(message));
    };
    const begin = async () => {
      const parts = await compiledParts(job.figure);
      const worker = await acquireWorker();
      if (over) return releaseWorker(worker);
      acquired = worker;
      worker.onerror = (event) => crash(event.message);
      worker.onmessage = ({ data }) => {
        /** @type {Report} */
        const report = data;
        if (over) return;
        if (report.kind === 'begin') listener.begin(report.stage, report.at);
        else if (report.kind === 'progress') listener.progress(report.fraction, report.at);
        else if (report.kind === 'preview') listener.preview?.(report.bytes, report.times);
        else if (report.kind === 'crash') crash(report.message);
        else if (report.kind === 'result' || report.kind === 'error') {
          end(true);
          if (report.kind === 'result') resolve({ bytes: report.bytes, times: report.times, worker: true });
          else resolve({ error: report.sentence, times: [], worker: true });
        }
      };
      worker.postMessage({ job, parts });
    };
    begin().catch(reject);
  });
  return {
    done,
    cancel() {
      if (over) return;
      over = true;
      if (acquired) {
        acquired.terminate();
        releaseWorker();
        warmUp();
      }
      stop(new Cancelled());
    },
  };
}

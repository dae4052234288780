// @ts-check
// The page's workers: a few, started before they are needed, shared by all that run one program.

import { embeddedAssets } from './asset_url.js';
import { undelivered, Unavailable } from './wasm_file.js';

/** @import { Listener, Outcome } from './compute.js' */
/** @import { Program, Report } from './worker.js' */

/** No worker can start on this page. */
export class Refused extends Error {}
export class Cancelled extends Error {}
/** The learner broke down: out of memory, or a bug. */
export class Crashed extends Error {}

/**
 * @template Result
 * @typedef {Outcome<Result> & { worker: boolean }} Finished
 */
/**
 * @template Result
 * @typedef {object} Run
 * @property {Promise<Finished<Result>>} done rejects with Cancelled, Refused or Crashed
 * @property {() => void} cancel
 */

// Only seconds in which the page was awake count: when a computer wakes up, timers fire before the messages that arrived meanwhile.
const kHandshakeSeconds = 8;
const kSilentSeconds = 3;
const { hardwareConcurrency, userAgent = '' } = globalThis.navigator ?? {};
/** In node before 21 there is no navigator. @type {number} */
const kCores = hardwareConcurrency ?? /** @type {any} */ (globalThis).process?.getBuiltinModule?.('node:os').availableParallelism() ?? 2;
// A worker needs 32 MB at least, and a phone stays cool with half of its cores.
const kMost = Math.min(8, Math.max(2, userAgent.includes('Mobi') ? kCores >> 1 : kCores - 1));
/** How many of them may share one run. */
export const kTogether = Math.min(kMost, kCores);
const kMostIdle = 2;

/**
 * Ways to start a worker. One that failed is not tried again, unless it has worked before: then the line is down.
 * @type {(() => Worker)[]}
 */
const ways = [];
/** @type {WeakSet<() => Worker>} */
const proven = new WeakSet();

/** Says how workers are started; each starts a script of ours, and never what happens to have imported this. @param {(() => Worker)[]} some */
export const startWith = (...some) => void ways.splice(0, ways.length, ...some);

/**
 * From a file. A script of another origin can be imported but not started, so a blob imports it; many security policies
 * refuse blobs, so this comes second.
 * @param {() => string} script its address
 */
export const fromFile = (script) => [
  () => {
    if (embeddedAssets || new URL(script()).origin !== self.origin) throw new Refused('not a file of this origin');
    return new Worker(trusted(script()), { type: 'module', name: kName });
  },
  classic(() => embeddedAssets?.worker ?? blobOf(`${kOurs} import(${JSON.stringify(script())}).catch((error) => postMessage({ kind: 'refused', message: String(error) }))`)),
];

/** From the text of a classic script. @param {string} text */
export const fromText = (text) => classic(() => blobOf(text));

/**
 * From the text of a module that imports nothing.
 * @param {() => string} text '': there is none @param {string} base where it finds the site's files
 */
export function fromModule(text, base) {
  let known = '';
  const module = () => {
    if (!text()) throw new Refused('no text of a module');
    return blobOf(`${kOurs} globalThis[Symbol.for('lifted-attention base')] = ${JSON.stringify(base)}; ${text()}`);
  };
  return () => new Worker(trusted((known ||= module())), { type: 'module', name: kName });
}

// By it element.js knows that it is in a worker of ours; learn()'s worker is a file of its own.
const kName = 'lifted-attention';
const kOurs = "globalThis[Symbol.for('lifted-attention worker')] = true;";
const blobOf = (/** @type {string} */ text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

/** Not a module: sandboxed frames cannot start a module worker from a blob (Chromium 156). @param {() => string} script asked once @returns {() => Worker} */
function classic(script) {
  let known = '';
  return () => new Worker(trusted((known ||= script())), { name: kName });
}

/** For pages that require Trusted Types: where our policy's name is allowed there are workers, elsewhere figures run on the page's thread. @param {string} url */
function trusted(url) {
  const page = /** @type {any} */ (globalThis);
  try {
    page[kPolicy] ??= page.trustedTypes?.createPolicy('lifted-attention', { createScriptURL: (/** @type {string} */ text) => text });
  } catch {
    // The page does not allow the policy.
  }
  return page[kPolicy]?.createScriptURL(url) ?? url;
}
// A policy's name can be used once in a page, and learn() may be there beside the figures.
const kPolicy = Symbol.for('lifted-attention policy');

/** @type {WeakSet<Worker>} */
const dead = new WeakSet();

/** A worker that the browser ends when memory is short sends no message, but its lock is released. @param {Worker} worker @param {string} lock */
function watch(worker, lock) {
  const ended = () => {
    dead.add(worker);
    worker.onerror?.(new ErrorEvent('error', { message: 'ended by the browser' }));
  };
  try {
    navigator.locks.request(lock, ended).catch(() => {});
  } catch {
    // There are no locks here.
  }
}

/**
 * Sends what a program starts from as soon as it has been loaded, and waits until the worker has its instance.
 * @param {Worker} worker @param {Promise<unknown>} start @param {() => void} silent called when it takes long to say its first word
 */
function handshake(worker, start, silent) {
  return new Promise((resolve, reject) => {
    let awake = 0;
    let hasSpoken = false;
    let isLoading = false;
    const timer = setInterval(() => {
      if (isLoading) return;
      if (++awake === kSilentSeconds && !hasSpoken) silent();
      if (awake >= kHandshakeSeconds) refuse(new Event('timeout'));
    }, 1000);
    const fail = (/** @type {unknown} */ error) => {
      clearInterval(timer);
      reject(error);
    };
    const refuse = (/** @type {Event} */ event) => {
      event.preventDefault();
      fail(new Refused(event.type));
    };
    const send = (/** @type {unknown} */ loaded) => {
      isLoading = false;
      worker.postMessage({ start: loaded });
    };
    worker.onerror = refuse;
    worker.onmessageerror = refuse;
    worker.onmessage = ({ data }) => {
      /** @type {Report} */
      const report = data;
      hasSpoken = true;
      if (report.kind === 'lock') return watch(worker, report.name);
      if (report.kind === 'hello') {
        isLoading = true;
        return void start.then(send, fail);
      }
      if (report.kind !== 'ready') return fail(report.kind === 'undelivered' ? undelivered(report) : new Refused(report.kind));
      clearInterval(timer);
      worker.onerror = null;
      resolve(worker);
    };
  });
}

/**
 * The first worker that has its instance. Nothing tells of one that the browser has ended before its first word; it is like
 * one that is slow. So the next way begins beside it, and it goes on.
 * @param {Promise<unknown>} loaded @returns {Promise<Worker>}
 */
function start(loaded) {
  const left = [...ways];
  /** @type {Set<Worker>} */
  const trying = new Set();
  let isOver = false; // whoever is late then counts for nothing: neither against its way, nor as a reason for the next
  return new Promise((resolve, reject) => {
    const next = () => {
      if (isOver) return;
      const way = left.shift();
      if (way) begin(way);
      else if (trying.size === 0) reject(new Refused('no way left'));
    };
    const begin = async (/** @type {() => Worker} */ way) => {
      /** @type {Worker | undefined} */
      let worker;
      try {
        trying.add((worker = way()));
        await handshake(worker, loaded, next);
        if (isOver) return worker.terminate();
        isOver = true;
        proven.add(way);
        resolve(worker);
        trying.delete(worker);
        for (const other of trying) other.terminate();
      } catch (error) {
        worker?.terminate();
        if (isOver) return;
        if (worker) trying.delete(worker);
        if (error instanceof Unavailable) return reject(error);
        if (ways.includes(way) && !proven.has(way)) ways.splice(ways.indexOf(way), 1);
        next();
      }
    };
    next();
  });
}

/**
 * Those that are there, one after another.
 * @template {Uint8Array | Float64Array} Numbers
 * @param {new (size: number) => Numbers} Kind @param {Numbers[]} parts @returns {Numbers}
 */
export function joined(Kind, parts) {
  const all = new Kind(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  parts.forEach((part) => {
    all.set(part, at);
    at += part.length;
  });
  return all;
}

/** The same, told of no progress that is less than before: what was lost is done again. @param {Listener} listener @returns {Listener} */
export function rising(listener) {
  let told = 0;
  return { ...listener, progress: (fraction, at) => listener.progress((told = Math.max(told, fraction)), at) };
}

/**
 * Runs of a pool that are stopped together.
 * @template Job, Result
 * @param {WorkerPool<Job, Result>} pool
 */
export function together(pool) {
  /** @type {Set<Run<Result>>} */
  const running = new Set();
  return {
    /** @param {Job} job @param {Listener} listener @returns {Promise<Finished<Result>>} */
    async run(job, listener) {
      const attempt = pool.run(job, listener);
      running.add(attempt);
      return attempt.done.finally(() => running.delete(attempt));
    },
    stop: () => running.forEach((attempt) => attempt.cancel()),
  };
}

/** @template Job, Result */
export class WorkerPool {
  /** @type {Worker[]} */
  #idle = [];
  #coming = 0; // workers that are starting
  /** @type {(() => void)[]} */
  #queue = [];
  /** @type {{ resolve: (worker: Worker) => void, reject: (error: unknown) => void }[]} */
  #waiting = [];
  #busy = 0;
  #program;

  /** @param {Program<any, any, any, Job, Result>} program the one that the workers' script serves */
  constructor(program) {
    this.#program = program;
  }

  /** Starts one more worker before it is needed. */
  warmUp() {
    if (this.#idle.length + this.#coming === 0 && this.#busy < kMost) this.#begin();
  }

  /**
   * Runs a job in a worker. Cancelling ends that worker at once and starts another one.
   * @param {Job} job
   * @param {Listener} listener
   * @returns {Run<Result>}
   */
  run(job, listener) {
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
        this.#release(alive && acquired ? acquired : undefined);
      };
      const crash = (/** @type {string} */ message) => {
        if (over) return;
        end(false);
        this.warmUp();
        reject(new Crashed(message));
      };
      const begin = async () => {
        const loaded = await this.#program.loadFor(job);
        const worker = await this.#acquire();
        if (over) return this.#release(worker);
        acquired = worker;
        worker.onerror = (event) => crash(event.message);
        worker.onmessage = ({ data }) => {
          /** @type {Report} */
          const report = data;
          if (report.kind === 'lock') watch(worker, report.name);
          if (over) return;
          if (report.kind === 'begin') listener.begin(report.stage, report.at);
          else if (report.kind === 'progress') listener.progress(report.fraction, report.at);
          else if (report.kind === 'preview') listener.preview?.(report.bytes, report.times);
          else if (report.kind === 'crash') crash(report.message);
          else if (report.kind === 'outcome') {
            end(true);
            resolve({ .../** @type {Outcome<Result>} */ (report.outcome), worker: true });
          }
        };
        worker.onmessageerror = () => crash('an answer could not be read');
        worker.postMessage({ job, loaded });
      };
      begin().catch((error) => {
        if (acquired && !over) end(false);
        over = true;
        reject(error);
      });
    });
    return {
      done,
      cancel: () => {
        if (over) return;
        over = true;
        if (acquired) {
          acquired.terminate();
          this.#release();
          this.warmUp();
        }
        stop(new Cancelled());
      },
    };
  }

  #begin() {
    // The worker's own script is loaded in the meantime.
    const loaded = this.#program.load();
    loaded.catch(() => {});
    ++this.#coming;
    start(loaded).then(
      (worker) => {
        --this.#coming;
        this.#hand(worker);
      },
      (error) => {
        --this.#coming;
        if (this.#waiting.length > this.#coming) this.#waiting.shift()?.reject(error);
      },
    );
  }

  /** Waits for a free worker. @returns {Promise<Worker>} */
  async #acquire() {
    while (this.#busy >= kMost) await new Promise((resolve) => this.#queue.push(() => resolve(null)));
    ++this.#busy;
    try {
      let worker = await this.#next();
      while (dead.has(worker)) worker = await this.#next();
      return worker;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** One that is idle, or comes free before another one has started, which on a slow device takes longer than most runs. @returns {Promise<Worker>} */
  async #next() {
    const idle = this.#idle.shift();
    if (idle) return idle;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      if (this.#waiting.length > this.#coming) this.#begin();
    });
  }

  /** To who has waited longest; else it is kept. @param {Worker} worker */
  #hand(worker) {
    const waits = this.#waiting.shift();
    if (waits) waits.resolve(worker);
    else if (this.#idle.length < kMostIdle) this.#idle.push(worker);
    else worker.terminate();
  }

  /** @param {Worker} [worker] one that can be used again */
  #release(worker) {
    --this.#busy;
    if (worker) this.#hand(worker);
    this.#queue.shift()?.();
  }
}

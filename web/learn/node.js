// @ts-check
// What node has instead of a page: files, and worker threads.

/** @typedef {{ postMessage(data: unknown): void, on(event: string, listen: (data: any) => void): void, ref(): void, unref(): void, terminate(): void }} Thread */

/** Not an import: bundlers for browsers refuse node's modules, even those that are never loaded. @type {any} */
const { process } = /** @type {any} */ (globalThis);

export const isNode = Boolean(process?.versions?.node && process.getBuiltinModule);

/** @param {URL} file @returns {Promise<BodyInit>} */
export const readFile = (file) => process.getBuiltinModule('node:fs/promises').readFile(file);

// After these messages a worker has nothing to do, and must not keep the program from ending.
const kIdle = ['ready', 'refused', 'outcome', 'crash'];

/** A node thread with the part of a browser's Worker interface that worker_pool.js uses. */
class ThreadWorker {
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  onmessageerror = null;
  /** @type {Thread} */
  #thread;

  /** @param {URL | string} script its file, or its text */
  constructor(script) {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    // No options of the program's own: --import and --require would start what they name once more.
    this.#thread = new Worker(script, { eval: typeof script === 'string', name: 'lifted-attention', execArgv: [] });
    this.#thread.on('message', (data) => {
      if (kIdle.includes(data.kind)) this.#thread.unref();
      this.onmessage?.({ data });
    });
    this.#thread.on('error', (error) => this.onerror?.({ type: 'error', message: String(error), preventDefault() {} }));
  }

  /** @param {unknown} data */
  postMessage(data) {
    this.#thread.ref();
    this.#thread.postMessage(data);
  }

  terminate() {
    this.#thread.terminate();
  }
}

/** A way to start a worker, see worker_pool.js. @param {URL | string} script its file, or its text */
export const fromThread = (script) => () => /** @type {Worker} */ (/** @type {unknown} */ (new ThreadWorker(script)));

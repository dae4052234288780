// @ts-check
// What node has instead of a page: files beside this one, and worker threads.

import { assetUrl } from '../element/asset_url.js';
import { startWith } from '../element/worker_pool.js';
import { fetchWith } from '../element/wasm_file.js';

/** @typedef {{ postMessage(data: unknown, transfer?: Transferable[]): void, on(event: string, listen: (data: any) => void): void }} Port */
/** @typedef {Port & { ref(): void, unref(): void, terminate(): void }} Thread */

/** Not an import: bundlers for browsers refuse node's modules, even those that are never loaded. @type {any} */
const { process } = /** @type {any} */ (globalThis);

export const isNode = Boolean(process?.versions?.node && process.getBuiltinModule && import.meta.url.startsWith('file:'));

const kName = 'lifted-attention';
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

  constructor() {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    this.#thread = new Worker(new URL(import.meta.url), { name: kName, workerData: kName });
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

/** @param {() => void} work what one of our own threads does */
export function settleInNode(work) {
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  fetchWith(async (file) => new Response(await readFile(new URL(assetUrl(file)))));
  startWith(() => /** @type {Worker} */ (/** @type {unknown} */ (new ThreadWorker())));
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  if (workerData !== kName) return;
  /** @type {Port} */
  const port = parentPort;
  const scope = {
    postMessage: (/** @type {unknown} */ report, /** @type {{ transfer: Transferable[] }} */ { transfer }) => port.postMessage(report, transfer),
    set onmessage(/** @type {(event: { data: unknown }) => void} */ listen) {
      port.on('message', (data) => listen({ data }));
    },
  };
  Object.assign(globalThis, { self: scope });
  work();
}

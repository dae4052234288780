// @ts-check
// All that a worker of learn() runs, in a page or in node: the build makes learn-worker.js of it.

import { serve } from '../element/worker.js';
import { learnerProgram } from './learner.js';

// Where learn() was called in node: a thread, which has no `self`.
const port = /** @type {any} */ (globalThis).process?.getBuiltinModule?.('node:worker_threads').parentPort;
if (port) {
  const scope = {
    postMessage: (/** @type {unknown} */ report, /** @type {{ transfer: Transferable[] }} */ { transfer }) => port.postMessage(report, transfer),
    set onmessage(/** @type {(event: { data: unknown }) => void} */ listen) {
      port.on('message', (/** @type {unknown} */ data) => listen({ data }));
    },
  };
  Object.assign(globalThis, { self: scope });
}
serve(learnerProgram);

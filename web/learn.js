// @ts-check
// The learner alone: Algorithm 1 on sequences that a script gives, in a browser or in node, with learner.wasm and
// learn-worker.js beside it. For what a bundler makes one file of, see package/learn.js.

import { assetUrl } from './element/asset_url.js';
import { fetchWith } from './element/wasm_file.js';
import { fromFile, startWith } from './element/worker_pool.js';
import { fromThread, isNode, readFile } from './learn/node.js';

export { learn } from './learn/learn.js';

const script = () => assetUrl('learn-worker.js');
// A bundle may have no address.
if (isNode && import.meta.url?.startsWith('file:')) {
  fetchWith(async (file) => new Response(await readFile(new URL(assetUrl(file)))));
  startWith(fromThread(new URL(script())));
} else {
  startWith(...fromFile(script));
}

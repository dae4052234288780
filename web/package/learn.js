// @ts-check
// import { learn } from 'lifted-attention/learn': learn() without a file beside it, so that any bundler makes it part of a
// program. It knows no address: the learner is text in a module of its own, which is imported when it is first needed, and
// its workers are started from text, never from a file of the program that it has become part of.

import { fromBase64 } from '../element/base64.js';
import { fetchWith } from '../element/wasm_file.js';
import { fromText, startWith } from '../element/worker_pool.js';
import { fromThread } from '../learn/node.js';

export { learn } from '../learn/learn.js';

fetchWith(async () => {
  const { packed } = await import('./learner-wasm.js');
  const { body } = new Response(/** @type {BodyInit} */ (fromBase64(packed)));
  const wasm = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(wasm, { headers: { 'Content-Type': 'application/wasm' } });
});
// The first fails where there is no node.
startWith(fromThread(LIFTED_LEARN_WORKER), fromText(LIFTED_LEARN_WORKER));

// @ts-check
// The main script: in a page it defines <lifted-attention>, in a worker it runs the learner, in node it does nothing, nor in a
// document without layout, such as jsdom's: there a page keeps what it has put into the element.

import { LiftedAttention } from './lifted_attention.js';
import { figureProgram } from './figure_program.js';
import { serve } from './worker.js';

const isPage = () => ['ResizeObserver', 'IntersectionObserver', 'matchMedia'].every((name) => name in globalThis) && 'replaceSync' in CSSStyleSheet.prototype;

// Ours is started from this script, or from one that we made (kOurs in worker_pool.js); a page's own worker may load this under
// any name.
const isOurWorker = () => Symbol.for('lifted-attention worker') in globalThis || (globalThis.self?.name === 'lifted-attention' && location.href === import.meta.url);

if (typeof document === 'undefined') {
  if (isOurWorker()) serve(figureProgram);
} else if (isPage() && !customElements.get('lifted-attention')) {
  customElements.define('lifted-attention', LiftedAttention);
}

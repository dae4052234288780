// @ts-check
// The main script: in a page it defines <lifted-attention>, in a worker it runs the learner, in node it does nothing, nor in a
// document without layout, such as jsdom's: there a page keeps what it has put into the element.

import { LiftedAttention } from './lifted_attention.js';
import { figureProgram } from './figure_program.js';
import { serve } from './worker.js';

const isPage = () => ['ResizeObserver', 'IntersectionObserver', 'matchMedia'].every((name) => name in globalThis) && 'replaceSync' in CSSStyleSheet.prototype;

if (typeof document === 'undefined') {
  if (globalThis.self?.name === 'lifted-attention') serve(figureProgram);
} else if (isPage() && !customElements.get('lifted-attention')) {
  customElements.define('lifted-attention', LiftedAttention);
}

// @ts-check
// The main script: in a page it defines <lifted-attention>, in a worker it runs the learner, in node it does nothing.

import { LiftedAttention } from './lifted_attention.js';
import { figureProgram } from './figure_program.js';
import { serve } from './worker.js';

if (typeof document === 'undefined') {
  if (globalThis.self?.name === 'lifted-attention') serve(figureProgram);
} else if (!customElements.get('lifted-attention')) {
  customElements.define('lifted-attention', LiftedAttention);
}

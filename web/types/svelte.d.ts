// Types of <lifted-attention> in Svelte's templates: `import type {} from 'lifted-attention/svelte'`, once in a program.
import type { HTMLAttributes } from 'svelte/elements';
import type { LiftedAttributes, LiftedListeners } from './attributes.d.ts';
import type { LiftedAttentionElement } from './element.d.ts';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'lifted-attention': HTMLAttributes<LiftedAttentionElement> & LiftedAttributes & LiftedListeners;
  }
}

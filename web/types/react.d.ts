// Types of <lifted-attention> in React's JSX: `import type {} from 'lifted-attention/react'`, once in a program.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { LiftedAttributes, LiftedListeners } from './attributes.d.ts';
import type { LiftedAttentionElement } from './element.d.ts';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'lifted-attention': DetailedHTMLProps<HTMLAttributes<LiftedAttentionElement>, LiftedAttentionElement> & LiftedAttributes & LiftedListeners;
    }
  }
}

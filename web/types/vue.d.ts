// Types of <lifted-attention> in Vue's templates: `import type {} from 'lifted-attention/vue'`, once in a program.
import type { HTMLAttributes } from 'vue';
import type { LiftedAttributes } from './attributes.d.ts';
import type { LiftedAttentionElement, LiftedEventMap } from './element.d.ts';

type Listeners = { [Name in keyof LiftedEventMap as Name extends `lifted-${infer Word}` ? `onLifted${Capitalize<Word>}` : never]?: (event: LiftedEventMap[Name]) => void };

declare module 'vue' {
  interface GlobalComponents {
    'lifted-attention': new () => LiftedAttentionElement & { $props: HTMLAttributes & LiftedAttributes & Listeners };
  }
}

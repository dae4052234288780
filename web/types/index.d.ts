/**
 * `import 'lifted-attention'` defines the element. See web/package/index.js. Cost: it loads one script,
 * `lifted-attention.js`; figures load the rest as readers come near them, see LiftedAttentionElement.
 *
 * @module lifted-attention
 */
export type * from './element.d.ts';

/** Resolves to the class once the element is defined, to null where there is no document; rejects with an Error that says what to do. */
export const ready: Promise<CustomElementConstructor | null>;

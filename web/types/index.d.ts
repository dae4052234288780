/**
 * `import 'lifted-attention'` defines the element. See web/package/index.js.
 *
 * @module lifted-attention
 */
export type * from './element.d.ts';

/** Resolves to the class once the element is defined, to null where there is no document; rejects with an Error that says what to do. */
export const ready: Promise<CustomElementConstructor | null>;

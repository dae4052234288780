// import 'lifted-attention': see web/package/index.js.
export type * from './element.d.ts';

/** Resolves to the class once the element is defined, to null where there is no document; rejects with what to do. */
export const ready: Promise<CustomElementConstructor | null>;

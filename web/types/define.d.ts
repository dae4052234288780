// import { define } from 'lifted-attention/element': see web/package/element.js.
export type * from './element.d.ts';

/**
 * Defines <lifted-attention> with the script in `files`: the folder, as the page sees it, that holds a copy of
 * node_modules/lifted-attention/files. Resolves to null where there is no document; rejects with what to do.
 */
export function define(files: string | URL): Promise<CustomElementConstructor | null>;

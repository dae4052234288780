/**
 * For bundlers: `import { define } from 'lifted-attention/element'`. See web/package/element.js.
 *
 * @module lifted-attention/element
 */
export type * from './element.d.ts';

/**
 * Defines <lifted-attention> with the script in `files`: the folder, as the page sees it, that holds a copy of
 * node_modules/lifted-attention/files. Resolves to null where there is no document; rejects with an Error that says what to do where the
 * script cannot be loaded.
 */
export function define(files: string | URL): Promise<CustomElementConstructor | null>;

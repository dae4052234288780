/**
 * For bundlers: `import { define } from 'lifted-attention/element'`. See web/package/element.js.
 *
 * @module lifted-attention/element
 */
export type * from './element.d.ts';

/**
 * Defines <lifted-attention> with the script in `files`: the folder, as the page sees it, that holds a copy of
 * node_modules/lifted-attention/files. A second call does no harm. Resolves to null where there is no document; rejects
 * with an Error that says what to do where the script cannot be loaded.
 * Cost: less than 1 KB in your bundle, and one script from `files`; figures load the rest as readers come near them.
 */
export function define(files: string | URL): Promise<CustomElementConstructor | null>;

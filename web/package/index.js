// @ts-check
// import 'lifted-attention': defines <lifted-attention>, whose files lie beside this one. Without a document, as when a
// page is rendered on a server, nothing happens. For bundlers see element.js.

import { define } from './element.js';

// Not by `new URL('files/', import.meta.url)`, even in two steps: webpack and Turbopack would look for one file of that name.
export const ready = define(import.meta.url.replace(/[^/]*$/, 'files/'));

// @ts-check
// import 'lifted-attention': defines <lifted-attention>, whose files lie beside this one. Without a document, as when a
// page is rendered on a server, nothing happens. For bundlers see element.js.

import { define } from './element.js';

// In two steps: a bundler that knows `new URL('…', import.meta.url)` would look for one file.
const here = import.meta.url;

export const ready = define(new URL('files/', here));

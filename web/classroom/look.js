// @ts-check
// The style sheet of exercises and presenter, loaded with them unless the page has it already.

import { assetUrl } from '../element/asset_url.js';
import { make } from '../element/make.js';

const kSheet = 'classroom.css';

/** Resolves when it is there, or cannot be had. @type {Promise<void> | undefined} */
let loaded;

const load = () =>
  new Promise((resolve) => {
    if (document.querySelector(`link[rel="stylesheet"][href$="${kSheet}"], style[data-file="${kSheet}"]`)) return resolve(undefined);
    const link = make('link', { rel: 'stylesheet', href: assetUrl(kSheet) });
    link.addEventListener('load', () => resolve(undefined));
    link.addEventListener('error', () => resolve(undefined));
    document.head.append(link);
  });

export const loadStyle = () => (loaded ??= load());

// The site with a spy: the compiled module of every figure on a page tells what it is given to show, and knows no
// times, so that its words can be held against those of a native run letter by letter.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { site } from './server.mjs';

const kGlue = '/lifted-attention-module.js';

const source = `
import factory from './module-itself.js';
export default async (options) => {
  const module = await factory(options);
  if (typeof document === 'undefined') return module;
  let show = module._la_show;
  // The first call puts the true function in the place of a stub; whoever calls finds this one again.
  const spy = (at, size, times, count, preview) => {
    if (!preview) window.shown = module.HEAPU8.slice(at, at + size);
    const bad = show(at, size, 0, 0, preview);
    if (module._la_show !== spy) show = module._la_show;
    module._la_show = spy;
    return bad;
  };
  module._la_show = spy;
  return module;
};`;

/** Pages for serve(). `window.shown` are the bytes of the last result. */
export const spied = { [kGlue]: source, '/module-itself.js': await readFile(join(site, kGlue), 'utf8') };

/** SHA-256 of what was shown last. @param {import('puppeteer-core').Page} page @returns {Promise<string>} */
export const shownHash = (page) =>
  page.evaluate(async () => {
    const digest = await crypto.subtle.digest('SHA-256', window.shown);
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  });

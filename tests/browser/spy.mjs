// The site with spies in the compiled module of every figure on a page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { site } from './server.mjs';

const kGlue = '/lifted-attention-module.js';

/** Pages for serve(): the module's glue, with `spy` between it and the element. @param {string} spy a script that returns what the element gets for `module` */
const withSpy = async (spy) => ({
  '/original-module.js': await readFile(join(site, kGlue), 'utf8'),
  [kGlue]: `
import factory from './original-module.js';
export default async (options) => {
  const module = await factory(options);
  if (typeof document === 'undefined') return module;
  ${spy}
};`,
});

/** `window.shown` are the bytes of the last result. It is shown without times, so that its text can be compared with a native run's letter by letter. */
export const spied = await withSpy(`
  let show = module._la_show;
  // The glue replaces its stub by the real function at the first call; so the spy is put back after every call.
  const spy = (at, size, times, count, preview) => {
    if (!preview) window.shown = module.HEAPU8.slice(at, at + size);
    const bad = show(at, size, 0, 0, preview);
    if (module._la_show !== spy) show = module._la_show;
    module._la_show = spy;
    return bad;
  };
  module._la_show = spy;
  return module;`);

/** `window.calls` counts the calls of each function, by its name without _la_. */
export const counted = await withSpy(`
  window.calls = {};
  return new Proxy(module, {
    get(target, name) {
      const [, called] = /^_la_(.*)/.exec(String(name)) ?? [];
      if (called) window.calls[called] = (window.calls[called] ?? 0) + 1;
      return target[name];
    },
  });`);

// @ts-check
// The room for a picture, and the file that the build made to stand there until there is a live one.

import { assetUrl } from './asset_url.js';
import { isDark, reducedMotion } from './look.js';
import { make } from './make.js';
import { language } from './words.js';

/** @import { Description } from '../types/module.d.ts' */

/** The shape that the attribute sets, or null: room for the figure's picture; of a bare one, the picture's own. @param {HTMLElement} host */
export function shapeOf(host) {
  const [narrow, wide] = (host.getAttribute('shape') ?? '').split(' ').map(Number);
  return [narrow, wide].every((ratio) => ratio > 0.1 && ratio < 10) ? { narrow, wide } : null;
}

/** The address of the poster. @param {HTMLElement} host @param {string} figure its id @param {boolean} narrow */
export function posterOf(host, figure, narrow) {
  const own = host.getAttribute('poster');
  if (own) return make('a', { href: own }).href;
  const [name = `posters/${figure}`, still = name] = (host.getAttribute('posters') ?? '').split(/\s+/).filter(Boolean);
  return assetUrl(`${reducedMotion() ? still : name}${narrow ? '-narrow' : ''}-${isDark(host) ? 'dark' : 'light'}.svg`);
}

/** What the build's poster of a figure shows, in the page's language. @param {string} figure @returns {Promise<Description>} */
export async function saidOfPoster(figure) {
  const said = await (await fetch(assetUrl(`posters/${figure}.json`))).json();
  return said[language.lang] ?? said.en;
}

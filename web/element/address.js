// @ts-check
// A figure's state in links: `embed.html?figure=algorithm&la=1&d=6` and, in an article, `#algorithm?la=1&d=6`. The
// field `la` is the version of the format; a link without it is read as version 1.
// Only ids and numbers, never text: a link must not put words into the page.

import { assetUrl } from './asset_url.js';
import { tr } from './words.js';

/** @import { State } from '../types/element.d.ts' */

export const kFormat = 1;

// Some programs escape the commas of a list when they pass a link on.
const pairsOf = (/** @type {string} */ query) => query.replaceAll(/%2c/gi, ',').split('&').filter(Boolean);

// An id and its value: a number, an id or a list of numbers. Anything else is refused.
const kPair = /^[\w.]+=[\w.+,-]*$/;

/**
 * Parses the query of a link.
 * @param {string} query
 * @returns {{ values: string, notices: string[] }} what the module may read, and a sentence for each setting left out
 */
export function readLink(query) {
  const notices = [];
  const values = [];
  for (const pair of pairsOf(query)) {
    const [id, value = ''] = pair.split('=');
    const name = /^[\w.]{1,40}$/.test(id) ? `“${id}”` : tr('a setting');
    if (!kPair.test(pair)) notices.push(tr('What was given for %1 is more than ids and numbers, so it was left out.', name));
    else if (id !== 'la') values.push(pair);
    else if (value !== String(kFormat)) {
      notices.push(tr('This link was made by another version of the figure. The values that still mean something here were taken.'));
    }
  }
  return { values: values.join('&'), notices };
}

/** @param {State} state */
export const queryOf = (state) =>
  Object.entries(state)
    .map(([id, value]) => `${id}=${typeof value === 'boolean' ? Number(value) : value}`)
    .join('&');

/** The controls that the page fixes by an attribute. @param {HTMLElement} element @param {'lock' | 'hide'} way */
export const fixedIds = (element, way) => (element.getAttribute(way) ?? '').split(/[\s,]+/).filter(Boolean);

/** Whether the controls behind "More" are shown: the attribute `more`. @param {HTMLElement} element */
export const isOpen = (element) => element.hasAttribute('more');

/** @param {HTMLElement} element @param {boolean} open */
export const setOpen = (element, open) => element.toggleAttribute('more', open);

/** Turns `lock`, `hide` and `more` of a link into attributes; returns the rest of the query. @param {HTMLElement} element @param {string} query */
export function takeFixed(element, query) {
  const rest = [];
  for (const pair of pairsOf(query)) {
    const [, way, ids] = /^(lock|hide)=([\w.,-]*)$/.exec(pair) ?? [];
    if (way) element.setAttribute(way, ids);
    else if (pair === 'more=1') setOpen(element, true);
    else rest.push(pair);
  }
  return rest.join('&');
}

/**
 * The query of a link: the format's version, what is fixed, whether "More" is open, and the values.
 * @param {HTMLElement} element
 * @param {string} values
 */
export function linkQuery(element, values) {
  const fixed = /** @type {const} */ (['lock', 'hide']).map((way) => ({ way, ids: fixedIds(element, way).join() })).filter(({ ids }) => ids);
  const said = [...fixed.map(({ way, ids }) => `${way}=${ids}`), isOpen(element) ? 'more=1' : '', values].filter(Boolean);
  return said.length > 0 ? [`la=${kFormat}`, ...said].join('&') : '';
}

/** Whether this page is our own article, beside the script: then its address may be changed. */
export const ownPage = () => new URL('.', location.href).href === assetUrl('.');

/** @param {HTMLElement} element */
export function writesAddress(element) {
  const wanted = element.getAttribute('address');
  if (wanted === 'hash' || wanted === 'none') return wanted === 'hash';
  return ownPage() && !/\/embed(\.html)?$/.test(location.pathname);
}

/** The query for figure `name` in the page's address, or null. @param {string} name */
export function readHash(name) {
  const [figure, query] = location.hash.slice(1).split('?');
  return figure === name && query !== undefined ? query : null;
}

/** Whether the reader has followed a link or typed an address, and is not on the way back or forward to where a page has kept something for them. */
export const isNewEntry = () => history.state === null;

/** The address holds the state of one figure: the one changed last. @param {string} name @param {string} query */
export function writeHash(name, query) {
  const hash = query ? `#${name}?${query}` : '';
  if (!hash && readHash(name) === null) return;
  try {
    history.replaceState(history.state, '', location.pathname + location.search + hash);
  } catch {
    // A sandboxed or srcdoc page has no address of its own, and browsers limit how often it may change.
  }
}

/** The address of our page with only this figure. @param {string} figure @param {string} query */
export const embedLink = (figure, query) => assetUrl(`embed.html?figure=${figure}${query && '&'}${query}`);

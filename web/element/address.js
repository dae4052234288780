// @ts-check
// A figure's state in links: `embed.html?figure=algorithm&la=1&d=6` and, in an article, `#algorithm?la=1&d=6`. The
// field `la` says how the rest is to be read; a link without it is read as the first format.
// Ids and numbers only, never text: what a link says must not speak for the page.

import { assetUrl } from './asset_url.js';
import { tr } from './words.js';

/** @import { State } from '../types/element.d.ts' */

export const kFormat = 1;

// Programs that pass links on may escape the commas of a list.
const pairsOf = (/** @type {string} */ query) => query.replaceAll(/%2c/gi, ',').split('&').filter(Boolean);

// An id with a number, an id or a list of numbers; anything else in an address is not ours.
const kPair = /^[\w.]+=[\w.+,-]*$/;

/**
 * A link's query taken apart.
 * @param {string} query
 * @returns {{ values: string, notices: string[] }} what the module may read, and sentences about the rest
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

/** What a link locks or hides becomes an attribute; back comes the rest. @param {HTMLElement} element @param {string} query */
export function takeFixed(element, query) {
  const rest = [];
  for (const pair of pairsOf(query)) {
    const [, way, ids] = /^(lock|hide)=([\w.,-]*)$/.exec(pair) ?? [];
    if (way) element.setAttribute(way, ids);
    else rest.push(pair);
  }
  return rest.join('&');
}

/**
 * Values as they stand in a link: with the format, and with what is fixed.
 * @param {HTMLElement} element
 * @param {string} values
 */
export function linkQuery(element, values) {
  const fixed = /** @type {const} */ (['lock', 'hide']).map((way) => ({ way, ids: fixedIds(element, way).join() })).filter(({ ids }) => ids);
  const said = [...fixed.map(({ way, ids }) => `${way}=${ids}`), values].filter(Boolean);
  return said.length > 0 ? [`la=${kFormat}`, ...said].join('&') : '';
}

/** A page beside the script is our own article, whose address may be written. */
export const ownPage = () => new URL('.', location.href).href === assetUrl('.');

/** @param {HTMLElement} element */
export function writesAddress(element) {
  const said = element.getAttribute('address');
  if (said === 'hash' || said === 'none') return said === 'hash';
  return ownPage() && !/\/embed(\.html)?$/.test(location.pathname);
}

/** The query for figure `name` in the page's address, or null. @param {string} name */
export function readHash(name) {
  const [figure, query] = location.hash.slice(1).split('?');
  return figure === name && query !== undefined ? query : null;
}

/** One figure at a time has the address: the one last changed. @param {string} name @param {string} query */
export function writeHash(name, query) {
  const hash = query ? `#${name}?${query}` : '';
  if (!hash && readHash(name) === null) return;
  try {
    history.replaceState(history.state, '', location.pathname + location.search + hash);
  } catch {
    // A sandboxed or srcdoc page has no address of its own, and browsers allow only so many changes in a time.
  }
}

/** Our own page with this figure alone. @param {string} figure @param {string} query */
export const embedLink = (figure, query) => assetUrl(`embed.html?figure=${figure}${query && '&'}${query}`);

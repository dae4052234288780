// @ts-check
// A figure's state in links: `embed.html?figure=algorithm&d=6` and, in an article, `#algorithm?d=6`.
// Ids and numbers only, never text: what a link says must not speak for the page.

import { beside } from './module.js';

// Pairs of ids with numbers, ids or lists of numbers; anything else in an address is not ours.
const kQuery = /^[\w.]+=[\w.+,-]*(&[\w.]+=[\w.+,-]*)*$/;

/** @param {string} query */
export const isQuery = (query) => kQuery.test(query);

/** A page beside the script is our own article, whose address may be written. */
const ownPage = () => new URL('.', location.href).href === beside('.');

/** @param {HTMLElement} element */
export function writesAddress(element) {
  const said = element.getAttribute('address');
  if (said === 'hash' || said === 'none') return said === 'hash';
  return ownPage() && !/\/embed(\.html)?$/.test(location.pathname);
}

/** The state for figure `name` in the page's address, or null. @param {string} name */
export function readHash(name) {
  // Programs that pass links on may escape the commas of a list.
  const [figure, query] = location.hash.slice(1).replaceAll(/%2c/gi, ',').split('?');
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
export const embedLink = (figure, query) => beside(`embed.html?figure=${figure}${query && '&'}${query}`);

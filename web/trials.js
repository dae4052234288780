// @ts-check
// The trials under a figure are switches: a press on one sets the figure without moving the page, the one whose state is
// shown is marked, and a second press goes back to where the figure was before. Without this script they are links.

/** @import { LiftedAttentionElement } from './types/element.d.ts' */

/** @type {NodeListOf<HTMLAnchorElement>} */
const trials = document.querySelectorAll('.trials a[href*="?"]');
/** The query that a figure had before a trial was pressed. @type {WeakMap<HTMLAnchorElement, string>} */
const before = new WeakMap();

/** @param {HTMLAnchorElement} link */
function parts({ hash }) {
  const [name, query = ''] = hash.slice(1).split('?');
  const figure = /** @type {LiftedAttentionElement | null} */ (document.querySelector(`#${name} lifted-attention`));
  return { name, query, figure };
}

const sorted = (/** @type {string} */ query) => [...new URLSearchParams(query.replaceAll('+', '%2B'))].map(String).sort().join('&');
const isOn = (/** @type {HTMLAnchorElement} */ link) => {
  const { query, figure } = parts(link);
  return sorted(figure?.query ?? '') === sorted(query);
};

/** Takes a state into the address, so that the browser's Back and Forward go through the trials. @param {string} name @param {string} now @param {string} next */
function go(name, now, next) {
  history.replaceState(history.state, '', `#${name}?${now}`);
  history.pushState(null, '', `#${name}?${next}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

addEventListener(
  'click',
  (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const link = target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest('.trials a[href*="?"]')) : null;
    const { name, query, figure } = link ? parts(link) : { name: '', query: '', figure: null };
    if (!link || !figure || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    const now = figure.query;
    if (isOn(link)) return go(name, now, before.get(link) ?? '');
    before.set(link, now);
    go(name, now, query);
  },
  { capture: true },
);

function mark() {
  for (const link of trials) {
    if (isOn(link)) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
for (const type of ['lifted-ready', 'lifted-change']) addEventListener(type, mark);

// @ts-check
// A link in the article that sets a figure leaves its state in the history's entry, so that the browser's Back brings it back.
// The trials under a figure are switches: a press on one sets the figure without moving the page, the one whose state is
// shown is marked, and a second press goes back to where the figure was before. Without this script they are links.

import { remember } from './unfold.js';

/** @import { LiftedAttentionElement } from './types/element.d.ts' */

/** @type {NodeListOf<HTMLAnchorElement>} */
const trials = document.querySelectorAll('.trials a[href*="?"]');
/** The query that a figure had before a trial was pressed. @type {WeakMap<HTMLAnchorElement, string>} */
const before = new WeakMap();

const figureOf = (/** @type {string} */ name) => /** @type {LiftedAttentionElement | null} */ (document.querySelector(`#${CSS.escape(name)} lifted-attention`));

/** @param {HTMLAnchorElement} link */
function parts({ hash }) {
  const [name, query = ''] = hash.slice(1).split('?');
  return { name, query, figure: figureOf(name) };
}

const sorted = (/** @type {string} */ query) => [...new URLSearchParams(query.replaceAll('+', '%2B'))].map(String).sort().join('&');
const isOn = (/** @type {HTMLAnchorElement} */ link) => {
  const { query, figure } = parts(link);
  return sorted(figure?.query ?? '') === sorted(query);
};

/** Makes an entry of the history for a state. @param {string} name @param {string} query */
function go(name, query) {
  remember();
  history.pushState(null, '', `#${name}?${query}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
  remember();
}

addEventListener(
  'click',
  (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const link = target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest('a[href^="#"][href*="?"]')) : null;
    const { name, query, figure } = link ? parts(link) : { name: '', query: '', figure: null };
    if (!link || !figure || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    history.replaceState({ ...history.state, figure: { name, state: figure.state } }, '');
    if (!link.closest('.trials')) return;
    event.preventDefault();
    if (isOn(link)) return go(name, before.get(link) ?? '');
    before.set(link, figure.query);
    go(name, query);
  },
  { capture: true },
);
addEventListener('popstate', (event) => {
  const { name = '', state } = event.state?.figure ?? {};
  const figure = name && figureOf(name);
  if (!figure) return;
  if (Object.keys(state).length > 0) figure.state = state;
  else figure.reset(); // it had not started
});

function mark() {
  for (const link of trials) {
    if (isOn(link)) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
for (const type of ['lifted-ready', 'lifted-change']) addEventListener(type, mark);

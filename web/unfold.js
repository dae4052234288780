// @ts-check
// Lays the article out bit by bit, so that its beginning is shown before its end is laid out, and no typeface is asked for that
// only its end needs: a section and its content are laid out when they come near the viewport (style.css), and the others one
// by one when the browser is idle, so that the page gets its true length. For a reader who goes to a place in the article, or
// comes back to one, everything is laid out at once, and they stay there whatever changes.

import { firstResult } from './first_result.js';

const kAfter = 2000; // ms, so that a visible figure comes first
const kRestored = 500; // ms after which a browser has put back the offset of an entry of its history

const waiting = [...document.querySelectorAll('article > section, article > section > :not(figure, h2, h3), .colophon > section')];
const later = globalThis.requestIdleCallback ?? setTimeout;

/** Only over what is laid out: the way to a place is measured when one sets out. */
const goSmoothly = () => document.documentElement.classList.add('laid-out');

/** @param {IdleDeadline} [idle] */
function unfold(idle) {
  do {
    const next = waiting.shift();
    next?.classList.add('unfolded');
    next?.getBoundingClientRect(); // forces its layout now
  } while (waiting.length > 0 && (idle?.timeRemaining() ?? 0) > 0);
  if (waiting.length > 0) later(unfold);
  else goSmoothly();
}

let loading = true; // until everything has been loaded, the browser itself scrolls to the place
const begin = () => setTimeout(() => ((loading = false), firstResult.then(() => later(unfold))), kAfter);
if (document.readyState === 'complete') begin();
else addEventListener('load', begin, { once: true });

function unfoldAll() {
  for (const one of waiting.splice(0)) one.classList.add('unfolded');
  goSmoothly();
}

// The Tab key goes far ahead, and what has the focus must not move away.
addEventListener('keydown', ({ key }) => key === 'Tab' && unfoldAll(), { capture: true });

/** Where the reader wants to be, until they scroll away. @type {Element | null} */
let place = null;
/** The scroll offset of that place once it has been reached, CSS px. @type {number | null} */
let offset = null;
let restored = 0; // until when the browser may put back an offset, which is that of a page of another height
/** How far below the window's top it was when the reader left the page, CSS px; null: they have not been there. @type {number | null} */
let left = null;

/** @param {string} hash */
function go(hash) {
  const [name] = hash.slice(1).split('?');
  offset = left = null;
  place = name ? (document.getElementById(name) ?? document.querySelector(`article lifted-attention[figure="${CSS.escape(name)}"]`)) : null;
  if (place) {
    unfoldAll();
    sizes.observe(place);
  }
  return place;
}

function stay() {
  if (left === null) place?.scrollIntoView({ behavior: 'instant' });
  else if (place) scrollBy({ top: place.getBoundingClientRect().top - left, behavior: 'instant' });
  offset = scrollY;
}

// The browser keeps a scroll offset in px, but the page is shorter until all is laid out and figures have started. So the
// history's entry keeps which part of the article is near the top; the page may be discarded without another word.
const parts = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('article > section > *'));
export function remember() {
  // Of the section that is seen and the one after it alone: to ask where a part of another is would lay it out.
  const near = [...document.querySelectorAll('article > section')].filter((one) => one.getBoundingClientRect().bottom > 0).slice(0, 2);
  const places = [...parts].map((one) => (near.includes(/** @type {Element} */ (one.parentElement)) ? one.getBoundingClientRect() : new DOMRect()));
  // One that begins where it is seen, if there is any: what is above it may get another height.
  const begins = places.findIndex(({ top, height }) => height > 0 && top >= 0 && top < innerHeight / 2);
  const part = begins < 0 ? places.findIndex(({ bottom }) => bottom > 0) : begins;
  const top = places[part]?.top ?? 0;
  history.replaceState({ ...history.state, reading: { part, top } }, '');
  history.scrollRestoration = part < 0 ? 'auto' : 'manual';
}

/** Goes to where the reader left the page. @returns {boolean} whether that is known */
function goBack() {
  const { part = -1, top = 0 } = history.state?.reading ?? {};
  if (!parts[part]) return false;
  unfoldAll();
  [place, left] = [parts[part], top];
  stay();
  return true;
}

// Figures that start and sections that are laid out change the page's height above the place or below it; a figure beside
// something longer changes its own alone.
const sizes = new ResizeObserver(() => offset !== null && stay());
sizes.observe(document.body);
addEventListener('scrollend', () => {
  if (offset === null || ((loading || performance.now() < restored) && left === null)) stay();
  else if (Math.abs(scrollY - offset) > 1) place = null; // the reader has scrolled
  if (!place) remember();
});
addEventListener('pagehide', () => place ?? remember());
// Back and Forward lead to where the reader was, an address typed in to what it names.
addEventListener('popstate', () => {
  if (goBack() || !go(location.hash)) return;
  // A trial's entry names its figure, and the reader need not have been at its top: the browser knows better.
  if (!location.hash.includes('?')) restored = performance.now() + kRestored;
  stay();
});
for (const type of ['pointerdown', 'wheel', 'touchstart', 'keydown']) addEventListener(type, () => (place = null), { capture: true, passive: true });
addEventListener('click', ({ target, defaultPrevented }) => {
  const link = target instanceof Element && !defaultPrevented ? target.closest('a') : null;
  if (!link?.hash || link.pathname !== location.pathname) return;
  if (!place) remember();
  go(link.hash);
});
const [visit] = performance.getEntriesByType('navigation');
const comesBack = /** @type {PerformanceNavigationTiming} */ (visit)?.type !== 'navigate';
if (!comesBack || !goBack()) {
  // A figure that the address names scrolls into view by itself.
  if (go(location.hash)?.localName === 'lifted-attention') history.scrollRestoration = 'manual';
  else if (comesBack) place = null;
  if (place) stay();
}

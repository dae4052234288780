// @ts-check
// The article's first words show before its last are laid out: a section, and what is in it, is laid out when it comes
// near (style.css), and, once all that is seen has come, piece by piece, so that the page has its true length. Meanwhile
// whoever came for a place in the article stays there.

const kAfter = 2000; // ms; a figure that is seen goes first

const waiting = [...document.querySelectorAll('article > section, article > section > :not(figure, h2, h3)')];
const later = globalThis.requestIdleCallback ?? setTimeout;

/** @param {IdleDeadline} [idle] */
function unfold(idle) {
  do {
    const next = waiting.shift();
    next?.classList.add('unfolded');
    next?.getBoundingClientRect(); // has it laid out now
  } while (waiting.length > 0 && (idle?.timeRemaining() ?? 0) > 0);
  if (waiting.length > 0) later(unfold);
}

let loading = true; // the browser itself goes to a place until everything has come
const begin = () => setTimeout(() => ((loading = false), later(unfold)), kAfter);
if (document.readyState === 'complete') begin();
else addEventListener('load', begin, { once: true });

/** Where the reader wants to be, until they move on. @type {Element | null} */
let place = null;
/** The page's offset there, once they have arrived; CSS px. @type {number | null} */
let offset = null;

/** @param {string} hash */
function go(hash) {
  const [name] = hash.slice(1).split('?');
  offset = null;
  place = name ? (document.getElementById(name) ?? document.querySelector(`lifted-attention[figure="${CSS.escape(name)}"]`)) : null;
  return place;
}

function stay() {
  place?.scrollIntoView({ behavior: 'instant' });
  offset = scrollY;
}

// Figures that start, and sections that are laid out, make the page longer above the place, or under it.
new ResizeObserver(() => offset !== null && stay()).observe(document.body);
addEventListener('scrollend', () => {
  if (offset === null || loading) stay();
  else if (Math.abs(scrollY - offset) > 1) place = null; // by the scroll bar
});
for (const type of ['pointerdown', 'wheel', 'touchstart', 'keydown']) addEventListener(type, () => (place = null), { capture: true, passive: true });
addEventListener('click', ({ target, defaultPrevented }) => {
  const link = target instanceof Element && !defaultPrevented ? target.closest('a') : null;
  if (link?.hash && link.pathname === location.pathname) go(link.hash);
});
// Who comes back finds the place that they left, unless it is a figure: one that the address names shows itself.
const [visit] = performance.getEntriesByType('navigation');
if (go(location.hash)?.localName === 'lifted-attention') history.scrollRestoration = 'manual';
else if (/** @type {PerformanceNavigationTiming} */ (visit)?.type !== 'navigate') place = null;
if (place) stay();

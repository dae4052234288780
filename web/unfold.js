// @ts-check
// Lays the article out bit by bit, so that its beginning is shown before its end is laid out: a section and its content are
// laid out when they come near the viewport (style.css), and the others one by one when the browser is idle, so that the
// page gets its true length. For a reader who goes to a place in the article everything is laid out at once, and they
// stay there whatever changes.

const kAfter = 2000; // ms, so that a visible figure comes first

const waiting = [...document.querySelectorAll('article > section, article > section > :not(figure, h2, h3)')];
const later = globalThis.requestIdleCallback ?? setTimeout;

/** @param {IdleDeadline} [idle] */
function unfold(idle) {
  do {
    const next = waiting.shift();
    next?.classList.add('unfolded');
    next?.getBoundingClientRect(); // forces its layout now
  } while (waiting.length > 0 && (idle?.timeRemaining() ?? 0) > 0);
  if (waiting.length > 0) later(unfold);
}

let loading = true; // until everything has been loaded, the browser itself scrolls to the place
const begin = () => setTimeout(() => ((loading = false), later(unfold)), kAfter);
if (document.readyState === 'complete') begin();
else addEventListener('load', begin, { once: true });

const unfoldAll = () => waiting.splice(0).forEach((one) => one.classList.add('unfolded'));

// The Tab key goes far ahead, and what has the focus must not move away.
addEventListener('keydown', ({ key }) => key === 'Tab' && unfoldAll(), { capture: true });

/** Where the reader wants to be, until they scroll away. @type {Element | null} */
let place = null;
/** The scroll offset of that place once it has been reached, CSS px. @type {number | null} */
let offset = null;

/** @param {string} hash */
function go(hash) {
  const [name] = hash.slice(1).split('?');
  offset = null;
  place = name ? (document.getElementById(name) ?? document.querySelector(`article lifted-attention[figure="${CSS.escape(name)}"]`)) : null;
  if (place) unfoldAll();
  return place;
}

function stay() {
  place?.scrollIntoView({ behavior: 'instant' });
  offset = scrollY;
}

// Figures that start and sections that are laid out change the page's height above the place or below it.
new ResizeObserver(() => offset !== null && stay()).observe(document.body);
addEventListener('scrollend', () => {
  if (offset === null || loading) stay();
  else if (Math.abs(scrollY - offset) > 1) place = null; // the reader has scrolled
});
for (const type of ['pointerdown', 'wheel', 'touchstart', 'keydown']) addEventListener(type, () => (place = null), { capture: true, passive: true });
addEventListener('click', ({ target, defaultPrevented }) => {
  const link = target instanceof Element && !defaultPrevented ? target.closest('a') : null;
  if (link?.hash && link.pathname === location.pathname) go(link.hash);
});
// A reader who comes back is where they left, unless the address names a figure: that one scrolls into view by itself.
const [visit] = performance.getEntriesByType('navigation');
if (go(location.hash)?.localName === 'lifted-attention') history.scrollRestoration = 'manual';
else if (/** @type {PerformanceNavigationTiming} */ (visit)?.type !== 'navigate') place = null;
if (place) stay();

// @ts-check
// Where there is room beside the steps of Algorithm 1, its picture stays in view while they scroll (style.css), and shows the
// step that one reads. On a narrow page each step has a picture below it, which plays that step. Without this script the
// figure stands below all steps and plays by itself.

const kFilm = 100; // what the picture's film takes for a step
const kEdge = 16; // px between what has the focus and the window's edge

const list = /** @type {HTMLElement | null} */ (document.querySelector('.beside > .steps'));
const figure = list?.parentElement?.querySelector('lifted-attention');
const steps = [...(list?.children ?? [])];
const beside = matchMedia('(min-width: 68rem)'); // as in style.css

/** The step at the middle of the window, or −1. */
let now = -1;

/** Whether they came for a state of the figure: they see that until they read on. */
let asked = isAsked();

const play = (/** @type {number} */ count) => figure?.setAttribute('plays', `at=${kFilm * count}`);

const middle = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const step = steps.indexOf(target);
    if (isIntersecting) now = step;
    else if (now === step) now = -1;
  }
  steps.forEach((step, k) => (k === now ? step.setAttribute('aria-current', 'step') : step.removeAttribute('aria-current')));
  if (now >= 0 && !asked) play(now + 1);
}, { rootMargin: '-50% 0px' });

/** The last step stands above the figure itself. */
function illustrate() {
  if (list?.querySelector('lifted-attention')) return;
  for (const [k, step] of steps.slice(0, -1).entries()) {
    const picture = document.createElement('lifted-attention');
    const attributes = { figure: 'algorithm', id: `algorithm-${k + 1}`, address: 'none', bare: '', controls: 'none', state: `at=${kFilm * k}`, plays: `at=${kFilm * (k + 1)}` };
    for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value);
    step.append(picture);
  }
}

function arrange() {
  middle.disconnect();
  now = -1;
  for (const step of steps) step.removeAttribute('aria-current');
  if (!beside.matches) return illustrate();
  if (!asked) play(1);
  for (const step of steps) middle.observe(step);
}
beside.addEventListener('change', arrange);
arrange();
for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(type, () => (asked = false), { capture: true, passive: true });
addEventListener('hashchange', () => {
  asked = isAsked();
  if (asked) figure?.removeAttribute('plays');
});

// What stays in view may be higher than the window: what the keyboard goes to below its edge is not reached before the end of
// the steps.
const held = figure?.closest('.held');
/** @param {Event} event */
function follow(event) {
  const [target] = event.composedPath();
  if (!held || !list || !beside.matches || !(target instanceof Element) || !target.matches(':focus-visible')) return;
  const below = target.getBoundingClientRect().bottom + kEdge - innerHeight;
  const left = list.getBoundingClientRect().bottom - held.getBoundingClientRect().bottom;
  if (below > 0 && left > 0) scrollBy({ top: left + below, behavior: 'instant' });
}
held?.addEventListener('focusin', follow);
// A move of the focus within the figure is not told outside of it.
void customElements.whenDefined('lifted-attention').then(() => figure?.shadowRoot?.addEventListener('focusin', follow));

function isAsked() {
  return location.hash.startsWith('#algorithm?');
}

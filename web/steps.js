// @ts-check
// Where there is room beside the steps of Algorithm 1, its picture stays in view while they scroll (style.css), and shows the
// step that one reads; whoever moves the picture has the step that it shows beside it. On a narrow page each step has a picture
// below it, which plays that step. Without this script the figure stands below all steps and plays by itself.

/** @import { LiftedAttentionElement } from './types/element.d.ts' */

const kFilm = 100; // what the picture's film takes for a step
const kEdge = 16; // px between what has the focus and the window's edge

const list = /** @type {HTMLElement | null} */ (document.querySelector('.beside > .steps'));
const figure = /** @type {LiftedAttentionElement | null} */ (list?.parentElement?.querySelector('lifted-attention') ?? null);
const held = /** @type {HTMLElement | null} */ (figure?.closest('.held') ?? null);
const steps = [...(list?.children ?? [])];
const beside = matchMedia('(min-width: 68rem)'); // as in style.css

/** The step at the middle of the window, or −1. */
let now = -1;
/** The step that is marked, or −1. */
let marked = -1;
/** Whether the reader has pressed something in the figure, and not read on since. */
let pressed = false;
/** Whether they have asked for a state of the figure, by a link or in the figure: they see that until they read on. */
let asked = isAsked();
/** Whether the step of that state is still to come beside the picture. */
let due = false;

const play = (/** @type {number} */ count) => figure?.setAttribute('plays', `at=${kFilm * count}`);

function mark(/** @type {number} */ step) {
  marked = step;
  due = false;
  steps.forEach((one, k) => (k === step ? one.setAttribute('aria-current', 'step') : one.removeAttribute('aria-current')));
}

const middle = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const step = steps.indexOf(target);
    if (isIntersecting) now = step;
    else if (now === step) now = -1;
  }
  if (asked) return;
  mark(now);
  pressed = false;
  if (now >= 0) play(now + 1);
}, { rootMargin: '-50% 0px' });

/** Marks the step that the picture shows, and brings it beside the picture. */
function show() {
  asked ||= pressed;
  if (!asked || !beside.matches) return;
  const at = Number(figure?.state.at);
  const step = Math.min(steps.length, Math.max(1, Math.ceil(at / kFilm))) - 1;
  if (Number.isNaN(at) || step === marked) return;
  mark(step);
  due = true;
  bring();
}

/** Only the steps move: not where that would move the picture too. */
function bring() {
  if (!due || !held || !list) return;
  const [picture, all] = [held, list].map((node) => node.getBoundingClientRect());
  if (Math.abs(picture.top - parseFloat(getComputedStyle(held).top)) > 1) return;
  due = false;
  const top = Math.min(steps[marked].getBoundingClientRect().top - picture.top, all.bottom - picture.bottom);
  scrollBy({ top, behavior: pressed ? 'auto' : 'instant' }); // at the end of a jump, or as the reader moves the picture
}
for (const type of ['lifted-ready', 'lifted-change']) figure?.addEventListener(type, show);
addEventListener('scrollend', bring);

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
  mark(-1);
  if (!beside.matches) return illustrate();
  // In a presentation the figure stands at its end, as all do, till somebody moves it.
  if (!asked && !new URLSearchParams(location.search).has('present') && location.hash !== '#present') play(1);
  for (const step of steps) middle.observe(step);
}
beside.addEventListener('change', arrange);
arrange();
for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointercancel']) {
  addEventListener(type, ({ target }) => {
    const within = target === figure;
    if (within && type === 'touchmove') return; // it moves what a finger has pressed; where it scrolls, that is told as cancelled
    pressed = within && /down$/.test(type);
    if (!pressed) asked = due = false;
  }, { capture: true, passive: true });
}
const ask = () => {
  asked = isAsked();
  due &&= asked; // Back leads away from the state
  if (asked) figure?.removeAttribute('plays');
  show();
};
addEventListener('hashchange', ask);
if (asked) ask();

// What stays in view may be higher than the window: what the keyboard goes to below its edge is not reached before the end of
// the steps.
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

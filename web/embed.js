// @ts-check
// A page with one figure, made for iframes: `embed.html?figure=algorithm&la=1&d=6&theme=dark&controls=form&lock=d&lang=de`,
// with `&exercise=sixteen` also an exercise under it.
//
// Tells the page around it its height as soon as the figure is ready (until then the frame keeps its reserved height), and
// whenever the height changes:
//   { type: 'lifted-attention', frame: <the `frame` of our address, or the figure's id>, height: <CSS px> }
// and again when asked by { type: 'lifted-attention', ask: 'height' }. With { …, scheme: 'dark' }, 'light' or '' the page
// around it says which colour scheme it has; it is asked, by { …, frame, ask: 'scheme' }. The receiver, embed-frame.js or one of its own,
// checks event.source against its iframe. The height depends only on the width and the content, so setting the iframe's
// height never changes it again.

import { assetUrl } from './element/asset_url.js';
import { importAgain } from './element/import_again.js';

/** @import { LiftedAttentionElement } from './types/element.d.ts' */

// What fields other than the figure's values may hold: words, and lists of ids.
const kWord = /^[\w-]{1,64}$/;
const kList = /^[\w.,-]{1,400}$/;
// A Map, because every object has a field “constructor”.
const kOurs = new Map(Object.entries({ figure: kWord, theme: kWord, controls: kWord, lang: kWord, frame: kWord, exercise: kWord, lock: kList, hide: kList }));
// The ones that are attributes of the figure.
const kAttributes = ['figure', 'lang', 'theme', 'controls', 'lock', 'hide'];
// A page saved for one figure names it and its state (web/offline).
const { figure: kUsual = 'algorithm', state: kSaved = '' } = document.documentElement.dataset;
const kSmallest = 120;
const kLargest = 8000;
// Less than this is rounding, not content.
const kNoticeable = 2;

const pairs = (location.search.slice(1) || kSaved).replaceAll(/%2c/gi, ',').split('&').filter(Boolean);
/** @type {Record<string, string>} */
const ours = {};
// All other fields are for the figure, which names those that it cannot take.
const values = pairs.filter((pair) => {
  const [name, value = ''] = pair.split('=');
  if (!kOurs.get(name)?.test(value)) return true;
  ours[name] ??= value;
  return false;
});

const frame = ours.frame ?? ours.figure ?? kUsual;

/** @param {unknown} theme */
function applyTheme(theme) {
  if (theme === 'light' || theme === 'dark' || theme === '') document.documentElement.style.colorScheme = theme;
}

/** The theme in the address is ours for good; without one it is that of the page around us. */
function followTheme() {
  if (ours.theme) return applyTheme(ours.theme);
  if (parent === window) return;
  addEventListener('message', ({ source, data }) => source === parent && data?.type === 'lifted-attention' && applyTheme(data.scheme));
  parent.postMessage({ type: 'lifted-attention', frame, ask: 'scheme' }, '*');
}

function makeFigure() {
  const figure = /** @type {LiftedAttentionElement} */ (document.createElement('lifted-attention'));
  // This page keeps its state in the query, not in the hash.
  figure.setAttribute('address', 'none');
  figure.setAttribute('figure', kUsual);
  for (const name of kAttributes) if (ours[name]) figure.setAttribute(name, ours[name]);
  // An attribute, so that reset goes back to it.
  if (values.length > 0) figure.setAttribute('state', values.join('&'));
  return figure;
}

/** @param {LiftedAttentionElement} figure whose link is the address of this page, without the fields that only this page has */
function writeAddress(figure) {
  const { search } = new URL(figure.link);
  const more = ['theme', 'controls', 'frame', 'exercise'].flatMap((name) => (ours[name] ? `&${name}=${ours[name]}` : []));
  try {
    history.replaceState(null, '', location.pathname + search + more.join(''));
  } catch {
    // A sandboxed frame has no address of its own, and browsers limit how often it may change.
  }
}

/** @param {HTMLElement} content @param {LiftedAttentionElement} figure */
function reportHeight(content, figure) {
  let told = 0;
  const tell = () => parent.postMessage({ type: 'lifted-attention', frame, height: told }, '*');
  addEventListener('message', ({ source, data }) => {
    if (source === parent && data?.type === 'lifted-attention' && data.ask === 'height' && told > 0) tell();
  });
  const sizes = new ResizeObserver(() => {
    const padding = 16;
    const height = Math.min(kLargest, Math.max(kSmallest, Math.ceil(content.getBoundingClientRect().height) + padding));
    if (Math.abs(height - told) <= kNoticeable) return;
    told = height;
    tell();
  });
  for (const type of ['lifted-ready', 'lifted-error']) figure.addEventListener(type, () => sizes.observe(content));
}

/** The exercise under the figure; where its script cannot be had, when there is a network again. @param {LiftedAttentionElement} figure */
const addExercise = (figure) =>
  importAgain(assetUrl('lessons.js')).then(
    (lessons) => lessons.addExercise(figure, ours.exercise),
    () => addEventListener('online', () => addExercise(figure), { once: true }),
  );

function start() {
  const figure = makeFigure();
  const main = document.querySelector('main') ?? document.body;
  main.querySelector('noscript')?.remove();
  main.append(figure);
  if (ours.exercise) addExercise(figure);
  let timer = 0;
  figure.addEventListener('lifted-change', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => writeAddress(figure), 400);
  });
  if (parent !== window) reportHeight(main, figure);
}

followTheme();
customElements.whenDefined('lifted-attention').then(start);

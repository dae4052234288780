// @ts-check
// The page around one figure, made for iframes: `embed.html?figure=algorithm&d=6&theme=dark&controls=form`.
//
// Tells the page around it how high it is, whenever that changes:
//   { type: 'lifted-attention', frame: <the `frame` of our address, or the figure's id>, height: <CSS px> }
// The receiver checks event.source against its iframe. The height follows from the width and the content alone, so
// setting the iframe's height can never change it again.

/** @import { LiftedAttentionElement } from './types/element.d.ts' */

const kOurs = ['figure', 'theme', 'controls', 'frame'];
const kWord = /^[\w-]{1,64}$/;
const kPair = /^[\w.]+$/;
const kValue = /^[\w.+,-]*$/;
const kSmallest = 120;
const kLargest = 8000;
// Less than this is rounding, not content.
const kNoticeable = 2;

// A plus is one, as in 1e+6, and no space.
const asked = new URLSearchParams(location.search.replaceAll('+', '%2B'));
/** @param {string} name */
const word = (name) => (kWord.test(asked.get(name) ?? '') ? asked.get(name) : null);

/** The values in our address: ids and numbers only. */
const values = [...asked].filter(([id, value]) => !kOurs.includes(id) && kPair.test(id) && kValue.test(value));

function dress() {
  const theme = word('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
}

function makeFigure() {
  const figure = /** @type {LiftedAttentionElement} */ (document.createElement('lifted-attention'));
  // This page keeps its state in the query, not in the hash.
  figure.setAttribute('address', 'none');
  for (const name of ['figure', 'theme', 'controls']) {
    const value = word(name);
    if (value) figure.setAttribute(name, value);
  }
  if (!figure.hasAttribute('figure')) figure.setAttribute('figure', 'algorithm');
  if (values.length > 0) figure.state = Object.fromEntries(values);
  return figure;
}

/** @param {string} query the figure's state */
function writeAddress(query) {
  const ours = kOurs.flatMap((name) => (word(name) ? [`${name}=${word(name)}`] : []));
  try {
    history.replaceState(null, '', `${location.pathname}?${[...ours, query].filter(Boolean).join('&')}`);
  } catch {
    // A sandboxed frame has no address of its own, and browsers allow only so many changes in a time.
  }
}

/** @param {HTMLElement} content */
function tellHeight(content) {
  let told = 0;
  new ResizeObserver(() => {
    const padding = 16;
    const height = Math.min(kLargest, Math.max(kSmallest, Math.ceil(content.getBoundingClientRect().height) + padding));
    if (Math.abs(height - told) <= kNoticeable) return;
    told = height;
    const frame = word('frame') ?? word('figure') ?? 'algorithm';
    parent.postMessage({ type: 'lifted-attention', frame, height }, '*');
  }).observe(content);
}

function start() {
  const figure = makeFigure();
  const main = document.querySelector('main') ?? document.body;
  main.querySelector('noscript')?.remove();
  main.append(figure);
  let timer = 0;
  figure.addEventListener('lifted-change', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => writeAddress(figure.query), 400);
  });
  if (parent !== window) tellHeight(main);
}

dress();
customElements.whenDefined('lifted-attention').then(start);

// @ts-check
// One symbol is lit at a time, everywhere: in formulas (`data-symbol="W"` in the page), in figures, in their forms.

import { ownPage } from './address.js';

/** @typedef {{ light(symbol: string): void, root: ParentNode & Node }} Lamp a figure: its picture, and elements inside it */

/** @type {Set<Lamp>} */
const lamps = new Set();
let lit = '';

/**
 * Where in the page symbols stand. In somebody else's page `data-symbol` may mean anything, a share price for one: only
 * what is inside `data-lifted-symbols` is meant.
 * @returns {Iterable<ParentNode & Node>}
 */
const places = () => (ownPage() ? [document] : document.querySelectorAll('[data-lifted-symbols]'));
const roots = () => [...places(), ...[...lamps].map((lamp) => lamp.root)];

/**
 * @param {string} symbol '' for none
 * @param {Lamp} [from] the figure that says so and shows it already
 */
export function light(symbol, from) {
  if (symbol === lit) return;
  lit = symbol;
  for (const root of roots()) {
    for (const node of root.querySelectorAll('[data-symbol]')) {
      node.classList.toggle('lit', node.getAttribute('data-symbol') === symbol);
    }
  }
  for (const lamp of lamps) if (lamp !== from) lamp.light(symbol);
}

/** The symbol an event happened on, also inside a shadow root. @param {Event} event */
function symbolOf(event) {
  for (const node of event.composedPath()) {
    const symbol = node instanceof Element && node.getAttribute('data-symbol');
    if (symbol && roots().some((root) => root.contains(node))) return symbol;
  }
  return '';
}

/** @param {Event} event */
function follow(event) {
  // A finger's hover ends when it lifts; its tap comes as a click and stays.
  if (event instanceof PointerEvent && event.type !== 'click' && event.pointerType === 'touch') return;
  light(symbolOf(event));
}

/** @param {Lamp} lamp */
export function addLamp(lamp) {
  if (lamps.size === 0) {
    for (const type of ['pointerover', 'focusin', 'focusout', 'click']) document.addEventListener(type, follow);
  }
  lamps.add(lamp);
}

/** @param {Lamp} lamp */
export function removeLamp(lamp) {
  lamps.delete(lamp);
  if (lamps.size > 0) return;
  for (const type of ['pointerover', 'focusin', 'focusout', 'click']) document.removeEventListener(type, follow);
}

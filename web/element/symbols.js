// @ts-check
// One symbol is highlighted at a time, everywhere: in formulas (`data-symbol="W"` in the page), in figures, in their forms.

import { ownPage } from './address.js';

/** @typedef {{ highlight(symbol: string): void, root: ParentNode & Node }} SymbolView a figure: its picture, and the root of its elements */

/** @type {Set<SymbolView>} */
const views = new Set();
let highlighted = '';

/**
 * Where in the page symbols are looked for. In somebody else's page `data-symbol` may mean anything, a share price for
 * example, so there only inside `data-lifted-symbols`.
 * @returns {Iterable<ParentNode & Node>}
 */
const containers = () => (ownPage() ? [document] : document.querySelectorAll('[data-lifted-symbols]'));
const roots = () => [...containers(), ...[...views].map((view) => view.root)];

/**
 * @param {string} symbol '' for none
 * @param {SymbolView} [from] the figure under the pointer, which shows it already
 */
export function highlight(symbol, from) {
  if (symbol === highlighted) return;
  highlighted = symbol;
  for (const root of roots()) {
    for (const node of root.querySelectorAll('[data-symbol]')) {
      node.classList.toggle('lit', node.getAttribute('data-symbol') === symbol);
    }
  }
  for (const view of views) if (view !== from) view.highlight(symbol);
}

/** The symbol under an event, also inside a shadow root. @param {Event} event */
function symbolOf(event) {
  for (const node of event.composedPath()) {
    const symbol = node instanceof Element && node.getAttribute('data-symbol');
    if (symbol && roots().some((root) => root.contains(node))) return symbol;
  }
  return '';
}

/** @param {Event} event */
function onEvent(event) {
  // A finger's hover ends when it lifts; its tap arrives as a click, whose highlight stays.
  if (event instanceof PointerEvent && event.type !== 'click' && event.pointerType === 'touch') return;
  highlight(symbolOf(event));
}

const kEvents = ['pointerover', 'focusin', 'focusout', 'click'];

/** @param {SymbolView} view */
export function addSymbolView(view) {
  if (views.size === 0) for (const type of kEvents) document.addEventListener(type, onEvent);
  views.add(view);
}

/** @param {SymbolView} view */
export function removeSymbolView(view) {
  views.delete(view);
  if (views.size === 0) for (const type of kEvents) document.removeEventListener(type, onEvent);
}

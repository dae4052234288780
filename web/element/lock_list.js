// @ts-check
// The list of controls to lock or hide in an embedded figure: two check boxes for each.

import { fixedIds } from './address.js';
import { make } from './make.js';
import { tr } from './words.js';

/** @import { Figure } from './figure.js' */

const kAll = 'all';
const kWays = /** @type {const} */ (['lock', 'hide']);

export class LockList {
  /** @type {Record<'lock' | 'hide', Map<string, HTMLInputElement>>} */
  #boxes = { lock: new Map(), hide: new Map() };

  /** @param {Figure} figure whose present locks are checked at first @param {() => void} changed */
  constructor({ schema, host }, changed) {
    const text = schema.texts.length > 0 ? [{ id: 'text', label: schema.texts.map(({ label }) => label).join(', ') }] : [];
    const listed = [{ id: kAll, label: tr('All controls') }, ...schema.parameters, ...text];
    const rows = listed.map(({ id, label }) => {
      // Controls with the same label, of which one is shown at a time, are told apart by their ids.
      const name = listed.some((other) => other.id !== id && other.label === label) ? tr('%1 (%2)', label, id) : label;
      return make('tr', {}, make('th', { scope: 'row', textContent: name }), ...kWays.map((way) => this.#cell(way, id, name)));
    });
    const head = make('tr', {}, ...[tr('Control'), tr('Locked'), tr('Hidden')].map((name) => make('th', { scope: 'col', textContent: name })));
    const table = make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows));
    const scroll = make('div', { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': tr('Locked and hidden controls') }, table);
    this.node = make('details', { className: 'locks' }, make('summary', { textContent: tr('Lock or hide controls') }), scroll);
    for (const way of kWays) for (const id of fixedIds(host, way)) this.#check(way, id);
    this.#disableImplied();
    this.node.addEventListener('change', () => {
      this.#disableImplied();
      changed();
    });
  }

  /** @param {'lock' | 'hide'} way @param {string} id @param {string} label */
  #cell(way, id, label) {
    const box = make('input', { type: 'checkbox', 'aria-label': way === 'lock' ? tr('Lock: %1', label) : tr('Hide: %1', label) });
    this.#boxes[way].set(id, box);
    return make('td', {}, make('label', {}, box));
  }

  /** @param {'lock' | 'hide'} way @param {string} id */
  #check(way, id) {
    const box = this.#boxes[way].get(id);
    if (box) box.checked = true;
  }

  /** Disables boxes that others imply: “all” implies each, and what is hidden need not be locked. */
  #disableImplied() {
    const { lock, hide } = this.#boxes;
    const on = (/** @type {Map<string, HTMLInputElement>} */ boxes, /** @type {string} */ id) => Boolean(boxes.get(id)?.checked);
    for (const [id, box] of hide) box.disabled = id !== kAll && on(hide, kAll);
    for (const [id, box] of lock) box.disabled = on(hide, id) || on(hide, kAll) || (id !== kAll && on(lock, kAll));
  }

  /** Lists of ids, as in the attributes `lock` and `hide`. */
  get fixed() {
    const list = (/** @type {Map<string, HTMLInputElement>} */ boxes) =>
      [...boxes].filter(([, box]) => box.checked && !box.disabled).map(([id]) => id).join();
    return { lock: list(this.#boxes.lock), hide: list(this.#boxes.hide) };
  }
}

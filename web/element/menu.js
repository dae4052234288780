// @ts-check
// A button that opens a list of commands, with the keys of a menu: arrows, Home, End, Escape. It closes when it loses the focus.

import { loadMore } from './load_more.js';
import { make } from './make.js';
import { tr } from './words.js';

/** @import { Figure } from './figure.js' */

// Of the list's place, CSS px: its distance from the window's edge, and the least height, in a window lower than that.
const kMargin = 12;
const kLeastRoom = 120;

/**
 * @typedef {object} Command
 * @property {string} label
 * @property {() => void} act
 * @property {() => boolean} [can] whether it can be used now
 * @property {() => boolean} [shown] whether it is in the list now
 */

export class Menu {
  /** @type {{ command: Command, item: HTMLButtonElement }[]} */
  #items = [];

  /** @param {Figure} figure @param {() => string} link to the figure as it is now */
  constructor(figure, link) {
    this.figure = figure;
    this.link = link;
    this.button = make('button', {
      type: 'button',
      className: 'more',
      textContent: '⋯',
      title: tr('Reset, undo, share, save, full screen'),
      'aria-label': tr('More'),
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      'aria-controls': 'menu',
    });
    this.list = make('div', { id: 'menu', className: 'menu', role: 'menu', hidden: true, 'aria-label': tr('More') });
    this.node = make('div', { className: 'menu-place' }, this.button, this.list);
    this.button.addEventListener('click', () => (this.list.hidden ? this.open() : this.close(true)));
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.node.addEventListener('focusout', (event) => {
      if (!this.node.contains(/** @type {Node | null} */ (event.relatedTarget))) this.close();
    });
  }

  async open() {
    if (!(await this.#fill())) return;
    for (const { command, item } of this.#items) {
      item.hidden = command.shown ? !command.shown() : false;
      item.disabled = command.can ? !command.can() : false;
    }
    this.list.hidden = false;
    this.#place();
    this.button.setAttribute('aria-expanded', 'true');
    this.#focusable()[0]?.focus({ preventScroll: true });
  }

  /** Opens it above the button, or below where that has more room, and within the window. */
  #place() {
    // In pixels of the list, which the page may have zoomed or scaled.
    const { top: edge, bottom, height } = this.button.getBoundingClientRect();
    const scale = height / this.button.offsetHeight || 1;
    const [top, under] = [edge / scale, (innerHeight - bottom) / scale];
    this.list.style.removeProperty('--room');
    const below = top < this.list.offsetHeight && under > top;
    this.list.classList.toggle('below', below);
    this.list.style.setProperty('--room', `${Math.max(kLeastRoom, (below ? under : top) - kMargin)}px`);
  }

  /** @returns {Promise<boolean>} whether the commands could be loaded */
  async #fill() {
    if (this.#items.length > 0) return true;
    const more = await loadMore().catch(() => null);
    this.figure.dom.note('hint', more ? '' : tr('The menu could not be downloaded. Try again.'));
    if (more && this.#items.length === 0) {
      this.#items = more.commands(this.figure, this.link).map((command) => ({ command, item: this.#item(command) }));
      this.list.append(...this.#items.map(({ item }) => item));
    }
    return more !== null;
  }

  /** @param {Command} command */
  #item(command) {
    const item = make('button', { type: 'button', role: 'menuitem', tabIndex: -1, textContent: command.label });
    item.addEventListener('click', () => {
      this.close(true);
      command.act();
    });
    return item;
  }

  close(returnFocus = false) {
    if (this.list.hidden) return;
    this.list.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
    if (returnFocus) this.button.focus({ preventScroll: true });
  }

  #focusable() {
    return this.#items.map(({ item }) => item).filter((item) => !item.hidden && !item.disabled);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'ArrowDown' && this.list.hidden) {
      event.preventDefault();
      return this.open();
    }
    if (this.list.hidden) return;
    const items = this.#focusable();
    const root = /** @type {ShadowRoot} */ (this.node.getRootNode());
    const at = items.indexOf(/** @type {HTMLButtonElement} */ (root.activeElement));
    /** @type {Record<string, number>} */
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 };
    if (event.key in to) items[to[event.key] % items.length]?.focus({ preventScroll: true });
    else if (event.key === 'Escape') this.close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

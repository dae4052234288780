// @ts-check
// The list of commands that the ⋯ button opens, with the keys of a menu: arrows, Home, End, Escape. It closes when it loses the
// focus.

import { make } from './make.js';

/** @import { Menu } from './menu.js' */

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

export class MenuList {
  /** @type {{ command: Command, item: HTMLButtonElement }[]} */
  #items;

  /** @param {Menu} menu @param {Command[]} commands */
  constructor({ button, list, node }, commands) {
    this.button = button;
    this.list = list;
    this.node = node;
    this.#items = commands.map((command) => ({ command, item: this.#item(command) }));
    list.append(...this.#items.map(({ item }) => item));
    node.addEventListener('keydown', (event) => this.#key(event));
    node.addEventListener('focusout', (event) => {
      if (!node.contains(/** @type {Node | null} */ (event.relatedTarget))) this.close();
    });
  }

  open() {
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

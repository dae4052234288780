// @ts-check
// One quiet button that opens a list of commands: arrow keys, Home, End, Escape; closes when the focus leaves.

import { make } from './make.js';

/**
 * @typedef {object} Command
 * @property {string} label
 * @property {() => void} act
 * @property {() => boolean} [can] whether it would do something now
 * @property {() => boolean} [shown] whether it belongs in the list at all
 */

export class Menu {
  /** @type {{ command: Command, item: HTMLButtonElement }[]} */
  #items;

  /** @param {Command[]} commands */
  constructor(commands) {
    this.button = make('button', {
      type: 'button',
      className: 'more',
      textContent: '⋯',
      title: 'More',
      'aria-label': 'More: reset, undo, share, save, full screen',
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      'aria-controls': 'menu',
    });
    this.#items = commands.map((command) => {
      const item = make('button', { type: 'button', role: 'menuitem', tabIndex: -1, textContent: command.label });
      item.addEventListener('click', () => {
        this.close(true);
        command.act();
      });
      return { command, item };
    });
    this.list = make('div', { id: 'menu', className: 'menu', role: 'menu', hidden: true, 'aria-label': 'More' });
    this.list.append(...this.#items.map(({ item }) => item));
    this.node = make('div', { className: 'menu-place' }, this.button, this.list);
    this.button.addEventListener('click', () => (this.list.hidden ? this.open() : this.close(true)));
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.node.addEventListener('focusout', (event) => {
      if (!this.node.contains(/** @type {Node | null} */ (event.relatedTarget))) this.close();
    });
  }

  open() {
    for (const { command, item } of this.#items) {
      item.hidden = command.shown ? !command.shown() : false;
      item.disabled = command.can ? !command.can() : false;
    }
    this.list.hidden = false;
    this.list.classList.toggle('below', this.button.getBoundingClientRect().top < this.list.offsetHeight);
    this.button.setAttribute('aria-expanded', 'true');
    this.#focusable()[0]?.focus({ preventScroll: true });
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

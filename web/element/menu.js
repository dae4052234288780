// @ts-check
// The ⋯ button. What it opens, and the keys of that, come with the commands (more.js) when it is first pressed.

import { loadMore } from './load_more.js';
import { make } from './make.js';
import { tr } from './words.js';

/** @import { Figure } from './figure.js' */
/** @import { MenuList } from './menu_list.js' */

export class Menu {
  /** @type {MenuList | undefined} */
  #opened;

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
    this.button.addEventListener('click', () => (this.list.hidden ? this.open() : this.#opened?.close(true)));
    this.button.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' || !this.list.hidden) return;
      event.preventDefault();
      event.stopPropagation();
      this.open();
    });
  }

  async open() {
    if (!this.#opened) {
      const more = await loadMore().catch(() => null);
      this.figure.dom.note('hint', more ? '' : tr('The menu could not be downloaded. Try again.'));
      if (more) this.#opened ??= more.menuList(this);
    }
    this.#opened?.open();
  }
}

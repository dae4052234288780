// @ts-check
// What stands in the shadow root from the first moment, with room for all that comes later.

import { make, say } from './make.js';
import { adoptStyle } from './style.js';

/** @import { Table } from '../types/module.d.ts' */

export class Anatomy {
  /** @type {Map<string, HTMLElement>} */
  #notes = new Map();

  /** @param {ShadowRoot} root */
  constructor(root) {
    adoptStyle(root);
    this.title = make('p', { id: 'title', className: 'title' });
    this.poster = make('img', { className: 'poster', alt: '', hidden: true });
    const picture = make('div', { className: 'picture' }, this.poster);
    this.box = make('div', { className: 'stage' }, picture, make('div', { className: 'strip' }));
    this.bar = make('div', { className: 'bar' });
    this.notes = make('div', { className: 'notes', role: 'status' });
    this.controls = make('div', { className: 'controls' });
    this.sentence = make('p', { id: 'sentence', className: 'sentence' });
    this.spoken = make('p', { className: 'unseen', role: 'status' });
    this.table = make('table');
    this.fallback = make('div', { className: 'fallback', hidden: true }, make('slot'));
    const scroll = make('div', { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'The numbers' }, this.table);
    this.details = make('details', {}, make('summary', { textContent: 'The numbers' }), scroll);
    this.figure = make(
      'div',
      { className: 'figure', role: 'group', 'aria-labelledby': 'title' },
      this.title, this.box, this.bar, this.notes, this.controls, this.sentence, this.spoken, this.details, this.fallback,
    );
    root.append(this.figure);
  }

  /**
   * A note for the reader that stays until it is taken back.
   * @param {'error' | 'values' | 'place' | 'picture' | 'hint'} about one note about each
   * @param {string | string[]} said nothing: no note any more
   * @param {HTMLElement} [remedy] a button
   */
  note(about, said, remedy) {
    this.#notes.get(about)?.remove();
    this.#notes.delete(about);
    const sentences = [said].flat().filter(Boolean);
    if (sentences.length === 0) return;
    const note = make('div', { className: `note ${about}` }, ...sentences.map((text) => make('p', { textContent: text })));
    if (remedy) note.append(remedy);
    this.#notes.set(about, note);
    this.notes.append(note);
  }

  /** @param {Table} table */
  fill({ columns, rows }) {
    const head = make('tr', {}, ...columns.map((name) => make('th', { scope: 'col', textContent: name })));
    const body = rows.map(([first, ...rest]) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row', textContent: String(first) }),
        ...rest.map((value) => make('td', { textContent: String(value) })),
      ),
    );
    this.table.replaceChildren(make('thead', {}, head), make('tbody', {}, ...body));
  }

  /** @param {string} title @param {string} sentence */
  tell(title, sentence) {
    say(this.title, title);
    say(this.sentence, sentence);
  }

  /** The picture made at build time, over the place of the live one. @param {string} address '' for none */
  showPoster(address) {
    this.poster.hidden = address === '';
    if (address && this.poster.src !== address) this.poster.src = address;
  }
}

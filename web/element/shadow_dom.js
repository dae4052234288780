// @ts-check
// The elements in the shadow root, which are there from the beginning.

import { button, make, setText, debounce } from './make.js';
import { adoptStyle } from './style.js';
import { counted, language, tr } from './words.js';

/** @import { Table } from '../types/module.d.ts' */

// ms after which an announcement is removed, so that screen readers do not come across it again.
const kClearAfter = 5000;
// A bad link can have more faults than anybody wants to read.
const kMostSentences = 5;

// What stands under a figure: as many whole sentences as have room in this many letters, at least one.
const kShort = 200;
const kWide = /[\u2e80-\uffff]/g; // two letters' room

/** The first sentences of a text, and the others. @param {string} text */
function parted(text) {
  const stops = [...text.matchAll(/[.?!](?= )|[。？！]/g)].map(({ index, 0: stop }) => index + stop.length).concat(text.length);
  const end = stops.filter((stop) => text.slice(0, stop).replace(kWide, 'xx').length <= kShort).pop() ?? stops[0];
  return [text.slice(0, end), text.slice(end).trim()];
}

/** Whether the page has written what to show where there is no figure; a caption is for every case. @param {Element} host */
export const hasContent = ({ children }) => [...children].some(({ slot }) => !slot);

export class ShadowDom {
  /** @type {Map<string, HTMLElement>} */
  #notes = new Map();
  #announced = '';
  #clearAnnouncement = debounce(kClearAfter, () => setText(this.announcer, ''));

  /** @param {ShadowRoot} root */
  constructor(root) {
    this.adoptStyle = () => adoptStyle(root);
    this.adoptStyle();
    this.title = make('p', { id: 'title', className: 'title' });
    this.poster = make('img', { className: 'poster', alt: '', hidden: true });
    const picture = make('div', { className: 'picture' }, this.poster);
    this.box = make('div', { className: 'view' }, picture, make('div', { className: 'strip' }));
    this.film = make('div', { className: 'film' });
    this.bar = make('div', { className: 'bar' });
    this.notes = make('div', { className: 'notes', role: 'status' });
    this.controls = make('div', { className: 'controls', role: 'group' });
    this.rest = make('div', { className: 'controls rest' });
    const caption = make('slot', { name: 'caption' });
    caption.addEventListener('slotchange', () => this.figure.toggleAttribute('data-captioned', caption.assignedNodes().length > 0));
    this.sentence = make('p', { id: 'sentence', className: 'sentence' });
    this.announcer = make('p', { className: 'unseen', role: 'status' });
    this.table = make('table', { 'aria-labelledby': 'title' });
    this.fallback = make('div', { className: 'fallback', hidden: true }, make('slot'));
    this.scroll = make('div', { className: 'scroll', tabIndex: 0, role: 'group' }, this.table);
    this.summary = make('summary');
    this.further = make('p', { id: 'further', className: 'sentence' });
    this.details = make('details', {}, this.summary, this.further, this.scroll);
    this.figure = make(
      'div',
      { className: 'figure', role: 'group', 'aria-labelledby': 'title' },
      this.title, this.film, this.box, this.controls, this.bar, this.notes, this.rest, caption, this.sentence, this.announcer, this.details, this.fallback,
    );
    this.room = make('div', { className: 'room' }, this.figure);
    this.frame = make('div', { className: 'frame' }, this.room);
    root.append(this.frame);
  }

  /** Sets the language, and the texts that are the same for all figures. */
  setLanguage() {
    const { lang, dir } = language;
    Object.assign(this.figure, { lang, dir });
    this.controls.setAttribute('aria-label', tr('Controls'));
    this.scroll.setAttribute('aria-label', (this.summary.textContent = tr('The numbers')));
  }

  /**
   * Shows a note that stays until it is replaced or removed.
   * @param {'error' | 'values' | 'place' | 'graphics' | 'hint'} about there is at most one note of each kind
   * @param {string | string[]} text sentences; none: the note is removed
   * @param {HTMLElement} [remedy] a button that helps
   */
  note(about, text, remedy) {
    this.#notes.get(about)?.remove();
    this.#notes.delete(about);
    const sentences = [text].flat().filter(Boolean);
    if (sentences.length === 0) return;
    const more = sentences.splice(kMostSentences).length;
    if (more > 0) sentences.push(counted('One more could not be taken.', '%1 more could not be taken.', more));
    const note = make('div', { className: `note ${about}` }, ...sentences.map((sentence) => make('p', { textContent: sentence, 'data-kind': tr('Error:') })));
    if (remedy) note.append(remedy);
    this.#notes.set(about, note);
    this.notes.append(note);
  }

  /**
   * Called when it is known whether there will be a figure. If not, and the element has content of its own, that is shown.
   * @param {boolean} works
   * @param {Element} host
   */
  setReady(works, host) {
    const own = !works && hasContent(host);
    this.figure.toggleAttribute('data-ready', true);
    this.details.hidden &&= !works;
    this.fallback.hidden = !own;
    if (own) this.fallback.dir = getComputedStyle(host).direction;
    for (const part of [this.title, this.box, this.sentence]) part.hidden = own;
  }

  /** @param {'no-webgl' | 'context-lost' | ''} why the picture is not live @param {() => void} again */
  noteTrouble(why, again) {
    if (why === 'no-webgl') this.note('graphics', tr('There is no WebGL 2 here, so the picture cannot be touched; it is drawn anew for every result.'));
    else if (why) this.note('graphics', tr('The graphics of this page were interrupted.'), button(tr('Show the live picture'), again));
    else this.note('graphics', '');
  }

  /** @param {Table} table */
  fillTable({ columns, rows }) {
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

  /** @param {string} title @param {string} words where they are many, only the first stand under the figure @param {boolean} [passing] of a preview: then nothing takes less room than before, and what is below stays where it is */
  describe(title, words, passing = false) {
    const [first, others] = parted(words);
    for (const part of [this.title, this.sentence]) part.style.minHeight = passing && part.offsetHeight ? `${part.offsetHeight}px` : '';
    setText(this.title, title);
    setText(this.sentence, first);
    setText(this.further, others);
  }

  /** Has screen readers read a text out, unless it was the last one that was. @param {string} text */
  announce(text) {
    if (text === this.#announced) return;
    this.#announced = text;
    setText(this.announcer, text);
    this.#clearAnnouncement();
  }

  /** The picture made at build time, in the place of the live one. @param {string} address '' for none */
  showPoster(address) {
    this.poster.hidden = address === '';
    // Else a hidden SVG image keeps its document in memory.
    if (!address) this.poster.removeAttribute('src');
    else if (this.poster.src !== address) this.poster.src = address;
  }
}

// @ts-check
// The reader's own text: pasted, typed, chosen as a file, or dropped on the figure. It never leaves the page.

import { beside } from './module.js';
import { make, say, settled } from './make.js';

/** @import { TextSchema } from '../types/module.d.ts' */

/**
 * @typedef {object} TextEvents
 * @property {() => void} changed there is another text
 * @property {(sentence: string) => void} refused
 */

const kTypingEnds = 500;
const count = (/** @type {number} */ bytes) => bytes.toLocaleString('en-US');

/** The article's own words, fetched once for the page. @type {Promise<Uint8Array> | undefined} */
let article;

async function fetchArticle() {
  const response = await fetch(beside('article.txt'));
  if (!response.ok) throw new Error(String(response.status));
  return new Uint8Array(await response.arrayBuffer());
}

export class TextPanel {
  /** null: the article's words. @type {Uint8Array | null} */
  own = null;
  /** Grows with every change, so that two runs can be told apart. */
  version = 0;

  /**
   * @param {TextSchema} schema
   * @param {TextEvents} events
   */
  constructor(schema, events) {
    this.schema = schema;
    this.events = events;
    this.area = make('textarea', {
      id: 'text',
      rows: 4,
      spellcheck: false,
      placeholder: "The article's own words are used until you paste others.",
      'aria-describedby': 'text-help text-size',
    });
    this.size = make('span', { id: 'text-size', className: 'size' });
    this.back = make('button', { type: 'button', textContent: "Use the article's words", hidden: true });
    const file = make('input', { type: 'file', id: 'text-file', className: 'unseen' });
    this.node = make(
      'div',
      { className: 'text', hidden: true },
      make('label', { for: 'text', textContent: schema.label }),
      this.area,
      make('p', { id: 'text-help', className: 'help', textContent: schema.help }),
      make('div', { className: 'actions' }, file, make('label', { className: 'button', for: 'text-file', textContent: 'Choose a file' }), this.back, this.size),
    );
    const typed = settled(kTypingEnds, () => this.#take(new TextEncoder().encode(this.area.value)));
    this.area.addEventListener('input', typed);
    this.area.addEventListener('change', typed.now);
    this.area.addEventListener('paste', () => setTimeout(typed.now));
    this.back.addEventListener('click', () => {
      typed.drop();
      this.area.value = '';
      this.#set(null);
    });
    file.addEventListener('change', () => {
      const chosen = file.files?.[0];
      file.value = '';
      if (chosen) this.readFile(chosen);
    });
    this.#set(null, true);
  }

  /** The bytes to learn from; rejects with a sentence. @returns {Promise<Uint8Array>} */
  async bytes() {
    if (this.own) return this.own;
    article ??= fetchArticle();
    return article.catch(() => {
      article = undefined;
      throw new Error("The article's words could not be downloaded. Paste a text of your own.");
    });
  }

  /** @param {File} file @returns {Promise<boolean>} whether it was taken */
  async readFile(file) {
    if (file.size > this.schema.maxBytes) return this.#refuse(this.#tooLarge(file.size, `“${file.name}”`));
    if (file.size === 0) return this.#refuse(`“${file.name}” is empty.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      if (text.includes('\0')) throw new TypeError();
      this.area.value = text;
    } catch {
      return this.#refuse(`“${file.name}” is not a text file (UTF-8). Save it as plain text first.`);
    }
    return this.#take(bytes);
  }

  /** @param {string} text dropped or given by script */
  use(text) {
    this.area.value = text;
    return this.#take(new TextEncoder().encode(text));
  }

  /** @param {Uint8Array} bytes */
  #take(bytes) {
    if (bytes.length > this.schema.maxBytes) return this.#refuse(this.#tooLarge(bytes.length, 'This text'));
    this.#set(bytes);
    return true;
  }

  /** @param {Uint8Array | null} own @param {boolean} [quietly] */
  #set(own, quietly = false) {
    this.own = own;
    ++this.version;
    this.back.hidden = own === null;
    say(this.size, `${own ? count(own.length) : 'Up to ' + count(this.schema.maxBytes)}${own ? ` of ${count(this.schema.maxBytes)}` : ''} bytes`);
    if (!quietly) this.events.changed();
  }

  /** @param {number} bytes @param {string} what */
  #tooLarge(bytes, what) {
    return `${what} has ${count(bytes)} bytes; up to ${count(this.schema.maxBytes)} can be learned here.`;
  }

  /** @param {string} sentence */
  #refuse(sentence) {
    this.events.refused(sentence);
    return false;
  }
}

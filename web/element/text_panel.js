// @ts-check
// The reader's own text: pasted, typed, chosen as a file, or dropped on the figure. It never leaves the page.

import { assetUrl } from './asset_url.js';
import { loadData } from './load_more.js';
import { make, setText, debounce } from './make.js';
import { inBytes, isTable } from './text_kinds.js';
import { tr, written } from './words.js';

/** @import { TextSchema } from '../types/module.d.ts' */

/**
 * @typedef {object} TextEvents
 * @property {() => void} changed the text is another one
 * @property {(sentence: string) => void} refused
 */

const kTypingEnds = 500;

// A field with more characters than these makes the page slow.
const kMostShown = 300_000;

/** The texts that are read until the reader gives one, fetched once for the page. @type {Map<string, Promise<Uint8Array>>} */
const samples = new Map();

/** @param {string} file */
async function fetchSample(file) {
  const response = await fetch(assetUrl(file));
  if (!response.ok) throw new Error(String(response.status));
  return new Uint8Array(await response.arrayBuffer());
}

export class TextPanel {
  /** null: the sample. @type {Uint8Array | null} */
  own = null;
  /** Grows with every change; part of Figure.key. */
  version = 0;

  /**
   * @param {TextSchema} schema
   * @param {number} place its index among the texts of the figure
   * @param {TextEvents} events
   */
  constructor(schema, place, events) {
    const id = `text${place || ''}`;
    this.schema = schema;
    this.events = events;
    this.area = make('textarea', {
      id,
      rows: schema.placeholder ? 4 : 8,
      wrap: schema.placeholder ? 'soft' : 'off', // lines are rows of a table
      spellcheck: false,
      placeholder: schema.placeholder,
      'aria-describedby': `${id}-help ${id}-size`,
    });
    this.size = make('span', { id: `${id}-size`, className: 'size' });
    this.back = make('button', { type: 'button', textContent: schema.back, hidden: true });
    const file = (this.file = make('input', { type: 'file', id: `${id}-file`, accept: isTable(schema) ? `${schema.ending},.npy,.npz,.safetensors` : schema.ending, multiple: isTable(schema), className: 'unseen' }));
    this.node = make(
      'div',
      { className: 'text', hidden: true },
      make('label', { for: id, textContent: schema.label }),
      this.area,
      make('p', { id: `${id}-help`, className: 'help', textContent: schema.help }),
      make('div', { className: 'actions' }, file, make('label', { className: 'button', for: `${id}-file`, textContent: tr('Choose a file') }), this.back, this.size),
    );
    const typed = (this.typed = debounce(kTypingEnds, () => this.#take(new TextEncoder().encode(this.area.value))));
    this.area.addEventListener('input', typed);
    this.area.addEventListener('change', typed.flush);
    this.area.addEventListener('paste', () => setTimeout(typed.flush));
    this.back.addEventListener('click', () => {
      this.#show('');
      this.area.focus({ preventScroll: true }); // the button is about to be hidden
      this.#set(null);
    });
    file.addEventListener('change', () => {
      const chosen = [...(file.files ?? [])];
      file.value = '';
      if (chosen.length > 0) this.readFiles(chosen);
    });
    this.#set(null, true);
  }

  /** The bytes to learn from; rejects with a sentence. @returns {Promise<Uint8Array>} */
  async bytes() {
    if (this.own) return this.own;
    const { sample, placeholder } = this.schema;
    const coming = samples.get(sample) ?? fetchSample(sample);
    samples.set(sample, coming);
    const bytes = await coming.catch(() => {
      samples.delete(sample);
      throw new Error(tr('“%1” could not be downloaded. Paste a text of your own.', sample));
    });
    if (!placeholder && !this.own && !this.area.value) this.#show(new TextDecoder().decode(bytes));
    return bytes;
  }

  /** @param {string} text @param {string} [name] of its file */
  #show(text, name = tr('The text')) {
    this.typed.cancel(); // of the text that stood here
    const long = text.length > kMostShown;
    this.area.value = long ? '' : text;
    this.area.placeholder = long ? tr('“%1” is used. It is too long to be shown here.', name) : this.schema.placeholder;
  }

  /** @param {boolean} locked the page has fixed the text */
  lock(locked) {
    for (const part of [this.area, this.file, this.back]) part.disabled = locked;
  }

  /** Sets the text without an event. @param {Uint8Array | null} own null: the sample */
  restore(own) {
    this.#show(own ? new TextDecoder().decode(own) : '');
    this.#set(own, true);
  }

  /** A text, or arrays in one or several files. @param {File[]} files @returns {Promise<boolean>} whether they were taken */
  async readFiles(files) {
    try {
      const { readText } = await loadData();
      const { name, text, bytes } = await readText(files, this.schema);
      this.#show(text, name);
      return this.#take(bytes);
    } catch (error) {
      return this.#refuse(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} text dropped or given by script */
  use(text) {
    this.#show(text);
    return this.#take(new TextEncoder().encode(text));
  }

  /** @param {Uint8Array} bytes */
  #take(bytes) {
    const { maxBytes } = this.schema;
    if (bytes.length > maxBytes) return this.#refuse(tr('This text has %1; up to %2 can be learned here.', inBytes(bytes.length), written(maxBytes)));
    this.#set(bytes);
    return true;
  }

  /** @param {Uint8Array | null} own @param {boolean} [quietly] */
  #set(own, quietly = false) {
    this.own = own;
    ++this.version;
    this.back.hidden = own === null;
    const most = inBytes(this.schema.maxBytes);
    setText(this.size, own ? tr('%1 of %2', written(own.length), most) : tr('Up to %1', most));
    if (!quietly) this.events.changed();
  }

  /** @param {string} sentence */
  #refuse(sentence) {
    this.events.refused(sentence);
    return false;
  }
}

// @ts-check
// The values that the page asks for: by attributes, by script, by its own address.

import { embedLink, isNewEntry, isOpen, linkQuery, queryOf, readHash, takeFixed, writeHash, writesAddress } from './address.js';
import { embeddedAssets } from './asset_url.js';
import { isAboutValues, oddAttributes, readAttributes } from './attributes.js';
import { fromBase64 } from './base64.js';
import { kFigures } from './module.js';
import { bringIntoView } from './visibility.js';
import { language } from './words.js';

/** @import { State } from '../types/element.d.ts' */
/** @import { Figure } from './figure.js' */
/** @import { Story } from './story.js' */

export class RequestedState {
  /** What a script has set before the figure was ready, as a query. */
  #pending = '';
  /** The state that reset goes back to: that of the attributes, and of a link that fixes controls. */
  #base = '';
  /** The values of that link. */
  #fixedLink = '';
  #isApplied = false;

  /** @param {HTMLElement} host @param {Story} story */
  constructor(host, story) {
    this.host = host;
    this.story = story;
  }

  /** Id of the figure that the page asks for. */
  get figure() {
    return this.host.getAttribute('figure') || kFigures[0];
  }

  /** The name of the figure in the page's address. */
  get name() {
    return this.host.id || this.figure;
  }

  /** @returns {State} */
  get pending() {
    return Object.fromEntries(new URLSearchParams(this.#pending.replaceAll('+', '%2B')));
  }

  /** @param {Figure | null} figure @param {State | string} values */
  set(figure, values) {
    const query = typeof values === 'string' ? values : queryOf(values);
    if (figure) return figure.take(query);
    this.#pending = [this.#pending, query].filter(Boolean).join('&');
    return [];
  }

  /** Attributes, then what a script has set, then the page's address. @param {Figure} figure @returns {string[]} notices */
  applyInitial(figure) {
    const notices = [...oddAttributes(this.host), ...figure.read(readAttributes(this.host, figure.schema))];
    this.#base = figure.query();
    this.#fixedLink = '';
    notices.push(...figure.read(this.#pending));
    this.#pending = '';
    // When one figure replaces another, a name that is the element's id stands for the one before.
    if (!this.#isApplied || !this.host.id) notices.push(...this.#readAddress(figure));
    // A page that was saved as one file has the reader's own text of its one figure in it.
    const text = (embeddedAssets && !this.#isApplied && fromBase64(document.documentElement.dataset.text ?? '')) || null;
    if (text?.length) figure.text?.restore(text);
    this.#isApplied = true;
    notices.push(...figure.applyFixed());
    figure.history.push(figure.query(true));
    return notices;
  }

  /** @param {Figure} figure @param {Set<string>} names of attributes that have changed */
  attributesChanged(figure, names) {
    if (names.has('lock') || names.has('hide')) {
      figure.dom.note('values', figure.applyFixed());
      figure.sync();
    }
    if (names.has('more')) figure.form.more.open = isOpen(this.host);
    // Also after an attribute has been removed: reset must not go back to its values.
    if (![...names].some(isAboutValues)) return;
    this.#rebase(figure);
    const query = readAttributes(this.host, figure.schema, names);
    if (query) figure.take(query);
  }

  /** Computes anew what reset goes back to, and keeps the present values. @param {Figure} figure */
  #rebase(figure) {
    const now = figure.query(true);
    figure.alter('reset');
    figure.read([readAttributes(this.host, figure.schema), this.#fixedLink].filter(Boolean).join('&'));
    this.#base = figure.query();
    figure.setState(now);
  }

  /** The reader has followed a link, perhaps to another state of the figure. @param {Figure | null} figure null: it reads the address when it starts */
  addressChanged(figure) {
    const wanted = readHash(this.name);
    if (wanted === null) return;
    if (isNewEntry()) bringIntoView(this.host);
    if (!figure || wanted === this.#linkQuery(figure)) return;
    this.story.end();
    this.reset(figure);
    const notices = this.#readAddress(figure);
    figure.change(() => {});
    figure.dom.note('values', notices);
  }

  /** @param {Figure | null} figure */
  reset(figure) {
    if (!figure) this.#pending = '';
    figure?.change(() => {
      figure.alter('reset');
      if (this.#base) figure.setState(this.#base);
    });
  }

  /** @param {Figure | null} figure */
  query(figure) {
    // What waits at the start of its film counts as told.
    const told = (/** @type {string} */ query, /** @type {(id: string, value: string) => string} */ written) =>
      this.story.untold.reduce((all, [id, value]) => all.replace(new RegExp(`(^|&)${id}=[^&]*`), `$1${written(id, value)}`), query);
    const query = told(figure?.query() ?? '', () => '')
      .split('&')
      .filter(Boolean)
      .join('&');
    // A value that is the figure's default must be in the link all the same when the attributes set another one.
    return figure && this.#base && query !== this.#base ? told(figure.query(true), (id, value) => `${id}=${value}`) : query;
  }

  /** @param {Figure | null} figure */
  link(figure) {
    if (!writesAddress(this.host)) {
      const lang = language.lang === 'en' ? '' : `lang=${language.lang}`;
      return embedLink(this.figure, [lang, linkQuery(this.host, figure?.query() ?? '')].filter(Boolean).join('&'));
    }
    const query = this.#linkQuery(figure);
    return new URL(`#${this.name}${query && '?'}${query}`, location.href).href;
  }

  /** What moves is written when it stands: the reader may be at another place by then. @param {Figure | null} figure */
  writeAddress(figure) {
    if (figure?.controls.some(({ playing }) => playing)) return;
    if (writesAddress(this.host)) writeHash(this.name, this.#linkQuery(figure));
  }

  /** @param {Figure | null} figure */
  #linkQuery(figure) {
    return linkQuery(this.host, this.query(figure));
  }

  /** @param {Figure} figure @returns {string[]} notices */
  #readAddress(figure) {
    const link = readHash(this.name) ?? '';
    const values = takeFixed(this.host, link);
    const notices = figure.read(values);
    if (/(^|&)(lock|hide)=/.test(link)) [this.#fixedLink, this.#base] = [values, figure.query()];
    return notices;
  }
}

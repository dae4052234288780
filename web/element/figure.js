// @ts-check
// One figure on its instance of the module: its values, and everything that depends on them.

import { fixedIds, isOpen, readLink, setOpen } from './address.js';
import { Form } from './form.js';
import { FrameBit } from './frame_bit.js';
import { History } from './history.js';
import { Learning } from './learning.js';
import { loadMore } from './load_more.js';
import { coarsePointer, drawsControls } from './look.js';
import { debounce, make } from './make.js';
import { highlight } from './symbols.js';
import { hasArrays, reads } from './text_kinds.js';
import { TextPanel } from './text_panel.js';
import { tr } from './words.js';

/** @import { Control, FigureSchema } from '../types/module.d.ts' */
/** @import { LiftedAttentionElement, State } from '../types/element.d.ts' */
/** @import { ShadowDom } from './shadow_dom.js' */
/** @import { Instance } from './module.js' */
/** @import { PictureView } from './picture_view.js' */

const kStepEnds = 400;

/**
 * @typedef {object} FigureParts
 * @property {LiftedAttentionElement} host
 * @property {ShadowDom} dom
 * @property {PictureView} view
 * @property {Instance} instance with the figure opened
 * @property {FigureSchema} schema
 * @property {(type: string, detail: object) => void} emit
 */

export class Figure {
  history = new History();
  /** Whether ranges are on their way by `tell`, and no reader has pressed anything since. */
  isTelling = false;
  /** Where the reader wants the controls; null: no preference. @type {'canvas' | 'form' | null} */
  preferredControls = null;
  /** @type {Control[] | null} */
  #controls = null;
  /** @type {string | null} */
  #settings = null;
  #endStep = debounce(kStepEnds, () => {
    this.history.push(this.query(true));
    this.#offerUndo();
  });
  undo = make('button', { type: 'button', className: 'undo', textContent: '↶', title: tr('Undo'), 'aria-label': tr('Undo'), disabled: true });

  /** @param {FigureParts} belongings */
  constructor({ host, dom, view, instance, schema, emit }) {
    this.host = host;
    this.dom = dom;
    this.view = view;
    this.instance = instance;
    this.schema = schema;
    this.emit = emit;
    this.learning = new Learning(this);
    this.form = new Form(schema.parameters, {
      slid: (id, stop) => this.change(() => this.alter('set_stop', id, stop)),
      stepped: (id, way) => this.change(() => this.alter('step', id, way)),
      chosen: (id, value) => this.change(() => this.alter('set', id, value)),
      acted: (id) => this.change(() => this.alter('act', id)),
      paced: (pace) => this.instance.call('set_pace', pace),
      unclear: (sentence) => this.dom.note('values', sentence),
      // A typed ampersand must not begin another setting, which may be one that is fixed; this one only looks like it.
      typed: (id, text) => this.apply(`${id}=${text.replaceAll('&', '＆')}`),
    });
    const { film, primary, more } = this.form;
    primary.addEventListener('focusin', () => this.#formFocus(true));
    primary.addEventListener('focusout', () => this.#formFocus(false));
    more.open = isOpen(host);
    more.addEventListener('toggle', () => {
      if (more.open === isOpen(host)) return;
      setOpen(host, more.open);
      emit('lifted-change', { state: this.state, query: this.query() });
    });
    view.box.addEventListener('pointerdown', () => (this.isTelling = false));
    this.undo.addEventListener('click', () => this.moveInHistory('undo'));
    dom.controls.replaceChildren(primary);
    dom.film.replaceChildren(film);
    const events = { changed: () => this.change(() => {}), refused: (/** @type {string} */ sentence) => this.learning.showError(sentence) };
    this.texts = schema.texts.map((text, k) => new TextPanel(text, k, events));
    dom.rest.replaceChildren(...this.texts.map(({ node }) => node), more);
  }

  /** @param {boolean} [all] every value, or what differs from the figure's defaults */
  query(all = false) {
    return this.instance.string('state', all);
  }

  /** One for each parameter, in order; taken from the module once after every change. @returns {Control[]} */
  get controls() {
    return (this.#controls ??= this.instance.json('controls'));
  }

  /** The values that the result depends on, the same text for two states with one result. @returns {string} */
  get settings() {
    return (this.#settings ??= this.instance.string('state', 2));
  }

  /** Calls a function of the module that may change values. @param {string} name @param {...(string | number | boolean)} values */
  alter(name, ...values) {
    this.#forget();
    return this.instance.call(name, ...values);
  }

  /** Moves ranges to these values, as the page wants it and not the reader: no step to undo. @param {string} story */
  tell(story) {
    this.isTelling = true;
    this.alter('play', story);
    this.view.requestDraw();
  }

  /** Takes the values of a query. @param {string} query @returns {string[]} a sentence for each that was not taken */
  setState(query) {
    this.#forget();
    return this.instance.json('set_state', query);
  }

  #forget() {
    this.#controls = this.#settings = null;
  }

  /** @returns {State} */
  get state() {
    const { parameters } = this.schema;
    const values = this.controls.flatMap(({ id, value, list }, k) => {
      if (parameters[k].kind === 'action') return [];
      return [[id, list ?? (parameters[k].kind === 'choice' ? parameters[k].choices[value].id : value)]];
    });
    return Object.fromEntries(values);
  }

  /** The same for two states and texts with one result. */
  get key() {
    return `${this.settings}#${this.text?.version ?? ''}`;
  }

  /** The bytes of the text that the learner reads besides the values. @returns {Promise<Uint8Array | null>} */
  async textBytes() {
    return (await this.text?.bytes()) ?? null;
  }

  /** The text that the learner reads with the present values. */
  get text() {
    const settings = new URLSearchParams(this.settings);
    return this.texts.find(({ schema: { shown } }) => !shown || shown.choices.includes(settings.get(shown.id) ?? '')) ?? null;
  }

  /** Takes the values of "d=4&N=512" and says which could not be taken. @param {string} query */
  apply(query) {
    return this.#withNotices(() => this.setState(query));
  }

  /** The same for a query from outside, in the form of a link. @param {string} link */
  take(link) {
    return this.#withNotices(() => this.read(link));
  }

  /** The same without events and notes. @param {string} link @returns {string[]} */
  read(link) {
    const { values, notices } = readLink(link);
    return values ? [...notices, ...this.setState(values)] : notices;
  }

  /** @param {() => string[]} alter */
  #withNotices(alter) {
    /** @type {string[]} */
    let notices = [];
    this.change(() => (notices = alter()));
    this.dom.note('values', notices);
    return notices;
  }

  /** Whether the page allows the reader to change a control; `text` is what the figure reads. @param {string} id */
  isFixed(id) {
    return this.#listed('lock', id) || this.#listed('hide', id);
  }

  /** @param {'lock' | 'hide'} way @param {string} id */
  #listed(way, id) {
    const ids = fixedIds(this.host, way);
    return ids.includes(id) || ids.includes('all');
  }

  /** Locks and hides what the attributes say. @returns {string[]} a sentence for each control that the figure does not have */
  applyFixed() {
    const known = (/** @type {'lock' | 'hide'} */ way) => {
      const ids = fixedIds(this.host, way);
      return ids.includes('all') ? 'all' : ids.filter((id) => id !== 'text' || this.texts.length === 0).join(',');
    };
    this.#forget();
    return this.instance.json('fix', known('lock'), known('hide'));
  }

  /** @param {() => void} alter changes the module's values */
  change(alter) {
    this.dom.note('values', '');
    this.isTelling = false;
    alter();
    this.#endStep();
    this.changed();
    this.#told();
  }

  /** What comes out is not said before what plays has come to its end, or the reader has taken over. */
  waitForEnd() {
    this.dom.figure.dataset.untold = '';
  }

  #told() {
    if (!this.isTelling) delete this.dom.figure.dataset.untold;
  }

  /** To be called after values have changed, here or in the canvas. */
  changed() {
    this.#forget();
    this.sync();
    this.emit('lifted-change', { state: this.state, query: this.query() });
    this.learning.valuesChanged();
  }

  /** Updates form, text panels, strip and picture. */
  sync() {
    const { text } = this;
    this.form.update(this.controls);
    for (const panel of this.texts) {
      panel.node.hidden = panel !== text || this.#listed('hide', 'text');
      panel.lock(this.#listed('lock', 'text'));
    }
    this.view.measureStrip();
    this.view.requestDraw();
  }

  get canUndo() {
    this.#endStep.flush();
    return this.history.canUndo;
  }

  /** Goes to a state of the history. @param {'undo' | 'redo'} way */
  moveInHistory(way) {
    this.#endStep.flush();
    const query = this.history[way]();
    this.#offerUndo();
    if (query === null) return;
    this.dom.note('values', '');
    this.setState(query);
    this.changed();
  }

  #offerUndo() {
    // The focus must not be lost with what had it.
    if (!this.history.canUndo && this.undo.matches(':focus')) /** @type {HTMLElement | null} */ (this.dom.bar.querySelector('.more'))?.focus({ preventScroll: true });
    this.undo.disabled = !this.history.canUndo;
  }

  /** Learns from a text that the reader has dropped or opened. @param {File[] | string} source */
  async useText(source) {
    const now = this.text;
    const named = typeof source === 'string' ? null : source.find(({ name }) => hasArrays(name)) ?? source[0];
    const text = this.texts.find(({ schema }) => named && reads(schema, named.name)) ?? now ?? this.texts[0];
    if (!text) return;
    const { shown } = text.schema;
    if (this.isFixed('text') || (shown && text !== now && this.isFixed(shown.id))) {
      return this.dom.note('hint', tr('The page around this figure has fixed what it learns from.'));
    }
    const taken = await (typeof source === 'string' ? text.use(source) : text.readFiles(source));
    if (taken && shown && text !== now) this.apply(`${shown.id}=${shown.choices[0]}`);
  }

  /** Opens files of the reader's. @param {File[]} files */
  async open(files) {
    try {
      await (await loadMore()).openFiles(this, files);
    } catch (error) {
      this.dom.note('hint', error instanceof DOMException ? tr('“%1” could not be read.', files[0].name) : /** @type {Error} */ (error).message);
    }
  }

  /** The place of the controls that the attribute `controls` sets, or null. */
  get fixedControls() {
    const said = this.host.getAttribute('controls') ?? '';
    return ['canvas', 'form', 'none'].includes(said) ? said : null;
  }

  /** Puts the controls where the reader wants them. @param {'canvas' | 'form'} place */
  preferControls(place) {
    this.preferredControls = place;
    this.placeControls();
  }

  /** Shows the form while the keyboard focus is in it. @param {boolean} focused */
  #formFocus(focused) {
    if (focused && this.dom.figure.dataset.controls === 'canvas') this.preferredControls = 'form';
    else if (!focused && this.fixedControls === 'canvas') this.preferredControls = null;
    else return;
    this.placeControls();
  }

  /** Shows the controls in the canvas or in the form, never in both. */
  placeControls() {
    const { view, fixedControls } = this;
    const usual = drawsControls() && !view.narrow ? 'canvas' : 'form';
    let place = fixedControls ?? (view.narrow ? 'form' : (this.preferredControls ?? usual));
    if (place === 'canvas' && (!view.hasCanvas || this.preferredControls === 'form')) place = 'form';
    this.dom.figure.dataset.controls = place;
    this.form.atThumb(coarsePointer());
    view.setStrip(place === 'canvas');
  }

  /** @param {number} bits of the frame just drawn, see FrameBit */
  afterFrame(bits) {
    if (bits & FrameBit.values) {
      this.dom.note('values', '');
      const { settings } = this;
      this.#forget();
      this.isTelling &&= settings === this.settings;
      if (!this.isTelling) this.#endStep();
      this.changed();
      this.isTelling &&= this.controls.some(({ playing }) => playing);
      this.#told();
    }
    if (bits & FrameBit.pointed) highlight(this.instance.string('pointed_symbol'), this);
  }

  // SymbolView, for symbols.js.

  get root() {
    return this.dom.figure;
  }

  /** @param {string} symbol */
  highlight(symbol) {
    this.instance.call('highlight', symbol);
    this.view.requestDraw();
  }
}

// @ts-check
// One figure at work on its instance: its values, and everything that follows when they change.

import { fixedIds, readLink } from './address.js';
import { Form } from './form.js';
import { History } from './history.js';
import { Learning } from './learning.js';
import { loadMore } from './load_more.js';
import { drawsControls } from './look.js';
import { settled } from './make.js';
import { FrameBit } from './stage.js';
import { light } from './symbols.js';
import { TextPanel } from './text_panel.js';
import { say } from './words.js';

/** @import { Control, FigureSchema } from '../types/module.d.ts' */
/** @import { LiftedAttentionElement, State } from '../types/element.d.ts' */
/** @import { Anatomy } from './anatomy.js' */
/** @import { Instance } from './module.js' */
/** @import { Stage } from './stage.js' */

const kStepEnds = 400;

/**
 * @typedef {object} Belongings
 * @property {LiftedAttentionElement} host
 * @property {Anatomy} anatomy
 * @property {Stage} stage
 * @property {Instance} instance the figure is open on it
 * @property {FigureSchema} schema
 * @property {(type: string, detail: object) => void} emit
 */

export class Figure {
  history = new History();
  /** Where the reader wants the controls. @type {'canvas' | 'form' | null} */
  wish = null;
  #step = settled(kStepEnds, () => this.history.note(this.query(true)));

  /** @param {Belongings} belongings */
  constructor({ host, anatomy, stage, instance, schema, emit }) {
    this.host = host;
    this.anatomy = anatomy;
    this.stage = stage;
    this.instance = instance;
    this.schema = schema;
    this.emit = emit;
    this.learning = new Learning(this);
    this.form = new Form(schema.parameters, {
      slid: (id, stop) => this.change(() => instance.call('set_stop', id, stop)),
      chosen: (id, value) => this.change(() => instance.call('set', id, value)),
      acted: (id) => this.change(() => instance.call('act', id)),
      // Behind an ampersand would be another value, perhaps one that is fixed; this one looks the same.
      typed: (id, text) => this.apply(`${id}=${text.replaceAll('&', '＆')}`),
    });
    this.form.node.addEventListener('focusin', () => this.#formFocus(true));
    this.form.node.addEventListener('focusout', () => this.#formFocus(false));
    anatomy.controls.replaceChildren(this.form.node);
    const events = { changed: () => this.change(() => {}), refused: (/** @type {string} */ sentence) => this.learning.complain(sentence) };
    this.texts = schema.texts.map((text, k) => new TextPanel(text, k, events));
    anatomy.controls.append(...this.texts.map(({ node }) => node));
  }

  /** @param {boolean} [all] every value, or what differs from the figure's defaults */
  query(all = false) {
    return this.instance.string('state', all);
  }

  /** @returns {Control[]} one for each parameter, in order */
  get controls() {
    return this.instance.json('controls');
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

  /** The same for two states with the same result. */
  get key() {
    const { controls, schema } = this;
    const values = controls.filter((_, k) => schema.parameters[k].affects === 'result').map(({ value, list }) => list ?? value);
    return JSON.stringify([values, this.#text(controls)?.version]);
  }

  /** What the learner reads besides the values. @returns {Promise<Uint8Array | null>} */
  async textBytes() {
    return (await this.text?.bytes()) ?? null;
  }

  /** The text that is learned from now. */
  get text() {
    return this.#text(this.controls) ?? null;
  }

  /** The text that is learned from now. @param {Control[]} controls */
  #text(controls) {
    const { parameters } = this.schema;
    return this.texts.find(({ schema: { shown } }) => {
      const k = parameters.findIndex(({ id }) => id === shown?.id);
      return !shown || shown.choices.includes(parameters[k].choices[controls[k].value].id);
    });
  }

  /** Takes the values of "d=4&N=512" and says which could not be taken. @param {string} query */
  apply(query) {
    return this.#told(() => this.instance.json('set_state', query));
  }

  /** The same for a query that comes from outside, as it stands in a link. @param {string} link */
  take(link) {
    return this.#told(() => this.read(link));
  }

  /** The same, telling nobody. @param {string} link @returns {string[]} */
  read(link) {
    const { values, notices } = readLink(link);
    return values ? [...notices, ...this.instance.json('set_state', values)] : notices;
  }

  /** @param {() => string[]} alter */
  #told(alter) {
    /** @type {string[]} */
    let notices = [];
    this.change(() => (notices = alter()));
    this.anatomy.note('values', notices);
    return notices;
  }

  /** Whether the page allows the reader to change a control; `text` is what the figure reads. @param {string} id */
  fixes(id) {
    return this.#listed('lock', id) || this.#listed('hide', id);
  }

  /** @param {'lock' | 'hide'} way @param {string} id */
  #listed(way, id) {
    const ids = fixedIds(this.host, way);
    return ids.includes(id) || ids.includes('all');
  }

  /** Fixes what the page wants fixed, and says which controls there are not. @returns {string[]} */
  fix() {
    const known = (/** @type {'lock' | 'hide'} */ way) => {
      const ids = fixedIds(this.host, way);
      return ids.includes('all') ? 'all' : ids.filter((id) => id !== 'text' || this.texts.length === 0).join(',');
    };
    return this.instance.json('fix', known('lock'), known('hide'));
  }

  /** @param {() => void} alter changes the module's values */
  change(alter) {
    this.anatomy.note('values', '');
    alter();
    this.#step();
    this.changed();
  }

  /** Values have changed, here or in the canvas. */
  changed() {
    this.sync();
    this.emit('lifted-change', { state: this.state, query: this.query() });
    this.learning.follow();
  }

  /** Form, text panel, strip and picture show the present values. */
  sync() {
    const { controls } = this;
    this.form.update(controls);
    const text = this.#text(controls);
    for (const panel of this.texts) {
      panel.node.hidden = panel !== text || this.#listed('hide', 'text');
      panel.lock(this.#listed('lock', 'text'));
    }
    this.stage.measureStrip();
    this.stage.touch();
  }

  get canUndo() {
    this.#step.now();
    return this.history.canUndo;
  }

  /** Goes to a state of the history. @param {'undo' | 'redo'} way */
  travel(way) {
    this.#step.now();
    const query = this.history[way]();
    if (query === null) return;
    this.anatomy.note('values', '');
    this.instance.json('set_state', query);
    this.changed();
  }

  /** A text to learn from, wherever it came from. @param {File | string} source */
  async useText(source) {
    const now = this.text;
    const text = this.texts.find(({ schema: { ending } }) => ending && typeof source !== 'string' && source.name.toLowerCase().endsWith(ending)) ?? now ?? this.texts[0];
    if (!text) return;
    const { shown } = text.schema;
    if (this.fixes('text') || (shown && text !== now && this.fixes(shown.id))) {
      return this.anatomy.note('hint', say('The page around this figure has fixed what it learns from.'));
    }
    const taken = await (typeof source === 'string' ? text.use(source) : text.readFile(source));
    if (taken && shown && text !== now) this.apply(`${shown.id}=${shown.choices[0]}`);
  }

  /** A file that the reader has brought. @param {File} file */
  async open(file) {
    const more = await loadMore().catch((error) => this.anatomy.note('hint', error.message));
    await more?.openFile(this, file);
  }

  /** What the page fixes by the attribute. */
  get fixedControls() {
    const said = this.host.getAttribute('controls') ?? '';
    return ['canvas', 'form', 'none'].includes(said) ? said : null;
  }

  /** Where the reader wants the controls. @param {'canvas' | 'form'} wish */
  prefer(wish) {
    this.wish = wish;
    this.place();
  }

  /** The form shows itself to whoever comes by keyboard. @param {boolean} focused */
  #formFocus(focused) {
    if (focused && this.anatomy.figure.dataset.controls === 'canvas') this.wish = 'form';
    else if (!focused && this.fixedControls === 'canvas') this.wish = null;
    else return;
    this.place();
  }

  /** Puts the controls into the canvas or into the form: never both at once. */
  place() {
    const { stage, fixedControls } = this;
    const usual = drawsControls() && !stage.narrow ? 'canvas' : 'form';
    let place = fixedControls ?? (stage.narrow ? 'form' : (this.wish ?? usual));
    if (place === 'canvas' && (!stage.hasCanvas || this.wish === 'form')) place = 'form';
    this.anatomy.figure.dataset.controls = place;
    stage.setStrip(place === 'canvas');
  }

  /** @param {number} bits what the frame just drawn says */
  afterFrame(bits) {
    if (bits & FrameBit.changed) {
      this.anatomy.note('values', '');
      this.#step();
      this.changed();
    }
    if (bits & FrameBit.lit) light(this.instance.string('pointed_symbol'), this);
  }

  // For symbols.js.

  get root() {
    return this.anatomy.figure;
  }

  /** @param {string} symbol */
  light(symbol) {
    this.instance.call('highlight', symbol);
    this.stage.touch();
  }
}

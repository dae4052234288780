// @ts-check
// One figure at work on its instance: its values, and everything that follows when they change.

import { Form } from './form.js';
import { History } from './history.js';
import { Learning } from './learning.js';
import { finePointer } from './look.js';
import { settled } from './make.js';
import { FrameBit } from './stage.js';
import { light } from './symbols.js';
import { TextPanel } from './text_panel.js';

/** @import { Control, FigureSchema } from '../types/module.d.ts' */
/** @import { State } from '../types/element.d.ts' */
/** @import { Anatomy } from './anatomy.js' */
/** @import { Instance } from './module.js' */
/** @import { Stage } from './stage.js' */

const kStepEnds = 400;

/**
 * @typedef {object} Belongings
 * @property {HTMLElement} host the element
 * @property {Anatomy} anatomy
 * @property {Stage} stage
 * @property {Instance} instance the figure is open on it
 * @property {FigureSchema} schema
 * @property {(type: string, detail: object) => void} emit
 */

export class Figure {
  history = new History();
  /** @type {TextPanel | null} */
  text = null;
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
      typed: (id, text) => this.apply(`${id}=${text}`),
    });
    this.form.node.addEventListener('focusin', () => this.#formFocus(true));
    this.form.node.addEventListener('focusout', () => this.#formFocus(false));
    anatomy.controls.replaceChildren(this.form.node);
    if (!schema.text) return;
    this.text = new TextPanel(schema.text, {
      changed: () => this.change(() => {}),
      refused: (sentence) => this.learning.complain(sentence),
    });
    anatomy.controls.append(this.text.node);
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
    const { controls, schema, text } = this;
    const values = controls.filter((_, k) => schema.parameters[k].affects === 'result').map(({ value, list }) => list ?? value);
    return JSON.stringify([values, this.#readsText(controls) ? text?.version : 0]);
  }

  /** What the learner reads besides the values. @returns {Promise<Uint8Array | null>} */
  async textBytes() {
    return this.text && this.#readsText(this.controls) ? this.text.bytes() : null;
  }

  /** @param {Control[]} controls */
  #readsText(controls) {
    const { parameters, text } = this.schema;
    if (!text?.shown) return text !== null;
    const k = parameters.findIndex(({ id }) => id === text.shown?.id);
    return text.shown.choices.includes(parameters[k].choices[controls[k].value].id);
  }

  /** Takes the values of "d=4&N=512" and says which could not be taken. @param {string} query */
  apply(query) {
    /** @type {string[]} */
    let notices = [];
    this.change(() => (notices = this.instance.json('set_state', query)));
    this.anatomy.note('values', notices);
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
    if (this.text) this.text.node.hidden = !this.#readsText(controls);
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
    const { text } = this;
    const shown = this.schema.text?.shown;
    if (!text) return;
    const taken = await (typeof source === 'string' ? text.use(source) : text.readFile(source));
    if (taken && shown && !this.#readsText(this.controls)) this.apply(`${shown.id}=${shown.choices[0]}`);
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
    const usual = finePointer() && !stage.narrow ? 'canvas' : 'form';
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
    if (bits & FrameBit.lit) light(this.instance.string('lit'), this);
  }

  // For symbols.js.

  get root() {
    return this.anatomy.figure;
  }

  /** @param {string} symbol */
  light(symbol) {
    this.instance.call('light', symbol);
    this.stage.touch();
  }
}

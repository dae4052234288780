// @ts-check
// The figure's parameters as HTML controls: for keyboards, screen readers, touch screens and narrow pages. The primary ones
// have the values, limits, names and order of the strip in the canvas: both show what `_la_controls` returns. What plays
// through the result stands above the picture, for everybody, and for fingers at the thumb (style.js). All others stand behind "More", whose line names those that
// differ from the figure's own values.

import { make, setText } from './make.js';
import { readList, readNumber } from './typed_numbers.js';
import { tr } from './words.js';

/** @import { Control, ParameterSchema } from '../types/module.d.ts' */

/**
 * @typedef {object} FormEvents
 * @property {(id: string, stop: number) => void} slid
 * @property {(id: string, way: 1 | -1) => void} stepped
 * @property {(id: string, text: string) => string[]} typed sentences about what could not be taken
 * @property {(sentence: string) => void} unclear what was typed can be read in two ways
 * @property {(id: string, value: number) => void} chosen
 * @property {(id: string) => void} acted also: the button of a range that plays was pressed
 * @property {(pace: number) => void} paced how fast ranges play, in multiples of their own speed
 *
 * @typedef {object} Row
 * @property {HTMLElement} node
 * @property {(control: Control) => void} update
 * @property {boolean} [locked]
 */

// More choices than these do not fit side by side on a phone.
const kSegments = 4;
const kPaces = [1, 4, 0.25];

export class Form {
  /** @type {Map<string, Row>} */
  #rows = new Map();
  #grids = [make('div', { className: 'grid' }), make('div', { className: 'grid' })];
  #differing = make('span', { className: 'differing' });

  /**
   * @param {ParameterSchema[]} parameters
   * @param {FormEvents} events
   */
  constructor(parameters, events) {
    const makers = { range: rangeRow, choice: choiceRow, switch: switchRow, action: actionRow, numbers: numbersRow };
    this.parameters = parameters;
    // No <form>: nothing is sent, and a browser that fills in forms would lay out all that stands around one.
    this.primary = make('div', { className: 'form' }, this.#grids[0]);
    this.film = make('div', { className: 'reel' });
    this.more = make('details', {}, make('summary', {}, tr('More'), this.#differing), make('div', { className: 'form' }, this.#grids[1]));
    this.help = make('p', { className: 'help', 'aria-hidden': true });
    for (const parameter of parameters) {
      const row = (parameter.film ? filmRow : makers[parameter.kind])(parameter, events);
      row.node.classList.toggle('narrow', parameter.narrow);
      row.node.classList.toggle('lever', parameter.lever);
      if (parameter.symbol) row.node.dataset.symbol = parameter.symbol;
      row.node.append(make('span', { id: `help-${parameter.id}`, className: 'unseen', textContent: parameter.help }));
      for (const type of ['pointerenter', 'focusin']) row.node.addEventListener(type, () => setText(this.help, parameter.help));
      this.#rows.set(parameter.id, row);
      (parameter.film ? this.film : this.#grids[parameter.primary ? 0 : 1]).append(row.node);
    }
  }

  /** The place at the thumb is the film's; in a figure without one its first primary range's. @param {boolean} touch */
  atThumb(touch) {
    if (this.parameters.some(({ film }) => film)) return;
    const row = this.#rows.get(this.parameters.find(({ primary, kind }) => primary && kind === 'range')?.id ?? '');
    if (row && touch !== this.film.contains(row.node)) (touch ? this.film : this.#grids[0]).prepend(row.node);
  }

  /** @param {Control[]} controls */
  update(controls) {
    this.more.hidden = !controls.some(({ shown }, k) => shown && !this.parameters[k].primary && !this.parameters[k].film);
    setText(this.#differing, controls.flatMap((control, k) => differing(this.parameters[k], control)).join(', '));
    for (const control of controls) {
      const row = this.#rows.get(control.id);
      if (!row) continue;
      row.node.hidden = !control.shown;
      row.update(control);
      if (row.node.classList.toggle('locked', control.locked) === row.locked) continue;
      row.locked = control.locked;
      for (const field of row.node.querySelectorAll('input, select, button')) field.toggleAttribute('disabled', control.locked);
    }
  }
}

/** What the line of "More" says of a control: name and value, where a link, a lock or the reader has set it. @param {ParameterSchema} parameter @param {Control} control */
function differing({ kind, primary, film, label, initial, choices }, { shown, locked, value, list, text }) {
  if (primary || film || !shown || kind === 'action' || (!locked && (list ? list.length === 0 : value === initial))) return [];
  return [list ? label : `${label} ${kind === 'choice' ? choices[value].label : text}`];
}

/** Hands on what was typed, or says in which two ways it can be read; what could not be taken is marked. @param {ParameterSchema} parameter @param {FormEvents} events @param {HTMLInputElement} entry @param {import('./typed_numbers.js').Reading} reading */
function take({ id, label }, { typed, unclear }, entry, reading) {
  const text = entry.value;
  const taken = 'text' in reading && typed(id, reading.text).length === 0;
  if (!('text' in reading)) unclear(tr('%1: “%2” can be read in two ways. Write “%3” or “%4”.', label, text.trim(), ...reading.ways));
  entry.ariaInvalid = String(!taken && entry.value === text);
}

/** @param {ParameterSchema} parameter */
const named = ({ id }) => ({ id: `control-${id}`, 'aria-describedby': `help-${id}` });

/** @param {ParameterSchema} parameter @param {FormEvents} events @returns {Row} */
function rangeRow(parameter, events) {
  const { id, label, step } = parameter;
  const { slid, acted } = events;
  const whole = step > 0 && Number.isInteger(step);
  const slider = make('input', { type: 'range', min: '0', step: '1', ...named(parameter) });
  const entry = make('input', {
    className: 'entry',
    inputMode: 'decimal',
    autocomplete: 'off',
    spellcheck: false,
    'aria-label': tr('%1, as a number', label),
  });
  const play = parameter.plays > 0 ? make('button', { type: 'button', className: 'play' }) : null;
  play?.addEventListener('click', () => acted(id));
  // Shows the formatted value, and the plain number while the field has the focus.
  let control = /** @type {Control | null} */ (null);
  let typing = false;
  slider.addEventListener('input', () => slid(id, slider.valueAsNumber));
  entry.addEventListener('focus', () => {
    typing = true;
    entry.value = String(control?.value ?? '');
    entry.select();
  });
  entry.addEventListener('change', () => take(parameter, events, entry, readNumber(entry.value, whole)));
  entry.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') entry.value = String(control?.value ?? '');
  });
  entry.addEventListener('blur', () => {
    typing = false;
    entry.value = control?.text ?? '';
    entry.ariaInvalid = 'false';
  });
  return {
    node: make('div', { className: 'row range' }, make('label', { for: slider.id, textContent: label }), ...(play ? [play] : []), slider, entry),
    update(next) {
      // What is being typed stays, while a film plays or a run reports: only another value of this control replaces it.
      if (!typing || next.value !== control?.value) entry.value = typing ? String(next.value) : next.text;
      control = next;
      if (play) {
        play.setAttribute('aria-label', next.playing ? tr('Pause: %1', label) : tr('Play: %1', label));
        play.classList.toggle('playing', next.playing);
      }
      slider.max = String(next.stops - 1);
      slider.value = String(next.stop);
      slider.style.setProperty('--at', String(next.stop / Math.max(1, next.stops - 1)));
      slider.setAttribute('aria-valuetext', next.text);
    },
  };
}

/** @param {ParameterSchema} parameter @param {FormEvents} events @returns {Row} */
function choiceRow(parameter, events) {
  return parameter.choices.length > kSegments ? selectRow(parameter, events) : segmentsRow(parameter, events);
}

/** @param {ParameterSchema} parameter @param {FormEvents} events @returns {Row} */
function segmentsRow({ id, label, choices }, { chosen }) {
  const radios = choices.map((_, k) => make('input', { type: 'radio', name: id, value: String(k) }));
  radios.forEach((radio, k) => radio.addEventListener('change', () => chosen(id, k)));
  const labels = choices.map((choice, k) => make('label', {}, radios[k], make('span', { textContent: choice.label })));
  return {
    node: make(
      'fieldset',
      { className: 'row choice', 'aria-describedby': `help-${id}` },
      make('legend', { textContent: label }),
      make('div', { className: 'segments' }, ...labels),
    ),
    update: ({ value }) => radios.forEach((radio, k) => (radio.checked = k === value)),
  };
}

/** @param {ParameterSchema} parameter @param {FormEvents} events @returns {Row} */
function selectRow(parameter, { chosen }) {
  const { id, label, choices } = parameter;
  const select = make('select', named(parameter), ...choices.map((choice) => new Option(choice.label)));
  select.addEventListener('change', () => chosen(id, select.selectedIndex));
  return {
    node: make('div', { className: 'row choice' }, make('label', { for: select.id, textContent: label }), select),
    update: ({ value }) => (select.selectedIndex = value),
  };
}

/** @param {ParameterSchema} parameter @param {FormEvents} events @returns {Row} */
function switchRow(parameter, { chosen }) {
  const box = make('input', { type: 'checkbox', role: 'switch', ...named(parameter) });
  box.addEventListener('change', () => chosen(parameter.id, Number(box.checked)));
  return {
    node: make('div', { className: 'row switch' }, make('label', {}, box, parameter.label)),
    update: ({ value }) => (box.checked = value !== 0),
  };
}

/** What plays through the result: besides its slider a step either way, and how fast. @param {ParameterSchema} parameter @param {FormEvents} events @returns {Row} */
function filmRow(parameter, events) {
  const row = rangeRow(parameter, events);
  const slider = /** @type {HTMLInputElement} */ (row.node.querySelector('[type=range]'));
  slider.setAttribute('aria-label', parameter.label); // where there is no room for the label
  const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {1 | -1} */ way) => {
    const button = make('button', { type: 'button', className: 'step', 'aria-label': name, textContent: sign });
    button.addEventListener('click', () => events.stepped(parameter.id, way));
    return button;
  };
  const pace = make('button', { type: 'button', className: 'step' });
  const show = (/** @type {number} */ at) => {
    const factor = String((pace.value = String(kPaces[at]))).replace('0.25', '¼');
    setText(pace, `${factor}×`);
    pace.setAttribute('aria-label', tr('Speed: %1 times', factor));
  };
  pace.addEventListener('click', () => {
    show((kPaces.indexOf(Number(pace.value)) + 1) % kPaces.length);
    events.paced(Number(pace.value));
  });
  show(0);
  row.node.append(step('‹', tr('One step back'), -1), step('›', tr('One step on'), 1), pace);
  return row;
}

/** A list of numbers as text: "0.5, -1". @param {ParameterSchema} parameter @param {FormEvents} events @returns {Row} */
function numbersRow(parameter, events) {
  const { label } = parameter;
  const entry = make('input', { className: 'list', placeholder: tr('numbers, with commas between'), autocomplete: 'off', spellcheck: false, ...named(parameter) });
  let shown = '';
  entry.addEventListener('change', () => take(parameter, events, entry, readList(entry.value)));
  entry.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') entry.value = shown;
  });
  return {
    node: make('div', { className: 'row numbers' }, make('label', { for: entry.id, textContent: label }), entry),
    update({ list }) {
      shown = (list ?? []).join(', ');
      if (!entry.matches(':focus')) entry.value = shown;
    },
  };
}

/** @param {ParameterSchema} parameter @param {FormEvents} events @returns {Row} */
function actionRow(parameter, { acted }) {
  const button = make('button', { type: 'button', textContent: parameter.label, ...named(parameter) });
  button.addEventListener('click', () => acted(parameter.id));
  return { node: make('div', { className: 'row action' }, button), update() {} };
}

// @ts-check
// One exercise as a form: the reader's prediction, then the learner's answer. Used in the article, under the figure, and in
// the presenter. Nothing is stored and nothing is sent.

import { make, setText } from '../element/make.js';
import { tr, translated } from '../element/words.js';
import { readNumber } from './kinds.js';

/** @import { LiftedAttentionElement, Result } from '../types/element.d.ts' */
/** @import { Exercise } from './kinds.js' */

const kPatience = 10000;

/** Sets a figure to the values of a link. @param {LiftedAttentionElement} figure @param {string} query */
export function setFigure(figure, query) {
  figure.reset();
  figure.state = Object.fromEntries(new URLSearchParams(query));
}

/**
 * Waits until the figure shows the result of its present values, and returns it; rejects with a sentence.
 * @param {LiftedAttentionElement} figure
 * @param {AbortSignal} signal ends the waiting
 * @returns {Promise<Result>}
 */
function resultOf(figure, signal) {
  return new Promise((resolve, reject) => {
    const look = () => figure.result && resolve(figure.result);
    figure.addEventListener('lifted-result', look, { signal });
    figure.addEventListener('lifted-change', () => queueMicrotask(look), { signal });
    figure.addEventListener('lifted-error', ({ detail }) => reject(new Error(detail.message)), { signal });
    look();
  });
}

export class Card {
  #abort = new AbortController();
  #name = `prediction-${Math.random().toString(36).slice(2)}`;
  /** @type {HTMLInputElement[]} */
  #inputs = [];

  /**
   * @param {Exercise} exercise
   * @param {LiftedAttentionElement} figure
   * @param {(query: string) => void} [show] sets the figure and scrolls it into view; without it, the figure is in view already
   */
  constructor(exercise, figure, show) {
    this.exercise = exercise;
    this.figure = figure;
    this.verdict = make('p', { className: 'verdict' });
    this.because = make('p', { className: 'because' });
    const told = make('div', { className: 'told', role: 'status' }, this.verdict, this.because);
    this.checkButton = make('button', { type: 'submit', className: 'check', textContent: tr('Check it') });
    this.againButton = make('button', { type: 'button', textContent: tr('Try again'), hidden: true });
    this.solveButton = make('button', { type: 'button', textContent: tr('Show one way'), hidden: true });
    this.showButton = make('button', { type: 'button', textContent: tr('Show in the figure'), hidden: true });
    this.actions = make('div', { className: 'actions' }, this.checkButton, this.againButton, this.solveButton, this.showButton);
    this.show = show;
    this.form = make('form', { noValidate: true }, ...this.#fields(), this.actions);
    this.node = make('div', { className: 'card' }, this.form, told);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.check();
    });
    this.againButton.addEventListener('click', () => this.again());
    this.solveButton.addEventListener('click', () => this.reveal());
    this.showButton.addEventListener('click', () => show?.(exercise.state));
    if (exercise.kind === 'task') this.#offerStart(exercise.start);
  }

  /** A button that sets the figure to the beginning of a task. @param {string} start */
  #offerStart(start) {
    const button = make('button', { type: 'button', textContent: tr('Set the figure up') });
    button.addEventListener('click', () => (this.show ?? ((query) => setFigure(this.figure, query)))(start));
    this.actions.prepend(button);
  }

  /** @returns {HTMLElement[]} the fields for a prediction */
  #fields() {
    const { exercise } = this;
    if (exercise.kind === 'choice') {
      const options = Object.entries(exercise.choices).map(([value, text]) => {
        const input = make('input', { type: 'radio', name: this.#name, value });
        this.#inputs.push(input);
        return make('label', { className: 'option' }, input, make('span', { textContent: translated(text) }));
      });
      return [make('fieldset', {}, make('legend', { className: 'unseen', textContent: tr('Your prediction') }), ...options)];
    }
    if (exercise.kind === 'number') {
      const input = make('input', { type: 'text', inputMode: 'numeric', autocomplete: 'off', size: 8, 'aria-describedby': `${this.#name}-form` });
      this.#inputs.push(input);
      const form = make('span', { id: `${this.#name}-form`, className: 'form', textContent: translated(exercise.form) });
      return [make('div', { className: 'count' }, make('label', {}, make('span', { textContent: tr('Your prediction') }), input), form)];
    }
    return [];
  }

  /** The reader's prediction; '' when there is none. */
  get #answer() {
    if (this.exercise.kind === 'choice') return this.#inputs.find(({ checked }) => checked)?.value ?? '';
    return this.#inputs[0]?.value.trim() ?? '';
  }

  /** What is still missing, as a sentence. */
  get #missing() {
    if (this.exercise.kind === 'choice') return this.#answer ? '' : tr('Choose one of the answers first.');
    if (this.exercise.kind === 'number') return Number.isNaN(readNumber(this.#answer)) ? tr('Type a number first, such as 12.') : '';
    return '';
  }

  /** Compares the prediction with what the figure computes; for a task, examines what the figure shows. */
  async check() {
    if (this.#missing) {
      this.#showVerdict('lacking', this.#missing);
      return this.#inputs[0]?.focus({ preventScroll: true });
    }
    const { exercise } = this;
    const answer = this.#answer;
    if (exercise.kind !== 'task') setFigure(this.figure, exercise.state);
    await this.#withResult((result) => {
      const { right, words, because } = exercise.check(answer, result);
      this.#showVerdict(right ? 'right' : 'wrong', words, because);
      this.#close(exercise.kind !== 'task' || right);
      this.#announce(exercise.kind === 'task' ? this.figure.query : answer, right);
    });
  }

  /** Shows the answer without a prediction; for a task, one way to do it. */
  async reveal() {
    const { exercise } = this;
    setFigure(this.figure, exercise.state);
    await this.#withResult((result) => {
      if (exercise.kind === 'task') this.#showVerdict('given', tr('One way to do it, now in the figure.'), exercise.because(result));
      else this.#showVerdict('given', tr('%1.', exercise.answer(result)), exercise.because(result));
      this.#close(true);
      this.#announce('', null);
    });
  }

  /** Tells whoever keeps records; here nobody does. @param {string} answer @param {boolean | null} right null when it was shown */
  #announce(answer, right) {
    const { figure, id, kind } = this.exercise;
    this.node.dispatchEvent(new CustomEvent('lifted-exercise', { bubbles: true, detail: { figure, id, kind, answer, right } }));
  }

  /** Starts again. The figure of a task goes back to the beginning of the task. */
  again() {
    this.clear();
    if (this.exercise.kind === 'task') setFigure(this.figure, this.exercise.start);
    this.focus();
  }

  focus() {
    (this.#inputs[0] ?? this.checkButton).focus({ preventScroll: true });
  }

  /** Whether the reader has still to answer. */
  get isOpen() {
    return ['', 'lacking'].includes(this.node.dataset.verdict ?? '');
  }

  clear() {
    this.#abort.abort();
    this.form.reset();
    this.#showVerdict('', '');
    this.#close(false);
    this.solveButton.hidden = true;
  }

  get isAnswered() {
    return ['right', 'wrong', 'given'].includes(this.node.dataset.verdict ?? '');
  }

  /** Waits for the figure's result, and says so. @param {(result: Result) => void} use */
  async #withResult(use) {
    this.#abort.abort();
    const waiting = (this.#abort = new AbortController());
    const { signal } = waiting;
    this.#showVerdict('waiting', tr('The figure is computing.'));
    const late = setTimeout(() => signal.aborted || this.#showVerdict('late', tr('The figure has not answered yet.')), kPatience);
    try {
      const result = await resultOf(this.figure, signal);
      if (!signal.aborted) use(result);
    } catch (error) {
      if (!signal.aborted) this.#showVerdict('late', error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(late);
      waiting.abort();
    }
  }

  /** @param {boolean} closed whether the prediction can no longer be changed */
  #close(closed) {
    const focused = this.actions.contains(document.activeElement) || this.#inputs.some((input) => input === document.activeElement);
    for (const input of this.#inputs) input.disabled = closed;
    this.checkButton.hidden = closed;
    this.againButton.hidden = !closed;
    this.showButton.hidden = !closed || !this.show || this.exercise.kind === 'task';
    this.solveButton.hidden = closed || this.exercise.kind !== 'task';
    if (focused && closed) this.againButton.focus({ preventScroll: true });
  }

  /** @param {'' | 'lacking' | 'waiting' | 'late' | 'right' | 'wrong' | 'given'} kind @param {string} words @param {string} [because] */
  #showVerdict(kind, words, because = '') {
    this.node.dataset.verdict = kind;
    setText(this.verdict, words);
    setText(this.because, because);
    this.node.dispatchEvent(new Event('verdict', { bubbles: true }));
  }
}

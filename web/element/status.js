// @ts-check
// The status line: the stage of the run, the time left, the buttons Cancel and Run.

import { make, setText } from './make.js';
import { tr } from './words.js';

const kShowAfter = 400;
const kTick = 200;
// The fraction that must be done before the time left is estimated.
const kEstimateFrom = 0.02;

/** @param {number} milliseconds */
function remaining(milliseconds) {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return tr('about %1 s left', String(seconds));
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? tr('about %1 min left', String(minutes)) : tr('about %1 h left', String(Math.round(minutes / 60)));
}

export class Status {
  #timer = 0;
  #began = 0;
  /** The expected end, ms on the page's clock; 0 if unknown. */
  #end = 0;
  #stage = '';
  #fraction = 0;

  /** @param {{ cancel: () => void, run: () => void }} events @param {boolean} pauses a cancelled run can be resumed */
  constructor({ cancel, run }, pauses) {
    this.text = make('span', { className: 'status-text' });
    this.bar = make('progress', { max: 1, hidden: true, 'aria-label': tr('Progress of the learner') });
    this.cancel = make('button', { type: 'button', className: 'cancel', textContent: pauses ? tr('Pause') : tr('Cancel'), hidden: true });
    this.again = make('button', { type: 'button', className: 'run', hidden: true });
    this.cancel.addEventListener('click', cancel);
    this.again.addEventListener('click', run);
    this.node = make('div', { className: 'status' }, this.bar, this.text, this.cancel, this.again);
  }

  start() {
    clearInterval(this.#timer);
    this.#began = performance.now();
    this.#end = 0;
    this.#stage = '';
    this.#fraction = 0;
    this.again.hidden = true;
    this.#timer = window.setInterval(() => this.#tick(), kTick);
  }

  /** @param {string} stage its name */
  begin(stage) {
    this.#stage = stage;
  }

  /** @param {number} fraction @param {number} at ms since the learner began */
  progress(fraction, at) {
    this.#fraction = fraction;
    if (fraction > kEstimateFrom) this.#end = performance.now() + (at * (1 - fraction)) / fraction;
  }

  /** @param {string} text of the status line @param {string} [offer] label of the button that starts or resumes a run */
  end(text, offer = '') {
    clearInterval(this.#timer);
    this.#timer = 0;
    const focused = this.cancel.matches(':focus');
    this.bar.hidden = this.cancel.hidden = true;
    this.again.hidden = !offer;
    setText(this.again, offer);
    setText(this.text, text);
    if (focused && offer) this.again.focus({ preventScroll: true });
  }

  #tick() {
    const now = performance.now();
    if (now - this.#began < kShowAfter) return;
    this.bar.hidden = this.cancel.hidden = false;
    this.bar.value = this.#fraction;
    const left = this.#end ? remaining(this.#end - now) : '';
    setText(this.text, [this.#stage || tr('Learning'), left].filter(Boolean).join(' · '));
  }
}

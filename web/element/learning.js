// @ts-check
// The runs of one figure: what starts them, what is shown meanwhile, and what happens with their results.

import { workers } from './figure_program.js';
import { runInPlace } from './in_place.js';
import { yieldToPage, debounce } from './make.js';
import { runInPieces } from './pieces.js';
import { Runner } from './runner.js';
import { Status } from './status.js';
import { highlight } from './symbols.js';
import { tr } from './words.js';
import { Crashed, Refused } from './worker_pool.js';

/** @import { Description } from '../types/module.d.ts' */
/** @import { State } from '../types/element.d.ts' */
/** @import { Job, Listener } from './compute.js' */
/** @import { Finished, Run } from './runner.js' */
/** @import { Figure } from './figure.js' */

const kAnnounceAfter = 700;
// Shorter runs would only make the formulas flicker.
const kHighlightAfter = 150;
// A table is not rebuilt in every frame of a drag.
const kTableAfter = 150;

/**
 * @typedef {Job & { key: string, state: State, spent: number[] }} FigureJob `key`: see Figure.key; `spent`: ms of each stage of
 *   the run that this one continues
 */

/**
 * The ms of each stage of a run that was continued: only the stage in which it was interrupted ran in two parts.
 * @param {number[]} spent @param {number[]} times
 */
const totalTimes = (spent, times) => times.map((time, k) => (k === spent.length - 1 ? time + spent[k] : time));

export class Learning {
  /** @type {Description} */
  description = { title: '', sentence: '', table: { columns: [], rows: [] } };
  /** The last finished result, and its key. @type {{ bytes: Uint8Array, times: number[], key: string }} */
  #lastResult = { bytes: new Uint8Array(), times: [], key: '' };
  /** Whether a preview is shown instead of it. */
  #showsPreview = false;
  /** The last preview of a figure that can be resumed, and the key of its result. @type {{ bytes: Uint8Array, times: number[], key: string } | null} */
  #resumable = null;
  #request = 0;
  /** The key of the last run. */
  #tried = '';
  #interrupted = false;
  #over = false;
  #highlighting = false;
  /** The request whose text is being loaded. */
  #fetching = 0;
  /** What waits until nothing runs. @type {(() => void)[]} */
  #waiting = [];
  /** @type {{ bytes: Uint8Array, times: number[], key: string } | null} */
  #preview = null;
  #announce = debounce(kAnnounceAfter, () => this.figure.dom.announce(this.description.sentence));
  #fillTable = debounce(kTableAfter, () => this.figure.dom.fillTable(this.description.table));

  /** @param {Figure} figure */
  constructor(figure) {
    this.figure = figure;
    this.status = new Status({ cancel: () => this.cancel(), run: () => this.run() }, figure.schema.resumes);
    this.runner = new Runner((job) => this.#start(job), {
      started: () => this.status.start(),
      finished: (job, finished, ms) => this.#finished(/** @type {FigureJob} */ (job), finished, ms),
      failed: (_, error) => this.#failed(error),
      cancelled: () => this.#ended(tr('Cancelled')),
    });
  }

  /** What is shown, if it is the result of the present values. */
  get result() {
    const { key, schema, state } = this.figure;
    return key === this.#lastResult.key ? { figure: schema.id, state, ...this.#described(0), english: this.#described(1).table } : null;
  }

  /** @param {0 | 1} english whether in English, whatever the language @returns {Description} */
  #described(english) {
    return this.figure.instance.json('describe', english);
  }

  /** To be called after values or text have changed: runs unless the result shown is that of the present values. */
  valuesChanged() {
    const { key } = this.figure;
    // A run that was cancelled or failed is not tried again because the picture has changed.
    if (this.#isPaused || (key === this.#tried && !this.runner.newest && this.#fetching !== this.#request && key !== this.#lastResult.key)) return this.#describe();
    if (key !== this.#lastResult.key) return this.run();
    ++this.#request;
    this.figure.dom.note('error', '');
    if (this.runner.newest) this.runner.cancel();
    this.#ended('');
    this.#describe();
  }

  /** A preview of the present values' result is shown, and nothing runs. */
  get #isPaused() {
    const { key } = this.figure;
    return !this.runner.newest && this.#showsPreview && this.#resumable?.key === key && this.#lastResult.key !== key;
  }

  /** Describes the same result anew: values that affect only the picture have changed. */
  #describe() {
    const { dom } = this.figure;
    this.description = this.#described(0);
    dom.describe(this.description.title, this.description.sentence, this.#showsPreview);
    this.#fillTable();
    // What plays by itself is read out only to who works with it.
    if (!this.figure.host.hasAttribute('plays') || this.figure.host.matches(':focus-within')) this.#announce();
  }

  /** Runs with the present values, unless that run is already under way. */
  async run() {
    const { figure } = this;
    if (this.#over) return;
    const request = ++this.#request;
    this.#interrupted = false;
    const { key, state } = figure;
    this.#tried = key;
    const query = figure.query(true);
    if (/** @type {FigureJob | null} */ (this.runner.newest)?.key === key) return;
    try {
      this.#fetching = request;
      const text = await figure.textBytes();
      if (request !== this.#request) return this.#resolveIdle();
      this.#fetching = 0;
      const resumable = this.#resumable?.key === key ? this.#resumable : null;
      /** @type {FigureJob} */
      const job = { figure: figure.schema.id, query, text, previous: resumable?.bytes ?? null, spent: resumable?.times ?? [], key, state };
      this.runner.request(job);
    } catch (error) {
      this.#failed(error);
    }
  }

  cancel() {
    ++this.#request;
    this.runner.cancel();
    this.#resolveIdle();
  }

  /** Another figure takes this one's place: nothing runs any more, whatever the form that still stands there is asked for. */
  end() {
    this.#over = true;
    this.cancel();
  }

  /** The figure has left the page: what runs ends, until goOn(). */
  interrupt() {
    const runs = this.runner.newest !== null || this.#fetching === this.#request;
    this.cancel();
    this.#interrupted = runs;
  }

  /** The figure is in a page again. */
  goOn() {
    if (this.#interrupted && !this.isUpToDate) this.run();
  }

  /** Whether the finished result of the present values is shown. */
  get isUpToDate() {
    return this.#lastResult.key === this.figure.key && !this.#showsPreview;
  }

  /** Waits until nothing runs or is about to run. */
  async whenIdle() {
    while (this.#fetching === this.#request || this.runner.newest) await new Promise((resolve) => this.#waiting.push(() => resolve(null)));
  }

  #resolveIdle() {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Runs a job of the figure's schema with the present values. @param {string} task @returns {Promise<Finished>} */
  async job(task) {
    const { schema, instance } = this.figure;
    /** @type {Job} */
    const job = { figure: schema.id, task, query: this.figure.query(true), text: await this.figure.textBytes(), previous: null };
    const listener = { begin() {}, progress() {}, preview: null };
    return workers.run(job, listener).done.catch((error) => {
      if (error instanceof Refused) return runInPlace(instance, job, listener);
      throw error;
    });
  }

  /** Shows an error to the reader and reports it to the page; the last result stays. @param {string} message */
  showError(message) {
    this.#fetching = 0;
    this.#ended('');
    this.figure.dom.note('error', message);
    this.figure.emit('lifted-error', { message });
  }

  /** @param {Job} job @returns {Run} */
  #start(job) {
    const { figure } = this;
    const { key, spent } = /** @type {FigureJob} */ (job);
    let cancelled = false;
    /** @type {Listener} */
    const listener = {
      begin: (stage, at) => {
        const { name = '', symbol = '' } = figure.schema.stages[stage] ?? {};
        this.status.begin(name);
        if (at < kHighlightAfter) return;
        this.#highlighting = true;
        highlight(symbol);
      },
      progress: (fraction, at) => this.status.progress(fraction, at),
      preview: (bytes, times) => {
        // If the page is slower than the worker, only the newest preview is shown.
        if (!this.#preview) setTimeout(() => this.#takePreview());
        this.#preview = { bytes, times: totalTimes(spent, times), key };
      },
    };
    const run = runInPieces(workers, figure.instance, job, listener);
    const done = run.done.catch((error) => {
      if (!(error instanceof Refused) || cancelled) throw error;
      figure.dom.note('place', tr('No worker can start on this page, so the learner runs in the page itself, and only with small sizes.'));
      return runInPlace(figure.instance, job, listener);
    });
    const cancel = () => {
      cancelled = true;
      run.cancel();
    };
    return { done, cancel };
  }

  #takePreview() {
    const preview = this.#preview;
    this.#preview = null;
    const job = /** @type {FigureJob | null} */ (this.runner.newest);
    if (!preview || !job) return;
    this.#showsPreview = this.#show(preview.bytes, preview.times, true);
    if (this.#showsPreview && this.figure.schema.resumes) this.#resumable = preview;
  }

  /** @param {Uint8Array} bytes @param {number[]} times @param {boolean} preview */
  #show(bytes, times, preview) {
    const { instance, dom, view } = this.figure;
    const result = instance.hold(bytes);
    const clock = instance.hold(new Uint8Array(Float64Array.from(times).buffer));
    const bad = this.figure.alter('show', result, bytes.length, clock, times.length, preview);
    instance.raw._free(result);
    instance.raw._free(clock);
    if (bad) return false;
    const first = !this.description.title;
    this.figure.form.update(this.figure.controls); // what a value of the picture stands for depends on the result
    this.description = this.#described(0);
    dom.describe(this.description.title, this.description.sentence, preview);
    const draw = () => {
      if (view.instance !== instance) return; // there is another figure in this place by now
      dom.showPoster('');
      view.drawNow();
    };
    // The first picture takes longest, so the text is shown before it.
    if (first) yieldToPage().then(draw);
    else view.requestDraw();
    return true;
  }

  /** @param {FigureJob} job @param {Finished} finished @param {number} milliseconds */
  #finished(job, { result: bytes, times: lately, error, worker }, milliseconds) {
    const { dom } = this.figure;
    const times = totalTimes(job.spent, lately);
    this.#preview = null;
    if (!bytes) return this.showError(error ?? tr('The run failed.'));
    if (!this.#show(bytes, times, false)) return this.showError(tr('The result could not be read. Run it again.'));
    // Figures that start while the page is scrolled must not be read out; one that the reader works with is.
    const announces = this.#lastResult.key !== '' || this.figure.host.matches(':focus-within');
    this.#lastResult = { bytes, times, key: job.key };
    this.#showsPreview = false;
    this.#resumable = null;
    dom.note('error', '');
    if (worker) dom.note('place', '');
    dom.fillTable(this.description.table);
    if (announces) this.#announce();
    this.#ended('');
    const { state } = job;
    this.figure.emit('lifted-result', { ...this.description, english: this.#described(1).table, state, times, milliseconds, worker });
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof Crashed) this.showError(tr('The learner stopped: these sizes may need more memory than there is. Try smaller ones.'));
    else this.showError(error instanceof Error ? error.message : String(error));
  }

  /** When nothing runs any more, shows the last result again, unless the preview can be resumed. @param {string} text for the status line */
  #ended(text) {
    const { figure, status } = this;
    if (this.#highlighting) highlight('');
    this.#highlighting = false;
    if (this.runner.newest) return;
    this.#resolveIdle();
    this.#preview = null;
    if (this.#isPaused) text = tr('Paused');
    if (text) figure.dom.announce(text);
    if (this.#isPaused) return status.end(text, tr('Go on'));
    if (this.#showsPreview && this.#lastResult.key) this.#show(this.#lastResult.bytes, this.#lastResult.times, false);
    this.#showsPreview = false;
    status.end(text, figure.key !== this.#lastResult.key ? tr('Run') : '');
  }
}

// @ts-check
// The runs of one figure: what starts one, what is shown while it lasts, what becomes of its result.

import { Crashed, Refused, runInWorker } from './crew.js';
import { runInPlace } from './in_place.js';
import { breathe, settled } from './make.js';
import { Runner } from './runner.js';
import { Status } from './status.js';
import { light } from './symbols.js';
import { say } from './words.js';

/** @import { Description } from '../types/module.d.ts' */
/** @import { State } from '../types/element.d.ts' */
/** @import { Job, Listener } from './compute.js' */
/** @import { Finished, Run } from './crew.js' */
/** @import { Figure } from './figure.js' */

const kSpeakAfter = 700;
// Shorter runs would only make the formulas flicker.
const kLightAfter = 150;
// A table is not rebuilt in every frame of a drag.
const kTableAfter = 150;

/**
 * @typedef {Job & { key: string, state: State, spent: number[] }} Asked `key` tells whether two runs give the same result,
 *   `spent` ms of each stage were spent on what it goes on from
 */

/**
 * What the stages took in all, where a run went on: only the one that it was broken off in was done in two parts.
 * @param {number[]} spent @param {number[]} times
 */
const together = (spent, times) => times.map((time, k) => (k === spent.length - 1 ? time + spent[k] : time));

export class Learning {
  /** @type {Description} */
  description = { title: '', sentence: '', table: { columns: [], rows: [] } };
  /** The last finished result, and what it is the result of. @type {{ bytes: Uint8Array, times: number[], key: string }} */
  #good = { bytes: new Uint8Array(), times: [], key: '' };
  /** Whether something half-done is shown in its place. */
  #halfDone = false;
  /** The last preview of a figure that resumes, and what it was to become. @type {{ bytes: Uint8Array, times: number[], key: string } | null} */
  #left = null;
  #asked = 0;
  #lit = false;
  /** What was asked for while its text is on the way. */
  #fetching = 0;
  /** @type {(() => void)[]} */
  #waiting = [];
  /** @type {{ bytes: Uint8Array, times: number[], key: string } | null} */
  #preview = null;
  #speak = settled(kSpeakAfter, () => this.figure.anatomy.speak(this.description.sentence));
  #tabulate = settled(kTableAfter, () => this.figure.anatomy.fill(this.description.table));

  /** @param {Figure} figure */
  constructor(figure) {
    this.figure = figure;
    this.status = new Status({ cancel: () => this.cancel(), run: () => this.run() }, figure.schema.resumes);
    this.runner = new Runner((job) => this.#start(job), {
      started: () => this.status.start(),
      finished: (job, finished, ms) => this.#finished(/** @type {Asked} */ (job), finished, ms),
      failed: (_, error) => this.#failed(error),
      cancelled: () => this.#ended(say('Cancelled')),
    });
  }

  /** What is shown, where that is the result of the present values. */
  get result() {
    const { instance, key, schema, state } = this.figure;
    return key === this.#good.key ? { figure: schema.id, state, .../** @type {Description} */ (instance.json('describe')) } : null;
  }

  /** Values or text have changed: runs if the shown result is not theirs. */
  follow() {
    if (this.#isPaused) return this.#retell();
    if (this.figure.key !== this.#good.key) return this.run();
    ++this.#asked;
    this.figure.anatomy.note('error', '');
    if (this.runner.newest) this.runner.cancel();
    this.#ended('');
    this.#retell();
  }

  /** What is shown is half of what the values ask for, and nothing runs. */
  get #isPaused() {
    const { key } = this.figure;
    return !this.runner.newest && this.#halfDone && this.#left?.key === key && this.#good.key !== key;
  }

  /** The same result, told for values that affect the picture only. */
  #retell() {
    const { instance, anatomy } = this.figure;
    this.description = instance.json('describe');
    anatomy.tell(this.description.title, this.description.sentence);
    this.#tabulate();
    this.#speak();
  }

  /** Runs with the present values, unless just that is under way. */
  async run() {
    const { figure } = this;
    const asked = ++this.#asked;
    const { key, state } = figure;
    const query = figure.query(true);
    if (/** @type {Asked | null} */ (this.runner.newest)?.key === key) return;
    try {
      this.#fetching = asked;
      const text = await figure.textBytes();
      if (asked !== this.#asked) return this.#rest();
      this.#fetching = 0;
      const left = this.#left?.key === key ? this.#left : null;
      /** @type {Asked} */
      const job = { figure: figure.schema.id, query, text, previous: left?.bytes ?? null, spent: left?.times ?? [], key, state };
      this.runner.request(job);
    } catch (error) {
      this.#failed(error);
    }
  }

  cancel() {
    ++this.#asked;
    this.runner.cancel();
    this.#rest();
  }

  /** What is shown is the finished result of the present values. */
  get isDone() {
    return this.#good.key === this.figure.key && !this.#halfDone;
  }

  /** When nothing runs or is about to. */
  async atRest() {
    while (this.#fetching === this.#asked || this.runner.newest) await new Promise((resolve) => this.#waiting.push(() => resolve(null)));
  }

  #rest() {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Another piece of work with the present values. @param {string} task one of the schema's @returns {Promise<Finished>} */
  async job(task) {
    const { schema, instance } = this.figure;
    /** @type {Job} */
    const job = { figure: schema.id, task, query: this.figure.query(true), text: await this.figure.textBytes(), previous: null };
    const listener = { begin() {}, progress() {}, preview: null };
    return runInWorker(job, listener).done.catch((error) => {
      if (error instanceof Refused) return runInPlace(instance, job, listener);
      throw error;
    });
  }

  /** An error, for the reader and for the page; the last good result stays. @param {string} message */
  complain(message) {
    this.#fetching = 0;
    this.#ended('');
    this.figure.anatomy.note('error', message);
    this.figure.emit('lifted-error', { message });
  }

  /** @param {Job} job @returns {Run} */
  #start(job) {
    const { figure } = this;
    const { key, spent } = /** @type {Asked} */ (job);
    let cancelled = false;
    /** @type {Listener} */
    const listener = {
      begin: (stage, at) => {
        const { name = '', symbol = '' } = figure.schema.stages[stage] ?? {};
        this.status.begin(name);
        if (at < kLightAfter) return;
        this.#lit = true;
        light(symbol);
      },
      progress: (fraction, at) => this.status.progress(fraction, at),
      preview: (bytes, times) => {
        // Only the newest counts, should the page be slower than the worker.
        if (!this.#preview) setTimeout(() => this.#takePreview());
        this.#preview = { bytes, times: together(spent, times), key };
      },
    };
    const run = runInWorker(job, listener);
    const done = run.done.catch((error) => {
      if (!(error instanceof Refused) || cancelled) throw error;
      figure.anatomy.note('place', say('No worker can start on this page, so the learner runs in the page itself, and only with small sizes.'));
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
    const job = /** @type {Asked | null} */ (this.runner.newest);
    if (!preview || !job) return;
    this.#halfDone = this.#show(preview.bytes, preview.times, true);
    if (this.#halfDone && this.figure.schema.resumes) this.#left = preview;
  }

  /** @param {Uint8Array} bytes @param {number[]} times @param {boolean} preview */
  #show(bytes, times, preview) {
    const { instance, anatomy, stage } = this.figure;
    const result = instance.hold(bytes);
    const clock = instance.hold(new Uint8Array(Float64Array.from(times).buffer));
    const bad = instance.call('show', result, bytes.length, clock, times.length, preview);
    instance.raw._free(result);
    instance.raw._free(clock);
    if (bad) return false;
    const first = !this.description.title;
    this.description = instance.json('describe');
    anatomy.tell(this.description.title, this.description.sentence);
    const draw = () => {
      if (stage.instance !== instance) return; // another figure is here by now
      anatomy.showPoster('');
      stage.drawNow();
    };
    // The first picture takes longest: by itself, after the words.
    if (first) breathe().then(draw);
    else stage.touch();
    return true;
  }

  /** @param {Asked} job @param {Finished} finished @param {number} milliseconds */
  #finished(job, { bytes, times: lately, error, worker }, milliseconds) {
    const { anatomy } = this.figure;
    const times = together(job.spent, lately);
    this.#preview = null;
    if (!bytes) return this.complain(error ?? say('The run failed.'));
    if (!this.#show(bytes, times, false)) return this.complain(say('The result could not be read. Run it again.'));
    // Figures that come into view as a page is read must not all speak; those that somebody works with do.
    const speaks = this.#good.key !== '' || this.figure.host.matches(':focus-within');
    this.#good = { bytes, times, key: job.key };
    this.#halfDone = false;
    this.#left = null;
    anatomy.note('error', '');
    anatomy.fill(this.description.table);
    if (speaks) this.#speak();
    this.#ended('');
    const { state } = job;
    this.figure.emit('lifted-result', { ...this.description, state, times, milliseconds, worker });
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof Crashed) this.complain(say('The learner stopped: these sizes may need more memory than there is. Try smaller ones.'));
    else this.complain(error instanceof Error ? error.message : String(error));
  }

  /** Where nothing runs any more, the last good result is what is shown, or what can go on. @param {string} text */
  #ended(text) {
    const { figure, status } = this;
    if (this.#lit) light('');
    this.#lit = false;
    if (this.runner.newest) return;
    this.#rest();
    this.#preview = null;
    if (this.#isPaused) text = say('Paused');
    if (text) figure.anatomy.speak(text);
    if (this.#isPaused) return status.end(text, say('Go on'));
    if (this.#halfDone && this.#good.key) this.#show(this.#good.bytes, this.#good.times, false);
    this.#halfDone = false;
    status.end(text, figure.key !== this.#good.key ? say('Run') : '');
  }
}

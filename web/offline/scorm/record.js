// @ts-check
// In the SCORM package only: hands the answers to exercises to the LMS that opened the page, and shows a learner who comes
// back what is on record. Opened from disk, where there is no LMS, it does nothing.

import { make, setText } from '../../element/make.js';
import { Answers, interactionOf, spanOf } from './answers.js';
import { Lms } from './lms.js';

/** @import { ExerciseDetail } from '../../types/element.d.ts' */

const kNotTaken = 'The learning platform did not record this answer. If that stays so, close this page and open it there again.';
// The LMS may only want to show what was done.
const kOnlyShown = ['review', 'browse'];
const kEnded = ['completed', 'passed', 'failed'];

/** @type {(id: string) => HTMLElement | null} */
const blockOf = (id) => document.querySelector(`.exercise[data-exercise="${id}"]`);

class Recorder {
  #start = performance.now();
  /** When each exercise was first seen, or last answered. @type {Map<string, number>} */
  #since = new Map();
  /** Exercises whose answer the LMS has not taken yet. @type {Set<string>} */
  #waiting = new Set();
  #count = 0;

  /** @param {Lms} lms */
  constructor(lms) {
    this.lms = lms;
    this.works = lms.start();
    this.mayWrite = this.works && !kOnlyShown.includes(lms.get('cmi.core.lesson_mode'));
    this.answers = new Answers(LIFTED_EXERCISES, this.works ? lms.get('cmi.suspend_data') : '');
    if (this.mayWrite) {
      // What is left is to be found again at the next visit.
      lms.set('cmi.core.exit', 'suspend');
      this.#writeStatus();
      lms.commit();
    }
    this.#tell();
    if (!location.hash && this.works) blockOf(lms.get('cmi.core.lesson_location').replace(/[^\w-]/g, ''))?.scrollIntoView({ block: 'center', behavior: 'instant' });
    this.#watch();
  }

  #watch() {
    const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const { exercise = '' } = /** @type {HTMLElement} */ (target).dataset;
        if (isIntersecting && !this.#since.has(exercise)) this.#since.set(exercise, performance.now());
      }
    });
    for (const block of document.querySelectorAll('.exercise')) seen.observe(block);
  }

  /** @param {ExerciseDetail} detail */
  take(detail) {
    const known = LIFTED_EXERCISES.find(({ id }) => id === detail.id);
    if (!known || (this.works && !this.mayWrite)) return;
    this.answers.take(detail);
    this.#waiting.add(known.id);
    if (this.works && this.#write(detail, known)) this.#waiting.clear();
    this.#since.set(known.id, performance.now());
    this.#tell();
  }

  /** @param {ExerciseDetail} detail @param {typeof LIFTED_EXERCISES[number]} known @returns whether the LMS has it */
  #write(detail, known) {
    const { lms, answers } = this;
    const said = parseInt(lms.get('cmi.interactions._count'), 10);
    const at = Number.isNaN(said) ? this.#count : said;
    const took = performance.now() - (this.#since.get(known.id) ?? NaN);
    for (const [name, value] of interactionOf(detail, known, new Date(), took)) lms.set(`cmi.interactions.${at}.${name}`, value);
    this.#count = at + 1;
    lms.set('cmi.core.lesson_location', known.id);
    lms.set('cmi.core.score.min', '0');
    lms.set('cmi.core.score.max', '100');
    lms.set('cmi.core.score.raw', answers.score);
    this.#writeStatus();
    return lms.set('cmi.suspend_data', answers.kept) && lms.commit();
  }

  #writeStatus() {
    if (kEnded.includes(this.lms.get('cmi.core.lesson_status'))) return;
    this.lms.set('cmi.core.lesson_status', this.answers.isComplete ? 'completed' : 'incomplete');
  }

  /** Says below each exercise what is on record. */
  #tell() {
    for (const exercise of LIFTED_EXERCISES) {
      const words = this.#waiting.has(exercise.id) ? kNotTaken : this.answers.words(exercise);
      const block = blockOf(exercise.id);
      if (!words || !block) continue;
      const note = block.querySelector('.recorded') ?? block.appendChild(make('p', { className: 'recorded', role: 'status' }));
      setText(note, words);
    }
  }

  finish() {
    if (!this.works) return;
    if (this.mayWrite) this.lms.set('cmi.core.session_time', spanOf(performance.now() - this.#start));
    this.lms.finish();
  }
}

const lms = new Lms();
if (lms.isThere) {
  let recorder = new Recorder(lms);
  // A link that led away in this window would end the session.
  for (const link of document.querySelectorAll('a[href^="http"]')) Object.assign(link, { target: '_blank', rel: 'noopener' });
  document.addEventListener('lifted-exercise', ({ detail }) => recorder.take(detail));
  addEventListener('pagehide', () => recorder.finish());
  // A page that the browser had put aside comes back as it was: another session.
  addEventListener('pageshow', ({ persisted }) => persisted && (recorder = new Recorder(lms)));
}

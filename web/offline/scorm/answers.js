// @ts-check
// What of the answers to exercises counts, and how SCORM 1.2 writes it down. Knows neither page nor LMS.

/** @import { ExerciseDetail } from '../../types/element.d.ts' */

/** @typedef {typeof LIFTED_EXERCISES[number]} Known */
/** @typedef {'right' | 'wrong' | 'given'} Verdict `given`: the answer was shown */
/** @typedef {{ answer: string, verdict: Verdict }} Entry */

// SCORM 1.2's limits, in characters.
const kMostText = 255;
const kMostKept = 4096;
const kMostHours = 9999;
// How much of an answer is kept; less where all of them together would be too long.
const kKept = [80, 20, 0];

const kTypes = { choice: 'choice', number: 'numeric', task: 'performance' };
const kResults = { right: 'correct', wrong: 'wrong', given: 'neutral' };
const kLetters = 'abcdefghijklmnopqrstuvwxyz';

const two = (/** @type {number} */ value) => String(value).padStart(2, '0');

/** A time of day. @param {Date} date */
export const timeOf = (date) => [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');

/** How long something took. @param {number} milliseconds */
export function spanOf(milliseconds) {
  const all = Math.min(Math.max(0, Math.round(milliseconds / 10)), kMostHours * 360_000);
  const seconds = Math.floor(all / 100);
  return `${String(Math.floor(seconds / 3600)).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(all % 100)}`;
}

/** @param {ExerciseDetail} detail @returns {Verdict} */
const verdictOf = ({ right }) => (right === null ? 'given' : right ? 'right' : 'wrong');

/** An answer as an LMS may take it: of a choice the letter, of a number its digits. @param {ExerciseDetail} detail @param {Known} known */
function responseOf({ kind, answer }, { choices }) {
  if (kind === 'choice') return kLetters[Object.keys(choices).indexOf(answer)] ?? '';
  if (kind === 'number') return answer.replace(/[\s,\u202f]|^\+|\.$/g, '').replace('−', '-').slice(0, kMostText);
  return answer.slice(0, kMostText);
}

/**
 * One verdict as the fields of cmi.interactions.n, in the order in which they are to be set.
 * @param {ExerciseDetail} detail @param {Known} known @param {Date} now @param {number} took milliseconds; NaN when that is not known
 * @returns {[string, string][]}
 */
export function interactionOf(detail, known, now, took) {
  /** @type {[string, string][]} */
  const fields = [
    ['id', known.id.slice(0, kMostText)],
    ['type', kTypes[known.kind]],
    ['time', timeOf(now)],
    ['student_response', responseOf(detail, known)],
    ['result', kResults[verdictOf(detail)]],
    ['latency', Number.isNaN(took) ? '' : spanOf(took)],
  ];
  return fields.filter(([, value]) => value !== '');
}

export class Answers {
  /** @type {Map<string, Entry>} */
  entries = new Map();

  /** @param {Known[]} exercises @param {string} [kept] what `kept` was; anything else is as nothing */
  constructor(exercises, kept = '') {
    this.exercises = exercises;
    try {
      const known = JSON.parse(kept);
      for (const { id } of exercises) {
        const [answer, verdict] = known[id] ?? [];
        if (typeof answer === 'string' && Object.keys(kResults).includes(verdict)) this.entries.set(id, { answer, verdict });
      }
    } catch {
      // Not ours, or cut off.
    }
  }

  /** A prediction counts as it was made first, since its verdict tells the answer; a task can be tried until it is done or shown. */
  take(/** @type {ExerciseDetail} */ detail) {
    if (this.#isClosed(detail)) return;
    this.entries.set(detail.id, { answer: detail.answer, verdict: verdictOf(detail) });
  }

  /** Whether nothing more can be gained. @param {Pick<Known, 'id' | 'kind'>} exercise */
  #isClosed({ id, kind }) {
    const entry = this.entries.get(id);
    return entry !== undefined && (kind !== 'task' || entry.verdict !== 'wrong');
  }

  get isComplete() {
    return this.exercises.every((exercise) => this.#isClosed(exercise));
  }

  /** Per cent of all exercises, as SCORM 1.2 wants a score to lie between 0 and 100. */
  get score() {
    const right = [...this.entries.values()].filter(({ verdict }) => verdict === 'right').length;
    return String(Math.round((10_000 * right) / this.exercises.length) / 100);
  }

  /** All of it as a text that the LMS keeps. */
  get kept() {
    const texts = kKept.map((most) => JSON.stringify(Object.fromEntries([...this.entries].map(([id, { answer, verdict }]) => [id, [answer.slice(0, most), verdict]]))));
    return texts.find(({ length }) => length <= kMostKept) ?? '';
  }

  /** What is on record of an exercise, in words; '' when nothing is. @param {Known} exercise */
  words({ id, kind, choices }) {
    const { answer = '', verdict = '' } = this.entries.get(id) ?? {};
    if (!verdict) return '';
    if (kind === 'task') return { right: 'Recorded: done.', wrong: 'Recorded: not done yet.', given: 'Recorded: one way was shown.' }[verdict];
    if (verdict === 'given') return 'Recorded: the answer was shown.';
    return `Recorded, your first answer: “${choices[answer] ?? answer}”, ${verdict === 'right' ? 'right' : 'not right'}.`;
  }
}

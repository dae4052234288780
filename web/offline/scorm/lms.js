// @ts-check
// The interface that an LMS offers by SCORM 1.2. It may be missing, and whatever it does, nothing is thrown here.

/** @typedef {Record<string, (...values: string[]) => unknown>} Api */

// More windows inside each other than any LMS has: an end for what goes round in circles.
const kLevels = 100;

/** The interface of a window or of those around it. @param {any} start @returns {Api | null} */
function climb(start) {
  for (let place = start, k = 0; place && k < kLevels; ++k) {
    try {
      if (place.API?.LMSInitialize) return place.API;
    } catch {
      // A window of another origin, whose parents may be of ours.
    }
    if (place.parent === place) break;
    place = place.parent;
  }
  return null;
}

/** Around this window, then around the one that opened it or the windows around it. @returns {Api | null} */
const findApi = () => climb(window) ?? climb(window.opener) ?? climb(window.top?.opener);

export class Lms {
  #api = findApi();

  /** Whether the page was opened by an LMS. */
  get isThere() {
    return this.#api !== null;
  }

  /** @param {string} name @param {...string} values */
  #call(name, ...values) {
    try {
      return String(this.#api?.[name](...values) ?? '');
    } catch {
      return '';
    }
  }

  /** @param {string} name @param {...string} values @returns whether it worked */
  #do(name, ...values) {
    return /^(true|1)$/.test(this.#call(name, ...values));
  }

  start() {
    return this.#do('LMSInitialize', '');
  }

  /** @param {string} name @returns {string} '' when there is none */
  get(name) {
    return this.#call('LMSGetValue', name);
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    return this.#do('LMSSetValue', name, value);
  }

  commit() {
    return this.#do('LMSCommit', '');
  }

  finish() {
    return this.#do('LMSFinish', '');
  }
}

// @ts-check
// The sums over much data, which several workers share out: each sees all examples and adds up a part of the sums, never a
// part of the terms, so what they come to has the bits of one worker (learner::MomentsPart).

import { Cancelled, joined, kTogether, rising, together } from '../element/worker_pool.js';

/** @import { Listener } from '../element/compute.js' */
/** @import { Run, WorkerPool } from '../element/worker_pool.js' */
/** @import { Found } from './learner.js' */
/** @import { Lesson } from './lesson.js' */

// Multiply-adds that are worth a further worker, 50 ms: about what it takes to start it; and as many for each number, which
// is copied twice on its way.
const kWorthSharing = 4e8;
const kCopying = 200;
// What workers may hold of copies together; each has three of every number while it reads them.
const kMostBytes = 5e8;
const kBytesEach = 24;
// Of the whole run, as in learner/learn.cpp.
const kGathered = 0.5;

/** Among how many workers; 1: the sums are too few for that. @param {Lesson} lesson */
export function partsOf({ d, targets, lengths, tokens, answers }) {
  const pairs = (d * (d + 1)) / 2;
  const terms = targets === 2 ? tokens.length / d : lengths.length;
  const work = (terms * pairs * pairs * (pairs + 1)) / (targets === 1 ? 6 : 2);
  const numbers = tokens.length + answers.length;
  return Math.max(1, Math.min(kTogether, Math.floor(work / (kWorthSharing + kCopying * numbers)), Math.floor(kMostBytes / (kBytesEach * numbers))));
}

/**
 * In several workers where that is worth it, else in one.
 * @param {WorkerPool<Lesson, Found>} pool @param {Lesson} lesson @param {Listener} listener
 * @returns {Run<Found>}
 */
export function runShared(pool, lesson, listener, parts = partsOf(lesson)) {
  if (parts < 2) return pool.run(lesson, listener);
  listener = rising(listener);
  const { run, stop } = together(pool);
  const fractions = Array(parts).fill(0);
  let cancelled = false;
  const gather = async (/** @type {number} */ part) => {
    const { result } = await run({ ...lesson, part, parts }, {
      ...listener,
      progress(fraction, at) {
        fractions[part] = fraction;
        listener.progress((kGathered * fractions.reduce((a, b) => a + b)) / parts, at);
      },
    });
    if (!result?.sums?.length) throw new Error('no sums'); // the whole run says why
    return result.sums;
  };
  const all = async () => {
    try {
      const sums = joined(Float64Array, await Promise.all(fractions.map((_, part) => gather(part))));
      return await run({ ...lesson, parts, sums }, { ...listener, progress: (fraction, at) => listener.progress(kGathered + (1 - kGathered) * fraction, at) });
    } catch {
      stop();
      if (cancelled) throw new Cancelled();
      return run(lesson, listener); // in one, which needs less memory
    }
  };
  return {
    done: all(),
    cancel() {
      cancelled = true;
      stop();
    },
  };
}

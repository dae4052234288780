// Random states of a figure, drawn from its table of parameters; the same ones every time.

/** Numbers from 0 to 1. @param {number} seed */
export function chance(seed) {
  return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}

/** One value that a parameter can have. */
function valueOf({ kind, choices, stops, min, max, step }, random) {
  if (kind === 'choice') return choices[Math.floor(random() * choices.length)].id;
  if (stops.length > 0) return stops[Math.floor(random() * stops.length)];
  const stride = step || (max - min) / 8;
  return Number((min + stride * Math.floor(random() * ((max - min) / stride + 1))).toPrecision(12));
}

/** A list as long as the parameter allows or shorter: groups stay whole. */
function listOf(parameter, random) {
  const { most, group } = parameter;
  const length = group * Math.floor(random() * (most / group + 1));
  return Array.from({ length }, () => valueOf(parameter, random)).join(',');
}

/**
 * Other values for about half of the parameters, as a query.
 * @param {{ parameters: import('../../web/types/module.d.ts').ParameterSchema[] }} schema
 * @param {() => number} random
 * @param {(parameter: import('../../web/types/module.d.ts').ParameterSchema) => boolean} [wanted]
 */
export function drawn({ parameters }, random, wanted = () => true) {
  return parameters
    .filter((parameter) => parameter.kind !== 'action' && wanted(parameter) && random() < 0.5)
    .map((parameter) => `${parameter.id}=${parameter.kind === 'numbers' ? listOf(parameter, random) : valueOf(parameter, random)}`)
    .join('&');
}

/** Settings with which the costly figures are quickly computed, for tests in which it does not matter what is learned. @type {Record<string, { state: string }>} */
export const quick = {
  head_race: { state: 'epochs=5&runs=1' },
  language: { state: 'N=1024&epochs=1' },
  relaxation: { state: 'starts=2&steps=100' },
  more_heads: { state: 'starts=25&steps=100&grid=15' },
  phases: { state: 'N=500' },
  certificate: { state: 'm=2&N=256' },
  head_count: { state: 'N=256' },
};

const kDraws = 800;
const kFewest = 10;

/**
 * `count` states of a figure that cost little: some runs, each with many ways to look at it, run by run.
 * @param {import('../../web/article/learner.mjs').Learner} learner with the figure's part
 * @param {object} schema of the figure
 * @param {number} count
 * @param {number} budget multiply-adds of all runs, if a few can be had for it
 */
export function cheapStates(learner, schema, count, budget) {
  const random = chance(17);
  const affects = (what) => (parameter) => parameter.affects === what;
  const runs = Array.from({ length: kDraws }, () => {
    const query = drawn(schema, random, affects('result'));
    learner.call('open', schema.id);
    const refused = JSON.parse(learner.string('set_state', query)).length > 0;
    return { query, work: refused ? Infinity : learner.call('work') };
  });
  const cheapest = runs.toSorted((a, b) => a.work - b.work);
  const limit = Math.max(budget / 50, cheapest[kFewest - 1].work);
  const taken = new Set();
  let left = budget;
  for (const run of [...runs.filter(({ work }) => work <= limit), ...cheapest.slice(0, kFewest)]) {
    if (taken.size === count || (left < run.work && taken.size >= kFewest)) continue;
    taken.add(run.query);
    left -= run.work;
  }
  return [...taken].flatMap((query, k) => {
    const looks = Math.floor(((k + 1) * count) / taken.size) - Math.floor((k * count) / taken.size);
    return Array.from({ length: looks }, (_, j) => [query, j > 0 || taken.size === count ? drawn(schema, random, affects('picture')) : ''].filter(Boolean).join('&'));
  });
}

/**
 * `count` different runs of a figure that cost little, as the queries that differ from its defaults.
 * @param {import('../../web/article/learner.mjs').Learner} learner with the figure's part
 * @param {object} schema of the figure
 * @param {number} count
 * @param {number} most multiply-adds of one run, if enough can be had for it
 * @param {number} seed
 */
export function cheapRuns(learner, schema, count, most, seed) {
  const random = chance(16 + seed);
  const works = new Map();
  for (let k = 0; k < kDraws; ++k) {
    learner.call('open', schema.id);
    if (JSON.parse(learner.string('set_state', drawn(schema, random, ({ affects }) => affects === 'result'))).length > 0) continue;
    works.set(learner.string('state', 0), learner.call('work'));
  }
  const runs = [...works];
  const cheap = runs.filter(([, work]) => work <= most);
  const taken = cheap.length >= count ? cheap : runs.toSorted(([, a], [, b]) => a - b);
  return taken.slice(0, count).map(([query]) => query);
}

// Times of all contestants at one size, their runs taking turns.

const kRounds = 7;
const kLeastMs = 60; // a turn repeats a short task until so much time is used
const kPatienceMs = 20000; // after so much time in total, three turns are enough
const kReachMs = 40000; // a run that is foretold to take longer is left out

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const norm = (values) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));
const distance = (a, b) => (a.length === b.length ? norm(a.map((x, i) => x - b[i])) / norm(b) : Infinity);

/** Starts every contestant; `reach` keeps what each has been seen to need, for foretelling. */
export const startAll = (contestants) =>
  Promise.all(contestants.map(async (each) => ({ ...each, ...(await each.start()), reach: {} })));

/** A first run, which also warms up, and its answer. Returns a result, or one with `skip`. */
async function firstRun(each, task, size, file) {
  const group = `${task.name} ${size.targets}`;
  const foretold = (each.reach[group] ?? 0) * task.operations(size);
  if (foretold > kReachMs) return { skip: `about ${Math.round(foretold / 1000)} s` };
  const ready = await each.ask(`prepare ${task.name} ${size.targets} ${size.d} ${size.N} ${size.n} ${file}`);
  if (ready.skip) return ready;
  const first = await each.ask('run 0');
  each.reach[group] = first.ms / task.operations(size);
  return { first: first.ms, turns: [], answer: (await each.ask('answer')).answer, run: first };
}

const enough = ({ turns, first }, rounds) =>
  turns.length >= rounds || (first > kPatienceMs / 2 && turns.length >= 1) ||
  (turns.length >= 3 && turns.length * first > kPatienceMs);

function summary(each, { first, turns, difference, memory }) {
  const times = turns.map((turn) => turn.ms);
  const stages = Object.keys(turns[0].stages).map((stage) => [stage, median(turns.map((turn) => turn.stages[stage]))]);
  return {
    contestant: each.name, ms: median(times), low: Math.min(...times), high: Math.max(...times), turns: times.length,
    first, difference, memory, stages: Object.fromEntries(stages),
  };
}

/**
 * @param {Awaited<ReturnType<typeof startAll>>} running the first one's answer is what others are held against
 * @returns {Promise<object[]>} one result a contestant that has this task; `skip` says why there is no time
 */
export async function measure(running, task, size, file, { rounds = kRounds } = {}) {
  const results = new Map();
  for (const each of running) results.set(each, await firstRun(each, task, size, file));
  const ours = results.get(running[0]).answer;
  for (const [each, result] of results) {
    if (result.skip) continue;
    result.difference = distance(result.answer, ours);
    const agree = each.agree ?? task.agree;
    if (!(result.difference <= agree)) result.skip = `another answer: off by ${result.difference.toExponential(1)}`;
    if (result.first > kPatienceMs / 2) result.turns.push(result.run); // warm enough, and long to repeat
  }
  for (let round = 0; round < rounds; round++) {
    for (const [each, result] of results) {
      if (!result.skip && !enough(result, rounds)) result.turns.push(await each.ask(`run ${kLeastMs}`));
    }
  }
  for (const [each, result] of results) if (each.memory && !result.skip) result.memory = (await each.ask('memory')).memory;
  return [...results]
    .filter(([, result]) => result.skip !== 'not its task')
    .map(([each, result]) => (result.skip ? { contestant: each.name, ...result } : summary(each, result)));
}

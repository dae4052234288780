// How often a test tries something at random. `LIFTED_TRIALS=10 bash tests/run.sh browser` tries ten times as much.
const { LIFTED_TRIALS: more = '1' } = process.env;

/** @param {number} count as many as a run of all tests has time for */
export const trials = (count) => Math.ceil(count * Number(more));

/** For the option `skip` of a test that only the full run has. */
export const kFullOnly = process.env.LIFTED_FULL ? false : 'in the full run';

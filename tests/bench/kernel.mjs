// How near the moments come to what the engine can do at all: both measured in the same turn.
import { median } from './measure.mjs';

const kTurns = 9;
const kWarmUp = 2;
// Sequences of one token: next to nothing but the moments themselves.
const sizes = ['last', 'all'].flatMap((targets) => [4, 8, 12, 16].map((d) => ({ targets, d, N: 4096, n: 1 })));

async function share(each, { targets, d, N, n }, turns) {
  await each.ask(`prepare kernel ${targets} ${d} ${N} ${n}`);
  const seen = [];
  for (let turn = 0; turn < kWarmUp + turns; turn++) {
    await each.ask('run 0');
    const [gflops, peak] = (await each.ask('answer')).answer;
    if (turn >= kWarmUp) seen.push({ gflops, peak, share: gflops / peak });
  }
  const middle = (name) => median(seen.map((each) => each[name]));
  return { gflops: middle('gflops'), peak: middle('peak'), share: middle('share') };
}

/** @returns {Promise<object[]>} one row for each size and each of ours */
export async function measureKernel(running, { rounds = kTurns } = {}) {
  const rows = [];
  for (const size of sizes) {
    for (const each of running.filter(({ ours }) => ours)) {
      rows.push({ task: 'kernel', ...size, contestant: each.name, ...(await share(each, size, rounds)) });
    }
  }
  return rows;
}

// How the time of recovering a softmax layer grows with its heads m, token dimension d and tokens k: ours only, as
// WebAssembly in node, beside the power of paper B's theorem, (dk)^(m^3), which has no constant and is no time.
import { median } from './measure.mjs';

const kTurns = 5;
const kWarmUpMs = 300; // the engine compiles what runs often once more
const kLayers = 5; // as in jobs.cpp

const sizes = [
  ...[1, 2, 3, 4, 5, 6].map((m) => ({ against: 'm', m, d: 4, k: 12 })),
  ...[2, 3, 6, 8].map((d) => ({ against: 'd', m: 2, d, k: 12 })),
  ...[4, 6, 8, 16].map((k) => ({ against: 'k', m: 2, d: 4, k })),
];

/** Examples whose answers hold eight times as many numbers as the layer. */
export const examplesFor = ({ m, d, k }) => Math.ceil((8 * 2 * m * d * d) / (k * d));

async function recover(each, task, size, turns) {
  await each.ask(`prepare ${task} all ${size.d} ${size.N} ${size.k} ${size.m}`);
  await each.ask(`run ${kWarmUpMs}`);
  const seen = [];
  for (let turn = 0; turn < turns; turn++) seen.push((await each.ask('run 0')).ms / kLayers);
  const [recovered, error, count] = (await each.ask('answer')).answer;
  return { ms: median(seen), recovered, layers: kLayers, error, count };
}

/** One row for each size and each of the two ways; `count`: questions asked, or starts; `power`: log10 of (dk)^(m^3). */
export async function measureSoftmax(running, { rounds = kTurns } = {}) {
  const each = running.find(({ name }) => name === 'ours, WASM in node');
  const rows = [];
  for (const { against, ...size } of sizes) {
    for (const task of ['questions', 'examples']) {
      const all = { ...size, N: examplesFor(size) };
      rows.push({ against, task, ...all, ...(await recover(each, task, all, rounds)), power: size.m ** 3 * Math.log10(size.d * size.k) });
    }
  }
  return rows;
}

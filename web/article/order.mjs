// Puts the functions of a module in an order that compresses well. Deflate finds what was said in the last 32 KB, and the
// linker's order is that of files: the next function is the one of which most was said already in those before it. The
// module of the first figure is 6 % smaller for it with gzip, 2 % with brotli.
import { readFile, writeFile } from 'node:fs/promises';
import { importsOf, kFunction, leb, Reader } from './binary.mjs';

const kCode = 10;
const kPhrase = 5; // bytes in a row that count as said
const kWindow = 24_000; // bytes back
// Of two functions of which the same share was said the longer one goes first.
const kShare = 0.75;

/** @param {Uint8Array} wasm @param {number} start of the section's contents */
function bodiesOf(wasm, start) {
  const reader = new Reader(wasm, start);
  return Array.from({ length: reader.number() }, () => {
    const size = reader.number();
    return wasm.subarray(reader.at, (reader.at += size));
  });
}

/** All different phrases of a function, as numbers. @param {Uint8Array} body */
function phrases(body) {
  const found = new Set();
  for (let k = 0; k + kPhrase <= body.length; ++k) {
    let phrase = 0;
    for (let j = k; j < k + kPhrase; ++j) phrase = (31 * phrase + body[j]) | 0;
    found.add(phrase);
  }
  return [...found];
}

/** The places of the functions in their new order. @param {Uint8Array[]} bodies */
function ordered(bodies) {
  const said = bodies.map(phrases);
  const sayers = new Map();
  said.forEach((all, k) => all.forEach((phrase) => sayers.set(phrase, [...(sayers.get(phrase) ?? []), k])));
  const times = new Map(); // that a phrase was said in the window
  const known = new Float64Array(bodies.length); // phrases of each function that were
  const say = (k, step) => {
    for (const phrase of said[k]) {
      const before = times.get(phrase) ?? 0;
      times.set(phrase, before + step);
      if (before === 0 || before + step === 0) for (const other of sayers.get(phrase)) known[other] += step;
    }
  };
  const left = new Set(bodies.keys());
  const order = [];
  let first = 0; // of the window
  let size = 0;
  while (left.size > 0) {
    let [next, most] = [-1, -1];
    for (const k of left) {
      const worth = (known[k] + 1) / (said[k].length + 4) ** kShare;
      if (worth > most) [next, most] = [k, worth];
    }
    left.delete(next);
    order.push(next);
    say(next, 1);
    for (size += bodies[next].length; size > kWindow && order.length - first > 1; ++first) {
      say(order[first], -1);
      size -= bodies[order[first]].length;
    }
  }
  return order;
}

/** A section with a name for each function, so that sorting by names sorts as wanted. @param {number[]} order @param {number} imported */
function namesFor(order, imported) {
  const entries = order.map((k, place) => [k + imported, String(place).padStart(5, '0')]).sort(([a], [b]) => a - b);
  const list = [...leb(entries.length), ...entries.flatMap(([k, name]) => [...leb(k), name.length, ...Buffer.from(name)])];
  const contents = [4, ...Buffer.from('name'), 1, ...leb(list.length), ...list];
  return Uint8Array.from([0, ...leb(contents.length), ...contents]);
}

/** Reorders a module's functions. @param {string} file @param {(...options: string[]) => Promise<unknown>} optimise runs wasm-opt */
export async function reorder(file, optimise) {
  const wasm = await readFile(file);
  const code = [...new Reader(wasm).sections()].find(({ id }) => id === kCode);
  if (!code) return;
  const order = ordered(bodiesOf(wasm, code.start));
  await writeFile(file, Buffer.concat([wasm, namesFor(order, importsOf(wasm).filter(({ kind }) => kind === kFunction).length)]));
  await optimise('--reorder-functions-by-name', file, '-o', file);
}

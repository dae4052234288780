// Splits the linked module into files that a page loads when it needs them, so that the first figure does not wait for
// the code of the others:
//   the module itself   what every figure needs, and all of the article's first figure
//   parts/<id>.wasm     what only figure <id> needs, with its texts and tables (data.mjs)
//   parts/<id>-<id>.wasm   what only these two or three figures need, if it is large
//   parts/shared.wasm   everything else that several of the other figures need
//   parts/svg.wasm      what writes pictures as SVG: to save them, and where there is no WebGL
//   parts/letters.wasm  the letters that the first figure does not write in English, and what takes in another language
// A part fills its places in the module's function table; a figure works once `shared` and all parts with its id are there.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kLetters, moveData } from './data.mjs';
import { reorder } from './order.mjs';
import { callByTable } from './table_calls.mjs';

const run = promisify(execFile);
const kShared = 'shared';
export const kSvg = 'svg';
// What these parts are for: functions that scripts call once the part is there.
const kFor = new Map([[kSvg, ['la_svg']], [kLetters, ['la_set_language', 'la_set_letters']]]);
// Of the module's table, what other figures than the first one lead to: the first one draws no matrix.
const kDrawsMatrices = /^plot::GlPainter::cells\(|plot::GlPainter::run<plot::GlPainter::CellsJob>/;
// At most kFew figures get a part for what only they share, if it has at least kMuch characters in the module's text form;
// about twenty characters are a byte of a compressed part.
const kFew = 3;
const kMuch = 60_000;
// The WebAssembly features the module is built with; the linker leaves no note of them in it.
const kFeatures = ['simd', 'bulk-memory', 'mutable-globals', 'nontrapping-float-to-int', 'sign-ext', 'multivalue'].map((name) => `--enable-${name}`);

const program = (name) => join(process.env.LIFTED_BINARYEN, name);

/** Runs wasm-opt. @param {...string} options */
export const optimise = (...options) => run(program('wasm-opt'), [...kFeatures, '--enable-reference-types', ...options]);

/** A name as the linker's map has it. @param {string} name in the module's text */
const plain = (name) => name.replace(/\\([\da-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

// What a std::function holds is of a class of its own, and its object begins with the address of the class's functions,
// eight bytes behind the start of their table. So does the painter that only SVG needs.
const kHeld = /^ *([\da-f]+)(?: +[\da-f]+){2} +vtable for (std::__2::__function::__func<.*>|plot::PixelPainter)$/gm;
const heldIn = (map) => new Map([...map.matchAll(kHeld)].map(([, start, name]) => [parseInt(start, 16) + 8, name]));

/** Which function calls which, how long each is, which are exported, and which are in the table, from the module's text and the linker's map. */
function readGraph(text, map) {
  const held = heldIn(map);
  const makers = new Map([...held.values()].map((name) => [name, new Set()]));
  const calls = new Map();
  const lengths = new Map();
  let name;
  const exported = [];
  const table = [];
  let callees;
  for (const line of text.split('\n')) {
    const defined = /^ \(func \$([^\s)]+)/.exec(line);
    if (defined) calls.set((name = defined[1]), (callees = new Set()));
    lengths.set(name, (lengths.get(name) ?? 0) + line.length);
    if (defined) continue;
    if (line.startsWith(' (export')) exported.push(...(/\(func \$([^\s)]+)\)/.exec(line)?.slice(1) ?? []));
    else if (line.startsWith(' (elem')) table.push(...[...line.matchAll(/ \$([^\s)]+)/g)].map(([, name]) => name).slice(1));
    else if (callees) {
      for (const [, name] of line.matchAll(/\((?:call|return_call|ref\.func) \$([^\s)]+)/g)) callees.add(name);
      for (const [, address] of line.matchAll(/\(i32\.const (\d+)\)/g)) makers.get(held.get(Number(address)))?.add(name);
    }
  }
  return { calls, lengths, exported, table: adopt(calls, table, makers) };
}

/**
 * A lambda that a std::function holds goes with the functions that make it, as if they called it: those that name the
 * address of its class. The rest of the table.
 * @param {Map<string, Set<string>>} calls @param {string[]} table @param {Map<string, Set<string>>} makers by class
 */
function adopt(calls, table, makers) {
  const classes = [...makers.keys()];
  return table.filter((name) => {
    const own = classes.find((held) => plain(name).startsWith(`${held}::`));
    const others = [...(makers.get(own) ?? [])].filter((maker) => !plain(maker).startsWith(`${own}::`));
    for (const maker of others) calls.get(maker).add(name);
    return others.length === 0;
  });
}

/** All functions that `starts` lead to by direct calls, but for those `known` already. */
function reach(calls, starts, known = new Set()) {
  const found = new Set();
  const open = [...starts];
  while (open.length > 0) {
    const name = open.pop();
    if (found.has(name) || known.has(name) || !calls.has(name)) continue;
    found.add(name);
    open.push(...calls.get(name));
  }
  return found;
}

/**
 * The functions of each part. A figure's own code is in the namespace figures::<id>; who calls it goes through the table,
 * and what it calls belongs to it as long as nobody else needs it.
 * @returns {Map<string, { users: string[], functions: string[] }>} by the name of the part
 */
function plan({ calls, lengths, exported, table }, [first, ...others]) {
  const isOf = (name, id) => name.includes(`figures::${id}::`) || (id !== first && kDrawsMatrices.test(plain(name)));
  const everywhere = table.filter((name) => !others.some((id) => isOf(name, id)));
  const kept = reach(calls, [...exported.filter((name) => ![...kFor.values()].flat().includes(name)), ...everywhere]);
  const special = new Map();
  for (const [part, starts] of kFor) {
    for (const name of reach(calls, starts, kept)) special.delete(name) ? kept.add(name) : special.set(name, part);
  }
  const users = new Map();
  for (const id of others) {
    for (const name of reach(calls, table.filter((entry) => isOf(entry, id)), kept)) {
      if (special.delete(name) || kept.has(name)) kept.add(name);
      else users.set(name, [...(users.get(name) ?? []), id]);
    }
  }
  const sets = new Map();
  for (const [name, ids] of users) sets.set(ids.join('-'), [...(sets.get(ids.join('-')) ?? []), name]);
  const of = (/** @type {string} */ part) => [...special.keys()].filter((name) => special.get(name) === part);
  const parts = new Map([[kShared, { users: others, functions: [] }], [kSvg, { users: [], functions: of(kSvg) }], [kLetters, { users: others, functions: of(kLetters) }]]);
  for (const [part, functions] of sets) {
    const ids = part.split('-');
    const length = functions.reduce((sum, name) => sum + lengths.get(name), 0);
    if (ids.length === 1 || (ids.length <= kFew && length > kMuch)) parts.set(part, { users: ids, functions });
    else parts.get(kShared).functions.push(...functions);
  }
  const lost = [first, ...others].filter((id) => !table.some((name) => isOf(name, id)));
  if (lost.length > 0) throw new Error(`no function of namespace figures::${lost[0]} is in the module's table: the namespace must bear the figure's id`);
  return parts;
}

/**
 * Writes `whole` without its parts, and the parts into the folder `parts` beside it.
 * @param {string} linked path of the module as linked, with the names of its functions
 * @param {string} whole path of the module to be shipped
 * @param {string[]} figures ids, the article's first figure first
 * @returns {Promise<Record<string, string[]>>} for each figure the names of the parts that it needs
 */
export async function cutIntoParts(linked, whole, figures) {
  const scratch = await mkdtemp(join(tmpdir(), 'parts-'));
  const folder = join(whole, '../parts/');
  await mkdir(folder, { recursive: true });
  try {
    await run(program('wasm-dis'), [linked, '-o', join(scratch, 'module.wat')]);
    const text = await readFile(join(scratch, 'module.wat'), 'utf8');
    const map = linked.replace(/\.wasm$/, '.map');
    const parts = plan(readGraph(text, await readFile(map, 'utf8')), figures);
    const manifest = join(scratch, 'manifest');
    await writeFile(manifest, [...parts].map(([part, { functions }]) => `${part}\n${functions.join('\n')}\n`).join('\n'));
    const { stderr } = await run(program('wasm-split'), [...kFeatures, '--multi-split', linked, '--manifest', manifest, '-o', whole, '--out-prefix', folder]);
    if (stderr) throw new Error(`wasm-split: ${stderr}`);
    await moveData(map, text, whole, (part) => join(folder, `${part}.wasm`), parts);
    // Zeros stand where data were, and twins of functions need not be told apart any more: 2 % of what the first figure weighs.
    await optimise('-Oz', whole, '-o', whole);
    const files = [whole, ...[...parts.keys()].map((part) => join(folder, `${part}.wasm`))];
    for (const file of files) await reorder(file, optimise);
    const [made, ...others] = await Promise.all(files.map((file) => readFile(file)));
    const last = callByTable(made, others, await readFile(linked));
    await Promise.all(files.map((file, k) => writeFile(file, last[k])));
    return Object.fromEntries(figures.map((id) => [id, [...parts].filter(([, { users }]) => users.includes(id)).map(([part]) => part)]));
  } finally {
    await rm(scratch, { recursive: true });
  }
}

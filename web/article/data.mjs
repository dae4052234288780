// Moves texts and tables that only one part reads from the module's memory image into that part.
//
// The linker's map says which bytes come from which figure's sources; texts of learner and plot belong to the part that
// alone refers to them. Bytes that anything else may refer to stay where they are: a number in the code of another part, or in
// other data, that could be an address within them. So a few bytes too many may stay.
//
// This guesses, and stays because the price of leaving all data where they are is high: the module that every figure
// waits for would be 35 KB larger, compressed (333 KB instead of 298).
import { readFile, writeFile } from 'node:fs/promises';
import { leb, Reader } from './binary.mjs';

const kData = 11;
export const kLetters = 'letters';

/** The active data segments: { address, bytes }, the bytes a view into the module. */
function segmentsOf(wasm) {
  const segments = [];
  for (const { id, start } of new Reader(wasm).sections()) {
    if (id !== kData) continue;
    const reader = new Reader(wasm, start);
    for (let left = reader.number(); left > 0; --left) {
      if (reader.number() !== 0) throw new Error('a data segment that is not active');
      if (wasm[reader.at++] !== 0x41) throw new Error('a data segment without a constant address');
      const address = reader.number(true);
      ++reader.at; // end
      const size = reader.number();
      segments.push({ address, bytes: wasm.subarray(reader.at, reader.at + size) });
      reader.at += size;
    }
  }
  return segments;
}

/** Calls `use(bytes of a segment, offset, length, address)` for each part of the range that is in a segment; all other memory is zero. */
function within(segments, start, size, use) {
  for (const { address, bytes } of segments) {
    const from = Math.max(start, address);
    const to = Math.min(start + size, address + bytes.length);
    if (from < to) use(bytes, from - address, to - from, from);
  }
}

/**
 * The read-only chunks of the linker's map: { start, size, home, owner, free, hidden, listed }, in order; home is the figure
 * whose sources they come from, owner the part that they go to, both a figure's id or ''; hidden chunks are in an unnamed
 * namespace, so only the sources of their home can refer to them; listed ones are the object of the figure itself, to which
 * the list of figures points, and letters: they are zero until their part has been loaded, and their users check that.
 */
function readMap(map, ids) {
  const chunks = [];
  for (const [, start, size, library, name] of map.matchAll(/^ *([\da-f]+) +[\da-f]+ +([\da-f]+) +(\S+?)\(?[^\s(]*\)?:\((\.rodata\S*)\)$/gm)) {
    const home = /(?:^|\/)libfigures\.([a-z_]+)\.a$/.exec(library)?.[1] ?? '';
    const letters = /12_GLOBAL__N_1\d+kLater\w+E$/.test(name); // src/plot/font_data.cpp
    const own = ids.includes(home) && (name.startsWith('.rodata..L') || name.includes(`7figures${home.length}${home}`));
    const free = /lib(?:learner|plot)\.a$/.test(library) && /^\.rodata\.(?:\.L|_ZN4plot12_GLOBAL__N_1)/.test(name) || name === '.rodata.__exp_data';
    const hidden = own && name.includes(`7figures${home.length}${home}12_GLOBAL__N_1`);
    chunks.push({ start: parseInt(start, 16), size: parseInt(size, 16), home, owner: letters ? kLetters : own ? home : '', free, hidden, listed: letters || name.endsWith('7kFigureE') });
  }
  return chunks.filter(({ size }) => size > 0).sort((a, b) => a.start - b.start);
}

/** The chunk that holds an address. */
function chunkAt(chunks, address) {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (chunks[middle].start <= address) low = middle;
    else high = middle - 1;
  }
  const chunk = chunks[low];
  return chunk && address >= chunk.start && address < chunk.start + chunk.size ? chunk : undefined;
}

/** Calls `use(chunk, part, name of the function)` for what may be an address in the code of a part. */
function references(chunks, text, partOf, use) {
  let part;
  let name = '';
  for (const line of text.split('\n')) {
    const defined = /^ \(func \$([^\s)]+)/.exec(line);
    if (defined) part = partOf((name = defined[1]));
    if (line.startsWith(' (data')) continue; // where a segment begins is no reference
    for (const [, address] of line.matchAll(/(?:i32\.const |offset=)(\d+)/g)) {
      const chunk = chunkAt(chunks, Number(address));
      if (chunk) use(chunk, part, name);
    }
  }
}

/** Gives free chunks to the part whose code refers to them. */
function give(chunks, text, partOf) {
  references(chunks, text, partOf, (chunk, part) => {
    if (chunk.free && !chunk.owner) chunk.owner = part;
  });
}

/** Removes the owner of chunks that code of another part, or other data, may refer to. */
function settle(chunks, text, partOf, segments) {
  const disowned = [];
  const disown = (chunk) => {
    chunk.owner = '';
    disowned.push(chunk);
  };
  references(chunks, text, partOf, (chunk, part, name) => {
    if (!chunk.owner || chunk.owner === part || chunk.listed) return;
    // For a hidden chunk only its home counts: elsewhere the number equals its address by chance.
    if (!chunk.hidden || name.includes(`figures::${chunk.owner}::`)) disown(chunk);
  });
  const lookFrom = (owner) => (bytes, offset, length, address) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, length);
    for (let k = -address & 3; k + 4 <= length; k += 4) {
      const found = chunkAt(chunks, view.getUint32(k, true));
      if (!found?.owner || found.owner === owner || found.listed) continue;
      if (!found.hidden || chunkAt(chunks, address + k)?.home === found.home) disown(found);
    }
  };
  const look = lookFrom('');
  const owned = chunks.filter(({ owner }) => owner);
  let at = 0;
  for (const { start, size } of [...owned, { start: Infinity, size: 0 }]) {
    for (const { address, bytes } of segments) {
      const from = Math.max(at, address);
      const to = Math.min(start, address + bytes.length);
      if (from < to) look(bytes, from - address, to - from, from);
    }
    at = start + size;
  }
  for (const { start, size, owner } of owned) within(segments, start, size, lookFrom(owner));
  while (disowned.length > 0) {
    const { start, size } = disowned.pop();
    within(segments, start, size, look);
  }
}

/** The module with a data section of these pieces, { address, bytes }; it has none yet. */
function withData(wasm, pieces) {
  const body = [leb(pieces.length)];
  for (const { address, bytes } of pieces) body.push([0, 0x41, ...leb(address, true), 0x0b, ...leb(bytes.length)], bytes);
  const size = body.reduce((sum, part) => sum + part.length, 0);
  const custom = [...new Reader(wasm).sections()].findLast(({ id }) => id !== 0 && id < kData);
  return Buffer.concat([wasm.subarray(0, custom.end), Uint8Array.of(kData, ...leb(size)), ...body.map((part) => Uint8Array.from(part)), wasm.subarray(custom.end)]);
}

/**
 * @param {string} map path of the linker's map
 * @param {string} text of the linked module
 * @param {string} whole path of the module without its parts; its data are changed
 * @param {(part: string) => string} fileOf path of a part; a data section is added
 * @param {Map<string, { functions: string[] }>} parts by name
 */
export async function moveData(map, text, whole, fileOf, parts) {
  const owners = new Map([...parts].flatMap(([part, { functions }]) => functions.map((name) => [name, part])));
  const wasm = await readFile(whole);
  const segments = segmentsOf(wasm);
  const chunks = readMap(await readFile(map, 'utf8'), [...parts.keys()]);
  const partOf = (name) => owners.get(name) ?? '';
  give(chunks, text, partOf);
  settle(chunks, text, partOf, segments);
  const moved = new Map([...parts.keys()].map((part) => [part, []]));
  for (const { start, size, owner } of chunks.filter((chunk) => chunk.owner)) {
    within(segments, start, size, (bytes, offset, length, address) => {
      const pieces = moved.get(owner);
      const last = pieces.at(-1);
      const copy = Uint8Array.from(bytes.subarray(offset, offset + length));
      if (last && last.address + last.bytes.length === address) last.bytes = Buffer.concat([last.bytes, copy]);
      else pieces.push({ address, bytes: copy });
      bytes.fill(0, offset, offset + length);
    });
  }
  await writeFile(whole, wasm);
  for (const [part, pieces] of moved) {
    if (pieces.length > 0) await writeFile(fileOf(part), withData(await readFile(fileOf(part)), pieces));
  }
}

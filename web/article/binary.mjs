// WebAssembly's binary format, as far as the site's build reads and writes it.

export const kImport = 2;
export const kExport = 7;
/** The kinds of an import or export. */
export const kFunction = 0;
export const kMemory = 2;

/** Reads numbers of variable length, names, and sections. */
export class Reader {
  constructor(bytes, at = 8) {
    this.bytes = bytes;
    this.at = at;
  }
  /** A number in LEB128, at most 32 bits; unsigned ones are below 2³¹. */
  number(signed = false) {
    let value = 0;
    let shift = 0;
    let byte;
    do {
      byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte & 128);
    return signed && shift < 32 && byte & 64 ? value | (-1 << shift) : value;
  }
  name() {
    const length = this.number();
    return Buffer.from(this.bytes.subarray(this.at, (this.at += length))).toString();
  }
  /** The sections as { id, start, end }, start and end of their contents. */
  *sections() {
    while (this.at < this.bytes.length) {
      const id = this.bytes[this.at++];
      const size = this.number();
      const start = this.at;
      yield { id, start, end: start + size };
      this.at = start + size;
    }
  }
}

/** A number in LEB128. @param {number} value @param {boolean} [signed] @returns {number[]} */
export const leb = (value, signed = false) => {
  const bytes = [];
  for (;;) {
    const low = value & 127;
    value >>= 7;
    if (value === 0 && (!signed || !(low & 64))) return [...bytes, low];
    bytes.push(low | 128);
  }
};

/** Reads on from the beginning of a section, or of nothing. @param {Uint8Array} wasm @param {number} wanted */
function readerOf(wasm, wanted) {
  const section = [...new Reader(wasm).sections()].find(({ id }) => id === wanted);
  return section ? new Reader(wasm, section.start) : new Reader(Uint8Array.of(0), 0);
}

/** @param {Reader} reader */
function skipLimits(reader) {
  const bounded = reader.number() & 1;
  for (let k = 0; k <= bounded; ++k) reader.number();
}

/** What an import says behind its kind. @type {((reader: Reader) => void)[]} of a function, a table, a memory, a global */
const kSkip = [(reader) => void reader.number(), (reader) => (++reader.at, skipLimits(reader)), skipLimits, (reader) => void (reader.at += 2)];

/** What a module imports; `type`: the bytes that say what it is. @param {Uint8Array} wasm */
export function importsOf(wasm) {
  const reader = readerOf(wasm, kImport);
  return Array.from({ length: reader.number() }, () => {
    const [module, name] = [reader.name(), reader.name()];
    const start = reader.at;
    const kind = wasm[reader.at++];
    kSkip[kind](reader);
    return { module, name, kind, type: wasm.subarray(start, reader.at) };
  });
}

/** What a module exports. @param {Uint8Array} wasm */
export function exportsOf(wasm) {
  const reader = readerOf(wasm, kExport);
  return Array.from({ length: reader.number() }, () => ({ name: reader.name(), kind: wasm[reader.at++], index: reader.number() }));
}

/** A module with other contents in some sections. @param {Uint8Array} wasm @param {Record<number, (contents: Uint8Array) => number[]>} change by id */
export function withSections(wasm, change) {
  const sections = [...new Reader(wasm).sections()].flatMap(({ id, start, end }) => {
    const contents = wasm.subarray(start, end);
    const made = change[id] ? Uint8Array.from(change[id](contents)) : contents;
    return [Uint8Array.of(id, ...leb(made.length)), made];
  });
  return Buffer.concat([wasm.subarray(0, 8), ...sections]);
}

// WebAssembly's binary format, as far as the site's build reads and writes it.

/** Reads numbers of variable length, and sections. */
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

// @ts-check
// Arrays from the files of other programs: .npy and .npz as NumPy writes them, .safetensors as PyTorch and others do.
// Sources: NumPy's "NPY format" (NEP 1) and the description of the safetensors format.

import { unzipSync } from 'fflate';
import { tr } from './words.js';

/**
 * Numbers in C order: the last index runs fastest.
 * @typedef {{ shape: number[], values: ArrayLike<number> }} NumberArray
 * @typedef {{ arrays: Map<string, NumberArray>, notes: Map<string, string> }} ArrayFile texts that came along are notes
 */

const kMostBytes = 200_000_000; // of what an archive unpacks to

/** Half precision, also where there is no Float16Array. @param {number} bits */
function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  const size = exponent === 31 ? (fraction ? NaN : Infinity) : exponent ? (1 + fraction) * 2 ** (exponent - 15) : fraction * 2 ** -14;
  return bits & 0x8000 ? -size : size;
}

const kBrain = new DataView(new ArrayBuffer(4));
/** The upper half of a 32-bit number. @param {number} bits */
function brain(bits) {
  kBrain.setUint32(0, bits << 16);
  return kBrain.getFloat32(0);
}

/** How a number is read; `little`: its first byte is the last digit. @type {Record<string, [bytes: number, read: (view: DataView, at: number, little: boolean) => number]>} */
const kKinds = {
  f8: [8, (view, at, little) => view.getFloat64(at, little)],
  f4: [4, (view, at, little) => view.getFloat32(at, little)],
  f2: [2, (view, at, little) => half(view.getUint16(at, little))],
  bf2: [2, (view, at, little) => brain(view.getUint16(at, little))],
  i8: [8, (view, at, little) => Number(view.getBigInt64(at, little))],
  i4: [4, (view, at, little) => view.getInt32(at, little)],
  i2: [2, (view, at, little) => view.getInt16(at, little)],
  i1: [1, (view, at) => view.getInt8(at)],
  u8: [8, (view, at, little) => Number(view.getBigUint64(at, little))],
  u4: [4, (view, at, little) => view.getUint32(at, little)],
  u2: [2, (view, at, little) => view.getUint16(at, little)],
  u1: [1, (view, at) => view.getUint8(at)],
  b1: [1, (view, at) => view.getUint8(at)],
};
const kSafe = { F64: 'f8', F32: 'f4', F16: 'f2', BF16: 'bf2', I64: 'i8', I32: 'i4', I16: 'i2', I8: 'i1', U64: 'u8', U32: 'u4', U16: 'u2', U8: 'u1', BOOL: 'b1' };

const product = (/** @type {number[]} */ shape) => shape.reduce((all, one) => all * one, 1);

/** @param {string} name @param {DataView} view @param {number} at @param {string} kind @param {boolean} little @param {number[]} shape */
function numbers(name, view, at, kind, little, shape) {
  const [bytes, read] = kKinds[kind] ?? [];
  if (!bytes || !read) throw new Error(tr('“%1” holds no numbers that can be read here. Save it as float64 or float32.', name));
  const count = product(shape);
  if (at + count * bytes > view.byteLength) throw new Error(tr('“%1” ends before its last number. Save it again.', name));
  return Float64Array.from({ length: count }, (_, k) => read(view, at + k * bytes, little));
}

/** The same in C order. @param {Float64Array} values in Fortran order @param {number[]} shape */
function transposed(values, shape) {
  const result = new Float64Array(values.length);
  const index = shape.map(() => 0);
  for (const value of values) {
    result[index.reduce((place, one, k) => place * shape[k] + one, 0)] = value;
    for (let k = 0; k < shape.length && ++index[k] === shape[k]; ++k) index[k] = 0;
  }
  return result;
}

/** @param {string} name @param {Uint8Array} bytes @param {ArrayFile} file */
function readNpy(name, bytes, file) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = bytes[6] > 1;
  const begin = wide ? 12 : 10;
  const end = bytes.length > begin ? begin + (wide ? view.getUint32(8, true) : view.getUint16(8, true)) : Infinity;
  const head = new TextDecoder('latin1').decode(bytes.subarray(begin, Math.min(end, bytes.length)));
  const [, order, kind] = /'descr': *'([<>|=])(\w+)'/.exec(head) ?? [];
  const shape = /'shape': *\(([\d, ]*)\)/.exec(head)?.[1].split(',').filter((size) => size.trim()).map(Number);
  if (String.fromCharCode(...bytes.subarray(1, 6)) !== 'NUMPY' || !shape || !kind) {
    throw new Error(tr('“%1” holds no numbers that can be read here. Save it as float64 or float32.', name));
  }
  if (/^U\d+$/.test(kind) && product(shape) === 1) {
    const letters = Array.from({ length: Number(kind.slice(1)) }, (_, k) => view.getUint32(end + 4 * k, order !== '>'));
    file.notes.set(name, String.fromCodePoint(...letters.filter(Boolean)));
    return;
  }
  const values = numbers(name, view, end, kind, order !== '>', shape);
  file.arrays.set(name, { shape, values: /'fortran_order': *True/.test(head) ? transposed(values, shape) : values });
}

/** @param {string} name @param {Uint8Array} bytes @param {ArrayFile} file */
function readNpz(name, bytes, file) {
  let unpacked = 0;
  /** @type {Record<string, Uint8Array>} */
  let members;
  try {
    members = unzipSync(bytes, { filter: ({ name, originalSize }) => name.endsWith('.npy') && (unpacked += originalSize) <= kMostBytes });
  } catch {
    throw new Error(tr('“%1” is damaged: it cannot be unpacked. Save it again.', name));
  }
  if (unpacked > kMostBytes) throw new Error(tr('The arrays of “%1” are too large to be learned here.', name));
  for (const [member, content] of Object.entries(members)) readNpy(member.slice(0, -4), content, file);
}

/** @param {string} name @param {Uint8Array} bytes @param {ArrayFile} file */
function readSafetensors(name, bytes, file) {
  const damaged = () => new Error(tr('“%1” is no file of safetensors, or it is damaged. Save it again.', name));
  if (bytes.length < 8) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = 8 + Number(view.getBigUint64(0, true));
  /** @type {Record<string, { dtype: keyof typeof kSafe, shape: number[], data_offsets: [number, number] }>} */
  let tensors;
  try {
    if (begin > bytes.length) throw damaged();
    tensors = JSON.parse(new TextDecoder().decode(bytes.subarray(8, begin)));
  } catch {
    throw damaged();
  }
  for (const [key, tensor] of Object.entries(tensors)) {
    if (key === '__metadata__') for (const [note, text] of Object.entries(tensor)) file.notes.set(note, String(text));
    else if (!Array.isArray(tensor?.shape) || !Number.isInteger(tensor.data_offsets?.[0])) throw damaged();
    else file.arrays.set(key, { shape: tensor.shape, values: numbers(key, view, begin + tensor.data_offsets[0], kSafe[tensor.dtype], true, tensor.shape) });
  }
}

/** All arrays of some files; throws a sentence. @param {{ name: string, bytes: Uint8Array }[]} files @returns {ArrayFile} */
export function readArrays(files) {
  /** @type {ArrayFile} */
  const file = { arrays: new Map(), notes: new Map() };
  for (const { name, bytes } of files) {
    if (/\.npz$/i.test(name)) readNpz(name, bytes, file);
    else if (/\.npy$/i.test(name)) readNpy(name.slice(0, -4), bytes, file);
    else readSafetensors(name, bytes, file);
  }
  return file;
}

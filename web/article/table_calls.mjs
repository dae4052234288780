// Lets the parts find the functions of the module that they call in its function table, not by names that it exports: of a
// thousand functions these names and their places are 5 KB of the compressed module, as entries of the table 1.5 KB.
import { exportsOf, importsOf, kExport, kFunction, kImport, leb, Reader, withSections } from './binary.mjs';

const kTable = 4;
const kElements = 9;

const named = (/** @type {string} */ text) => [text.length, ...Buffer.from(text)];

/**
 * @param {Uint8Array} whole the module @param {Uint8Array[]} parts
 * @param {Uint8Array} linked the module before it was cut: what it exports is for scripts
 * @returns {Uint8Array[]} the module and its parts; a part's import "1234" is the function at this place of the table
 */
export function callByTable(whole, parts, linked) {
  const called = new Set(parts.flatMap(importsOf).flatMap(({ name, kind }) => (kind === kFunction ? [name] : [])));
  const forScripts = new Set(exportsOf(linked).map(({ name }) => name));
  const all = exportsOf(whole);
  const entries = all.filter(({ name, kind }) => kind === kFunction && called.has(name)).sort((a, b) => a.index - b.index);
  let first = 0;
  const table = (/** @type {Uint8Array} */ contents) => {
    const reader = new Reader(contents, 0);
    const [count, type, bounded] = [reader.number(), contents[reader.at++], reader.number()];
    first = reader.number();
    if (count !== 1 || bounded) throw new Error('the module must have one table, which can grow');
    return [1, type, 0, ...leb(first + entries.length)];
  };
  const elements = (/** @type {Uint8Array} */ contents) => {
    const reader = new Reader(contents, 0);
    const segments = leb(reader.number() + 1);
    const own = [0, 0x41, ...leb(first, true), 0x0b, ...leb(entries.length), ...entries.flatMap(({ index }) => leb(index))];
    return [...segments, ...contents.subarray(reader.at), ...own];
  };
  const kept = all.filter((one) => !entries.includes(one) || forScripts.has(one.name));
  const exported = () => [...leb(kept.length), ...kept.flatMap(({ name, kind, index }) => [...named(name), kind, ...leb(index)])];
  const made = withSections(whole, { [kTable]: table, [kExport]: exported, [kElements]: elements });
  const places = new Map(entries.map(({ name }, k) => [name, String(first + k)]));
  const imported = (/** @type {Uint8Array} */ part) => () => {
    const own = importsOf(part);
    return [...leb(own.length), ...own.flatMap(({ module, name, kind, type }) => [...named(module), ...named(kind === kFunction ? (places.get(name) ?? name) : name), ...type])];
  };
  return [made, ...parts.map((part) => withSections(part, { [kImport]: imported(part) }))];
}

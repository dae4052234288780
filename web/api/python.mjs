// A module of Python for who calls it, read from its docstrings as headers are from their comments (headers.mjs).

/** @import { Entry, Header } from './headers.mjs' */

/** In src. */
export const kModule = 'c_api/lifted_learn.py';

const kDoc = /^\s*"""(.*?)"""/s;

/** A docstring without its indentation, line by line; what stands in columns is indented, so that it stays so. @param {string} text that begins with it @returns {string[]} */
function docOf(text) {
  const [, doc = ''] = kDoc.exec(text) ?? [];
  const [first, ...rest] = doc.split('\n');
  const indent = Math.min(...rest.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length));
  const whole = [first, ...rest.map((line) => line.slice(Math.min(indent, line.length)))].join('\n').trim();
  return whole.split(/\n\n+/).flatMap((part) => [...(/\S {2,}\S/.test(part) ? part.replaceAll(/^/gm, '  ') : part).split('\n'), '']);
}

/** The functions at an indentation that callers may call. @param {string} text @param {string} indent @returns {Entry[]} */
const functionsIn = (text, indent) =>
  [...text.matchAll(new RegExp(`^${indent}def ([a-z]\\w*\\(.*?\\)(?: -> [^:]+)?):\\n`, 'gms'))].map(({ 0: whole, 1: code, index }) => ({ code: `def ${code.replaceAll(/\s+/g, ' ')}`, says: docOf(text.slice(index + whole.length)), members: [] }));

/** @param {string} text @returns {Header} */
export function readModule(text) {
  const classes = [...text.matchAll(/^class (\w+)[^\n]*:\n(.*?)(?=^\S)/gms)].map(([, name, body]) => ({ name, body }));
  const fields = (/** @type {string} */ body) => [...body.matchAll(/^ {4}([a-zA-Z]\w*: .*)$/gm)].map(([, field]) => field);
  return {
    opening: docOf(text),
    entries: [
      ...functionsIn(text, ''),
      ...classes.flatMap(({ name, body }) => [
        { code: `class ${name}\n${fields(body.replace(kDoc, '')).map((field) => `  ${field}`).join('\n')}`, says: docOf(body), members: [] },
        ...functionsIn(body, '    ').map((entry) => ({ ...entry, code: entry.code.replace(/^def (\w+)\(self,? ?/, `${name}.$1(`) })),
      ]),
    ],
  };
}

/** What a caller is not told. @param {Header} module @returns {string[]} */
export function gapsOf({ opening, entries }) {
  const gaps = opening.length > 0 ? [] : ['the module does not say what it is for'];
  for (const { code, says } of entries) {
    const [name, ...fields] = code.split('\n');
    const words = says.join(' ');
    if (!words) gaps.push(`${name}: nothing is said of it`);
    for (const wanted of code.startsWith('class') ? [] : ['Raises', 'Cost']) if (!words.includes(wanted)) gaps.push(`${name}: it does not say “${wanted}”`);
    for (const field of fields.map((line) => line.trim().split(':')[0])) if (!new RegExp(`\\b${field}\\b`).test(words)) gaps.push(`${name}: nothing is said of ${field}`);
  }
  return gaps;
}

// Invalid input for figures: values, links and files, random ones and known troublemakers.

/** @import { FigureSchema, ParameterSchema } from '../../web/types/module.d.ts' */
/** @import { Rng } from './rng.mjs' */

// Names that every JavaScript object inherits.
export const kInherited = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

export const kWords = [
  '', ' ', '0', '-0', '00', '-1', '1e9', '1e999', '-1e999', '1e-999', '9007199254740993', '0.1.2', '1,5', '1 5', '+5', '--5', '.', '-', 'e', '1e', '0x10', '0b1',
  'NaN', 'nan', 'Infinity', '-Infinity', 'inf', 'null', 'undefined', 'true', '[object Object]', '١٢', '５', '½', '∞', '−3', '5%', '%35', '%', '%2', '%zz', '%00',
  '5&N=64', '5;N=64', '5#x', '5?d=6', '=', '==', '&&&', 'all', 'true,false', ',', ',,,', '1,', ',1', '1,2,3,4,5,6,7,8,9', '<b>5</b>', '"5"', "'5'", '`5`',
  '5\n6', '5\t', '\u0000', '5\u00006', '\ud83d\ude00'.repeat(30), '\ud83d', '\u202e5', 'é'.repeat(50), 'x'.repeat(5000), '9'.repeat(400), ...kInherited,
];

const kIds = ['shoes', 'la', 'figure', 'lock', 'hide', 'state', 'theme', 'lang', 'id', 'd.d', 'D', 'all', 'text', 'x'.repeat(60), 'ä', '<i>', '', ' d', 'd ', '%64', 'd[]', '🙂', ...kInherited];

/** A value that the parameter may have. @param {ParameterSchema} parameter @param {Rng} rng */
export function good(parameter, rng) {
  const { kind, choices, stops, min, max, step, most, group } = parameter;
  const number = () => {
    if (stops.length > 0) return rng.pick(stops);
    const stride = step || (max - min) / 8;
    return Number(Math.min(max, min + stride * rng.below(Math.floor((max - min) / stride) + 1)).toPrecision(12));
  };
  if (kind === 'choice') return rng.pick(choices).id;
  if (kind === 'switch') return rng.below(2);
  if (kind === 'numbers') return rng.some(group * rng.below(most / group + 1), number);
  return number();
}

/** A value for a parameter, usually an invalid one. @param {ParameterSchema} parameter @param {Rng} rng */
export function bad(parameter, rng) {
  const { min, max, step } = parameter;
  const edges = [min, max, min - 1, max + 1, min - step / 2, max + step / 2, min + step / 3, -max, max * 1e6, -0];
  return rng.happens(0.4) ? String(rng.pick(edges)) : rng.pick(kWords);
}

/** Valid values for some of the parameters. @param {FigureSchema} schema @param {Rng} rng */
export function goodState({ parameters }, rng) {
  const valued = parameters.filter(({ kind }) => kind !== 'action');
  return Object.fromEntries(rng.some(1 + rng.below(3), () => rng.pick(valued)).map((parameter) => [parameter.id, good(parameter, rng)]));
}

/** A state with valid, invalid and unknown settings. @param {FigureSchema} schema @param {Rng} rng */
export function badState(schema, rng) {
  const pairs = rng.some(1 + rng.below(4), () => {
    const parameter = rng.pick(schema.parameters);
    return rng.happens(0.3) ? [rng.pick(kIds), rng.pick(kWords)] : [parameter.id, bad(parameter, rng)];
  });
  // fromEntries makes a field __proto__ of its own.
  return Object.fromEntries([...Object.entries(rng.happens(0.5) ? goodState(schema, rng) : {}), ...pairs]);
}

const kGlue = ['&', '&', '&', '&', '&&', ';', '?', '=', '%26', '#', '\n', ''];

/** A query, usually a malformed one. @param {FigureSchema} schema @param {Rng} rng */
export function badQuery(schema, rng) {
  const pair = () => {
    const parameter = rng.pick(schema.parameters);
    const id = rng.happens(0.25) ? rng.pick(kIds) : parameter.id;
    const value = rng.happens(0.3) ? String(good(parameter, rng)) : String(bad(parameter, rng));
    return `${id}${rng.happens(0.95) ? '=' : ''}${rng.happens(0.2) ? encodeURIComponent(wellFormed(value)) : value}`;
  };
  const way = rng.unit();
  if (way < 0.05) return rng.some(200 + rng.below(400), () => rng.pick(kIds)).join('&');
  if (way < 0.1) return rng.some(1 + rng.below(200), () => String.fromCharCode(rng.below(way < 0.07 ? 0x10000 : 0x80))).join('');
  const query = rng.some(1 + rng.below(6), () => pair() + rng.pick(kGlue)).join('');
  return way < 0.3 ? `la=${rng.pick(['1', '2', '0', '', '1&la=1', 'x', '1e0', '99999999999'])}&${query}` : query;
}

/** @param {string} text without lone surrogates, which an address cannot have */
export const wellFormed = (text) => text.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

/** A text with something removed, inserted, doubled or replaced. @param {string} text @param {Rng} rng */
export function mutated(text, rng) {
  const at = () => rng.below(text.length + 1);
  for (let k = 1 + rng.below(3); k > 0; --k) {
    const [from, to] = [at(), at()].sort((a, b) => a - b);
    const way = rng.below(9);
    if (way === 0) text = text.slice(0, from);
    else if (way === 1) text = text.slice(0, from) + text.slice(Math.min(to, from + 40));
    else if (way === 2) text = text.slice(0, from) + rng.pick(kWords) + text.slice(from);
    else if (way === 3) text = text.slice(0, from) + text.slice(from, Math.min(to, from + 60)).repeat(2 + rng.below(3)) + text.slice(from);
    else if (way === 4) text = text.slice(0, from) + String.fromCharCode(rng.pick([0, 0x1f, 0x22, 0x23, 0x2c, 0x7f, 0xd800, 0xfeff, 0xfffe, 0x2028, 10, 13])) + text.slice(from + rng.below(2));
    else if (way === 5) text = replacedOnce(text, /-?\d+(\.\d+)?/g, rng.pick(kWords), rng);
    else if (way === 6) text = replacedOnce(text, /"[^"\n]*"/g, rng.pick(['null', '[]', '{}', '"__proto__"', '-1', '[[[]]]', 'true']), rng);
    else if (way === 7) text = text.replaceAll('\r\n', rng.pick(['\n', '\r', '\n\n', ';', '\u2028']));
    else text = rng.pick(['\ufeff', '\ufeff\ufeff', '\n', '"', '{', '# ', 'sep=;\n']) + text;
  }
  return text;
}

/** @param {string} text @param {RegExp} pattern @param {string} other @param {Rng} rng */
function replacedOnce(text, pattern, other, rng) {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { index, 0: words } = rng.pick(found);
  return text.slice(0, index) + other + text.slice(index + words.length);
}

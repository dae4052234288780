// @ts-check
// The table (src/learner/sequence_table.hpp) of sequences, targets and predictions that come as arrays: see
// web/learn/README.md for their names and shapes.

import { readArrays } from './arrays.js';
import { tr } from './words.js';

/** @import { NumberArray, ArrayFile } from './arrays.js' */

const kNames = {
  tokens: /^(tokens?|x|z)$/i,
  targets: /^(targets?|answers?|y)$/i,
  predictions: /^(predictions?|p)$/i,
  V: /^(.*\.)?v$/i,
  Q: /^(.*\.)?q$/i,
  W_q: /^(.*\.)?w_?q(\.weight)?$/i,
  W_k: /^(.*\.)?w_?k(\.weight)?$/i,
  W_v: /^(.*\.)?w_?v(\.weight)?$/i,
  W_o: /^(.*\.)?w_?o(\.weight)?$/i,
};

/** @typedef {keyof typeof kNames} Name */
/** @typedef {Partial<Record<Name, NumberArray>>} Arrays */

const shapeOf = (/** @type {NumberArray} */ { shape }) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** @param {ArrayFile} file @returns {Arrays} */
function known({ arrays }) {
  /** @type {Arrays} */
  const found = {};
  for (const [own, array] of arrays) {
    const name = /** @type {Name | undefined} */ (Object.keys(kNames).find((name) => kNames[/** @type {Name} */ (name)].test(own)));
    if (name && found[name]) throw new Error(tr('Two arrays are called %1: keep one of them.', name));
    if (name) found[name] = array;
  }
  return found;
}

/** Heads first, where there is but one too. @param {NumberArray} array */
const byHead = (array) => (array.shape.length === 2 ? { shape: [1, ...array.shape], values: array.values } : array);

/** The product of two stacks of matrices. @param {NumberArray} a heads x rows x inner @param {NumberArray} b heads x inner x columns @returns {NumberArray} */
function times(a, b) {
  const [heads, rows, inner] = a.shape;
  const columns = b.shape[2];
  const values = new Float64Array(heads * rows * columns);
  for (let h = 0; h < heads; ++h)
    for (let i = 0; i < rows; ++i)
      for (let j = 0; j < columns; ++j)
        for (let k = 0; k < inner; ++k)
          values[(h * rows + i) * columns + j] += a.values[(h * rows + i) * inner + k] * b.values[(h * inner + k) * columns + j];
  return { shape: [heads, rows, columns], values };
}

/** A stack of matrices turned. @param {NumberArray} a @returns {NumberArray} */
function turned(a) {
  const [heads, rows, columns] = a.shape;
  return { shape: [heads, columns, rows], values: Float64Array.from({ length: a.values.length }, (_, at) => a.values[Math.floor(at / (rows * columns)) * rows * columns + (at % rows) * columns + (Math.floor(at / rows) % columns)]) };
}

/** The maps of a layer's heads, from V and Q or from the four matrices of attention; null: there are none. @param {Arrays} found @param {number} d @param {number} outputs */
function layerOf({ V, Q, W_q, W_k, W_v, W_o }, d, outputs) {
  const four = [W_q, W_k, W_v, W_o].filter((one) => one !== undefined).map(byHead);
  if (!V && !Q && four.length === 0) return null;
  if (four.length !== 4 && !(V && Q)) throw new Error(tr('A layer has V and Q, or W_q, W_k, W_v and W_o: one of them is missing.'));
  if (four.length === 4) {
    const [query, key, value, output] = four;
    const [heads, size] = query.shape;
    const fits = [query, key].every(({ shape }) => `${shape}` === `${[heads, size, d]}`) && value.shape[0] === heads && value.shape[2] === d && `${output.shape}` === `${[heads, outputs, value.shape[1]]}`;
    if (!fits) {
      throw new Error(tr('W_q and W_k must be heads × any × %1, W_v heads × any × %1 and W_o heads × %2 × any: they are %3.', String(d), String(outputs), four.map(shapeOf).join(', ')));
    }
    return { V: times(output, value), Q: times(turned(key), query) };
  }
  const layer = { V: byHead(/** @type {NumberArray} */ (V)), Q: byHead(/** @type {NumberArray} */ (Q)) };
  const heads = layer.V.shape[0];
  if (`${layer.V.shape}` !== `${[heads, outputs, d]}` || `${layer.Q.shape}` !== `${[heads, d, d]}`) {
    throw new Error(tr('V must be heads × %2 × %1 and Q heads × %1 × %1: they are %3.', String(d), String(outputs), [layer.V, layer.Q].map(shapeOf).join(', ')));
  }
  return layer;
}

/**
 * What a layer answers a sequence: sum over heads of V G Q z, G = sum of z_s z_sᵀ over the tokens seen.
 * @param {{ V: NumberArray, Q: NumberArray }} layer @param {(t: number, k: number) => number} z @param {number} n @param {string} mode
 * @returns {Map<number, number[]>} by token
 */
function answers({ V, Q }, z, n, mode) {
  const [heads, outputs, d] = V.shape;
  const G = new Float64Array(d * d);
  const see = (/** @type {number} */ t) => {
    for (let j = 0; j < d; ++j) for (let k = 0; k < d; ++k) G[j * d + k] += z(t, j) * z(t, k);
  };
  const answered = new Map();
  if (mode !== 'causal') for (let t = 0; t < n; ++t) see(t);
  for (let t = 0; t < n; ++t) {
    if (mode === 'causal') see(t);
    if (mode === 'last' && t + 1 < n) continue;
    const y = Array.from({ length: outputs }, () => 0);
    for (let h = 0; h < heads; ++h) {
      const asked = Array.from({ length: d }, (_, k) => sum(d, (l) => Q.values[(h * d + k) * d + l] * z(t, l)));
      const seen = Array.from({ length: d }, (_, j) => sum(d, (k) => G[j * d + k] * asked[k]));
      for (let a = 0; a < outputs; ++a) y[a] += sum(d, (j) => V.values[(h * outputs + a) * d + j] * seen[j]);
    }
    answered.set(t, y);
  }
  return answered;
}

/** @param {number} count @param {(k: number) => number} term */
function sum(count, term) {
  let all = 0;
  for (let k = 0; k < count; ++k) all += term(k);
  return all;
}

/**
 * The table of what is in some files; throws a sentence.
 * @param {{ name: string, bytes: Uint8Array }[]} files @param {number} most bytes that a table may have
 */
export function tableOf(files, most) {
  const file = readArrays(files);
  const found = known(file);
  const names = [...file.arrays.keys()].join(', ');
  const { tokens, targets, predictions } = found;
  if (!tokens || !targets) throw new Error(tr('No array is called %1. Arrays that are here: %2.', tokens ? 'targets' : 'tokens', names || tr('none')));
  if (tokens.shape.length !== 3) throw new Error(tr('The tokens must have the shape sequences × tokens × numbers: it is %1.', shapeOf(tokens)));
  const [count, n, d] = tokens.shape;
  const every = targets.shape.length === 3;
  const outputs = targets.shape.length === 1 ? 1 : targets.shape[targets.shape.length - 1];
  const isTargets = (/** @type {NumberArray} */ { shape }) => `${shape}` === `${every ? [count, n, outputs] : [count, outputs]}` || (!every && outputs === 1 && `${shape}` === `${[count]}`);
  for (const [name, array] of /** @type {const} */ ([['targets', targets], ['predictions', predictions]])) {
    if (array && !isTargets(array)) {
      throw new Error(tr('The tokens are %2, so the %1 must be sequences × numbers for the last token, or sequences × tokens × numbers for every one: they are %3.', name, shapeOf(tokens), shapeOf(array)));
    }
  }
  const mode = [...file.notes].find(([name]) => /^(mode|asks|targets)$/i.test(name))?.[1] ?? (every ? 'all' : 'last');
  if (!(every ? ['all', 'causal'] : ['last']).includes(mode)) throw new Error(tr('“Which tokens ask” must be “all” or “causal” where every token has a target, else “last”: it is “%1”.', mode));
  if (17 * (tokens.values.length + 2 * targets.values.length) > 10 * most) throw new Error(tr('These arrays are too large to be learned here: keep fewer sequences.'));
  const layer = predictions ? null : layerOf(found, d, outputs);
  const compared = Boolean(predictions || layer);
  const columns = (/** @type {string} */ letter, /** @type {number} */ size) => Array.from({ length: size }, (_, k) => `${letter}${k + 1}`);
  const lines = [`# targets: ${mode}`, ['sequence', 'token', ...columns('x', d), ...columns('y', outputs), ...(compared ? columns('p', outputs) : [])].join(',')];
  const none = Array.from({ length: outputs }, () => '');
  for (let i = 0; i < count; ++i) {
    const z = (/** @type {number} */ t, /** @type {number} */ k) => tokens.values[(i * n + t) * d + k];
    const own = layer && answers(layer, z, n, mode);
    for (let t = 0; t < n; ++t) {
      const isAsked = every || t + 1 === n;
      const at = (every ? i * n + t : i) * outputs;
      const part = (/** @type {NumberArray} */ { values }) => (isAsked ? Array.from({ length: outputs }, (_, k) => values[at + k]) : none);
      const answer = predictions ? part(predictions) : own ? (own.get(t) ?? none) : [];
      lines.push([i + 1, t + 1, ...Array.from({ length: d }, (_, k) => z(t, k)), ...part(targets), ...answer].join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}

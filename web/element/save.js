// @ts-check
// Saves figures as files, and opens saved files.

import { fromBase64, toBase64 } from './base64.js';
import { citation, paperSentences } from './citation.js';
import { make } from './make.js';
import { pngFile, svgFile } from './picture_file.js';
import { isSaved, readSaved, toCsv, toJson, Unreadable } from './saved_file.js';
import { tr } from './words.js';

/** @import { State } from '../types/element.d.ts' */
/** @import { Figure } from './figure.js' */
/** @import { Saved } from './saved_file.js' */

/** @typedef {'png' | 'svg' | 'csv' | 'json'} Kind */

const kMostBytes = 16e6;
const kMostSentences = 5;
const kTypes = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

/**
 * What a figure says once nothing runs any more, and how to find and cite it; rejects with a sentence.
 * @param {Figure} figure
 * @param {() => string} link
 */
export async function originOf({ learning, schema }, link) {
  await learning.whenIdle();
  if (!learning.isUpToDate) throw new Error(tr('There is no finished result for these values to save. Run the figure first.'));
  return { ...learning.description, citation: citation(schema, link()), papers: paperSentences(), link: link() };
}

/**
 * The figure as a file, once nothing runs any more.
 * @param {Figure} figure
 * @param {Kind} kind
 * @param {() => string} link to the figure, asked for when nothing runs
 * @returns {Promise<Blob>} rejects with a sentence
 */
export async function exportFile(figure, kind, link) {
  if (!['png', 'svg', 'csv', 'json'].includes(kind)) throw new Error(tr('A figure can be exported as png, svg, csv or json, not as “%1”.', kind));
  const origin = await originOf(figure, link);
  const { learning, schema, view, text } = figure;
  const { description } = learning;
  if (kind === 'svg') return svgFile(await view.svg(), origin);
  if (kind === 'png') return pngFile(view, origin);
  const own = text?.own ? toBase64(text.own) : '';
  const shown = { schema, state: figure.state, query: figure.query(true), link: link(), description, text: own };
  return new Blob([kind === 'csv' ? toCsv(shown) : toJson(shown)], { type: kTypes[kind] });
}

/** @param {Blob} file @param {string} name */
export function download(file, name) {
  const address = URL.createObjectURL(file);
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Hands a file to the reader. @param {Figure} figure @param {Kind} kind @param {() => string} link */
export async function saveFile(figure, kind, link) {
  try {
    download(await exportFile(figure, kind, link), `lifted-attention-${figure.schema.id}.${kind}`);
  } catch (error) {
    figure.dom.note('hint', error instanceof Error ? error.message : String(error));
  }
}

/**
 * Restores the state of a saved file, to the last bit, including values that the page has fixed.
 * @param {Figure} figure
 * @param {string | Blob} source
 * @returns {Promise<string[]>} what is wrong with the file; then nothing has changed
 */
export const importFile = (figure, source) => restore(figure, source, false);

/** Opens what was saved from a figure, or files to learn from: what the page has fixed stays. @param {Figure} figure @param {File[]} files */
export async function openFiles(figure, files) {
  if (figure.texts.length > 0 && !isSaved(await files[0].slice(0, 200).text())) return figure.useText(files);
  const sentences = await restore(figure, files[0], true);
  figure.dom.note('error', sentences);
}

/** Asks the reader for a file. @param {Figure} figure */
export function chooseFile(figure) {
  const input = make('input', { type: 'file', accept: '.json,.csv', className: 'unseen', tabIndex: -1, 'aria-hidden': true });
  input.addEventListener('change', () => {
    if (input.files?.[0]) figure.open([input.files[0]]);
    input.remove();
  });
  input.addEventListener('cancel', () => input.remove());
  figure.dom.figure.append(input);
  input.click();
}

/** @param {Figure} figure @param {string | Blob} source @param {boolean} byReader then a file that changes fixed values is refused */
async function restore(figure, source, byReader) {
  const before = { state: figure.state, query: figure.query(true) };
  try {
    const saved = readSaved(await textOf(source));
    const own = ownText(figure, saved);
    const other = saved.figure === figure.schema.id ? '' : otherFigure(figure, saved.figure);
    if (other) return [other];
    figure.alter('reset');
    const sentences = [...saved.notices, ...figure.setState(saved.query)];
    if (byReader) sentences.push(...fixedConflicts(figure, before.state, own));
    if (sentences.length > 0) {
      figure.setState(before.query);
      return sentences.slice(0, kMostSentences);
    }
    // A text that these values do not use is left alone.
    figure.text?.restore(own);
    figure.change(() => {});
    return [];
  } catch (error) {
    if (error instanceof Unreadable) return [error.message];
    throw error;
  }
}

/** @param {string | Blob} source */
async function textOf(source) {
  const size = typeof source === 'string' ? source.length : source.size;
  if (size > kMostBytes) throw new Unreadable(tr('This file has %1 MB; a saved figure has at most %2 MB.', String(Math.ceil(size / 1e6)), String(kMostBytes / 1e6)));
  return typeof source === 'string' ? source : source.text();
}

/** The bytes of the reader's own text; null: the figure's sample was used. @param {Figure} figure @param {Saved} saved */
function ownText({ schema }, saved) {
  if (!saved.text || schema.texts.length === 0) return null;
  const own = fromBase64(saved.text);
  if (!own) throw new Unreadable(tr('The text in this file was cut off or changed. Save it anew.'));
  if (own.length > Math.max(...schema.texts.map(({ maxBytes }) => maxBytes))) throw new Unreadable(tr('The text in this file is longer than the figure can learn from.'));
  return own;
}

/** @param {Figure} figure @param {string} id of another */
function otherFigure({ schema }, id) {
  if (!Object.hasOwn(LIFTED_PARTS, id)) return tr('This file was saved from a figure that there is not here.');
  return tr('This file was saved from the figure “%1”; this one is “%2”. Open it there.', id, schema.id);
}

/** A sentence about fixed values that the file would change. @param {Figure} figure with the file's values @param {State} before @param {Uint8Array | null} own */
function fixedConflicts(figure, before, own) {
  const { schema, state, text } = figure;
  const differs = (/** @type {string} */ id) => figure.isFixed(id) && String(before[id]) !== String(state[id]);
  const labels = schema.parameters.filter(({ id }) => differs(id)).map(({ label }) => label);
  if (text && figure.isFixed('text') && String(text.own) !== String(own)) labels.push(text.schema.label);
  return labels.length > 0 ? [tr('The page around this figure has fixed: %1. This file has other values, so it was not opened.', labels.join(', '))] : [];
}

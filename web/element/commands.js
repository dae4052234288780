// @ts-check
// What the quiet menu of a figure offers.

import { make } from './make.js';
import { csv, download, downloadPixels, svgPixels } from './save.js';

/** @import { Command } from './menu.js' */
/** @import { Figure } from './figure.js' */

// Pixels for a CSS pixel of a saved picture: sharp in slides and in print.
const kSavedDensity = 2;

/**
 * @param {Figure} figure
 * @param {() => string} link to the figure as it is now
 * @param {() => void} reset
 * @returns {Command[]}
 */
export function commands(figure, link, reset) {
  const { host, schema, stage, anatomy, learning } = figure;
  const file = (/** @type {string} */ kind) => `lifted-attention-${schema.id}.${kind}`;
  return [
    { label: 'Reset', act: reset },
    { label: 'Undo', act: () => figure.travel('undo'), can: () => figure.canUndo },
    { label: 'Redo', act: () => figure.travel('redo'), can: () => figure.history.canRedo },
    {
      label: 'Controls as a form',
      act: () => figure.prefer('form'),
      shown: () => !figure.fixedControls && anatomy.figure.dataset.controls === 'canvas',
    },
    {
      label: 'Controls in the picture',
      act: () => figure.prefer('canvas'),
      shown: () => !figure.fixedControls && anatomy.figure.dataset.controls === 'form' && stage.hasCanvas && !stage.narrow,
    },
    { label: 'Copy link', act: () => copyLink(figure, link()) },
    { label: 'Save picture (SVG)', act: () => download(stage.svg(), 'image/svg+xml', file('svg')) },
    { label: 'Save picture (PNG)', act: () => savePng(figure, file('png')) },
    { label: 'Save numbers (CSV)', act: () => download(csv(learning.description.table), 'text/csv', file('csv')) },
    { label: 'Save all (JSON)', act: () => download(allOf(figure, link()), 'application/json', file('json')) },
    {
      label: 'Full screen',
      act: () => void host.requestFullscreen().catch(() => anatomy.note('hint', 'This page does not allow full screen.')),
      shown: () => document.fullscreenEnabled && document.fullscreenElement !== host,
    },
    {
      label: 'Leave full screen',
      act: () => void document.exitFullscreen(),
      shown: () => document.fullscreenElement === host,
    },
  ];
}

/** @param {Figure} figure @param {string} link */
async function copyLink({ anatomy }, link) {
  try {
    await navigator.clipboard.writeText(link);
    anatomy.note('hint', 'Link copied.');
  } catch {
    const field = make('input', { readOnly: true, value: link, 'aria-label': 'Link to this state' });
    anatomy.note('hint', 'Copy this link:', field);
    field.select();
  }
}

/** @param {Figure} figure @param {string} name */
async function savePng({ stage }, name) {
  const width = Math.round(stage.width * kSavedDensity);
  const height = Math.round(stage.pictureHeight * kSavedDensity);
  downloadPixels(stage.raster(kSavedDensity) ?? (await svgPixels(stage.svg(), width, height)), name);
}

/** State, numbers and where they are from. @param {Figure} figure @param {string} link */
function allOf({ schema, state, learning }, link) {
  const { title, sentence, table } = learning.description;
  const citation = `Lifted Attention, “${schema.name}”, ${link}`;
  return JSON.stringify({ figure: schema.id, state, title, sentence, table, citation }, null, 2);
}

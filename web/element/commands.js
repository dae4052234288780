// @ts-check
// What the quiet menu of a figure offers.

import { carried } from './beside.js';
import { showCode } from './code.js';
import { showEmbedDialog } from './embed_dialog.js';
import { make } from './make.js';
import { saveOffline } from './offline.js';
import { chooseFile, saveFile } from './save.js';
import { saveData } from './save_data.js';
import { say } from './words.js';

/** @import { Command } from './menu.js' */
/** @import { Figure } from './figure.js' */

/**
 * @param {Figure} figure
 * @param {() => string} link to the figure as it is now
 * @returns {Command[]}
 */
export function commands(figure, link) {
  const { host, schema, stage, anatomy } = figure;
  return [
    { label: say('Reset'), act: () => host.reset() },
    { label: say('Undo'), act: () => figure.travel('undo'), can: () => figure.canUndo },
    { label: say('Redo'), act: () => figure.travel('redo'), can: () => figure.history.canRedo },
    {
      label: say('Controls as a form'),
      act: () => figure.prefer('form'),
      shown: () => !figure.fixedControls && anatomy.figure.dataset.controls === 'canvas',
    },
    {
      label: say('Controls in the picture'),
      act: () => figure.prefer('canvas'),
      shown: () => !figure.fixedControls && anatomy.figure.dataset.controls === 'form' && stage.hasCanvas && !stage.narrow,
    },
    { label: say('Copy link'), act: () => copyLink(figure, link()) },
    { label: say('QR code'), act: () => showCode(anatomy.figure, link()) },
    { label: say('Embed…'), act: () => showEmbedDialog(figure), shown: () => !carried },
    { label: say('Save picture (SVG)'), act: () => saveFile(figure, 'svg', link) },
    { label: say('Save picture (PNG)'), act: () => saveFile(figure, 'png', link) },
    { label: say('Save numbers (CSV)'), act: () => saveFile(figure, 'csv', link) },
    { label: say('Save data (CSV)'), act: () => saveData(figure, `lifted-attention-${schema.id}.data.csv`), shown: () => schema.jobs.includes('data') },
    { label: say('Save all (JSON)'), act: () => saveFile(figure, 'json', link) },
    { label: say('Save for offline use (HTML)'), act: () => void saveOffline(figure), shown: () => !carried },
    { label: say('Open saved…'), act: () => chooseFile(figure) },
    {
      label: say('Full screen'),
      act: () => void host.requestFullscreen().catch(() => anatomy.note('hint', say('This page does not allow full screen.'))),
      shown: () => document.fullscreenEnabled && document.fullscreenElement !== host,
    },
    {
      label: say('Leave full screen'),
      act: () => void document.exitFullscreen(),
      shown: () => document.fullscreenElement === host,
    },
  ];
}

/** @param {Figure} figure @param {string} link */
async function copyLink({ anatomy }, link) {
  try {
    await navigator.clipboard.writeText(link);
    anatomy.note('hint', say('Link copied.'));
  } catch {
    const field = make('input', { readOnly: true, dir: 'ltr', value: link, 'aria-label': say('Link to this state') });
    anatomy.note('hint', say('Copy this link:'), field);
    field.select();
  }
}

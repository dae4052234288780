// @ts-check
// The commands of a figure's menu.

import { embeddedAssets } from './asset_url.js';
import { copyLink } from './clipboard.js';
import { showCode } from './code.js';
import { showEmbedDialog } from './embed_dialog.js';
import { loadData } from './load_more.js';
import { saveOffline } from './offline.js';
import { chooseFile, saveFile } from './save.js';
import { tr } from './words.js';

/** @import { Command } from './menu_list.js' */
/** @import { Figure } from './figure.js' */

/**
 * @param {Figure} figure
 * @param {() => string} link to the figure as it is now
 * @returns {Command[]}
 */
export function commands(figure, link) {
  const { host, schema, view, dom } = figure;
  /** A command that a job of the figure serves. @param {string} job @param {(data: typeof import('./data.js')) => Promise<void>} use */
  const ofJob = (job, use) => ({
    act: () => void loadData().then(use).catch(({ message }) => dom.note('hint', message)),
    shown: () => schema.jobs.includes(job),
  });
  return [
    { label: tr('Reset'), act: () => host.reset() },
    { label: tr('Undo'), act: () => figure.moveInHistory('undo'), can: () => figure.canUndo },
    { label: tr('Redo'), act: () => figure.moveInHistory('redo'), can: () => figure.history.canRedo },
    {
      label: tr('Controls as a form'),
      act: () => figure.preferControls('form'),
      shown: () => !figure.fixedControls && dom.figure.dataset.controls === 'canvas',
    },
    {
      label: tr('Controls in the picture'),
      act: () => figure.preferControls('canvas'),
      shown: () => !figure.fixedControls && dom.figure.dataset.controls === 'form' && view.hasCanvas && !view.narrow,
    },
    { label: tr('Copy link'), act: () => void copyLink(dom, link()) },
    { label: tr('QR code'), act: () => showCode(dom.figure, link()) },
    { label: tr('Embed…'), act: () => showEmbedDialog(figure), shown: () => !embeddedAssets },
    { label: tr('Save picture (SVG)'), act: () => saveFile(figure, 'svg', link) },
    { label: tr('Save picture (PNG)'), act: () => saveFile(figure, 'png', link) },
    { label: tr('Save numbers (CSV)'), act: () => saveFile(figure, 'csv', link) },
    { label: tr('Save data (CSV)'), ...ofJob('data', ({ saveData }) => saveData(figure, `lifted-attention-${schema.id}.data.csv`)) },
    { label: tr('Check in Python (notebook)'), ...ofJob('check', ({ checkInPython }) => checkInPython(figure, 'notebook', link)) },
    { label: tr('Copy as a Python script'), ...ofJob('check', ({ checkInPython }) => checkInPython(figure, 'script', link)) },
    { label: tr('Save all (JSON)'), act: () => saveFile(figure, 'json', link) },
    { label: tr('Save for offline use (HTML)'), act: () => void saveOffline(figure), shown: () => !embeddedAssets },
    { label: tr('Open saved…'), act: () => chooseFile(figure) },
    {
      label: tr('Full screen'),
      act: () => void host.requestFullscreen().catch(() => dom.note('hint', tr('This page does not allow full screen.'))),
      shown: () => host.ownerDocument.fullscreenEnabled && !host.matches(':fullscreen'),
    },
    {
      label: tr('Leave full screen'),
      act: () => void host.ownerDocument.exitFullscreen(),
      shown: () => host.matches(':fullscreen'),
    },
  ];
}

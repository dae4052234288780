// Notebooks for teachers: of every figure with a program that checks it, one state, written when the site is built.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paperSentences } from '../element/citation.js';
import { notebookOf } from '../element/notebook.js';
import { linkTo } from './classroom.mjs';

/** @import { Learner } from './learner.mjs' */

/** States with so few data that a notebook opens at once; all others have the figure's own values. */
const kStates = {
  algorithm: 'N=256',
  samples: 'most=512&sets=4',
  certificate: 'm=2&N=256',
  machines: 'N=96',
  turing: 'machine=increment&N=200',
  language: 'd=6&N=2048',
};

/**
 * Writes check/<figure>.ipynb, if the figure has a program.
 * @param {string} to the site
 * @param {Learner} learner
 * @param {string} id of the figure
 * @param {(file: string) => string} read gives a text of the site
 * @returns {Promise<boolean>}
 */
export async function makeNotebook(to, learner, id, read) {
  const { name, jobs } = learner.figures().find((schema) => schema.id === id);
  if (!jobs.includes('check')) return false;
  const file = (figure) => join(to, `check/${figure}.py`);
  if (!existsSync(file(id))) throw new Error(`figure "${id}" has a job "check", and there is no web/check/${id}.py`);
  const [beginning, program] = await Promise.all(['beginning', id].map((figure) => readFile(file(figure), 'utf8')));
  const query = kStates[id] ?? '';
  const { title } = learner.result(id, query, read);
  const data = new TextDecoder().decode(learner.job('check', id, query, read));
  // The address that the site will have is not known yet.
  const origin = { name, title, link: `../index.html${linkTo(id, query)}`, citation: `Lifted Attention, “${name}”`, papers: paperSentences() };
  await writeFile(join(to, `check/${id}.ipynb`), notebookOf({ beginning, program, data, origin }));
  return true;
}

// @ts-check
// The source to cite for a saved figure.

import { assetUrl } from './asset_url.js';
import { tr } from './words.js';

/** @import { FigureSchema } from '../types/module.d.ts' */

export const kPapers = [
  {
    authors: 'M. Yau, E. Akyürek, J. Mao, J. B. Tenenbaum, S. Jegelka, J. Andreas',
    title: 'Learning Linear Attention in Polynomial Time',
    venue: 'NeurIPS 2025',
    arxiv: '2410.10101',
  },
  {
    authors: 'S. Chen, Y. Li',
    title: 'Provably Learning a Multi-Head Attention Layer',
    venue: 'STOC 2025',
    arxiv: '2402.04084',
  },
];

/** The page that explains the figure. */
export const ourPage = () => assetUrl('.');

/** One sentence for each paper. */
export const paperSentences = () =>
  kPapers.map(({ authors, title, venue, arxiv }) => `${authors}: “${title}”, ${venue}. arXiv:${arxiv}`);

/** @param {FigureSchema} schema @param {string} link to the state */
export const citation = ({ name }, link) => tr('Lifted Attention, “%1”, %2, live at %3', name, ourPage(), link);

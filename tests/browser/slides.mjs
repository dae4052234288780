// The presenter's slides in their order, as a hand would list them.
import { exercises } from '../../web/exercises.js';
import { articleFigures } from './server.mjs';

// The headings with formulas, by the figure that follows them.
const kFormulas = {
  landscape: ['no-softmax', 'model'],
  feature_map: ['cubic'],
  relaxation: ['relaxation-section'],
  algorithm: ['step-products', 'step-gram', 'step-solve', 'step-heads'],
  head_count: ['heads'],
  certificate: ['identifiability'],
  machines: ['lookup'],
  phases: ['harder'],
  softmax: ['switches'],
};
export const formulas = Object.values(kFormulas).flat();
// What is asked before its figure.
const kAhead = { relaxation: ['below-the-line'] };
export const slides = articleFigures.flatMap((figure) => {
  const ahead = kAhead[figure] ?? [];
  return [...(kFormulas[figure] ?? []), ...ahead, figure, ...exercises.filter((one) => one.figure === figure && !ahead.includes(one.id)).map(({ id }) => id)];
});
export const count = slides.length;
/** The number of a slide, from 1. @param {string} slide */
export const numberOf = (slide) => slides.indexOf(slide) + 1;

// @ts-check
// The room that a figure takes before it has started: its own form, unseen and deaf, so that nothing jumps when it comes.

import { Form } from './form.js';
import { coarsePointer } from './look.js';

/** @import { ParameterSchema, Rooms } from '../types/module.d.ts' */
/** @import { ShadowDom } from './shadow_dom.js' */

const ignore = () => {};
const kDeaf = { slid: ignore, stepped: ignore, typed: () => [], chosen: ignore, acted: ignore, paced: ignore, unclear: ignore };
const kBlank = /** @type {ParameterSchema} */ ({ step: 1, film: false, lever: false, primary: true, symbol: '', help: '' });

/** @type {Map<string, Rooms>} */
const kRooms = new Map(Object.entries(LIFTED_ROOMS));

/** @param {ShadowDom} dom @param {string} id of a figure, if there is one */
export function keepRooms({ figure, controls, film }, id) {
  const rooms = kRooms.get(id);
  if (!rooms) return;
  figure.dataset.rooms = rooms.shows;
  figure.style.setProperty('--la-one-line-from', `${rooms.oneLineFrom}px`);
  const parameters = rooms.controls.map(({ choices, ...kind }, k) => ({ ...kBlank, ...kind, id: `room-${k}`, choices: choices.map((label) => ({ id: '', label })) }));
  const form = new Form(parameters, kDeaf);
  // The chosen of alternatives is bold, and wider.
  parameters.forEach(({ id, initial }) => form.primary.querySelector(`[name=${id}][value="${initial}"]`)?.toggleAttribute('checked', true));
  if (!rooms.shows.includes('film')) form.atThumb(coarsePointer());
  controls.replaceChildren(form.primary);
  film.replaceChildren(form.film);
}

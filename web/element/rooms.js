// @ts-check
// The room that a figure takes before it has started: its own form, unseen and deaf, so that nothing jumps when it comes.

import { Form } from './form.js';
import { coarsePointer } from './look.js';
import { make } from './make.js';

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
  for (const { id, initial } of parameters) {
    const chosen = /** @type {HTMLElement | null} */ (form.primary.querySelector(`[name=${id}][value="${initial}"] + span`));
    if (chosen) chosen.style.fontWeight = '600';
  }
  // Browsers that fill in forms lay out all that stands around a field, to see where it is: these are none, and take the same room.
  for (const entry of form.primary.querySelectorAll('.entry')) entry.setAttribute('type', 'button');
  for (const radio of form.primary.querySelectorAll('[type=radio]')) radio.remove();
  for (const select of form.primary.querySelectorAll('select')) select.replaceWith(make('input', { type: 'button', className: 'select' }));
  if (!rooms.shows.includes('film')) form.atThumb(coarsePointer());
  controls.replaceChildren(form.primary);
  film.replaceChildren(form.film);
}

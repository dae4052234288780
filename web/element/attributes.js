// @ts-check
// Values given as attributes: `<lifted-attention figure="algorithm" d="6" state="N=512&H=2">`.
// HTML turns attribute names into lower case, so where `n` and `N` are two parameters, `n="8"` means n, and N has to be
// set in the attribute `state`.

import { tr } from './words.js';

/** @import { FigureSchema } from '../types/module.d.ts' */

// Attributes with another meaning: the element's, HTML's, and those with a hyphen, a colon or an @, which frameworks add.
const kOurs = 'figure|theme|controls|lock|hide|more|bare|plays|poster|posters|shape|address|state';
const kGlobal =
  'accesskey|anchor|autocapitalize|autocorrect|autofocus|class|contenteditable|contextmenu|dir|draggable|enterkeyhint|exportparts|focusgroup|headingoffset|headingreset|hidden|id|inert|inputmode|interestfor|is|item\\w*|lang|nonce|on\\w+|part|popover|role|slot|spellcheck|style|tabindex|title|translate|virtualkeyboardpolicy|writingsuggestions|xmlns';
const kNotValues = new RegExp(`^(${kOurs}|${kGlobal})$|[^\\w]`);

/** Whether an attribute can set values. @param {string} name */
export const isAboutValues = (name) => name === 'state' || !kNotValues.test(name);

const kMostShown = 20; // letters of a value
const kChoices = { theme: ['light', 'dark'], controls: ['form', 'canvas', 'none'] };

/** A sentence for each attribute of ours that has another value than it can have. @param {HTMLElement} element */
export function oddAttributes(element) {
  return Object.entries(kChoices).flatMap(([name, choices]) => {
    const value = element.getAttribute(name);
    return !value || choices.includes(value) ? [] : [tr('The attribute “%1” cannot be “%2”. Choose one of: %3.', name, value.slice(0, kMostShown), choices.join(', '))];
  });
}

/** @param {string} name @param {FigureSchema} schema */
function idOf(name, { parameters }) {
  const ids = parameters.map(({ id }) => id);
  if (ids.includes(name)) return name;
  const folded = ids.filter((id) => id.toLowerCase() === name);
  return folded.length === 1 ? folded[0] : name;
}

/**
 * The values that the attributes set, as a query.
 * @param {HTMLElement} element
 * @param {FigureSchema} schema
 * @param {Set<string>} [only] read these attributes only
 */
export function readAttributes(element, schema, only) {
  const pairs = [...element.attributes]
    .filter(({ name }) => !kNotValues.test(name) && (only?.has(name) ?? true))
    .map(({ name, value }) => `${idOf(name, schema)}=${value}`);
  const state = only?.has('state') ?? true ? element.getAttribute('state') : null;
  // What a framework makes of an object while it takes the element for one that has no properties.
  return [...pairs, state === '[object Object]' ? null : state].filter(Boolean).join('&');
}

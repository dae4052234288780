// @ts-check
// The language of all words in the shadow root: one for the page, that of what stands around its first figure, where there
// is a file of it, else English. A screen reader pronounces words by it, and lines run as it runs. Here it is decided,
// and nowhere else.

import { beside } from './beside.js';
import { words } from './words.js';

const kRightToLeft = /^(ar|fa|he|ur)\b/;

/** What is spoken now. */
export const language = { lang: 'en', dir: 'ltr' };

/** While another language's file is on its way; undefined until the page's first figure is there. @type {Promise<unknown> | null | undefined} */
let coming;

/** The language of an element's place, also through shadow roots. @param {Element} element @returns {string} */
function around(element) {
  const named = element.closest('[lang]');
  if (named) return named.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? around(root.host) : '';
}

/** The longest beginning of a wanted tag that there is a file of: de for de-AT. @param {string} wanted */
function nearest(wanted) {
  for (let tag = wanted; tag; tag = tag.replace(/-?[^-]*$/, '')) {
    const found = LIFTED_LANGUAGES.find((one) => one.toLowerCase() === tag.toLowerCase());
    if (found) return found;
  }
  return language.lang;
}

/** @param {string} lang */
async function learn(lang) {
  const response = await fetch(beside(`languages/${lang}.json`));
  for (const [english, text] of Object.entries(await response.json())) words.set(english, text);
  Object.assign(language, { lang, dir: kRightToLeft.test(lang) ? 'rtl' : 'ltr' });
}

/**
 * Decides what the page speaks, once. Where that is another language, and its file is on its way, a promise to wait for
 * before anything is said; it is kept also when the file does not come, and then the language is English.
 * @param {Element} element
 */
export function speakAround(element) {
  if (coming === undefined) {
    coming = null;
    const lang = nearest(around(element));
    if (lang !== language.lang) coming = learn(lang).catch(() => {}).finally(() => (coming = null));
  }
  return coming;
}

/** The same promise, for who has no element. */
export const spoken = () => coming;

// @ts-check
// The language of all text in the shadow roots: one for the whole page, that of the text around its first figure if there
// is a file for it, else English. Screen readers choose their pronunciation by it, and right-to-left scripts their
// direction. Only this file decides it.

import { assetUrl } from './asset_url.js';
import { language, words } from './words.js';

const kRightToLeft = /^(ar|fa|he|ur)\b/;

/** The language of the text around an element, also through shadow roots. @param {Element} element @returns {string} */
function languageAround(element) {
  const named = element.closest('[lang]');
  if (named) return named.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : '';
}

/** The longest prefix of a language tag that there is a file for: de for de-AT. @param {string} wanted */
function bestMatch(wanted) {
  for (let tag = wanted; tag; tag = tag.replace(/-?[^-]*$/, '')) {
    const found = LIFTED_LANGUAGES.find((one) => one.toLowerCase() === tag.toLowerCase());
    if (found) return found;
  }
  return language.lang;
}

/** @param {string} lang */
async function load(lang) {
  const response = await fetch(assetUrl(`languages/${lang}.json`));
  /** @type {{ texts: Record<string, string>, letters: import('./words.js').Letters[] }} */
  const { texts, letters } = await response.json();
  for (const [english, text] of Object.entries(texts)) words.set(english, text);
  Object.assign(language, { lang, dir: kRightToLeft.test(lang) ? 'rtl' : 'ltr', letters });
}

/**
 * Chooses the page's language, once. Returns a promise to wait for before any text is shown while the language's file is
 * being loaded, else null; it resolves also when the file cannot be loaded, and then the language is English.
 * @param {Element} element
 */
export function setLanguage(element) {
  if (language.loading === undefined) {
    language.loading = null;
    const lang = bestMatch(languageAround(element));
    if (lang !== language.lang) language.loading = load(lang).catch(() => {}).finally(() => (language.loading = null));
  }
  return language.loading;
}

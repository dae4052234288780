// @ts-check
// Exercises and presenter speak the language of the page's figures (element/language.js). Their texts come in a file of their
// own, as most pages with figures have no exercises.

import { assetUrl } from '../element/asset_url.js';
import { language, words } from '../element/words.js';

async function load() {
  await customElements.whenDefined('lifted-attention'); // the first figure chooses the language
  await language.loading;
  if (language.lang === 'en') return;
  const response = await fetch(assetUrl(`languages/lessons.${language.lang}.json`));
  for (const [english, text] of Object.entries(await response.json())) if (!words.has(english)) words.set(english, text);
}

/** @type {Promise<void> | undefined} */
let learned;

/** Resolves when the texts are there; where they cannot be had, they are English. */
export const learnWords = () => (learned ??= load().catch(() => {}));

// @ts-check
// Loads what a class needs when it is needed: the forms of the exercises when one comes near the viewport, after the figure
// that stands there has had the line for itself, the presenter
// when its link or its address (?present, #present) is opened on the page that has everything: others lead there (chapters.js).

import { assetUrl } from './element/asset_url.js';
import { importAgain } from './element/import_again.js';
import { make } from './element/make.js';
import { tr } from './element/words.js';
import { firstResult } from './first_result.js';

/** @returns {Promise<typeof import('./classroom/lessons.js')>} */
const loadLessons = () => importAgain(assetUrl('lessons.js'));

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    firstResult
      .then(loadLessons)
      .then(({ activateExercises }) => activateExercises())
      .catch(() => addEventListener('online', watch, { once: true }));
  },
  { rootMargin: '100% 0px' },
);
const watch = () => document.querySelectorAll('.exercise').forEach((block) => near.observe(block));
watch();

const links = document.querySelectorAll('a[href="?present"]');
const missing = make('strong', { role: 'alert' });
for (const link of links) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    missing.remove();
    loadLessons()
      .then(({ present }) => present(true))
      .catch(() => {
        missing.textContent = ` ${tr('A part of the page could not be downloaded. Try again.')}`;
        link.after(missing);
      });
  });
}
const waitForNetwork = () => addEventListener('online', atAddress, { once: true });
const atAddress = () => {
  if (location.hash === '#present' || new URLSearchParams(location.search).has('present')) loadLessons().then(({ present }) => present(false), waitForNetwork);
};
if (links.length > 0) {
  addEventListener('hashchange', atAddress);
  atAddress();
}

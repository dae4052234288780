// @ts-check
// Loads what a class needs when it is needed: the forms of the exercises when one comes near the viewport, after the figure
// that stands there has had the line for itself, the presenter
// when its link or its address (?present, #present) is opened on the page that has everything: others lead there (chapters.js).

import { assetUrl } from './element/asset_url.js';

// ms that exercises wait for a figure.
const kPatience = 5000;

/** @returns {Promise<typeof import('./classroom/lessons.js')>} */
const loadLessons = () => import(assetUrl('lessons.js'));

const shown = new Promise((go) => {
  for (const type of ['lifted-result', 'lifted-error']) document.addEventListener(type, go, { once: true });
  setTimeout(go, kPatience);
});
const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    shown.then(loadLessons).then(({ activateExercises }) => activateExercises());
  },
  { rootMargin: '100% 0px' },
);
for (const block of document.querySelectorAll('.exercise')) near.observe(block);

const links = document.querySelectorAll('a[href="?present"]');
for (const link of links) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    loadLessons().then(({ present }) => present(true));
  });
}
const atAddress = () => {
  if (location.hash === '#present' || new URLSearchParams(location.search).has('present')) loadLessons().then(({ present }) => present(false));
};
if (links.length > 0) {
  addEventListener('hashchange', atAddress);
  atAddress();
}

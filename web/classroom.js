// @ts-check
// Loads what a class needs when it is needed: the forms of the exercises when one comes near the viewport, the presenter
// when its link or its address (?present, #present) is opened.

import { assetUrl } from './element/asset_url.js';

/** @returns {Promise<typeof import('./classroom/lessons.js')>} */
const loadLessons = () => import(assetUrl('lessons.js'));

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    loadLessons().then(({ activateExercises }) => activateExercises());
  },
  { rootMargin: '100% 0px' },
);
for (const block of document.querySelectorAll('.exercise')) near.observe(block);

for (const link of document.querySelectorAll('a[href="?present"]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    loadLessons().then(({ present }) => present(true));
  });
}
const atAddress = () => {
  if (location.hash === '#present' || new URLSearchParams(location.search).has('present')) loadLessons().then(({ present }) => present(false));
};
addEventListener('hashchange', atAddress);
atAddress();

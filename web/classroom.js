// @ts-check
// Brings what a class needs when it is needed: forms for the exercises as the reader comes near one, the presenter when
// somebody asks for it, by its link or by its address (?present, #present).

import { assetUrl } from './element/asset_url.js';

/** @returns {Promise<typeof import('./classroom/lessons.js')>} */
const loadLessons = () => import(assetUrl('lessons.js'));

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    loadLessons().then(({ bringAllAlive }) => bringAllAlive());
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

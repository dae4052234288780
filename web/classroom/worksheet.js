// @ts-check
// The worksheet's QR codes, made in the page, because only there its address is known.

import { codePicture } from '../element/code.js';

const address = /** @type {HTMLInputElement} */ (document.querySelector('#address'));
const note = /** @type {HTMLElement} */ (document.querySelector('#address-note'));
/** Each code's place, and the link to the same figure beside this page. @type {{ place: HTMLElement, anchor: HTMLAnchorElement | null | undefined, here: string }[]} */
const codes = [...document.querySelectorAll('.code')].map((place) => {
  const anchor = /** @type {HTMLAnchorElement | null | undefined} */ (place.closest('section')?.querySelector('.figure a'));
  return { place: /** @type {HTMLElement} */ (place), anchor, here: anchor?.getAttribute('href') ?? '' };
});

/** The article's address that the teacher entered, or ''. */
function page() {
  try {
    const { protocol, origin, pathname } = new URL(address.value.trim());
    return /^https?:$/.test(protocol) ? origin + pathname : '';
  } catch {
    return '';
  }
}

function draw() {
  const start = page();
  note.textContent = start ? '' : (note.dataset.lacking ?? '');
  for (const { place, anchor, here } of codes) {
    const link = start + place.dataset.link;
    place.replaceChildren(...(start ? [codePicture(link, place.dataset.name ?? '')] : []));
    anchor?.setAttribute('href', start ? link : here);
  }
}

if (location.protocol.startsWith('http')) address.value = new URL(address.dataset.page ?? '..', location.href).href;
address.addEventListener('input', draw);
document.querySelector('#print')?.addEventListener('click', () => print());
draw();

// @ts-check
// The worksheet's QR codes, made in the page, because only there its address is known.

import { codePicture } from '../element/code.js';

const address = /** @type {HTMLInputElement} */ (document.querySelector('#address'));
const note = /** @type {HTMLElement} */ (document.querySelector('#address-note'));

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
  note.textContent = start ? '' : 'Without an address that begins with https:// or http:// there are no codes: a file on your disk cannot be opened from a phone.';
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.code'))) {
    const link = start + place.dataset.link;
    place.replaceChildren(...(start ? [codePicture(link, 'QR code of the link to the figure')] : []));
    place.closest('section')?.querySelector('.figure a')?.setAttribute('href', start ? link : `../index.html${place.dataset.link}`);
  }
}

if (location.protocol.startsWith('http')) address.value = new URL('..', location.href).href;
address.addEventListener('input', draw);
document.querySelector('#print')?.addEventListener('click', () => print());
draw();

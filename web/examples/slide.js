// @ts-check
// The smallest deck: one slide at a time, its number in the address, keys that a figure does not want.
import './blog_post.js';

const slides = [...document.querySelectorAll('section')];
const [back, on] = ['back', 'on'].map((id) => /** @type {HTMLButtonElement} */ (document.getElementById(id)));
const place = document.getElementById('place');

/** @returns {number} from 0 */
const asked = () => Math.min(slides.length, Math.max(1, Number(location.hash.slice(1)) || 1)) - 1;

/** @param {boolean} [turned] by the reader, whose focus goes along */
function show(turned = true) {
  const at = asked();
  slides.forEach((slide, k) => (slide.hidden = k !== at));
  if (place) place.textContent = `${at + 1} of ${slides.length}`;
  back.disabled = at === 0;
  on.disabled = at === slides.length - 1;
  if (turned) slides[at].querySelector('h1')?.focus({ preventScroll: true });
}

/** @param {number} step */
function turn(step) {
  const to = asked() + 1 + step;
  if (to >= 1 && to <= slides.length) location.hash = `#${to}`;
}

/** @type {Record<string, number>} */
const kSteps = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  // What happens in a figure comes from the element that it is in.
  const figure = event.target.closest('lifted-attention');
  if (figure && event.key === 'Escape') slides[asked()].querySelector('h1')?.focus({ preventScroll: true });
  if (figure || !(event.key in kSteps)) return;
  event.preventDefault();
  turn(kSteps[event.key]);
});
back.addEventListener('click', () => turn(-1));
on.addEventListener('click', () => turn(1));
addEventListener('hashchange', () => show());
show(false);

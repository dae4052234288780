// @ts-check
// Where one is in the page: the entry of its section is marked in the contents, and on a narrow page their bar names it.
// The contents step aside while a figure is where they are. Without this script they are a list that opens and closes.

const nav = /** @type {HTMLElement} */ (document.querySelector('.contents'));
const [box, label] = /** @type {HTMLElement[]} */ ([...nav.querySelectorAll('details, summary span')]);
const list = /** @type {HTMLDetailsElement} */ (box);
const total = label.textContent;
const links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (nav.querySelectorAll('ol a'))];
const headings = links.map(({ hash }) => document.getElementById(hash.slice(1)));

const beside = matchMedia('(min-width: 78rem)'); // as in style.css: there they stand beside the text, and stay open
const arrange = () => (list.open = beside.matches);
arrange();
beside.addEventListener('change', arrange);

/** Calls with the elements of `all` that meet a band of the window, whenever they change. @param {(Element | null | undefined)[]} all @param {string} rootMargin @param {(found: Element[]) => void} changed */
function watch(all, rootMargin, changed) {
  const met = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) met[isIntersecting ? 'add' : 'delete'](target);
    changed([...met]);
  }, { rootMargin });
  for (const one of all) if (one) observer.observe(one);
  return observer;
}

let now = -1;
// From far above the page down to where one reads.
watch(headings, '9999999px 0px -70% 0px', (found) => {
  now = headings.findLastIndex((heading) => heading && found.includes(heading));
  links.forEach((link, k) => (k === now ? link.setAttribute('aria-current', 'location') : link.removeAttribute('aria-current')));
  label.textContent = now < 0 || beside.matches ? total : `${now + 1}/${links.length} ${links[now].textContent}`;
});

/** @type {IntersectionObserver | undefined} */
let figures;
const makeRoom = () => {
  figures?.disconnect();
  const { right, height } = list.getBoundingClientRect();
  const below = Math.max(0, innerHeight - 60 - (beside.matches ? height : 0));
  figures = watch([...document.querySelectorAll('.wide')], `0px ${Math.min(0, right - innerWidth)}px -${below}px 0px`, (found) => nav.classList.toggle('aside', found.length > 0));
};
makeRoom();
addEventListener('resize', makeRoom);

// Other languages, from anywhere in the page. Each opens at the same section, or with the same values of a figure.
const languages = document.querySelector('.languages');
if (languages) {
  const here = document.createElement('p');
  here.className = languages.className;
  here.append(...languages.cloneNode(true).childNodes);
  list.append(here);
}
addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement && target.closest('.languages')) target.hash = now < 0 || location.hash.includes('?') ? location.hash : links[now].hash;
}, { capture: true });

nav.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement && !beside.matches) list.open = false;
});
nav.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || beside.matches || !list.open) return;
  list.open = false;
  list.querySelector('summary')?.focus();
});
addEventListener('pointerdown', ({ target }) => {
  if (!beside.matches && target instanceof Node && !nav.contains(target)) list.open = false;
});

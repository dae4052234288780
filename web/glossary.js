// @ts-check
// Shows a term's explanation beside it, on hover, focus or tap. Without this script a term is a link to the glossary.

const kGap = 6;
const kMargin = 12;

const note = document.createElement('div');
note.className = 'term-note';
note.hidden = true;
note.setAttribute('aria-hidden', 'true'); // screen readers get the same text by aria-describedby

/** The term whose note is open. @type {HTMLAnchorElement | null} */
let open = null;

/** @param {HTMLAnchorElement} term */
const explanation = (term) => document.getElementById(term.hash.slice(1))?.nextElementSibling;

/** Places the note below the term's last line, within the window. @param {HTMLAnchorElement} term */
function place(term) {
  const [line] = [...term.getClientRects()].slice(-1);
  const most = document.documentElement.clientWidth - note.offsetWidth - kMargin;
  note.style.left = `${Math.max(kMargin, Math.min(line.left, most)) + scrollX}px`;
  note.style.top = `${line.bottom + kGap + scrollY}px`;
}

/** @param {HTMLAnchorElement} term */
function show(term) {
  const words = explanation(term);
  if (!words || term === open) return;
  open = term;
  note.replaceChildren(...[...words.cloneNode(true).childNodes]);
  note.hidden = false;
  place(term);
}

function hide() {
  open = null;
  note.hidden = true;
}

document.body.append(note);
for (const term of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a.term'))) {
  const words = explanation(term);
  if (!words) continue;
  words.id ||= `${term.hash.slice(1)}-meaning`;
  term.setAttribute('aria-describedby', words.id);
  term.addEventListener('focus', () => show(term));
  term.addEventListener('blur', hide);
  term.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && show(term));
  term.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && document.activeElement !== term && hide());
  term.addEventListener('click', (event) => {
    event.preventDefault();
    show(term);
  });
}
addEventListener('keydown', (event) => event.key === 'Escape' && hide());
addEventListener('resize', hide);
document.addEventListener('pointerdown', (event) => event.target !== open && hide());

export {}; // makes this file a module

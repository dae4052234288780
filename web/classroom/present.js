// @ts-check
// The article on a projector: one figure, exercise or group of formulas at a time, its question large, answers on demand.

import { assetUrl } from '../element/asset_url.js';
import { importAgain } from '../element/import_again.js';
import { make, setText } from '../element/make.js';
import { tr } from '../element/words.js';
import { Card, setFigure } from './card.js';
import { listen } from './gestures.js';
import { loadStyle } from './look.js';
import { Screen } from './screen.js';
import { elsewhere, slideAt, slidesOf, writeSlide } from './slides.js';
import { learnWords } from './translations.js';

/** @import { LiftedAttentionElement } from '../types/element.d.ts' */
/** @import { Slide } from './slides.js' */
/** @import { Action } from './gestures.js' */

// A question with more characters takes more than two lines in large letters.
const kLong = 140;

/** @type {Presenter | null} */
let open = null;

/** @param {boolean} fullScreen browsers allow it only after a click or a key */
export async function present(fullScreen) {
  if (open) return;
  const asked = fullScreen && document.documentElement.requestFullscreen?.().catch(() => {});
  await Promise.all([asked, loadStyle(), learnWords()]);
  const slides = slidesOf();
  const other = elsewhere(slides, location.search);
  if (other) return location.replace(other);
  open ??= new Presenter(slides, slideAt(slides, location.search));
}

class Presenter {
  #abort = new AbortController();
  /** @type {Map<string, Card>} */
  #cards = new Map();
  #told = new Set();
  #at = -1;
  /** @type {Screen | null} */
  #screen = null;
  #before = { theme: document.documentElement.dataset.theme, scroll: scrollY, focused: document.activeElement };

  /** @param {Slide[]} slides @param {number} first */
  constructor(slides, first) {
    this.slides = slides;
    this.kicker = make('p', { className: 'kicker' });
    this.question = make('h1', { className: 'question' });
    this.panel = make('div', { className: 'panel exercise' });
    this.place = make('div', { className: 'place' });
    this.progress = make('output', { className: 'progress' });
    this.dark = make('div', { className: 'dark', hidden: true });
    this.buttons = Object.fromEntries(this.#commands().map(([action, label, keys]) => [action, this.#button(action, label, keys)]));
    const { back, next, ...rest } = this.buttons;
    const bar = make('div', { className: 'remote', role: 'toolbar', 'aria-label': tr('Presentation') }, back, this.progress, next, ...Object.values(rest));
    this.node = make(
      'div',
      { className: 'presenter', role: 'region', tabIndex: -1, 'aria-label': tr('Presentation') },
      make('div', { className: 'ground' }, make('div', { 'aria-live': 'polite' }, this.kicker, this.question), this.place, bar),
      this.panel, this.dark,
    );
    document.body.append(this.node);
    document.documentElement.classList.add('presenting');
    const { signal } = this.#abort;
    listen((action) => this.act(action), signal);
    this.dark.addEventListener('click', () => this.act('blank'), { signal });
    document.addEventListener('fullscreenchange', () => document.fullscreenElement || this.leave(), { signal });
    addEventListener('popstate', () => this.go(slideAt(slides, location.search)), { signal });
    this.panel.addEventListener('verdict', () => this.#ask(), { signal });
    for (const type of ['lifted-result', 'lifted-change']) document.addEventListener(type, () => queueMicrotask(() => this.#retell()), { signal });
    this.node.focus({ preventScroll: true });
    this.go(first);
  }

  /** @returns {[Action, string, string][]} the buttons of the bar, with label and keys */
  #commands() {
    return [
      ['back', tr('Back'), 'ArrowLeft'],
      ['next', tr('Next'), 'ArrowRight'],
      ['answer', tr('Answer'), 'R'],
      ['controls', tr('Controls'), 'C'],
      ['code', tr('QR code'), 'Q'],
      ['blank', tr('Blank the screen'), 'B'],
      ['theme', tr('Light or dark'), 'T'],
      ['leave', tr('Leave'), 'Escape'],
    ];
  }

  /** @param {Action} action @param {string} label @param {string} keys */
  #button(action, label, keys) {
    const button = make('button', { type: 'button', className: action, textContent: label, 'aria-keyshortcuts': keys, title: `${label} (${keys.replace('ArrowLeft', '←').replace('ArrowRight', '→')})` });
    button.addEventListener('click', ({ detail }) => {
      // After a mouse click the button does not keep the focus, so that the space bar still turns the page.
      if (detail > 0) this.node.focus({ preventScroll: true });
      this.act(action);
    });
    return button;
  }

  get slide() {
    return this.slides[this.#at];
  }

  /** @param {Action} action */
  act(action) {
    if (!this.dark.hidden) {
      this.dark.hidden = true;
      return;
    }
    /** @type {Record<Action, () => void>} */
    const acts = {
      next: () => this.go(this.#at + 1),
      back: () => this.go(this.#at - 1),
      first: () => this.go(0),
      last: () => this.go(this.slides.length - 1),
      answer: () => this.#answer(),
      controls: () => this.slide.figure && this.#showControls(this.slide.figure.getAttribute('controls') === 'none'),
      code: () => this.#showCode(),
      blank: () => (this.dark.hidden = false),
      theme: () => this.#switchTheme(),
      leave: () => this.leave(),
    };
    acts[action]();
  }

  /** @param {number} to */
  go(to) {
    const at = Math.min(Math.max(to, 0), this.slides.length - 1);
    if (at === this.#at) return;
    this.#screen?.leave();
    this.#at = at;
    const { id, kicker, question, figure, exercise, board } = this.slide;
    setText(this.kicker, kicker);
    setText(this.question, question);
    this.question.classList.toggle('long', question.length > kLong);
    setText(this.progress, tr('%1 of %2', String(at + 1), String(this.slides.length)));
    this.buttons.back.disabled = at === 0;
    this.buttons.next.disabled = at === this.slides.length - 1;
    this.place.replaceChildren(...(board ? [board] : []));
    this.panel.hidden = board !== null;
    this.panel.replaceChildren(exercise ? this.#card().node : make('div', { className: 'says', role: 'status' }));
    this.#retell();
    this.#screen = figure && this.#show(figure);
    this.#ask();
    this.#markControls();
    writeSlide(id);
  }

  /** @param {LiftedAttentionElement} figure of the slide */
  #show(figure) {
    const { exercise } = this.slide;
    if (exercise && exercise.kind !== 'task' && !this.#card().isOpen) setFigure(figure, exercise.state); // another slide may have changed it
    const screen = new Screen(figure, this.place, this.panel);
    screen.showControls(exercise?.kind === 'task');
    screen.enter();
    return screen;
  }

  /** An exercise has its picture when it has its answer, unless the presenter asks for the controls: till then the figure
      is as some other slide left it, or would tell. A task begins at its start. */
  #ask() {
    const { figure, exercise } = this.slide;
    const card = exercise && this.#card();
    this.#screen?.ask(card !== null && exercise?.kind !== 'task' && card.isOpen && figure?.getAttribute('controls') === 'none');
  }

  /** The exercise's form, the same whenever its slide is shown. */
  #card() {
    const { id, figure, exercise } = this.slide;
    const known = this.#cards.get(id);
    if (known || !exercise || !figure) return /** @type {Card} */ (known);
    const card = new Card(exercise, figure);
    this.#cards.set(id, card);
    if (exercise.kind === 'task') setFigure(figure, exercise.start);
    return card;
  }

  #answer() {
    const { id, exercise } = this.slide;
    if (exercise) {
      const card = this.#card();
      if (card.isAnswered) card.clear();
      else card.reveal();
      return;
    }
    if (!this.#told.delete(id)) this.#told.add(id);
    this.#retell();
  }

  /** The panel beside a figure: first its caption, then, on demand, its title and sentence. With formulas, the words before them. */
  #retell() {
    const { id, figure, caption, exercise, board } = this.slide;
    for (const words of /** @type {NodeListOf<HTMLElement>} */ (board?.querySelectorAll('.words') ?? [])) words.hidden = !this.#told.has(id);
    if (exercise || board) return;
    const { title, sentence } = figure?.result ?? { title: '', sentence: '' };
    const words = this.#told.has(id) ? [make('p', { className: 'verdict', textContent: title }), make('p', { textContent: sentence })] : [make('p', { className: 'form', textContent: caption })];
    this.panel.firstElementChild?.replaceChildren(...words);
  }

  /** @param {boolean} shown */
  #showControls(shown) {
    this.#screen?.showControls(shown);
    this.#ask();
    this.#markControls();
  }

  #markControls() {
    const { figure } = this.slide;
    this.buttons.controls.disabled = figure === null;
    this.buttons.controls.setAttribute('aria-pressed', String(figure !== null && figure.getAttribute('controls') !== 'none'));
  }

  async #showCode() {
    const { id, figure } = this.slide;
    const place = figure ? `${figure.id || figure.getAttribute('figure')}${figure.query && '?'}${figure.query}` : id;
    const address = new URL(`#${place}`, location.href.replace(/[?#].*$/, '')).href;
    const { showCode } = await importAgain(assetUrl('lifted-attention-more.js'));
    showCode(this.node, address);
  }

  #switchTheme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
  }

  /** Back to the article, where the last slide is from. */
  leave() {
    if (open !== this) return;
    open = null;
    this.#abort.abort();
    this.#screen?.leave();
    this.node.remove();
    const root = document.documentElement;
    root.classList.remove('presenting');
    if (this.#before.theme) root.dataset.theme = this.#before.theme;
    else delete root.dataset.theme;
    writeSlide(null);
    if (document.fullscreenElement) document.exitFullscreen();
    if (this.#before.focused instanceof HTMLElement) this.#before.focused.focus({ preventScroll: true });
    if (this.#at > 0) this.slide.place.scrollIntoView({ behavior: 'instant', block: 'center' });
    else scrollTo({ top: this.#before.scroll, behavior: 'instant' });
  }
}

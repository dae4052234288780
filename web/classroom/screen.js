// @ts-check
// Shows a figure of the article as large as the slide allows. It stays where it is in the document, so that it keeps its
// state and its picture; everything around it is hidden (classroom.css), and it is positioned over the slide.

/** @import { LiftedAttentionElement } from '../types/element.d.ts' */

// Figures are drawn for this width, wider ones are magnified, so that the last row can read what a reader at a desk can.
const kDrawnWidth = 720;
// Below 600 px a figure would have the shape that it has on a phone.
const kLeastWidth = 620;
// The picture's largest share of the slide's width; how much taller than usual it may be, to fill the slide; the smallest
// height of the line under it, CSS px.
const kShare = 0.7;
const kTaller = 1.3;
const kBar = 44;
const kLaid = ['left', 'top', 'width', '--la-magnify', '--slide-picture', '--slide-shape', '--slide-gap', '--slide-font', '--slide-height', '--slide-top'];

// The film is as high as one line whatever the picture's width, which follows from that height: else they chase each other.
const kCss = `
.title, .sentence, .sentence ~ details, .strip, slot { display: none; }
.figure { display: grid; grid-template-columns: var(--slide-picture) minmax(0, 1fr); grid-template-rows: auto 1fr auto auto auto; column-gap: var(--slide-gap); font-size: var(--slide-font); }
.view { grid-area: 1 / 1 / 3 / 1; }
.figure[data-controls] .film { grid-area: 3 / 1; display: block; position: static; margin: 0; border: 0; }
.reel .row > label { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.bar { grid-area: 4 / 1; min-height: 0; padding: 0; }
.notes { grid-area: 5 / 1; }
.controls:not(.rest) { grid-area: 1 / 2; margin: var(--slide-top) 0 0; overflow: auto; max-height: calc(var(--slide-height) - var(--slide-top)); padding-inline: 4px; }
.rest { min-height: 0 !important; grid-area: 2 / 2 / 6 / 2; padding-inline: 4px; overflow: auto; max-height: calc(.6 * var(--slide-height)); }
@media (min-width: 700px) {
  .picture { aspect-ratio: 1 / var(--slide-shape, 0.6); }
}
@media (max-width: 699.98px) {
  .figure { display: flex; }
  .controls:not(.rest) { margin: 0; max-height: none; }
}
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

export class Screen {
  #sizes = new ResizeObserver(() => this.fit());

  /** @param {LiftedAttentionElement} figure @param {HTMLElement} place the area for it @param {HTMLElement} panel beside the picture */
  constructor(figure, place, panel) {
    this.figure = figure;
    this.place = place;
    this.panel = panel;
    this.controls = figure.getAttribute('controls');
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(kCss);
    }
  }

  enter() {
    const { figure } = this;
    figure.shadowRoot?.adoptedStyleSheets.push(/** @type {CSSStyleSheet} */ (sheet));
    figure.classList.add('on-slide');
    for (let node = figure.parentElement; node && node !== document.body; node = node.parentElement) node.classList.add('slide-path');
    this.#sizes.observe(this.place);
    this.#sizes.observe(this.panel);
    const film = figure.shadowRoot?.querySelector('.film');
    if (film) this.#sizes.observe(film);
    this.fit();
  }

  leave() {
    const { figure } = this;
    const root = figure.shadowRoot;
    this.#sizes.disconnect();
    if (root) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    figure.classList.remove('on-slide', 'asking');
    this.panel.classList.remove('asking');
    document.querySelectorAll('.slide-path').forEach((node) => node.classList.remove('slide-path'));
    this.#lay({});
    if (this.controls === null) figure.removeAttribute('controls');
    else figure.setAttribute('controls', this.controls);
  }

  /** @param {boolean} shown */
  showControls(shown) {
    this.figure.setAttribute('controls', shown ? 'form' : 'none');
    this.fit();
  }

  /** Only the question and its panel are shown, or the figure too. @param {boolean} asking */
  ask(asking) {
    for (const node of [this.figure, this.panel]) node.classList.toggle('asking', asking);
    this.fit();
  }

  /** Positions the figure: the picture, its film and the status line under it, and the panel beside them. */
  fit() {
    const { figure, place, panel } = this;
    const box = place.getBoundingClientRect();
    const [view, film] = ['.view', '.film'].map((part) => /** @type {HTMLElement | null | undefined} */ (figure.shadowRoot?.querySelector(part)));
    // On a phone, question, panel and figure are one below the other, and there is no such area.
    if (!view || box.width === 0) return this.#lay({});
    const font = parseFloat(getComputedStyle(place).fontSize);
    const gap = 1.2 * font;
    const shape = Number(getComputedStyle(view).getPropertyValue('--la-wide')) || 0.62;
    const room = box.height - Math.max(kBar, 2.2 * font) - (film?.offsetHeight ?? 0);
    const picture = Math.floor(Math.min(kShare * box.width, room / shape));
    const asking = panel.classList.contains('asking');
    panel.style.left = `${asking ? box.left : box.left + picture + gap}px`;
    panel.style.width = `${asking ? box.width : box.width - picture - gap}px`;
    panel.style.maxHeight = `${figure.getAttribute('controls') === 'none' ? box.height : box.height / 2}px`;
    panel.style.top = `${asking ? box.top + Math.max(0, box.height - panel.offsetHeight) / 3 : box.top}px`;
    this.#lay({
      left: `${Math.round(box.left)}px`,
      top: `${Math.round(box.top)}px`,
      width: `${box.width}px`,
      '--la-magnify': String(picture < kLeastWidth ? picture / kLeastWidth : Math.max(1, picture / kDrawnWidth)),
      '--slide-picture': `${picture}px`,
      '--slide-shape': String(Math.min(kTaller * shape, room / picture)),
      '--slide-gap': `${gap}px`,
      '--slide-font': `${0.8 * font}px`,
      '--slide-height': `${box.height}px`,
      '--slide-top': `${panel.offsetHeight + gap}px`,
    });
  }

  /** @param {Record<string, string>} values of style properties; the slide's other properties are removed */
  #lay(values) {
    for (const name of kLaid) {
      if (values[name]) this.figure.style.setProperty(name, values[name]);
      else this.figure.style.removeProperty(name);
    }
  }
}

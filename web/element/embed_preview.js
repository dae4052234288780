// @ts-check
// The figure as it will be in the other page, made small; and how much room it takes there.

import { make, debounce } from './make.js';
import { kColumn } from './snippets.js';

/** @import { LiftedAttentionElement } from '../types/element.d.ts' */
/** @import { Figure } from './figure.js' */
/** @import { Line, Wanted } from './snippets.js' */

const kNarrow = 600;
// Controls take a row less from some width on, so a line goes through two.
const kNarrowWidths = [344, 560];
const kWideWidths = [640, 1080];
// One CSS px of a figure is never shown larger than one.
const kHighest = 420;
const kInset = 12;
const kMeasureAfter = 120;

/** The line through what was measured. @param {number[]} widths one or two @param {number[]} heights @param {number} shape the slope through one @returns {Line} */
function through([from, to], [low, high], shape) {
  const slope = to ? (high - low) / (to - from) : shape;
  return { base: low - slope * from, shape: slope };
}

/** What a figure's style asks for where fingers touch it. @param {ShadowRoot} root */
function touchStyle(root) {
  const rules = root.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
  const touch = rules.filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === '(pointer: coarse)');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(touch.flatMap((rule) => [.../** @type {CSSMediaRule} */ (rule).cssRules]).map(({ cssText }) => cssText).join('\n'));
  return sheet;
}

/** Until the figure's layout, and what follows from it, is done. */
const laidOut = () => new Promise((resolve) => setTimeout(resolve, 50));

export class EmbedPreview {
  /** What the element takes, measured; a guess before. @type {Wanted['room']} */
  room;
  /** CSS px, 0 for the column's. */
  chosen = 0;
  #turn = 0;
  #measure = debounce(kMeasureAfter, () => this.#measured());
  #sizes = new ResizeObserver(() => this.#fit());

  /** @param {Figure} figure @param {() => void} changed the room is another one */
  constructor(figure, changed) {
    const { narrow, wide } = figure.schema.shape;
    this.figure = figure;
    this.changed = changed;
    this.room = { narrow: { base: 760, shape: narrow }, wide: { base: 330, shape: wide } };
    this.sheet = make('div', { className: 'sheet' });
    this.node = make('div', { className: 'preview', inert: true, dir: 'ltr' }, this.sheet);
    this.#sizes.observe(this.node);
    for (const type of ['lifted-ready', 'lifted-result', 'lifted-error', 'lifted-change']) {
      // What happens in here is nothing to the page around the figure.
      this.node.addEventListener(type, (event) => event.stopPropagation());
    }
    for (const type of ['lifted-ready', 'lifted-result']) this.sheet.addEventListener(type, () => this.#due());
  }

  /** @param {Wanted} wanted */
  show(wanted) {
    const { figure, theme, controls, lock, hide, values, width } = wanted;
    this.chosen = width;
    const there = /** @type {LiftedAttentionElement | null} */ (this.sheet.firstElementChild);
    const shown = there?.getAttribute('state') === values ? there : this.#begin(figure, values);
    for (const [name, value] of Object.entries({ theme, controls, lock, hide })) {
      if (value) shown.setAttribute(name, value);
      else shown.removeAttribute(name);
    }
    if (shown !== there) this.sheet.replaceChildren(shown);
    this.#fit();
    this.#due();
  }

  #due() {
    this.node.ariaBusy = 'true';
    this.#measure();
  }

  /** @param {string} figure @param {string} state */
  #begin(figure, state) {
    const shown = document.createElement('lifted-attention');
    // A name of its own, so that the page's address is not about it.
    for (const [name, value] of Object.entries({ id: 'embed-preview', address: 'none', figure, state })) shown.setAttribute(name, value);
    return shown;
  }

  close() {
    this.#sizes.disconnect();
    this.#measure.cancel();
    ++this.#turn;
    this.sheet.replaceChildren();
  }

  /** As large as there is room for, in the middle. */
  #fit() {
    const { sheet, node } = this;
    const width = this.chosen || kColumn;
    sheet.style.width = `${width}px`;
    const height = Math.max(1, sheet.offsetHeight);
    const scale = Math.min(1, (node.clientWidth - 2 * kInset) / width, kHighest / height);
    const left = (node.clientWidth - width * scale) / 2;
    sheet.style.transform = `translate(${left}px, ${kInset}px) scale(${scale})`;
    node.style.height = `${Math.ceil(height * scale) + 2 * kInset}px`;
  }

  /** Lays the figure out at narrow and wide widths, out of sight. Narrow is a phone: its controls are those for fingers. */
  async #measured() {
    const turn = ++this.#turn;
    const { sheet } = this;
    const root = sheet.firstElementChild?.shadowRoot;
    if (!root) return;
    const [own] = root.adoptedStyleSheets;
    const styles = { narrow: [own, touchStyle(root)], wide: [own] };
    const widths = { narrow: kNarrowWidths, wide: kWideWidths };
    if (this.chosen) widths[this.chosen < kNarrow ? 'narrow' : 'wide'] = [this.chosen];
    sheet.classList.add('measured');
    for (const place of /** @type {const} */ (['narrow', 'wide'])) {
      root.adoptedStyleSheets = styles[place];
      const heights = [];
      for (const width of widths[place]) {
        sheet.style.width = `${width}px`;
        await laidOut();
        if (turn !== this.#turn) return;
        heights.push(sheet.offsetHeight);
      }
      this.room[place] = through(widths[place], heights, this.figure.schema.shape[place]);
    }
    this.#fit();
    await laidOut();
    if (turn !== this.#turn) return;
    sheet.classList.remove('measured');
    this.#fit();
    this.node.ariaBusy = 'false';
    this.changed();
  }
}

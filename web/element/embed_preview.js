// @ts-check
// A scaled-down preview of the embedded figure, and how much room it needs in the other page.

import { make, debounce } from './make.js';
import { sheetOf } from './sheet.js';
import { kColumn } from './snippets.js';

/** @import { LiftedAttentionElement } from '../types/element.d.ts' */
/** @import { Figure } from './figure.js' */
/** @import { Line, Wanted } from './snippets.js' */

const kNarrow = 600;
// Height is measured at two widths, because the number of rows of controls depends on the width; a line goes through both.
const kNarrowWidths = [344, 560];
const kWideWidths = [640, 1080];
const kHighest = 420;
const kInset = 12;
const kMeasureAfter = 120;

/** The line through the measured heights. @param {number[]} widths one or two @param {number[]} heights @param {number} shape the slope through one @returns {Line} */
function through([from, to], [low, high], shape) {
  const slope = to ? (high - low) / (to - from) : shape;
  return { base: low - slope * from, shape: slope };
}

/** The rules of a figure's style for touch screens, without their condition. @param {ShadowRoot} root @returns {CSSStyleSheet[]} */
function touchStyle(root) {
  const rules = root.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
  // Not by `instanceof`: another document has classes of its own.
  const touch = rules.filter((rule) => 'conditionText' in rule && rule.conditionText === '(pointer: coarse)');
  const sheet = sheetOf(touch.flatMap((rule) => [.../** @type {CSSMediaRule} */ (rule).cssRules]).map(({ cssText }) => cssText).join('\n'), root.ownerDocument);
  return sheet ? [sheet] : [];
}

/** Waits until the figure has been laid out, in one frame, and has reacted to its size, in the next. */
const laidOut = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))));

export class EmbedPreview {
  /** The room that the element needs: measured, before that an estimate. @type {Wanted['room']} */
  room;
  /** The chosen width in CSS px; 0: that of the column. */
  chosen = 0;
  #turn = 0;
  #measure = debounce(kMeasureAfter, () => this.#measured());
  #sizes = new ResizeObserver(() => this.#fit());

  /** @param {Figure} figure @param {() => void} changed called when the room has changed */
  constructor(figure, changed) {
    const { narrow, wide } = figure.schema.shape;
    this.figure = figure;
    this.changed = changed;
    this.room = { narrow: { base: 760, shape: narrow }, wide: { base: 330, shape: wide } };
    this.sheet = make('div', { className: 'sheet' });
    this.node = make('div', { className: 'preview', inert: true, dir: 'ltr' }, this.sheet);
    this.#sizes.observe(this.node);
    for (const type of ['lifted-ready', 'lifted-result', 'lifted-error', 'lifted-change']) {
      // The page around the figure gets no events from its preview.
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
    // Its own id, so that it does not read the page's address.
    for (const [name, value] of Object.entries({ id: 'embed-preview', address: 'none', figure, state })) shown.setAttribute(name, value);
    return shown;
  }

  close() {
    this.#sizes.disconnect();
    this.#measure.cancel();
    ++this.#turn;
    this.sheet.replaceChildren();
  }

  /** Scales the preview to the room there is, and centres it. */
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

  /** Measures the figure at narrow and wide widths, invisibly. A narrow page is taken for a phone, with controls for fingers. */
  async #measured() {
    const turn = ++this.#turn;
    const { sheet } = this;
    const root = sheet.firstElementChild?.shadowRoot;
    if (!root) return;
    const [own] = root.adoptedStyleSheets;
    const styles = { narrow: [own, ...touchStyle(root)], wide: [own] };
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

// @ts-check
// The picture of one figure, in one of these modes:
//   poster  a file made at build time, until the module has been loaded, or if it cannot be
//   live    the module draws into a WebGL2 canvas
//   still   a copy of the last live picture, whose context went to a nearer figure
//   vector  the module's SVG, where there is no WebGL2 or no context left

import { acquireContext, releaseContext } from './contexts.js';
import { FrameBit } from './frame_bit.js';
import { kPictureRole, LiveCanvas } from './live_canvas.js';
import { coarsePointer, density, isDark, reducedMotion } from './look.js';
import { yieldToPage, make } from './make.js';
import { schedule, unschedule } from './scheduler.js';

/** @import { Instance } from './module.js' */

const kNarrow = 600;
// CSS px, of a picture that is saved before it has been laid out.
const kUsualWidth = 800;
const now = () => performance.now() / 1000;

/**
 * @typedef {object} ViewEvents
 * @property {(bits: number) => void} frame
 * @property {() => void} resized the width changed
 * @property {(why: 'no-webgl' | 'context-lost' | '') => void} trouble '' when it is over
 */

export class PictureView {
  /** @type {'poster' | 'live' | 'still' | 'vector'} */
  mode = 'poster';
  /** @type {Instance | null} */
  instance = null;
  visible = false;
  strip = false;
  shape = { narrow: 1.3, wide: 0.6 };
  width = 0;
  height = 0;
  /** @type {LiveCanvas | null} */
  #live = null;
  #density = 1;
  /** CSS pixels on the screen for one in the module: a figure on a projector is drawn magnified. */
  #magnification = 1;
  #webgl = true;
  /** Whether the first picture is about to be drawn, in a task of its own. */
  #isFirst = false;
  #sizes = new ResizeObserver((entries) => this.#resized(entries[entries.length - 1]));

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} box
   * @param {ViewEvents} events
   */
  constructor(host, box, events) {
    this.host = host;
    this.box = box;
    this.events = events;
    this.still = make('canvas', { className: 'still', hidden: true, ...kPictureRole });
    this.vector = make('div', { className: 'vector', hidden: true, ...kPictureRole });
    box.append(this.still, this.vector);
    // A figure that the reader points at goes before others at the same distance.
    box.addEventListener('pointerenter', () => this.#webgl && this.activate(true));
  }

  connect() {
    try {
      this.#sizes.observe(this.box, { box: 'device-pixel-content-box' });
    } catch {
      this.#sizes.observe(this.box);
    }
  }

  disconnect() {
    this.#sizes.disconnect();
    this.deactivate();
  }

  get narrow() {
    return this.savedWidth / this.#magnification < kNarrow;
  }

  /** Of a file: as wide as it is shown, and where nothing is shown as wide as is usual. */
  get savedWidth() {
    return this.width || kUsualWidth;
  }

  get pictureHeight() {
    return this.savedWidth * (this.narrow ? this.shape.narrow : this.shape.wide);
  }

  /** Whether there is a canvas, a copy of one, or soon one: controls can be in it. */
  get hasCanvas() {
    return this.mode !== 'vector';
  }

  /** @param {boolean} strip whether the controls are in the canvas */
  setStrip(strip) {
    if (strip === this.strip) return;
    this.strip = strip;
    this.look();
  }

  /** @param {{ narrow: number, wide: number }} shape height over width */
  setShape(shape) {
    this.shape = shape;
    this.box.style.setProperty('--la-narrow', String(shape.narrow));
    this.box.style.setProperty('--la-wide', String(shape.wide));
  }

  /** Has the module make the typefaces of this screen, half the work of the first picture. */
  makeFonts() {
    if (!this.instance || this.width === 0) return;
    const [width, height] = [this.width, this.height].map((length) => length / this.#magnification);
    this.instance.call('resize', width, height, this.#density * this.#magnification);
    this.instance.call('strip_height', width);
  }

  /** Near the viewport: a live picture if there is a context for it, else a vector picture. */
  activate(insists = false) {
    if (!this.instance || this.#live) return;
    this.#isFirst = this.mode === 'poster';
    if (this.#webgl && acquireContext(this, insists) && !this.#attach(this.instance)) {
      releaseContext(this);
      this.#webgl = false;
      this.events.trouble('no-webgl');
    }
    if (!this.#live) this.#setMode('vector');
    // Creating a context takes long, and so does the browser's next frame, with what was drawn: so the first picture is
    // drawn in a task between them; until then the poster is shown.
    if (this.#isFirst) {
      yieldToPage().then(() => {
        this.#isFirst = false;
        this.drawNow();
      });
    } else this.drawNow();
  }

  /** Far from the viewport: gives the context up; a copy of the last picture stays. */
  deactivate() {
    unschedule(this);
    if (!this.#live) return;
    releaseContext(this);
    this.giveUpContext();
  }

  /** For contexts.js. */
  distance() {
    const { top, bottom } = this.box.getBoundingClientRect();
    return Math.max(0, top - innerHeight, -bottom);
  }

  /** For contexts.js. */
  giveUpContext() {
    if (this.#live && !this.#live.lost) {
      this.#live.leave();
      this.#live.copyTo(this.still);
    }
    this.#live?.dispose();
    this.#live = null;
    this.#setMode('still');
  }

  /** The reader asks for the live picture again. */
  retry() {
    this.#webgl = true;
    this.events.trouble('');
    this.activate(true);
  }

  /** Draws in the next frame, if the figure is visible then. */
  requestDraw() {
    if (this.instance) schedule(this);
  }

  /** Drawable, for scheduler.js. @param {number} seconds */
  draw(seconds) {
    if (!this.instance || !this.visible || this.#isFirst) return false;
    if (this.mode === 'still') this.activate();
    if (this.mode === 'vector' || this.#live?.lost) this.#drawVector();
    if (!this.#live || this.#live.lost) return false;
    const bits = this.#live.frame(seconds);
    this.#live.canvas.style.cursor = bits & FrameBit.hand ? 'pointer' : '';
    this.events.frame(bits);
    return (bits & FrameBit.again) !== 0;
  }

  /** Draws at once, and again if something moves. */
  drawNow() {
    if (this.draw(now())) this.requestDraw();
  }

  /** Passes theme, motion, strip and pointer on to the module. */
  look() {
    if (!this.instance) return;
    this.#setLook(this.strip && this.mode === 'live');
    this.measureStrip();
    this.requestDraw();
  }

  /** Makes room for the strip of controls under the picture. */
  measureStrip() {
    if (!this.instance || this.width === 0) return;
    const height = this.strip && this.hasCanvas ? Math.ceil(this.instance.call('strip_height', this.width / this.#magnification) * this.#magnification) : 0;
    this.box.style.setProperty('--la-strip', `${height}px`);
  }

  /** The picture as SVG text. */
  async svg() {
    await this.instance?.addSvg();
    return this.instance?.string('svg', this.savedWidth / this.#magnification, this.pictureHeight / this.#magnification, isDark(this.host)) ?? '';
  }

  /** The picture, without controls, as pixels; null where there is no WebGL. @param {number} scale */
  raster(scale) {
    if (!this.#live || this.#live.lost || this.width === 0) return null;
    const copy = make('canvas');
    this.#setLook(false);
    this.#live.fit(this.width, this.pictureHeight, scale, this.#magnification);
    this.#live.copyTo(copy);
    this.look();
    this.#fit();
    this.drawNow();
    return copy;
  }

  /** Copies the picture before printing: browsers print WebGL canvases empty. */
  freeze() {
    if (this.#live && !this.#live.lost) this.#live.copyTo(this.still);
  }

  /** @param {boolean} strip */
  #setLook(strip) {
    this.instance?.call('look', isDark(this.host), reducedMotion() || this.mode === 'vector', strip, coarsePointer());
  }

  /** @param {Instance} instance */
  #attach(instance) {
    this.#live = LiveCanvas.attach(this.box, instance, {
      touched: (atOnce) => (atOnce ? this.drawNow() : this.requestDraw()),
      lost: () => {
        unschedule(this);
        this.vector.hidden = false;
        this.#drawVector();
      },
      restored: () => {
        this.#hideOthers();
        this.#fit();
        this.drawNow();
      },
      expired: () => {
        releaseContext(this);
        this.#live?.dispose();
        this.#live = null;
        this.#webgl = false;
        this.#setMode('vector');
        this.#drawVector();
        this.events.trouble('context-lost');
      },
    });
    if (this.#live) this.#setMode('live');
    this.#fit();
    return this.#live !== null;
  }

  /** @param {PictureView['mode']} mode */
  #setMode(mode) {
    this.mode = mode;
    this.#hideOthers();
    this.box.dataset.mode = mode;
    this.events.resized();
    this.look();
  }

  /** Hides and empties the canvases and pictures that the mode does not show. */
  #hideOthers() {
    this.still.hidden = this.mode !== 'still';
    if (this.still.hidden) this.still.width = this.still.height = 0;
    this.vector.hidden = this.mode !== 'vector';
    if (this.vector.hidden) this.vector.replaceChildren();
  }

  async #drawVector() {
    const { instance } = this;
    const before = instance?.string('state', 1);
    const text = await this.svg().catch(() => ''); // not delivered: the next change asks for it again
    if (!text || this.vector.hidden) return;
    // There are no frames in which a film could play: it is at its end (View::advance).
    if (instance && instance === this.instance && instance.string('state', 1) !== before) this.events.frame(FrameBit.values);
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    this.vector.replaceChildren(document.adoptNode(picture));
  }

  /** @param {ResizeObserverEntry} entry */
  #resized(entry) {
    const { width, height } = entry.contentRect;
    if (width === 0) return;
    // The exact ratio, so that a canvas pixel is a screen pixel; emulated screens (DevTools) do not scale the box.
    const exact = (entry.devicePixelContentBoxSize?.[0].inlineSize ?? 0) / width;
    this.#density = Math.abs(exact / density() - 1) < 0.02 ? exact : density();
    this.#magnification = Number(getComputedStyle(this.box).getPropertyValue('--la-magnify')) || 1;
    const other = width !== this.width;
    this.width = width;
    this.height = height;
    if (other) {
      this.events.resized();
      this.measureStrip();
    }
    this.#fit();
    // At once, because setting the size of a canvas clears it.
    if (this.mode !== 'still') this.drawNow();
  }

  #fit() {
    if (this.width > 0) this.#live?.fit(this.width, this.height, this.#density, this.#magnification);
  }
}

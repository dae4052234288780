// @ts-check
// A canvas with the module's window and WebGL2 context on it, from attach() to dispose().

import { FrameBit } from './frame_bit.js';
import { bridgeInput } from './input.js';
import { make } from './make.js';

/** @import { Instance } from './module.js' */

/** What screen readers get for a canvas or a picture: the figure's title and sentence. */
export const kPictureRole = { role: 'img', 'aria-labelledby': 'title', 'aria-describedby': 'sentence' };

const kRestoreWithin = 3000;
const now = () => performance.now() / 1000;

/**
 * @typedef {object} LiveEvents
 * @property {(now: boolean) => void} touched the reader did something: draw, `now` at once
 * @property {() => void} lost the context is lost, perhaps for a moment
 * @property {() => void} restored it is back and drawn
 * @property {() => void} expired it did not come back
 */

export class LiveCanvas {
  /** True between the loss of the context and its return. */
  lost = false;
  #abort = new AbortController();
  #timer = 0;
  #pressed = false;
  #magnification = 1;
  /** Of the last frame, see FrameBit. */
  #bits = 0;

  /**
   * Use attach().
   * @param {HTMLCanvasElement} canvas
   * @param {Instance} instance
   * @param {LiveEvents} events
   */
  constructor(canvas, instance, events) {
    this.canvas = canvas;
    this.instance = instance;
    this.events = events;
    const { signal } = this.#abort;
    bridgeInput(canvas, this, signal);
    canvas.addEventListener('webglcontextlost', (event) => this.#lose(event), { signal });
    canvas.addEventListener('webglcontextrestored', () => this.#restore(), { signal });
  }

  /**
   * Makes a new canvas for every context, because a canvas whose context was lost on purpose never gets another one.
   * @param {HTMLElement} box
   * @param {Instance} instance
   * @param {LiveEvents} events
   * @returns {LiveCanvas | null} null: no WebGL2
   */
  static attach(box, instance, events) {
    const canvas = make('canvas', { className: 'live', ...kPictureRole });
    const { raw } = instance;
    raw.canvas = canvas;
    // SDL 2.32 looks up this selector whatever canvas it is given; the table belongs to the instance.
    if (raw.specialHTMLTargets) raw.specialHTMLTargets['#canvas'] = canvas;
    box.append(canvas);
    if (instance.call('attach') === 0) return new LiveCanvas(canvas, instance, events);
    canvas.remove();
    return null;
  }

  dispose() {
    this.#abort.abort();
    clearTimeout(this.#timer);
    const context = this.canvas.getContext('webgl2');
    this.instance.call('detach');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    this.canvas.remove();
  }

  /** @param {number} seconds @returns {number} FrameBits */
  frame(seconds) {
    return (this.#bits = this.instance.call('frame', seconds));
  }

  /** @param {number} width @param {number} height @param {number} density @param {number} magnification */
  fit(width, height, density, magnification) {
    this.#magnification = magnification;
    // As high as the canvas will be, so that its picture is not stretched by a fraction of a pixel.
    this.instance.call('resize', width / magnification, Math.round(height * density) / density / magnification, density * magnification);
    this.#snap(density);
  }

  /** Aligns canvas pixels with screen pixels: a fractional height or position would blur all text. @param {number} density */
  #snap(density) {
    const { style, height, parentElement } = this.canvas;
    const box = (parentElement ?? this.canvas).getBoundingClientRect();
    const off = [box.left, box.top].map((edge) => Math.round(edge * density) / density - edge);
    style.setProperty('--la-drawn-height', `${height / density}px`);
    style.translate = off.map((shift) => `${shift.toFixed(4)}px`).join(' ');
  }

  /** Draws, and copies before the browser takes the buffer away. @param {HTMLCanvasElement} copy */
  copyTo(copy) {
    this.frame(now());
    copy.width = this.canvas.width;
    copy.height = this.canvas.height;
    // In memory: WebKit (GTK 2.50) prints a canvas that a graphics card holds black.
    copy.getContext('2d', { willReadFrequently: true })?.drawImage(this.canvas, 0, 0);
  }

  // Receiver, for input.js.

  /** @param {number} x @param {number} y @param {number} buttons @param {boolean} touch */
  pointer(x, y, buttons, touch) {
    this.instance.call('pointer', x / this.#magnification, y / this.#magnification, buttons, touch);
    // The module reads the pointer once a frame, so a press and its release need a frame each.
    this.events.touched(this.#pressed !== buttons > 0);
    this.#pressed = buttons > 0;
  }

  /** Whether a finger that comes down here drags upright. @param {number} x @param {number} y */
  holds(x, y) {
    this.instance.call('pointer', x / this.#magnification, y / this.#magnification, 0, true);
    this.events.touched(true);
    return (this.#bits & FrameBit.upright) !== 0;
  }

  leave() {
    this.instance.call('leave');
    this.#pressed = false;
    this.events.touched(false);
  }

  /** @param {Event} event */
  #lose(event) {
    event.preventDefault();
    this.lost = true;
    this.#timer = window.setTimeout(() => this.events.expired(), kRestoreWithin);
    this.events.lost();
  }

  #restore() {
    clearTimeout(this.#timer);
    this.lost = false;
    this.instance.call('restore');
    this.events.restored();
  }
}

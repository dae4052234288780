// @ts-check
// What a figure plays by itself, once, when its picture has come into view: the ranges in the attribute `plays`,
// "step=300 lift=0", or, if it names none, its film from the start. After that, what the page then writes there.

/** @import { Figure } from './figure.js' */
/** @import { PictureView } from './picture_view.js' */

import { reducedMotion } from './look.js';

const kAfter = 600; // ms in which the reader sees where it starts
const kSeen = 0.7; // of the picture, or of the window where the picture is taller

export class Story {
  /** The figure that stands at its start. @type {Figure | null} */
  #ready = null;
  #film = '';
  #seen = false;
  #seeing = new IntersectionObserver((entries) => this.#look(entries[entries.length - 1]), { threshold: [0, 0.2, 0.4, 0.6, kSeen, 0.8, 0.9, 1] });

  /** @param {HTMLElement} host @param {PictureView} view */
  constructor(host, view) {
    this.host = host;
    this.view = view;
  }

  /** To be called when there is a result. @param {Figure | null} figure */
  begin(figure) {
    if (!this.host.hasAttribute('plays') || this.#ready || !figure?.learning.result) return;
    this.#ready = figure;
    this.#film = rewound(figure, this.#told);
    this.#seeing.observe(this.view.box);
  }

  /** What waits for the reader at the start of its film, with the values of its end. @returns {[string, string][]} */
  get untold() {
    return this.#seen || !this.#ready ? [] : [...new URLSearchParams(this.#film)];
  }

  /** To be called when the reader has asked for another state: that is shown, and nothing plays before it. */
  end() {
    if (!this.#ready) return;
    this.#seeing.disconnect();
    this.#seen = true;
  }

  /** To be called when the page has changed the attribute. @param {Figure | null} figure */
  changed(figure) {
    this.begin(figure);
    if (this.#seen && this.#told) this.#play();
  }

  /** Another figure takes this one's place, and plays again. */
  forget() {
    this.#seeing.disconnect();
    [this.#ready, this.#film, this.#seen] = [null, '', false];
  }

  get #told() {
    return (this.host.getAttribute('plays') ?? '').trim().split(/\s+/).join('&');
  }

  /** @param {IntersectionObserverEntry} entry */
  #look({ intersectionRect, boundingClientRect, rootBounds }) {
    const most = Math.min(boundingClientRect.height, rootBounds?.height ?? innerHeight);
    if (intersectionRect.height < kSeen * most) return;
    this.#seeing.disconnect();
    const figure = this.#ready;
    setTimeout(() => {
      if (this.#seen || figure !== this.#ready) return;
      this.#seen = true;
      this.#play();
    }, kAfter);
  }

  #play() {
    const story = this.#told || this.#film;
    if (story && this.#ready && this.view.instance === this.#ready.instance) this.#ready.tell(story);
  }
}

/**
 * Puts what plays through the result to its start, where a story does not leave it out; back comes where it stood. What
 * somebody has set stays. @param {Figure} figure @param {string} story
 */
function rewound(figure, story) {
  if (reducedMotion() || figure.view.mode === 'vector') return '';
  const films = figure.schema.parameters.flatMap(({ id, film, initial }, k) => {
    const { shown, locked, value } = figure.controls[k];
    return film && shown && !locked && value === initial && (!story || new URLSearchParams(story).has(id)) ? [{ id, value }] : [];
  });
  for (const { id } of films) figure.alter('set_stop', id, 0);
  if (films.length > 0) figure.waitForEnd();
  figure.sync();
  figure.learning.valuesChanged();
  return films.map(({ id, value }) => `${id}=${value}`).join('&');
}

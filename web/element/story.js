// @ts-check
// What a figure plays by itself, once, when its picture has come into view: the ranges in the attribute `plays`,
// "step=300 lift=0", or, if it names none, its film from the start.

/** @import { Figure } from './figure.js' */
/** @import { PictureView } from './picture_view.js' */

import { reducedMotion } from './look.js';

const kAfter = 600; // ms in which the reader sees where it starts
const kSeen = 0.7; // of the picture, or of the window where the picture is taller

export class Story {
  /** The figure that stands at its start. @type {Figure | null} */
  #ready = null;
  #story = '';
  #begun = false;
  #seen = new IntersectionObserver((entries) => this.#look(entries[entries.length - 1]), { threshold: [0, 0.2, 0.4, 0.6, kSeen, 0.8, 0.9, 1] });

  /** @param {HTMLElement} host @param {PictureView} view */
  constructor(host, view) {
    this.host = host;
    this.view = view;
  }

  /** To be called when there is a result. @param {Figure | null} figure */
  begin(figure) {
    const story = this.host.getAttribute('plays');
    if (story === null || this.#begun || !figure?.learning.result) return;
    this.#begun = true;
    this.#story = story.trim() ? story.trim().split(/\s+/).join('&') : rewound(figure);
    if (!this.#story) return;
    this.#ready = figure;
    this.#seen.observe(this.view.box);
  }

  /** @param {IntersectionObserverEntry} entry */
  #look({ intersectionRect, boundingClientRect, rootBounds }) {
    const most = Math.min(boundingClientRect.height, rootBounds?.height ?? innerHeight);
    if (!this.#ready || intersectionRect.height < kSeen * most) return;
    const figure = this.#ready;
    this.#seen.disconnect();
    setTimeout(() => {
      if (this.view.instance !== figure.instance) return;
      figure.alter('play', this.#story);
      this.view.requestDraw();
    }, kAfter);
  }
}

/** Puts what plays through the result to its start; back comes where it stood. What somebody has set stays. @param {Figure} figure */
function rewound(figure) {
  if (reducedMotion() || figure.view.mode === 'vector') return '';
  const films = figure.schema.parameters.flatMap(({ id, film, initial }, k) => {
    const { shown, locked, value } = figure.controls[k];
    return film && shown && !locked && value === initial ? [{ id, value }] : [];
  });
  for (const { id } of films) figure.alter('set_stop', id, 0);
  figure.sync();
  figure.learning.valuesChanged();
  return films.map(({ id, value }) => `${id}=${value}`).join('&');
}

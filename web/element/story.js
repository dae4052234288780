// @ts-check
// What a figure plays by itself, once: "step=300 lift=0" in the attribute `plays`.

/** @import { Figure } from './figure.js' */
/** @import { PictureView } from './picture_view.js' */

const kAfter = 600; // ms in which the reader sees where it starts

export class Story {
  #begun = false;

  /** @param {HTMLElement} host @param {PictureView} view */
  constructor(host, view) {
    this.host = host;
    this.view = view;
  }

  /** To be called when there is a result, and when the figure is seen: begins when both are so. @param {Figure | null} figure */
  begin(figure) {
    const story = this.host.getAttribute('plays')?.trim().split(/\s+/).join('&');
    if (!story || this.#begun || !figure?.learning.result || !this.view.visible) return;
    this.#begun = true;
    setTimeout(() => {
      if (this.view.instance !== figure.instance) return;
      figure.alter('play', story);
      this.view.requestDraw();
    }, kAfter);
  }
}

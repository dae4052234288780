// The compiled learner in node: the list of figures, and what each shows, without a browser.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Calls } from '../element/calls.js';
import { partImports } from '../element/part_imports.js';

/** @import { Description, FigureSchema, LiftedModule } from '../types/module.d.ts' */
/** @typedef {Record<string, Description>} Elsewhere by the language's tag */

// Of a poster: as wide as the article has its figures on a large screen, and on a phone of 390 px, so that nothing moves
// when the live picture comes.
const kWide = 1080;
const kNarrow = 358;

/**
 * @param {string} glue path of lifted-attention-module.js
 * @param {string} wasm path of the .wasm beside it
 * @param {string[]} parts paths of the parts of the figures to be opened
 */
export async function openLearner(glue, wasm, parts = []) {
  const [compiled, ...more] = await Promise.all([wasm, ...parts].map(async (path) => new WebAssembly.Module(await readFile(path))));
  const { default: factory } = await import(pathToFileURL(glue).href);
  /** @type {LiftedModule} */
  const module = await factory({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(compiled, imports);
      for (const part of more) new WebAssembly.Instance(part, partImports(instance.exports));
      // Called synchronously, done() returns the exports, which the glue expects to be returned here.
      return done(instance, compiled);
    },
    onBegin() {},
    onProgress() {},
    wantsPreview: () => false,
    onPreview() {},
  });
  return new Learner(module);
}

/** One instance of the module: one figure open at a time. */
export class Learner extends Calls {
  /** Results in bytes, by what they depend on. @type {Map<string, Uint8Array>} */
  #known = new Map();

  /** What the module is told of other languages, by tag (article/languages.mjs: toldOf). @type {Map<string, string>} */
  languages = new Map();

  /** From now on the module speaks this language; '' for English. @param {string} told */
  #speak(told) {
    this.call('set_language', told, new TextEncoder().encode(told).length);
  }

  /** What the open figure says of itself. @returns {Description} */
  #said() {
    return this.json('describe', 0);
  }

  /** What the open figure says of itself in other languages. @returns {Elsewhere} */
  elsewhere() {
    const said = [...this.languages].map(([tag, told]) => {
      this.#speak(told);
      return [tag, this.#said()];
    });
    if (said.length > 0) this.#speak('');
    return Object.fromEntries(said);
  }

  /** The catalogue. */
  figures() {
    return this.json('figures');
  }

  /** The same, and of each figure how wide it must be, in CSS px, for its controls in the picture to take one line. */
  measuredFigures() {
    return this.figures().map((figure) => {
      this.call('open', figure.id);
      this.call('resize', kWide, kWide, 1);
      const lines = (/** @type {number} */ width) => this.call('strip_height', width);
      let oneLineFrom = 600;
      while (oneLineFrom < kWide && lines(oneLineFrom) > lines(kWide)) ++oneLineFrom;
      return { ...figure, oneLineFrom };
    });
  }

  /** A sentence for each value of a link that the figure does not take. */
  objections(figure, query) {
    if (this.call('open', figure)) return [`There is no figure "${figure}".`];
    return this.json('set_state', query);
  }

  /** The file of the site that the open figure reads with its values; empty for none. @param {FigureSchema} schema */
  sample({ texts }) {
    const values = Object.fromEntries(new URLSearchParams(this.string('state', 1)));
    return texts.find(({ shown }) => !shown || shown.choices.includes(values[shown.id]))?.sample ?? '';
  }

  /**
   * Opens a figure and sets values of a link.
   * @param {(file: string) => string} read gives a text of the site
   * @returns {{ figure: FigureSchema, text: string }} with the text that it reads with them
   */
  #open(id, query, read) {
    const figure = this.figures().find((schema) => schema.id === id);
    if (!figure || this.call('open', id)) throw new Error(`figure "${id}" could not be opened`);
    const objections = query ? this.json('set_state', query) : [];
    if (objections.length > 0) throw new Error(`figure "${id}", ${query}: ${objections.join(' ')}`);
    const sample = this.sample(figure);
    return { figure, text: sample && read(sample) };
  }

  /** The bytes that the last run or job has made. */
  made() {
    return this.bytes(this.call('result'), this.call('result_size'));
  }

  /** The bytes that a figure's job makes, with the values of a query; `read` as below. @returns {Uint8Array} */
  job(job, id, query, read) {
    const { text } = this.#open(id, query, read);
    if (this.call('job', job, id, query, text, new TextEncoder().encode(text).length)) throw new Error(`job "${job}" of figure "${id}": ${this.string('error')}`);
    return this.made();
  }

  /** Opens a figure, sets values of a link and runs it, or takes what it found before. @param {(file: string) => string} read gives a text of the site */
  run(id, query, read) {
    const { figure, text } = this.#open(id, query, read);
    const settings = [id, this.string('state', 2), text].join('\n');
    if (!this.#known.has(settings)) {
      if (this.call('compute', id, this.string('state', 1), text, new TextEncoder().encode(text).length, 0, 0)) throw new Error(`figure "${id}": ${this.string('error')}`);
      this.#known.set(settings, this.made());
    }
    const bytes = this.#known.get(settings);
    if (this.call('show', bytes, bytes.length, 0, 0, 0)) throw new Error(`figure "${id}" cannot read its own result`);
    return figure;
  }

  /**
   * The same as the element's `result`, but without times.
   * @returns {import('../types/element.d.ts').Result}
   */
  result(id, query, read) {
    const { parameters } = this.run(id, query, read);
    const values = this.json('controls').flatMap(({ id, value, list }, k) => {
      const { kind, choices } = parameters[k];
      return kind === 'action' ? [] : [[id, list ?? (kind === 'choice' ? choices[value].id : value)]];
    });
    const said = this.#said();
    return { figure: id, state: Object.fromEntries(values), ...said, english: said.table };
  }

  /** The result in a state as the article's links have it, "algorithm?N=32". @param {string} state */
  stateResult(state, read) {
    const [id, query = ''] = state.split('?');
    return this.result(id, query, read);
  }

  /**
   * Runs a figure with the values of a query, and has its posters drawn, of a name (with the folder) and a shape of their own if wanted.
   * No stage has a time: the pictures are the same wherever they are made.
   * @param {string} id @param {(file: string) => string} read
   * @param {{ query?: string, name?: string, shape?: { narrow: number, wide: number }, still?: boolean }} [look] still: as
   *   a reader who wants no motion sees it
   * @returns {Description & { elsewhere: Elsewhere, posters: Record<string, { svg: string, width: number, height: number }> }}
   */
  show(id, read, { query = '', name = `posters/${id}`, shape, still = false } = {}) {
    const figure = this.run(id, query, read);
    const said = this.#said();
    const elsewhere = this.elsewhere();
    const { narrow, wide } = shape ?? figure.shape;
    const posters = {};
    this.call('look', 0, Number(still), 0, 0);
    for (const [variant, width, ratio, density] of /** @type {const} */ ([['', kWide, wide, 1], ['-narrow', kNarrow, narrow, 2]])) {
      // As in the page, the picture and lines of text begin and end at whole pixels of the screen.
      const height = Math.round(width * ratio * density) / density;
      this.call('resize', width, height, density);
      for (const theme of ['light', 'dark']) {
        posters[`${name}${variant}-${theme}`] = { svg: this.string('svg', width, height, theme === 'dark' ? 1 : 0), width, height: Math.round(height) };
      }
    }
    return { ...said, elsewhere, posters };
  }
}

// @ts-check
// The custom element: when a figure starts, comes and goes; its attributes, properties and events.

import { readHash } from './address.js';
import { Anatomy } from './anatomy.js';
import { beside } from './beside.js';
import { warm } from './crew.js';
import { acceptDrops } from './drop.js';
import { Figure } from './figure.js';
import { speakAround } from './language.js';
import { loadMore } from './load_more.js';
import { isDark, unwatchLook, watchLook } from './look.js';
import { breathe, button, make, settled } from './make.js';
import { Menu } from './menu.js';
import { Instance, kFigures, Unavailable, Undelivered } from './module.js';
import { Stage } from './stage.js';
import { addLamp, removeLamp } from './symbols.js';
import { unwatchVicinity, watchVicinity } from './vicinity.js';
import { Wishes } from './wishes.js';
import { say } from './words.js';

/** @import { FigureSchema } from '../types/module.d.ts' */
/** @import { LiftedAttentionElement, State } from '../types/element.d.ts' */

const kWriteAfter = 400;
// A quick scroll to and fro costs no context, nor does a browser that for a moment knows no viewport.
const kFarAfter = 1000;

// This script also runs in workers, which have no elements.
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (Object));

/** @implements {LiftedAttentionElement} */
export class LiftedAttention extends Base {
  #anatomy = new Anatomy(this.attachShadow({ mode: 'open' }));
  #stage = new Stage(this, this.#anatomy.box, {
    frame: (bits) => this.#figure?.afterFrame(bits),
    // The poster too: a place that was hidden has had no width.
    resized: () => void (this.#figure?.place(), this.#poster()),
    trouble: (why) => this.#anatomy.tellTrouble(why, () => this.#stage.retry()),
  });
  /** @type {Figure | null} */
  #figure = null;
  /** @type {Promise<void> | null} */
  #started = null;
  /** Why there is no figure. */
  #why = '';
  #near = false;
  #placed = false;
  /** CSS px, once it has a place in the page's layout. */
  #width = 0;
  #widths = new ResizeObserver((entries) => this.#resized(entries[entries.length - 1].contentRect.width));
  #watched = new MutationObserver((changes) => this.#attributesChanged(changes));
  #wishes = new Wishes(this);
  #write = settled(kWriteAfter, () => this.#wishes.writeAddress(this.#figure));
  #leave = settled(kFarAfter, () => this.#near || this.#stage.go());
  #onHash = () => this.#wishes.addressChanged(this.#figure);
  #onPrint = () => this.#stage.freeze();

  constructor() {
    super();
    acceptDrops(this, this.#anatomy.figure, () => this.#figure);
  }

  connectedCallback() {
    const language = speakAround(this);
    if (language) language.then(() => this.#anatomy.name());
    else this.#anatomy.name();
    this.#reserve();
    this.#width = 0; // Nothing is measured here: of many figures each would have the whole page laid out anew.
    this.#widths.observe(this.#anatomy.room);
    this.#stage.connect();
    watchLook(this);
    if (this.#figure) addLamp(this.#figure);
    this.#watched.observe(this, { attributes: true });
    addEventListener('hashchange', this.#onHash);
    addEventListener('beforeprint', this.#onPrint);
    watchVicinity(this);
    // Once: who moves a figure about in the document does not mean the reader.
    if (!this.#placed && readHash(this.#wishes.name) !== null) void (this.scrollIntoView(), this.expect());
    this.#placed = true;
  }

  disconnectedCallback() {
    unwatchVicinity(this);
    this.#widths.disconnect();
    this.#watched.disconnect();
    removeEventListener('hashchange', this.#onHash);
    removeEventListener('beforeprint', this.#onPrint);
    removeEventListener('online', this.#again);
    unwatchLook(this);
    if (this.#figure) removeLamp(this.#figure);
    this.#near = false;
    this.#leave.drop();
    this.#write.drop();
    this.cancel();
    this.#stage.disconnect();
  }

  /** @returns {State} */
  get state() {
    return this.#figure?.state ?? this.#wishes.early;
  }

  /** @param {State} state */
  set state(state) {
    this.set(state);
  }

  /** @param {State | string} values */
  set(values) {
    return this.#wishes.set(this.#figure, values);
  }

  /** @param {'png' | 'svg' | 'csv' | 'json'} kind */
  async export(kind) {
    const figure = await this.#ready();
    return (await loadMore()).exportFile(figure, kind, () => this.link);
  }

  /** @param {string | Blob} source */
  async import(source) {
    const figure = await this.#ready();
    return (await loadMore()).importFile(figure, source);
  }

  get link() {
    return this.#wishes.link(this.#figure);
  }

  get query() {
    return this.#wishes.query(this.#figure);
  }

  get result() {
    return this.#figure?.learning.result ?? null;
  }

  run() {
    this.#figure?.learning.run();
  }

  cancel() {
    this.#figure?.learning.cancel();
  }

  reset() {
    this.#wishes.reset(this.#figure);
  }

  /** For look.js. */
  look() {
    this.#anatomy.figure.dataset.theme = isDark(this) ? 'dark' : 'light';
    this.#figure?.place();
    this.#stage.look();
    this.#poster();
  }

  /** @param {number} width */
  #resized(width) {
    const before = this.#width;
    this.#width = width;
    if (before === 0) this.look();
  }

  /** Room for all that will be here, so that nothing jumps, and the page's own words until there are better ones. */
  #reserve() {
    if (this.hasAttribute('controls')) this.#anatomy.figure.dataset.controls ??= this.getAttribute('controls') ?? '';
    if (this.#figure) return;
    const [narrow, wide] = (this.getAttribute('shape') ?? '').split(' ').map(Number);
    if ([narrow, wide].every((ratio) => ratio > 0.1 && ratio < 10)) this.#stage.setShape({ narrow, wide });
    const title = this.querySelector('img')?.alt ?? '';
    const words = this.querySelector('p')?.textContent ?? '';
    this.#anatomy.tell(title, words.startsWith(`${title}. `) ? words.slice(title.length + 2) : words);
  }

  /** What the build made beforehand. */
  #poster() {
    if (this.#width === 0 || this.#figure?.learning.description.title) return;
    const own = this.getAttribute('poster');
    const id = kFigures.includes(this.#wishes.figure) ? this.#wishes.figure : kFigures[0];
    const made = `posters/${id}${this.#width < 600 ? '-narrow' : ''}-${isDark(this) ? 'dark' : 'light'}.svg`;
    this.#anatomy.showPoster(own ? make('a', { href: own }).href : beside(made));
  }

  /** For vicinity.js. @param {boolean} near */
  comeOrGo(near) {
    this.#near = near;
    if (!near) return this.#leave();
    return this.#started ? this.#stage.come() : this.expect();
  }

  /** For vicinity.js, and for the address. */
  expect() {
    this.#started ??= this.#start();
  }

  /** For vicinity.js. @param {boolean} seen */
  show(seen) {
    this.#stage.visible = seen;
    if (!seen) return;
    this.#stage.come();
    this.#stage.touch();
  }

  async #ready() {
    await (this.#started ??= this.#start());
    if (!this.#figure) throw new Error(this.#why);
    return this.#figure;
  }

  async #start() {
    try {
      warm();
      await speakAround(this);
      // The page may want another one meanwhile.
      for (let wanted = ''; !this.#figure && wanted !== this.#wishes.figure; ) {
        wanted = this.#wishes.figure;
        const instance = await Instance.of(wanted);
        await breathe();
        if (!this.#figure && wanted === this.#wishes.figure) this.#open(instance);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {Instance} instance */
  #open(instance) {
    /** @type {FigureSchema[]} */
    const schemas = instance.json('figures');
    const schema = schemas.find(({ id }) => id === this.#wishes.figure) ?? schemas[0];
    instance.call('open', schema.id);
    const emit = (/** @type {string} */ type, /** @type {object} */ detail) => this.#emit(type, { figure: schema.id, ...detail });
    const figure = new Figure({ host: this, anatomy: this.#anatomy, stage: this.#stage, instance, schema, emit });
    const notices = schema.id === this.#wishes.figure ? [] : [say('There is no figure “%1”; this is “%2”. There are: %3.', this.#wishes.figure, schema.id, kFigures.join(', '))];
    notices.push(...this.#wishes.begin(figure));
    this.#anatomy.tell(schema.name, schema.question);
    this.#anatomy.note('values', notices);
    this.#anatomy.bar.replaceChildren(figure.learning.status.node, new Menu(figure, () => this.link).node);
    this.#figure = figure;
    this.#anatomy.stand(true, this);
    this.#stage.setShape(schema.shape);
    this.#stage.instance = instance;
    figure.sync();
    figure.place();
    if (this.isConnected) addLamp(figure);
    this.#emit('lifted-ready', { figure: schema.id, state: figure.state });
    figure.learning.run();
    breathe().then(() => this.#near && this.#stage.come());
  }

  /** @param {MutationRecord[]} changes */
  #attributesChanged(changes) {
    const names = new Set(changes.map(({ attributeName }) => attributeName ?? ''));
    if (['theme', 'controls', 'poster'].some((name) => names.delete(name))) this.look();
    const figure = this.#figure;
    if (!figure) return;
    if (names.has('figure') && this.getAttribute('figure') !== figure.schema.id) return this.#restart();
    this.#wishes.attributesChanged(figure, names);
  }

  /** Another figure in the same place. */
  #restart() {
    this.cancel();
    this.#stage.disconnect();
    if (this.#figure) removeLamp(this.#figure);
    this.#figure = null;
    this.#stage.instance = null;
    this.#stage.connect();
    this.#poster();
    this.#started = this.#start();
  }

  /** @param {unknown} error no learner: what was made beforehand stays, and a sentence says why */
  #fail(error) {
    const why = error instanceof Unavailable ? error.message : say('The learner could not start in this browser.');
    this.#why = why;
    this.#anatomy.figure.dataset.controls = 'none';
    this.#anatomy.stand(false, this);
    const mayCome = error instanceof Undelivered;
    this.#anatomy.note('error', say('%1 The picture was made beforehand.', why), mayCome ? button(say('Try again'), this.#again) : undefined);
    if (mayCome) addEventListener('online', this.#again, { once: true });
    this.#emit('lifted-error', { figure: this.getAttribute('figure') ?? '', message: why });
  }

  /** What could not be downloaded may come now. */
  #again = () => {
    removeEventListener('online', this.#again);
    if (!this.isConnected || this.#figure) return;
    this.#anatomy.note('error', '');
    this.#started = this.#start();
  };

  /** @param {string} type @param {object} detail */
  #emit(type, detail) {
    if (type === 'lifted-change') this.#write();
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

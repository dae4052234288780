// @ts-check
// The custom element: when a figure starts, comes and goes; its attributes, properties and events.

import { embedLink, isQuery, readHash, writeHash, writesAddress } from './address.js';
import { Anatomy } from './anatomy.js';
import { readAttributes } from './attributes.js';
import { commands } from './commands.js';
import { warm } from './crew.js';
import { acceptDrops } from './drop.js';
import { Figure } from './figure.js';
import { finePointer, isDark, unwatchLook, watchLook } from './look.js';
import { make, settled } from './make.js';
import { Menu } from './menu.js';
import { beside, Instance, kFigures, Unavailable } from './module.js';
import { Stage } from './stage.js';
import { addLamp, removeLamp } from './symbols.js';
import { unwatchVicinity, watchVicinity } from './vicinity.js';

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
    resized: () => this.#figure?.place(),
    trouble: (why) => this.#trouble(why),
  });
  /** @type {Figure | null} */
  #figure = null;
  #started = false;
  #near = false;
  #watched = new MutationObserver((changes) => this.#attributesChanged(changes));
  /** Set before the module is there. */
  #wanted = '';
  /** What the attributes ask for: where reset goes back to. */
  #base = '';
  #write = settled(kWriteAfter, () => writesAddress(this) && writeHash(this.#name, this.query));
  #leave = settled(kFarAfter, () => this.#near || this.#stage.go());
  #onHash = () => this.#readAddress();
  #onPrint = () => this.#stage.freeze();

  constructor() {
    super();
    acceptDrops(this, this.#anatomy.figure, () => this.#figure);
  }

  connectedCallback() {
    this.#reserve();
    this.#stage.connect();
    watchLook(this);
    this.look();
    if (this.#figure) addLamp(this.#figure);
    this.#watched.observe(this, { attributes: true });
    addEventListener('hashchange', this.#onHash);
    addEventListener('beforeprint', this.#onPrint);
    watchVicinity(this);
    if (readHash(this.#name) !== null) this.scrollIntoView();
  }

  disconnectedCallback() {
    unwatchVicinity(this);
    this.#watched.disconnect();
    removeEventListener('hashchange', this.#onHash);
    removeEventListener('beforeprint', this.#onPrint);
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
    return this.#figure?.state ?? Object.fromEntries(new URLSearchParams(this.#wanted.replaceAll('+', '%2B')));
  }

  /** @param {State} state */
  set state(state) {
    const text = (/** @type {State[string]} */ value) => (typeof value === 'string' || Array.isArray(value) ? String(value) : Number(value));
    const query = Object.entries(state).map(([id, value]) => `${id}=${text(value)}`).join('&');
    if (this.#figure) this.#figure.apply(query);
    else this.#wanted = query;
  }

  get query() {
    const query = this.#figure?.query() ?? '';
    // Values that the attributes set must be said even where they are the figure's own defaults again.
    return this.#figure && this.#base && query !== this.#base ? this.#figure.query(true) : query;
  }

  run() {
    this.#figure?.learning.run();
  }

  cancel() {
    this.#figure?.learning.cancel();
  }

  reset() {
    this.#figure?.change(() => {
      this.#figure?.instance.call('reset');
      if (this.#base) this.#figure?.instance.json('set_state', this.#base);
    });
  }

  /** For look.js. */
  look() {
    this.#anatomy.figure.dataset.theme = isDark(this) ? 'dark' : 'light';
    this.#figure?.place();
    this.#stage.look();
    this.#poster();
  }

  /** The figure that the page wants here. */
  get #asked() {
    return this.getAttribute('figure') || kFigures[0];
  }

  get #name() {
    return this.id || this.#asked;
  }

  get #link() {
    if (!writesAddress(this)) return embedLink(this.#figure?.schema.id ?? '', this.#figure?.query() ?? '');
    return new URL(`#${this.#name}${this.query && '?'}${this.query}`, location.href).href;
  }

  /** Room for the controls where they will be, so that nothing jumps. */
  #reserve() {
    const { figure } = this.#anatomy;
    const wide = this.getBoundingClientRect().width >= 600;
    figure.dataset.controls ??= this.getAttribute('controls') ?? (wide && finePointer() ? 'canvas' : 'form');
    const [narrow, wideShape] = (this.getAttribute('shape') ?? '').split(' ').map(Number);
    if (narrow > 0 && wideShape > 0) this.#stage.setShape({ narrow, wide: wideShape });
  }

  /** What the build made beforehand, and the page's own words, until there is something better. */
  #poster() {
    if (this.#figure?.learning.description.title) return;
    const narrow = this.getBoundingClientRect().width < 600 ? '-narrow' : '';
    const own = this.getAttribute('poster');
    const made = `posters/${this.#asked}${narrow}-${isDark(this) ? 'dark' : 'light'}.svg`;
    this.#anatomy.showPoster(own ? new URL(own, document.baseURI).href : beside(made));
    const title = this.querySelector('img')?.alt ?? '';
    const words = this.querySelector('p')?.textContent ?? '';
    if (!this.#figure) this.#anatomy.tell(title, words.startsWith(`${title}. `) ? words.slice(title.length + 2) : words);
  }

  /** For vicinity.js. @param {boolean} near */
  comeOrGo(near) {
    this.#near = near;
    if (!near) return this.#leave();
    if (!this.#started) this.#start();
    else this.#stage.come();
  }

  /** For vicinity.js. @param {boolean} seen */
  show(seen) {
    this.#stage.visible = seen;
    if (!seen) return;
    this.#stage.come();
    this.#stage.touch();
  }

  async #start() {
    this.#started = true;
    try {
      warm();
      const instance = await Instance.of(this.#asked);
      if (!this.#figure) this.#open(instance);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {Instance} instance */
  #open(instance) {
    /** @type {FigureSchema[]} */
    const schemas = instance.json('figures');
    const schema = schemas.find(({ id }) => id === this.#asked) ?? schemas[0];
    instance.call('open', schema.id);
    const emit = (/** @type {string} */ type, /** @type {object} */ detail) => this.#emit(type, { figure: schema.id, ...detail });
    const figure = new Figure({ host: this, anatomy: this.#anatomy, stage: this.#stage, instance, schema, emit });
    const notices = schema.id === this.#asked ? [] : [`There is no figure “${this.#asked}”; this is “${schema.id}”. There are: ${kFigures.join(', ')}.`];
    notices.push(...this.#initialState(figure));
    this.#anatomy.tell(schema.name, schema.question);
    this.#anatomy.note('values', notices);
    this.#anatomy.bar.replaceChildren(figure.learning.status.node, new Menu(commands(figure, () => this.#link, () => this.reset())).node);
    this.#figure = figure;
    this.#anatomy.figure.toggleAttribute('data-ready', true);
    this.#stage.setShape(schema.shape);
    this.#stage.instance = instance;
    figure.sync();
    figure.place();
    if (this.isConnected) addLamp(figure);
    if (this.#near) this.#stage.come();
    this.#emit('lifted-ready', { figure: schema.id, state: figure.state });
    figure.learning.run();
  }

  /** Attributes, then what a script has set, then the page's address. @param {Figure} figure @returns {string[]} notices */
  #initialState(figure) {
    const { instance, schema } = figure;
    /** @param {string} query @returns {string[]} */
    const take = (query) => (query ? instance.json('set_state', query) : []);
    const notices = take(readAttributes(this, schema));
    this.#base = figure.query();
    notices.push(...take(this.#wanted), ...take(this.#fromAddress(notices)));
    figure.history.note(figure.query(true));
    return notices;
  }

  /** @param {string[]} notices */
  #fromAddress(notices) {
    const query = readHash(this.#name);
    if (!query || isQuery(query)) return query ?? '';
    notices.push('The link to this figure holds more than ids and numbers, so it was not used.');
    return '';
  }

  /** The reader has followed a link to another state. */
  #readAddress() {
    const wanted = readHash(this.#name);
    if (wanted === null) return;
    this.scrollIntoView({ block: 'nearest' }); // a figure that has not started reads the address when it does
    if (!this.#figure || wanted === this.query) return;
    const notices = /** @type {string[]} */ ([]);
    const query = this.#fromAddress(notices);
    this.reset();
    this.#figure.apply(query);
    if (notices.length > 0) this.#anatomy.note('values', notices);
  }

  /** @param {MutationRecord[]} changes */
  #attributesChanged(changes) {
    const names = new Set(changes.map(({ attributeName }) => attributeName ?? ''));
    if (['theme', 'controls', 'poster'].some((name) => names.delete(name))) this.look();
    const figure = this.#figure;
    if (!figure) return;
    if (names.has('figure') && this.getAttribute('figure') !== figure.schema.id) return this.#restart();
    const query = readAttributes(this, figure.schema, names);
    if (!query) return;
    figure.apply(query);
    this.#base = figure.query();
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
    this.#start();
  }

  /** @param {unknown} error no learner: what was made beforehand stays, and a sentence says why */
  #fail(error) {
    const why = error instanceof Unavailable ? error.message : 'The learner could not start in this browser.';
    const { figure, title, box, sentence, fallback } = this.#anatomy;
    figure.toggleAttribute('data-ready', true);
    figure.dataset.controls = 'none';
    // What the page itself says in place of the figure goes before what we can say.
    const own = this.childElementCount > 0;
    fallback.hidden = !own;
    for (const part of [title, box, sentence]) part.hidden = own;
    this.#anatomy.note('error', `${why} The picture was made beforehand.`);
    this.#emit('lifted-error', { figure: this.getAttribute('figure') ?? '', message: why });
  }

  /** @param {'no-webgl' | 'context-lost' | ''} why */
  #trouble(why) {
    const retry = make('button', { type: 'button', textContent: 'Show the live picture' });
    retry.addEventListener('click', () => this.#stage.retry());
    if (why === 'no-webgl') this.#anatomy.note('picture', 'There is no WebGL 2 here, so the picture cannot be touched; it is drawn anew for every result.');
    else if (why) this.#anatomy.note('picture', 'The graphics of this page were interrupted.', retry);
    else this.#anatomy.note('picture', '');
  }

  /** @param {string} type @param {object} detail */
  #emit(type, detail) {
    if (type === 'lifted-change') this.#write();
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

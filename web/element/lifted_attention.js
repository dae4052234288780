// @ts-check
// The custom element: its attributes, properties and events; when its figure starts, and when it is drawn.

import { isNewEntry, readHash } from './address.js';
import { embeddedAssets } from './asset_url.js';
import { isAboutValues } from './attributes.js';
import { hasContent, ShadowDom } from './shadow_dom.js';
import { workers } from './figure_program.js';
import { acceptDrops } from './drop.js';
import { Figure } from './figure.js';
import { setLanguage } from './language.js';
import { keepKeys } from './keys.js';
import { loadMore } from './load_more.js';
import { isDark, unwatchLook, watchLook } from './look.js';
import { yieldToPage, button, debounce } from './make.js';
import { Menu } from './menu.js';
import { Instance, kFigures } from './module.js';
import { PictureView } from './picture_view.js';
import { posterOf, saidOfPoster, shapeOf } from './poster.js';
import { Story } from './story.js';
import { addSymbolView, removeSymbolView } from './symbols.js';
import { unwatchVisibility, watchVisibility } from './visibility.js';
import { RequestedState } from './requested_state.js';
import { started, turn } from './start_order.js';
import { keepRooms } from './rooms.js';
import { tr } from './words.js';
import { Unavailable, Undelivered } from './wasm_file.js';

/** @import { FigureSchema } from '../types/module.d.ts' */
/** @import { LiftedAttentionElement, State } from '../types/element.d.ts' */

const kWriteAfter = 400;
// So that a quick scroll back and forth costs no context, nor a browser that has no viewport for a moment.
const kFarAfter = 1000;

// This script also runs in workers, where there are no elements.
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (/** @type {unknown} */ (Object));

/** @implements {LiftedAttentionElement} */
export class LiftedAttention extends Base {
  #dom = new ShadowDom(this.attachShadow({ mode: 'open' }));
  #view = new PictureView(this, this.#dom.box, {
    frame: (bits) => this.#figure?.afterFrame(bits),
    // The poster depends on the width, and an element that was hidden had none.
    resized: () => void (this.#figure?.placeControls(), this.#updatePoster()),
    trouble: (why) => this.#dom.noteTrouble(why, () => this.#view.retry()),
  });
  /** @type {Figure | null} */
  #figure = null;
  /** @type {Promise<void> | null} */
  #started = null;
  /** Why there is no figure: a sentence. */
  #failure = '';
  #canRetry = false;
  #near = false;
  #placed = false;
  #story = new Story(this, this.#view);
  /** CSS px; 0 until the element has been laid out. */
  #width = 0;
  #widths = new ResizeObserver((entries) => this.#resized(entries[entries.length - 1].contentRect.width));
  #watched = new MutationObserver((changes) => this.#attributesChanged(changes));
  #requested = new RequestedState(this, this.#story);
  #write = debounce(kWriteAfter, () => this.#requested.writeAddress(this.#figure));
  #deactivateLater = debounce(kFarAfter, () => this.#near || this.#view.deactivate());
  /** On the way back or forward nothing may be written over the address that is to be read. */
  #heard = Object.entries({
    popstate: () => this.#write.cancel(),
    hashchange: () => this.#requested.addressChanged(this.#figure),
    beforeprint: () => this.#view.freeze(),
    online: () => this.#retry(),
  });

  constructor() {
    super();
    acceptDrops(this, this.#dom.figure, () => this.#figure);
    keepKeys(this);
    // Two changes within a frame may end one transition and begin none.
    for (const type of ['transitionrun', 'transitioncancel']) this.#dom.frame.addEventListener(type, ({ target }) => void (target === this.#dom.frame && this.look()));
    // A framework may have set it before there was a setter.
    const early = Object.getOwnPropertyDescriptor(this, 'state');
    if (early && Reflect.deleteProperty(this, 'state')) this.state = early.value;
  }

  connectedCallback() {
    const read = setLanguage(this);
    void (read ? read.then(() => this.#dom.setLanguage()) : this.#dom.setLanguage());
    this.#reserve();
    this.#width = 0; // Not measured here: with many figures each would force a layout of the whole page.
    this.#widths.observe(this.#dom.room);
    this.#view.connect();
    watchLook(this);
    if (this.#figure) addSymbolView(this.#figure);
    this.#figure?.learning.goOn();
    this.#watched.observe(this, { attributes: true });
    for (const [type, does] of this.#heard) addEventListener(type, does);
    watchVisibility(this);
    // Only the first time: a page that moves a figure within the document does not want to scroll.
    if (!this.#placed && readHash(this.#requested.name) !== null) void (isNewEntry() && this.scrollIntoView(), this.prepare());
    this.#placed = true;
  }

  disconnectedCallback() {
    unwatchVisibility(this);
    this.#widths.disconnect();
    this.#watched.disconnect();
    for (const [type, does] of this.#heard) removeEventListener(type, does);
    unwatchLook(this);
    if (this.#figure) removeSymbolView(this.#figure);
    this.#near = false;
    this.#deactivateLater.cancel();
    this.#write.cancel();
    // One that the page only moves is somewhere else by the end of this task, and learns on.
    queueMicrotask(() => this.isConnected || this.#figure?.learning.interrupt());
    this.#view.disconnect();
    this.#view.visible = false;
    started(this.#view);
  }

  /** The page has moved it to another document. */
  adoptedCallback() {
    this.#dom.adoptStyle();
  }

  /** @returns {State} */
  get state() {
    return this.#figure?.state ?? this.#requested.pending;
  }

  /** @param {State} state */
  set state(state) {
    this.set(state);
  }

  /** @param {State | string} values */
  set(values) {
    return this.#requested.set(this.#figure, values);
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
    return this.#requested.link(this.#figure);
  }

  get query() {
    return this.#requested.query(this.#figure);
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
    this.#requested.reset(this.#figure);
  }

  /** Watcher, for look.js. */
  look() {
    this.#dom.figure.dataset.theme = isDark(this) ? 'dark' : 'light';
    this.#figure?.placeControls();
    this.#view.look();
    this.#updatePoster();
  }

  /** @param {number} width */
  #resized(width) {
    const before = this.#width;
    this.#width = width;
    if (before === 0) this.look();
  }

  /** Reserves room, so that nothing jumps, and shows the page's own text until there is the figure's. */
  #reserve() {
    if (this.hasAttribute('controls')) this.#dom.figure.dataset.controls ??= this.getAttribute('controls') ?? '';
    if (this.#figure) return;
    if (!this.hasAttribute('bare')) keepRooms(this.#dom, this.#requested.figure);
    this.#view.setShape(shapeOf(this) ?? this.#view.shape);
    const title = this.querySelector('img')?.alt ?? '';
    const words = this.querySelector('p')?.textContent ?? '';
    this.#dom.describe(title, words.startsWith(`${title}. `) ? words.slice(title.length + 2) : words);
  }

  get #shownFigure() {
    const { figure } = this.#requested;
    return kFigures.includes(figure) ? figure : kFigures[0];
  }

  /** Shows the picture that the build made, until there is a live one. */
  #updatePoster() {
    if (this.#width === 0 || this.#figure?.learning.description.title) return;
    this.#dom.showPoster(posterOf(this, this.#shownFigure, this.#width < 600));
  }

  /** For visibility.js. @param {boolean} near */
  setNear(near) {
    this.#near = near;
    if (!near) return this.#deactivateLater();
    return this.#started ? this.#view.activate() : this.prepare();
  }

  /** For visibility.js, and for the address. */
  prepare() {
    this.#started ??= this.#start();
  }

  /** For visibility.js. @param {boolean} seen */
  setVisible(seen) {
    this.#view.visible = seen;
    if (!seen) return;
    this.#view.activate();
    this.#view.requestDraw();
  }

  async #ready() {
    await (this.#started ??= this.#start());
    if (!this.#figure) throw new Error(this.#failure);
    return this.#figure;
  }

  async #start() {
    [this.#failure, this.#canRetry] = ['', false];
    this.#dom.note('error', '');
    try {
      workers.warmUp();
      await setLanguage(this);
      // The page may ask for another figure meanwhile.
      for (let wanted = ''; !this.#figure && wanted !== this.#requested.figure; ) {
        wanted = this.#requested.figure;
        const instance = await Instance.of(wanted, () => turn(this.#view));
        await yieldToPage();
        if (!this.#figure && wanted === this.#requested.figure) this.#open(instance);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {Instance} instance */
  #open(instance) {
    /** @type {FigureSchema[]} */
    const schemas = instance.json('figures');
    const schema = schemas.find(({ id }) => id === this.#requested.figure) ?? schemas[0];
    instance.call('open', schema.id);
    const emit = (/** @type {string} */ type, /** @type {object} */ detail) => this.#emit(type, { figure: schema.id, ...detail });
    const figure = new Figure({ host: this, dom: this.#dom, view: this.#view, instance, schema, emit });
    const notices = schema.id === this.#requested.figure ? [] : [tr('There is no figure “%1”; this is “%2”. There are: %3.', this.#requested.figure, schema.id, kFigures.join(', '))];
    notices.push(...this.#requested.applyInitial(figure));
    if (!this.#dom.title.textContent) this.#dom.describe(schema.name, schema.question); // the poster's words stay
    this.#dom.note('values', notices);
    this.#dom.bar.replaceChildren(figure.form.help, figure.learning.status.node, figure.undo, new Menu(figure, () => this.link).node);
    this.#figure = figure;
    this.#dom.setReady(true, this);
    this.#view.setShape((this.hasAttribute('bare') && shapeOf(this)) || schema.shape);
    this.#view.instance = instance;
    figure.sync();
    figure.placeControls();
    if (this.isConnected) addSymbolView(figure);
    this.#emit('lifted-ready', { figure: schema.id, state: figure.state });
    figure.learning.run();
    if (this.#placed && !this.isConnected) figure.learning.interrupt(); // removed meanwhile
    this.#show();
  }

  /** The first picture, in pieces that leave the page time to react. */
  async #show() {
    await yieldToPage();
    if (this.#near) this.#view.makeFonts();
    await yieldToPage();
    if (this.#near) this.#view.activate();
  }

  /** @param {MutationRecord[]} changes */
  #attributesChanged(changes) {
    const names = new Set(changes.map(({ attributeName }) => attributeName ?? ''));
    if (['theme', 'controls', 'poster'].some((name) => names.delete(name))) this.look();
    if (names.delete('plays')) this.#story.changed(this.#figure);
    const figure = this.#figure;
    if (names.has('figure') && this.getAttribute('figure') !== figure?.schema.id) this.#restart();
    else if (figure) this.#requested.attributesChanged(figure, names);
  }

  /** The page wants another figure. */
  #restart() {
    if (this.#figure) {
      this.#figure.learning.end();
      removeSymbolView(this.#figure);
      this.#view.disconnect();
      this.#figure = this.#view.instance = null;
      this.#view.connect();
    } else if (!this.#failure) {
      // One that is starting sees to it itself.
      this.#reserve();
      return this.#updatePoster();
    }
    this.#story.forget();
    this.#dom.describe('', '');
    this.#updatePoster();
    this.#started = this.#start();
  }

  /** There is no learner: the poster stays, and a note says why. @param {unknown} error */
  #fail(error) {
    started(this.#view);
    const sentence = (this.#failure = error instanceof Unavailable ? error.message : tr('The learner could not start in this browser.'));
    this.#dom.figure.dataset.controls = 'none';
    this.#dom.setReady(false, this);
    this.#canRetry = error instanceof Undelivered;
    this.#dom.note('error', tr('%1 The picture was made beforehand.', sentence), this.#canRetry ? button(tr('Try again'), () => this.#retry()) : undefined);
    this.#emit('lifted-error', { figure: this.getAttribute('figure') ?? '', message: sentence });
    void this.#tellOfPoster();
  }

  /** The words and numbers of that picture, unless the page has one of its own. */
  async #tellOfPoster() {
    const figure = this.#shownFigure;
    const isOther = embeddedAssets || [...this.attributes].some(({ name }) => /^(bare|posters?)$/.test(name) || (hasContent(this) && isAboutValues(name)));
    const said = isOther ? null : await saidOfPoster(figure).catch(() => null);
    if (this.#figure || figure !== this.#shownFigure) return;
    this.#dom.details.hidden = !said;
    if (!said) return;
    if (!this.#dom.title.textContent) this.#dom.describe(said.title, said.sentence);
    this.#dom.fillTable(said.table);
  }

  /** Tries again to download what could not be downloaded. */
  #retry() {
    if (this.#canRetry) this.#started = this.#start();
  }

  /** @param {string} type @param {object} detail */
  #emit(type, detail) {
    // What the page plays by itself does not take the address, which may be another figure's or none's.
    if (type === 'lifted-change' && (!this.#figure?.isTelling || readHash(this.#requested.name) !== null)) this.#write();
    if (type === 'lifted-result') this.#story.begin(this.#figure);
    if (type === 'lifted-result' || type === 'lifted-error') started(this.#view);
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

// @ts-check
// The dialog "Embed this figure": options, a preview, and the text to paste into another page.

import { kFormat } from './address.js';
import { assetUrl } from './asset_url.js';
import { copy } from './clipboard.js';
import { EmbedPreview } from './embed_preview.js';
import { kEmbedCss } from './embed_style.js';
import { LockList } from './lock_list.js';
import { button, make, setText } from './make.js';
import { exportFile, saveFile } from './save.js';
import { sheetOf } from './sheet.js';
import { element, heightAt, iframe, iframeWithScript, kColumn, link, markdown, moodle } from './snippets.js';
import { tr, written } from './words.js';

/** @import { Figure } from './figure.js' */
/** @import { Wanted } from './snippets.js' */

/** @typedef {{ id: string, label: string }} Option */

const widths = () => [
  { id: '0', label: tr('As wide as its column') },
  ...[360, 480, 640, 800, 1080].map((width) => ({ id: String(width), label: tr('At most %1 px', String(width)) })),
];
const themes = () => [
  { id: '', label: tr("The page's") },
  { id: 'light', label: tr('Light') },
  { id: 'dark', label: tr('Dark') },
];
const controls = () => [
  { id: '', label: tr('Usual') },
  { id: 'form', label: tr('Form') },
  { id: 'canvas', label: tr('Picture') },
  { id: 'none', label: tr('None') },
];
const states = () => [
  { id: 'now', label: tr('As it is now') },
  { id: 'own', label: tr('As it comes') },
];

/** @returns {(Option & { make: ((wanted: Wanted) => string) | null, where: string })[]} */
const kinds = () => [
  { id: 'element', label: tr('Element'), make: element, where: tr('For a page of your own that may load scripts: the lightest way, and the one with events and JavaScript.') },
  { id: 'iframe', label: tr('Frame'), make: iframe, where: tr('For any page that takes HTML with a frame. It keeps its height at every width and needs no script.') },
  { id: 'script', label: tr('Frame, growing'), make: iframeWithScript, where: tr('For pages that allow scripts too: the frame grows with the figure, also when a reader opens its numbers.') },
  { id: 'markdown', label: tr('Markdown'), make: markdown, where: tr('For a README, an issue or a forum: a picture of the figure as it comes, which leads to the live one.') },
  { id: 'moodle', label: tr('Moodle'), make: moodle, where: tr('For Moodle and other course pages: paste it into the HTML view of the editor. No script and no style, so nothing is filtered away.') },
  { id: 'link', label: tr('Link'), make: link, where: tr('For mail, slides and chats: it opens the figure alone on a page.') },
  { id: 'picture', label: tr('Picture'), make: null, where: tr('For papers, slides and print: the picture as it is now. Each file says where it is from.') },
];

/** @param {Figure} figure */
export function showEmbedDialog(figure) {
  const root = /** @type {ShadowRoot} */ (figure.dom.figure.getRootNode());
  const sheet = sheetOf(kEmbedCss, root.ownerDocument);
  if (sheet && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const { node } = new EmbedDialog(figure);
  figure.dom.figure.append(node);
  node.showModal();
}

/** Radio buttons, side by side. @param {string} name @param {string} label @param {Option[]} options @param {(id: string) => void} chosen */
function segments(name, label, options, chosen) {
  const radios = options.map(({ id }, k) => make('input', { type: 'radio', name: `embed-${name}`, value: id, checked: k === 0 }));
  radios.forEach((radio) => radio.addEventListener('change', () => chosen(radio.value)));
  const labels = options.map((option, k) => make('label', {}, radios[k], make('span', { textContent: option.label })));
  return make('fieldset', { className: 'row choice' }, make('legend', { textContent: label }), make('div', { className: 'segments' }, ...labels));
}

class EmbedDialog {
  kinds = kinds();
  #chosen = { width: '0', theme: '', controls: '', state: 'now', kind: 'element' };

  /** @param {Figure} figure */
  constructor(figure) {
    this.figure = figure;
    this.preview = new EmbedPreview(figure, () => this.#write());
    this.locks = new LockList(figure, () => this.#changed());
    this.room = make('p', { className: 'reserved' });
    this.where = make('p', { className: 'where' });
    this.area = make('textarea', { readOnly: true, dir: 'ltr', rows: 6, spellcheck: false, 'aria-label': tr('Text to copy') });
    this.copied = make('span', { className: 'copied', role: 'status' });
    this.actions = make('div', { className: 'actions' });
    this.node = this.#build();
    this.#showKind();
    this.#changed();
  }

  #build() {
    const close = make('button', { type: 'button', className: 'close', textContent: '×', 'aria-label': tr('Close'), title: tr('Close') });
    const select = make('select', { id: 'embed-width', autofocus: true }, ...widths().map(({ id, label }) => new Option(label, id)));
    select.addEventListener('change', () => this.#choose('width', select.value));
    const options = make(
      'div',
      { className: 'options' },
      make('div', { className: 'row choice' }, make('label', { for: 'embed-width', textContent: tr('Width') }), select),
      ...this.#groups(),
      this.locks.node,
    );
    const look = make('div', { className: 'look' }, this.preview.node, this.room);
    const kinds = segments('kind', tr('Copy as'), this.kinds, (id) => this.#choose('kind', id));
    const out = make('div', { className: 'out' }, kinds, this.where, this.area, this.actions);
    const title = make('h2', { id: 'embed-title', textContent: tr('Embed this figure') });
    // Chromium keeps radio buttons that are in no form, and their listeners, in memory for as long as their shadow tree.
    const form = make('form', {}, make('header', {}, title, close), make('div', { className: 'body' }, options, look), out);
    form.addEventListener('submit', (event) => event.preventDefault());
    const node = make('dialog', { className: 'embed', 'aria-labelledby': 'embed-title' }, form);
    close.addEventListener('click', () => node.close());
    // A click whose target is the dialog itself was on its backdrop: everything inside is a child.
    node.addEventListener('click', (event) => event.target === node && node.close());
    node.addEventListener('close', () => {
      this.preview.close();
      node.remove();
    });
    return node;
  }

  #groups() {
    return [
      segments('state', tr('Values'), states(), (id) => this.#choose('state', id)),
      segments('theme', tr('Theme'), themes(), (id) => this.#choose('theme', id)),
      segments('controls', tr('Controls'), controls(), (id) => this.#choose('controls', id)),
    ];
  }

  /** @param {'width' | 'theme' | 'controls' | 'state' | 'kind'} about @param {string} id */
  #choose(about, id) {
    this.#chosen[about] = id;
    if (about !== 'kind') return this.#changed();
    this.#showKind();
    this.#write();
  }

  /** @returns {Wanted} */
  get #wanted() {
    const { schema, dom } = this.figure;
    const { width, theme, controls, state } = this.#chosen;
    const values = state === 'now' ? this.figure.query() : '';
    const common = { site: assetUrl('.'), figure: schema.id, title: tr('Lifted Attention: %1', schema.name), lang: dom.figure.lang.replace(/^en$/, ''), format: kFormat };
    return { ...common, values, theme, controls, ...this.locks.fixed, width: Number(width), room: this.preview.room };
  }

  #changed() {
    this.preview.show(this.#wanted);
    this.#write();
  }

  get #kind() {
    return this.kinds.find(({ id }) => id === this.#chosen.kind) ?? this.kinds[0];
  }

  /** Shows the explanation and the buttons of the chosen kind. */
  #showKind() {
    const { make: makes, where } = this.#kind;
    setText(this.where, where);
    this.area.hidden = !makes;
    this.actions.replaceChildren(...(makes ? [button(tr('Copy'), () => this.#copy())] : this.#pictureButtons()), this.copied);
  }

  #write() {
    const wanted = this.#wanted;
    const width = wanted.width || kColumn;
    setText(this.room, tr('Reserved: %1 px of height at a width of %2 px.', written(heightAt(wanted, width)), written(width)));
    const text = this.#kind.make?.(wanted) ?? '';
    if (text === this.area.value) return;
    this.area.value = text;
    setText(this.copied, '');
  }

  #pictureButtons() {
    const { figure } = this;
    const here = () => figure.host.link;
    return [
      button(tr('Save SVG'), () => saveFile(figure, 'svg', here)),
      button(tr('Save PNG'), () => saveFile(figure, 'png', here)),
      button(tr('Copy picture'), () => this.#copyPicture(here)),
    ];
  }

  async #copy() {
    this.area.select();
    const done = (await copy(this.area.value)) || document.execCommand('copy');
    setText(this.copied, done ? tr('Copied.') : tr('This page does not allow copying: the text is marked, so press Ctrl+C.'));
  }

  /** @param {() => string} here */
  async #copyPicture(here) {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': exportFile(this.figure, 'png', here) })]);
      setText(this.copied, tr('Copied.'));
    } catch {
      setText(this.copied, tr('This page does not allow copying pictures. Save it instead.'));
    }
  }
}

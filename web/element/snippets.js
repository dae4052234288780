// @ts-check
// The texts to paste into another page to embed a figure there: one for each kind of page.
//
// They reserve the height of the frame or element before anything is loaded, so that nothing jumps: the picture's height is
// its width times a ratio, everything around it has a fixed height, and both numbers are different below 600 px. This is
// written in CSS, the width being 100cqi of a box around it. Where styles are removed, the attribute `height` is right at
// one width.

/**
 * @typedef {{ base: number, shape: number }} Line height = base + shape · width, in CSS px
 * @typedef {object} Wanted
 * @property {string} site address of the folder with our script
 * @property {string} figure
 * @property {string} title
 * @property {string} values a query; '' for the figure's own values
 * @property {string} lang '' for English
 * @property {string} theme '' for that of the page
 * @property {string} controls '' for the default
 * @property {string} lock
 * @property {string} hide
 * @property {number} width at most this many px; 0: as wide as its column
 * @property {{ narrow: Line, wide: Line }} room what the element needs
 * @property {number} format of links
 */

// The width of a usual column, where a width must be assumed.
export const kColumn = 720;
const kNarrow = 600;
// Of embed.html: the padding around the figure, and the largest width of its content.
const kFramePadding = 16;
const kFrameWidth = 1096;
const kAllow = 'fullscreen; clipboard-write';

/** Escapes a text for an attribute or between tags. @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** Escapes an address for Markdown, where a bracket or a blank would end it. @param {string} address */
const addressed = (address) => address.replaceAll(/[()<>\s]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** ` name="value"` for each that has one. @param {Record<string, string | number>} values */
const attributes = (values) =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');

/** The values with the version of the format, as in a link. @param {Wanted} wanted */
const versioned = ({ values, format }) => (values ? `la=${format}&${values}` : '');

/** The address of a page with only this figure. @param {Wanted} wanted */
export function link(wanted) {
  const { site, figure, lang, theme, controls, lock, hide, values, format } = wanted;
  const said = Object.entries({ lang, theme, controls, lock, hide }).filter(([, value]) => value).map((pair) => pair.join('='));
  return `${site}embed.html?${[`figure=${figure}`, `la=${format}`, ...said, values].filter(Boolean).join('&')}`;
}

/** The height of the element, or of the frame around it, at a given width. @param {Wanted} wanted @param {number} width */
export function heightAt({ room }, width, padding = 0) {
  const inner = (padding ? Math.min(width, kFrameWidth) : width) - padding;
  const { base, shape } = inner < kNarrow ? room.narrow : room.wide;
  return Math.ceil(base + shape * inner) + padding;
}

/** The same for every width, as CSS. @param {Wanted} wanted @param {number} padding */
function cssHeight({ room: { narrow, wide } }, padding) {
  const width = padding ? `min(100cqi, ${kFrameWidth}px)` : '100cqi';
  const line = (/** @type {Line} */ { base, shape }, /** @type {number} */ frame) =>
    `${Math.ceil(base - padding * shape + frame)}px + ${Number(shape.toFixed(3))} * ${width}`;
  const more = { base: narrow.base - wide.base, shape: narrow.shape - wide.shape };
  // The middle value of clamp() is negative from 600 px on, and below that far greater than its upper bound.
  return `calc(${line(wide, padding)} + clamp(0px, (${kNarrow + padding}px - 100cqi) * 999, ${line(more, 0)}))`;
}

/** A box whose width the height of its content can depend on (cqi). @param {Wanted} wanted @param {string} inside */
const boxed = ({ width }, inside) => `<div style="${width ? `max-width:${width}px;` : ''}container-type:inline-size">\n  ${inside}\n</div>`;

/** @param {Wanted} wanted */
export function element(wanted) {
  const { site, figure, title, lang, theme, controls, lock, hide } = wanted;
  const style = `display:block;min-height:${cssHeight(wanted, 0)}`;
  const said = attributes({ figure, state: versioned(wanted), lang, theme, controls, lock, hide, style });
  const inside = `<lifted-attention${said}>\n    <a href="${escaped(link(wanted))}">${escaped(title)}</a>\n  </lifted-attention>`;
  return `<script type="module" src="${escaped(site)}lifted-attention.js"></script>\n${boxed(wanted, inside)}`;
}

/** @param {Wanted} wanted */
const framed = (wanted) => ({
  src: link(wanted),
  title: wanted.title,
  width: wanted.width || '100%',
  height: heightAt(wanted, wanted.width || kColumn, kFramePadding),
});

/** @param {Wanted} wanted */
export function iframe(wanted) {
  const style = `display:block;width:100%;border:0;height:${cssHeight(wanted, kFramePadding)}`;
  return boxed(wanted, `<iframe${attributes({ ...framed(wanted), style, loading: 'lazy', allow: kAllow })}></iframe>`);
}

/** @param {Wanted} wanted */
export const iframeWithScript = (wanted) => `${iframe(wanted)}\n<script src="${escaped(wanted.site)}embed-frame.js" async></script>`;

/** The editors of course pages keep these attributes, but neither styles nor scripts. @param {Wanted} wanted */
export const moodle = (wanted) => `<p><iframe${attributes({ ...framed(wanted), loading: 'lazy', allow: kAllow })}></iframe></p>`;

/** A picture of the figure with its default values, which links to the live figure. @param {Wanted} wanted */
export function markdown(wanted) {
  const { site, figure, title, theme } = wanted;
  const words = title.replaceAll(/[[\]\\<>&`*_!]/g, '\\$&');
  return `[![${words}](${addressed(`${site}posters/${figure}-${theme || 'light'}.svg`)})](${addressed(link(wanted))})`;
}

// @ts-check
// What somebody pastes elsewhere to have a figure there: one text for each kind of place.
//
// A frame's or an element's height is reserved before anything is loaded, so that nothing jumps: the picture's height is
// its width times a shape, everything around it has a height of its own, and both are other numbers below 600 px. In
// CSS, with the width as 100cqi of a box around it. Where styles are not kept, the attribute `height` holds at one width.

/**
 * @typedef {{ base: number, shape: number }} Line height = base + shape · width, in CSS px
 * @typedef {object} Wanted
 * @property {string} site address of the folder with our script
 * @property {string} figure
 * @property {string} title in words
 * @property {string} values a query, or nothing for the figure's own
 * @property {string} lang '' for English
 * @property {string} theme '' for the page's
 * @property {string} controls '' for the usual
 * @property {string} lock
 * @property {string} hide
 * @property {number} width at most so many px; 0: as wide as its column
 * @property {{ narrow: Line, wide: Line }} room what the element takes
 * @property {number} format of links
 */

// Where a width must be assumed: a usual column.
export const kColumn = 720;
const kNarrow = 600;
// The page for frames has so much around the figure.
const kFramePadding = 16;
// It grows no wider than this.
const kFrameWidth = 1096;
const kAllow = 'fullscreen; clipboard-write';

/** @param {string} text in an attribute or between tags */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** @param {string} address where a bracket or a blank would end it */
const addressed = (address) => address.replaceAll(/[()<>\s]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** ` name="value"` for each that has one. @param {Record<string, string | number>} values */
const attributes = (values) =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');

/** What follows the figure's values in a link. @param {Wanted} wanted */
const versioned = ({ values, format }) => (values ? `la=${format}&${values}` : '');

/** The figure alone on its page. @param {Wanted} wanted */
export function link(wanted) {
  const { site, figure, lang, theme, controls, lock, hide, values, format } = wanted;
  const said = Object.entries({ lang, theme, controls, lock, hide }).filter(([, value]) => value).map((pair) => pair.join('='));
  return `${site}embed.html?${[`figure=${figure}`, `la=${format}`, ...said, values].filter(Boolean).join('&')}`;
}

/** The height of the element, or of the frame around it, at some width. @param {Wanted} wanted @param {number} width */
export function heightAt({ room }, width, padding = 0) {
  const inner = (padding ? Math.min(width, kFrameWidth) : width) - padding;
  const { base, shape } = inner < kNarrow ? room.narrow : room.wide;
  return Math.ceil(base + shape * inner) + padding;
}

/** The same for every width, in CSS. @param {Wanted} wanted @param {number} padding */
function cssHeight({ room: { narrow, wide } }, padding) {
  const width = padding ? `min(100cqi, ${kFrameWidth}px)` : '100cqi';
  const line = (/** @type {Line} */ { base, shape }, /** @type {number} */ frame) =>
    `${Math.ceil(base - padding * shape + frame)}px + ${Number(shape.toFixed(3))} * ${width}`;
  const more = { base: narrow.base - wide.base, shape: narrow.shape - wide.shape };
  // The middle is below nothing from 600 px on, and far above what a narrow one takes more, below.
  return `calc(${line(wide, padding)} + clamp(0px, (${kNarrow + padding}px - 100cqi) * 999, ${line(more, 0)}))`;
}

/** A box that is as wide as it may be, whose width the height inside can follow. @param {Wanted} wanted @param {string} inside */
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
export function iframeWithScript(wanted) {
  return `${iframe(wanted)}
<script>
  addEventListener('message', ({ source, origin, data }) => {
    if (origin !== '${new URL(wanted.site).origin}' || data?.type !== 'lifted-attention') return;
    const frame = [...document.querySelectorAll('iframe')].find((one) => one.contentWindow === source);
    if (frame && data.height > 0) frame.style.height = \`\${Math.min(data.height, 8000)}px\`;
  });
</script>`;
}

/** Editors of courses keep these attributes, and neither styles nor scripts. @param {Wanted} wanted */
export const moodle = (wanted) => `<p><iframe${attributes({ ...framed(wanted), loading: 'lazy', allow: kAllow })}></iframe></p>`;

/** The picture as it comes with the page, which leads to the live figure. @param {Wanted} wanted */
export function markdown(wanted) {
  const { site, figure, title, theme } = wanted;
  const words = title.replaceAll(/[[\]\\<>&`*_!]/g, '\\$&');
  return `[![${words}](${addressed(`${site}posters/${figure}-${theme || 'light'}.svg`)})](${addressed(link(wanted))})`;
}

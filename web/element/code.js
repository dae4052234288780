// @ts-check
// A link as a QR code as large as the window, so that a class can photograph it from its seats. Made without a server.

import { encode } from 'uqr';
import { button, make } from './make.js';
import { sheetOf } from './sheet.js';
import { tr } from './words.js';

const kSvg = 'http://www.w3.org/2000/svg';
// The margin that scanners need around a code, in modules.
const kQuiet = 4;

const kCss = `
dialog.code {
  box-sizing: border-box; width: min(100vw, 100vh + 8em); max-width: 100vw; height: 100vh; max-height: 100vh; margin: auto; padding: 1rem;
  border: 0; background: #ffffff; color: #000000; color-scheme: light; font: 600 max(1rem, 2.4vmin)/1.4 Inter, system-ui, sans-serif; text-align: center;
}
dialog.code[open] { display: grid; grid-template-rows: minmax(0, 1fr) auto auto; gap: 0.75em; justify-items: center; }
dialog.code::backdrop { background: #ffffff; }
dialog.code svg { width: 100%; height: 100%; shape-rendering: crispEdges; }
dialog.code a { color: #000000; font-weight: 400; overflow-wrap: anywhere; }
dialog.code button { min-height: 44px; padding: 0 1.5em; border: 1px solid #000000; border-radius: 4px; background: #ffffff; color: #000000; font: inherit; cursor: pointer; }
dialog.code :focus-visible { outline: 3px solid #1f5fa8; outline-offset: 2px; }
`;

/**
 * The code of a text as a picture, black on white whatever the theme.
 * @param {string} text
 * @param {string} label
 */
export function codePicture(text, label) {
  const { data, size } = encode(text, { ecc: 'M', border: kQuiet });
  const dark = data.flatMap((row, y) => row.flatMap((set, x) => (set ? [`M${x} ${y}h1v1h-1z`] : [])));
  const svg = document.createElementNS(kSvg, 'svg');
  const part = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) => {
    const node = document.createElementNS(kSvg, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    svg.append(node);
  };
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  part('rect', { width: String(size), height: String(size), fill: '#ffffff' });
  part('path', { d: dark.join(''), fill: '#000000' });
  return svg;
}

/**
 * Shows a link as a code over everything, until Escape or the button.
 * @param {HTMLElement | ShadowRoot} place where the dialog belongs
 * @param {string} link
 */
export function showCode(place, link) {
  const root = /** @type {Document | ShadowRoot} */ (place.getRootNode());
  const sheet = sheetOf(kCss, place.ownerDocument);
  if (sheet) root.adoptedStyleSheets.push(sheet);
  const close = button(tr('Close'), () => dialog.close());
  const dialog = make('dialog', { className: 'code', 'aria-label': tr('QR code of the link') }, codePicture(link, tr('QR code of the link below')), make('a', { href: link, target: '_blank', textContent: link }), close);
  dialog.addEventListener('close', () => {
    dialog.remove();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  });
  place.append(dialog);
  dialog.showModal();
  close.focus();
}

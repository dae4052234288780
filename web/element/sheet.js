// @ts-check
// Constructed style sheets, which a policy of `style-src 'self'` allows. One serves the document alone for which it was made,
// and what moves to another document loses it.

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} */
const made = new WeakMap();

/** The same one each time. @param {string} css @param {Document} home @returns {CSSStyleSheet | null} null: nothing of that document is ever shown */
export function sheetOf(css, home) {
  if (!home.defaultView) return null;
  const sheets = made.get(home) ?? new Map();
  made.set(home, sheets);
  const sheet = sheets.get(css) ?? new home.defaultView.CSSStyleSheet();
  if (!sheets.has(css)) sheet.replaceSync(css);
  sheets.set(css, sheet);
  return sheet;
}

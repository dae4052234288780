// @ts-check
// Constructed style sheets, which a policy of `style-src 'self'` allows. One serves the document alone for which it was made,
// and what moves to another document loses it.

/** @param {string} css @param {Document} home @returns {CSSStyleSheet | null} null: nothing of that document is ever shown */
export function sheetOf(css, home) {
  if (!home.defaultView) return null;
  const sheet = new home.defaultView.CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

// @ts-check
// Keys for a control of the figure end at the figure. The page around it sees them come from the element, so it cannot know
// that they were typed: it would take them for its own shortcuts, or turn a slide. Escape, Tab, the keys F1 to F12 and all
// with Ctrl, Alt or Meta go on.

/** What uses which keys. @type {[string, RegExp][]} */
const kUses = [
  ['textarea, select, input:not([type=range], [type=radio], [type=checkbox], [type=file])', /^(?!Escape$|Tab$|F\d+$)/],
  ['[type=range]', /^(Arrow|Home$|End$|Page)/],
  ['[type=radio]', /^(Arrow| $)/],
  ['[type=checkbox], [type=file], summary', /^ $/],
  ['button', /^( |Enter)$/],
];

/** @param {KeyboardEvent} event */
function stop(event) {
  const [target] = event.composedPath();
  // On some keyboards a letter is typed with AltGr, which counts as Ctrl and Alt.
  const plain = !(event.ctrlKey || event.altKey || event.metaKey) || event.getModifierState('AltGraph');
  if (plain && kUses.some(([controls, keys]) => /** @type {Element} */ (target).matches(controls) && keys.test(event.key))) event.stopPropagation();
}

/** @param {HTMLElement} host */
export function keepKeys(host) {
  for (const type of /** @type {const} */ (['keydown', 'keypress', 'keyup'])) host.addEventListener(type, stop);
}

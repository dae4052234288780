// @ts-check
// The presenter's keys, of a keyboard or a clicker, and swipes. Keys that a focused control needs are left to it.

/** @typedef {'next' | 'back' | 'first' | 'last' | 'answer' | 'controls' | 'code' | 'blank' | 'theme' | 'leave'} Action */

/** @type {Record<string, Action>} */
const kKeys = {
  ArrowRight: 'next', ArrowDown: 'next', PageDown: 'next', ' ': 'next', ArrowLeft: 'back', ArrowUp: 'back', PageUp: 'back',
  Home: 'first', End: 'last', r: 'answer', c: 'controls', q: 'code', b: 'blank', '.': 'blank', t: 'theme', Escape: 'leave',
};
const kSwipe = 60;

/** @param {Event} event @param {string} selector */
const from = (event, selector) => event.composedPath().some((node) => node instanceof Element && node.matches(selector));

/**
 * @param {(action: Action) => void} act
 * @param {AbortSignal} signal removes the listeners
 */
export function listen(act, signal) {
  document.addEventListener('keydown', (event) => {
    const action = kKeys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (from(event, 'dialog')) return;
    if (action !== 'leave' && from(event, 'input, select, textarea')) return;
    if (event.key === ' ' && from(event, 'button, a, summary, label')) return;
    event.preventDefault();
    act(action);
  }, { signal });

  /** @type {Touch | null} */
  let start = null;
  document.addEventListener('touchstart', (event) => {
    // A sideways drag that starts in a figure is meant for the figure.
    start = event.touches.length === 1 && !from(event, 'lifted-attention, input, dialog') ? event.touches[0] : null;
  }, { signal, passive: true });
  document.addEventListener('touchend', (event) => {
    if (!start) return;
    const { clientX, clientY } = event.changedTouches[0];
    const [dx, dy] = [clientX - start.clientX, clientY - start.clientY];
    start = null;
    if (Math.abs(dx) > kSwipe && Math.abs(dx) > 2 * Math.abs(dy)) act(dx < 0 ? 'next' : 'back');
  }, { signal });
}

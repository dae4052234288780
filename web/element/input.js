// @ts-check
// Passes pointer events to the figure. Keys, focus, wheel and vertical swipes stay with the page.

/**
 * @typedef {object} Receiver
 * @property {(x: number, y: number, buttons: number, touch: boolean) => void} pointer
 * @property {(x: number, y: number) => boolean} holds whether a finger that comes down here drags upright
 * @property {() => void} leave
 */

// CSS px that a finger moves sideways before it drags in the figure; one that moves up or down scrolls the page.
const kDrag = 6;

/**
 * Listens on a canvas whose `touch-action` is `pan-y`.
 * @param {HTMLElement} canvas
 * @param {Receiver} receiver
 * @param {AbortSignal} signal removes the listeners
 */
export function bridgeInput(canvas, receiver, signal) {
  /** Where a finger is down that may drag or scroll. @type {{ x: number, y: number } | null} */
  let undecided = null;
  let pressed = false;

  // Browsers undo the transforms of a page in `offsetX`, but not its zoom, which those that do not say it undo too.
  /** @param {PointerEvent} event */
  const placeOf = ({ offsetX, offsetY }) => {
    const zoom = canvas.currentCSSZoom ?? 1;
    return { x: offsetX / zoom, y: offsetY / zoom };
  };
  /** @param {PointerEvent} event */
  const touches = (event) => event.pointerType === 'touch';
  /** @param {PointerEvent} event @param {number} [buttons] */
  const send = (event, buttons = event.buttons) => {
    const { x, y } = placeOf(event);
    receiver.pointer(x, y, buttons, touches(event));
  };
  /** @param {PointerEvent} event */
  const press = (event) => {
    if (undecided) receiver.pointer(undecided.x, undecided.y, 1, true);
    undecided = null;
    pressed = true;
    canvas.setPointerCapture(event.pointerId);
  };

  /** @type {Partial<Record<keyof HTMLElementEventMap, (event: PointerEvent) => void>>} */
  const handlers = {
    pointerdown(event) {
      if (!event.isPrimary) return;
      if (!touches(event)) {
        pressed = true;
        canvas.setPointerCapture(event.pointerId);
        return send(event);
      }
      undecided = placeOf(event);
      if (receiver.holds(undecided.x, undecided.y)) press(event);
    },
    pointermove(event) {
      if (!event.isPrimary) return;
      if (undecided) {
        const { x, y } = placeOf(event);
        const [dx, dy] = [Math.abs(x - undecided.x), Math.abs(y - undecided.y)];
        if (dx < kDrag || dx < dy) return;
        press(event);
      }
      send(event);
    },
    pointerup(event) {
      if (!event.isPrimary) return;
      if (undecided) press(event);
      pressed = false;
      send(event);
      if (touches(event)) receiver.leave();
    },
    pointercancel(event) {
      if (!event.isPrimary) return;
      undecided = null;
      pressed = false;
      receiver.leave();
    },
    pointerleave(event) {
      if (event.isPrimary && !pressed) receiver.leave();
    },
  };
  // It comes after pointerdown, and only here can a finger be kept from scrolling.
  canvas.addEventListener('touchstart', (event) => pressed && event.preventDefault(), { signal, passive: false });
  for (const [type, handler] of Object.entries(handlers)) {
    canvas.addEventListener(type, /** @type {EventListener} */ (handler), { signal });
  }
}

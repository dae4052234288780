// @ts-check
// Pointer events to the figure, and nothing of the reader's taken: no keys, no focus, no wheel, no vertical swipe.

/**
 * @typedef {object} Receiver
 * @property {(x: number, y: number, buttons: number, touch: boolean) => void} pointer
 * @property {() => void} leave
 */

// A finger that moves sideways by this much means the figure; the browser scrolls for one that moves up or down.
const kDrag = 6;

/**
 * Listens on a canvas whose `touch-action` is `pan-y`.
 * @param {HTMLElement} canvas
 * @param {Receiver} receiver
 * @param {AbortSignal} signal ends it
 */
export function bridgeInput(canvas, receiver, signal) {
  /** A finger that has not shown yet what it means. @type {{ x: number, y: number } | null} */
  let undecided = null;
  let pressed = false;

  /** @param {PointerEvent} event */
  const touches = (event) => event.pointerType === 'touch';
  /** @param {PointerEvent} event @param {number} [buttons] */
  const send = (event, buttons = event.buttons) => receiver.pointer(event.offsetX, event.offsetY, buttons, touches(event));
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
      undecided = { x: event.offsetX, y: event.offsetY };
      send(event, 0);
    },
    pointermove(event) {
      if (!event.isPrimary) return;
      if (undecided) {
        const [dx, dy] = [Math.abs(event.offsetX - undecided.x), Math.abs(event.offsetY - undecided.y)];
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
  for (const [type, handler] of Object.entries(handlers)) {
    canvas.addEventListener(type, /** @type {EventListener} */ (handler), { signal });
  }
}

// @ts-check
// Elements made in script. No markup strings: strict CSPs and Trusted Types have nothing to refuse.

/**
 * An element with properties and children. Names with a hyphen, and `role`, `for` and `part`, become attributes.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (/-|^(role|for|part)$/.test(name)) node.setAttribute(name, String(value));
    else Reflect.set(node, name, value);
  }
  node.append(...children);
  return node;
}

/** @param {string} label @param {() => void} action */
export function button(label, action) {
  const node = make('button', { type: 'button', textContent: label });
  node.addEventListener('click', action);
  return node;
}

/**
 * Sets a text only when it is another one, so that nothing is laid out or read out again in vain.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * A function that runs `action` once, `delay` ms after its last call; `.flush()` does it at once when one is due.
 * @param {number} delay
 * @param {() => void} action
 */
export function debounce(delay, action) {
  let timer = 0;
  const due = () => {
    timer = 0;
    action();
  };
  const start = () => {
    clearTimeout(timer);
    timer = window.setTimeout(due, delay);
  };
  return Object.assign(start, {
    flush() {
      if (!timer) return;
      clearTimeout(timer);
      due();
    },
    cancel() {
      clearTimeout(timer);
      timer = 0;
    },
  });
}

/** Lets the page answer its reader, and paint, between two pieces of work. */
export const yieldToPage = () => new Promise((resolve) => setTimeout(resolve));

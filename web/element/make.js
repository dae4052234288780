// @ts-check
// Creates elements. No markup strings, which strict CSPs and Trusted Types would refuse.

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
 * Sets a text only if it is a different one, so that nothing is laid out or read out again without need.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * A function that runs `action` once, `delay` ms after its last call; `.flush()` runs it now if it is due.
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

/** Lets the page react and paint between two pieces of work. */
export const yieldToPage = () => new Promise((resolve) => setTimeout(resolve));

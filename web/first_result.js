// @ts-check
// When the line and the page's thread are free for what can wait: the first figure shows its result, or is not going to.

// ms that others wait for a figure.
const kPatience = 5000;

export const firstResult = new Promise((go) => {
  for (const type of ['lifted-result', 'lifted-error']) document.addEventListener(type, go, { once: true });
  setTimeout(go, kPatience);
});

// @ts-check
// Buttons in the text that set a figure: data-for says which one, data-state its values; without values it is reset.

for (const button of document.querySelectorAll('button[data-for]')) {
  if (!(button instanceof HTMLElement)) continue;
  button.addEventListener('click', () => {
    const { for: id = '', state } = button.dataset;
    const figure = /** @type {import('../types/element.d.ts').LiftedAttentionElement | null} */ (document.getElementById(id));
    figure?.reset();
    if (figure && state) figure.state = Object.fromEntries(new URLSearchParams(state));
    figure?.scrollIntoView({ block: 'nearest' });
  });
}

// @ts-check
// Puts a figure in the place of this script, for sites that allow scripts but no unknown tags:
//
//   <script src="https://example.org/embed-script.js" data-figure="algorithm" data-d="6" data-state="N=512"></script>
//
// Not `async`: the rest of the page waits for these 2 KB and then has its final position; otherwise it would jump.
// What follows `data-` is an attribute of <lifted-attention>; the script's id and class become the figure's. A classic
// script, because such sites rarely keep `type="module"`.
(() => {
  'use strict';

  // Data attributes that services which speed up pages add to scripts.
  const kNotOurs = /^(cfasync|minify|noptimize|pagespeed|src|type)$/;
  const kNotLinked = /^(id|class|style|state|poster|address)$/;
  // The figure's approximate height, on a wide page and on a narrow one, until its script has been loaded.
  const kWide = 600;
  const room = (/** @type {number} */ width) => (width >= kWide ? 0.6 * width + 450 : 1.3 * width + 850);

  /** @param {HTMLScriptElement} script */
  function makeFigure(script) {
    const figure = document.createElement('lifted-attention');
    for (const { name, value } of script.attributes) {
      const own = /^data-(\w+)$/.exec(name)?.[1] ?? (name === 'id' || name === 'class' ? name : '');
      if (own && !kNotOurs.test(own)) figure.setAttribute(own, value);
    }
    return figure;
  }

  /** The address of a page with only this figure and its values. @param {HTMLElement} figure @param {string} address of this script */
  function linkTo(figure, address) {
    const asked = new URLSearchParams(figure.getAttribute('state') ?? '');
    for (const { name, value } of figure.attributes) if (!kNotLinked.test(name)) asked.set(name, value);
    return new URL(`embed.html?${asked}`, address).href;
  }

  /** Shows a link to the figure where its script could not be loaded. @param {HTMLElement} figure @param {string} address */
  function showLink(figure, address) {
    const link = document.createElement('a');
    link.href = linkTo(figure, address);
    // English, because no language file can be loaded.
    link.lang = 'en';
    link.textContent = 'The live figure could not be loaded here. Open it on a page of its own.';
    figure.replaceChildren(link);
  }

  /** @param {HTMLScriptElement} script */
  async function place(script) {
    const address = script.src;
    const figure = makeFigure(script);
    figure.style.display = 'block';
    script.replaceWith(figure);
    figure.style.minHeight = `${Math.round(room(figure.getBoundingClientRect().width))}px`;
    try {
      await import(new URL('lifted-attention.js', address).href);
    } catch {
      showLink(figure, address);
    }
    figure.style.display = figure.style.minHeight = '';
  }

  // Some services run scripts later, and then there is no current script.
  const { currentScript } = document;
  const scripts = currentScript ? [currentScript] : document.querySelectorAll('body script[src*="embed-script.js"]');
  for (const script of scripts) if (script instanceof HTMLScriptElement) place(script);
})();

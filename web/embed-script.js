// @ts-check
// A figure in the place of this script, for sites that let scripts pass but no tags they do not know:
//
//   <script src="https://example.org/embed-script.js" data-figure="algorithm" data-d="6" data-state="N=512"></script>
//
// Not `async`: the page below waits for these 2 KB, and then has its place; otherwise it would jump.
// What follows `data-` is an attribute of <lifted-attention>; the script's id and class become the figure's. A classic
// script, because such sites rarely keep `type="module"`.
(() => {
  'use strict';

  // A word after `data-` that the services which make pages faster put on scripts.
  const kNotOurs = /^(cfasync|minify|noptimize|pagespeed|src|type)$/;
  const kNotLinked = /^(id|class|style|state|poster|address)$/;
  // About the figure's height until its script is there: picture and words, for a wide page and a narrow one.
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

  /** The figure with its values on a page of its own. @param {HTMLElement} figure @param {string} address of this script */
  function linkTo(figure, address) {
    const asked = new URLSearchParams(figure.getAttribute('state') ?? '');
    for (const { name, value } of figure.attributes) if (!kNotLinked.test(name)) asked.set(name, value);
    return new URL(`embed.html?${asked}`, address).href;
  }

  /** Where the element cannot come from its server, a link leads to it. @param {HTMLElement} figure @param {string} address */
  function showLink(figure, address) {
    const link = document.createElement('a');
    link.href = linkTo(figure, address);
    // English as long as nothing can be fetched.
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

  // Some services run scripts later and by themselves, and then this is not the current one.
  const { currentScript } = document;
  const scripts = currentScript ? [currentScript] : document.querySelectorAll('body script[src*="embed-script.js"]');
  for (const script of scripts) if (script instanceof HTMLScriptElement) place(script);
})();

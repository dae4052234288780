// @ts-check
// Leads on who comes to this page for a place that is on another, by a link that is older than the chapters or written by
// hand. The links of the contents say what is where, and one says where the presenter is.

function leadOn() {
  const wanted = new URLSearchParams(location.search).has('present') ? 'present' : location.hash.slice(1).split('?')[0];
  const link = wanted && /** @type {HTMLAnchorElement | null} */ (document.querySelector(`a[data-places~="${CSS.escape(wanted)}"]`));
  if (link) location.replace(link.pathname + location.search + location.hash);
}
addEventListener('hashchange', leadOn);
leadOn();

export {}; // makes this file a module

// @ts-check
// Makes the served article work without a network, after its first figure has started. Only for the article, not for pages
// that embed a figure. Where the browser refuses, nothing happens.

// ms to wait for the first figure.
const kPatience = 5000;

/** @param {EventTarget} target @param {string} type */
const event = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

async function install() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  if (top !== self || !navigator.serviceWorker || connection?.saveData) return;
  const result = event(document, 'lifted-result');
  if (document.readyState !== 'complete') await event(window, 'load');
  await Promise.race([result, new Promise((resolve) => setTimeout(resolve, kPatience))]);
  const registration = await navigator.serviceWorker.register('sw.js');
  // Chromium also checks for a newer build by itself, but not soon.
  if (registration.active) registration.update().catch(() => {});
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(LIFTED_BUILD);
  for (const note of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-installed]'))) note.hidden = false;
}

install().catch(() => {});

export {}; // makes this file a module

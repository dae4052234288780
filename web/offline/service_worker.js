// @ts-check
// Caches the site for reading without a network. A build is cached and shown as a whole: every file is stored under the
// digest of its contents, a download that differs from the file of this build fails the installation, and a newer build
// takes over only when no page shows the older one any more. All other requests are left alone.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;

/** Digests by name; the build fills this in (installable.mjs). */
const kFiles = new Map(Object.entries(LIFTED_FILES));
const kCache = `lifted-attention ${scope}`;
// Downloads at a time: the reader may be using the network.
const kParallel = 4;
// A page that reloads itself. A refresh header does not work where the address has a hash: that is a jump within the page.
const kAgain = '<!doctype html><script>location.reload()</script>';

/** Another worker takes over: this one no longer answers. */
let over = false;

/** @param {string} name */
const addressOf = (name) => new URL(`${name}?${kFiles.get(name)}`, scope).href;

/** @param {Request} request @returns {string | undefined} the file of this build that it asks for */
function nameOf({ method, url }) {
  const [address] = url.split(/[?#]/);
  if (method !== 'GET' || !address.startsWith(scope)) return undefined;
  const name = address.slice(scope.length) || 'index.html';
  return kFiles.has(name) ? name : undefined;
}

/** @param {ArrayBuffer} bytes */
async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Downloads a file, unless an older build had the same. @param {Cache} cache @param {string} name */
async function keep(cache, name) {
  if (await cache.match(addressOf(name))) return;
  const response = await fetch(new URL(name, scope), { cache: 'no-cache' });
  const bytes = await response.arrayBuffer();
  if (!response.ok || !(await digest(bytes)).startsWith(kFiles.get(name) ?? ' ')) throw new Error(`${name} is not the file of this build`);
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
  await cache.put(addressOf(name), new Response(bytes, { headers }));
}

async function keepAll() {
  const cache = await caches.open(kCache);
  const names = [...kFiles.keys()];
  const lane = async () => {
    for (let name = names.pop(); name; name = names.pop()) await keep(cache, name);
  };
  await Promise.all(Array.from({ length: kParallel }, lane));
}

async function dropOthers() {
  const cache = await caches.open(kCache);
  const ours = new Set([...kFiles.keys()].map(addressOf));
  const strange = (await cache.keys()).filter(({ url }) => !ours.has(url));
  await Promise.all(strange.map((request) => cache.delete(request)));
}

/** Whether a newer build, installed already, takes over now: when the page that reloads is the only one. */
async function yields() {
  const { registration, clients } = worker;
  if (!registration.waiting || (await clients.matchAll({ type: 'window' })).length > 1) return false;
  registration.waiting.postMessage('take over');
  return true;
}

/** @param {Request} request @param {string} name */
async function answer(request, name) {
  // While a tab reloads it keeps this worker. So it gets an empty page, which reloads itself from the new worker.
  if (request.mode === 'navigate' && request.cache === 'no-cache' && (over ||= await yields())) {
    return new Response(kAgain, { headers: { 'Content-Type': 'text/html' } });
  }
  const cache = await caches.open(kCache);
  return (await cache.match(addressOf(name))) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('fetch', (event) => {
  const name = over ? undefined : nameOf(event.request);
  if (name) event.respondWith(answer(event.request, name));
});
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(worker.skipWaiting());
  // A page of the same build that was loaded from the network before there was a worker.
  else if (event.data === LIFTED_BUILD) event.waitUntil(worker.clients.claim());
});

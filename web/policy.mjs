// The strictest content security policy that the site works under: its own server sends it, and tests do, so that what
// breaks it is noticed here first. It names the site's address beside 'self', which in WebKit means nothing inside a frame
// with sandbox="allow-scripts".

/** A host and a port as browsers send them; what else a request says is not repeated. */
const kHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

/** @param {string} [host] where the page was asked for, as in the request's header */
export function policyOf(host = '') {
  const own = kHost.test(host) ? `'self' http://${host} https://${host}` : "'self'";
  const from = (/** @type {string} */ kinds, more = '') => kinds.split(' ').map((kind) => `${kind}-src ${own}${more}`);
  return [
    "default-src 'none'",
    ...from('script', " 'wasm-unsafe-eval'"),
    ...from('style font connect frame manifest'),
    ...from('img', ' data: blob:'),
    ...from('worker', ' blob:'),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

// The strictest content security policy that the site works under: the build writes it beside the pages, our own server sends
// it, and tests do, so that what breaks it is noticed here first.
import { createHash } from 'node:crypto';

/** The file of the site that has its policy. */
export const kPolicy = 'policy.txt';

/** What a policy calls the text of an inline script or style. @param {string} text */
export const digest = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The site's policy. @param {string[]} styles what stands in its pages @param {string[]} scripts */
export function policyOf(styles, scripts) {
  const from = (/** @type {string} */ kinds, more = '') => kinds.split(' ').map((kind) => `${kind}-src 'self'${more}`);
  return [
    "default-src 'none'",
    ...from('script', ` 'wasm-unsafe-eval' ${scripts.map(digest).join(' ')}`),
    ...from('style', ` ${styles.map(digest).join(' ')}`),
    ...from('font', ' data:'),
    ...from('connect frame manifest'),
    ...from('img', ' data: blob:'),
    ...from('worker', ' blob:'),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** A host and a port as browsers send them; what else a request says is not repeated. */
const kHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

/**
 * A policy that names the site's address beside 'self', which in WebKit means nothing inside a frame with
 * sandbox="allow-scripts".
 * @param {string} policy @param {string} [host] where the page was asked for, as in the request's header
 */
export const naming = (policy, host = '') => (kHost.test(host) ? policy.replaceAll("'self'", `'self' http://${host} https://${host}`) : policy);

// A server for tests: the built site, additional pages, and any headers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { kBrotli } from '../../web/article/brotli.mjs';
import { openLearner } from '../../web/article/learner.mjs';
import { figuresIn } from '../../web/article/page.mjs';

export const site = process.env.LIFTED_SITE ?? fileURLToPath(new URL('../../build/site', import.meta.url));

/** The ids of the article's figures, in its order. */
export const articleFigures = figuresIn(readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8'));

/** Names of the parts that the module is cut into. */
export const parts = existsSync(join(site, 'parts')) ? readdirSync(join(site, 'parts')).filter((file) => file.endsWith('.wasm')).map((file) => file.replace('.wasm', '')) : [];
/** The parts that a figure needs: `shared` first, then those named after it; the first figure needs none. */
export const partsOf = (id) => (parts.includes(id) ? ['shared', 'letters', ...parts.filter((name) => name.split('-').includes(id))] : []);

/** A text of the site. @param {string} name */
export const readText = (name) => readFileSync(join(site, name), 'utf8');

/** The site's module in node, with some of its parts. @param {string[]} [names] */
export const openSite = (names = parts) =>
  openLearner(join(site, 'lifted-attention-module.js'), join(site, 'lifted-attention.wasm'), names.map((name) => join(site, `parts/${name}.wasm`)));

const kTypes = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * @param {object} [options]
 * @param {Record<string, string>} [options.pages] path -> HTML
 * @param {Record<string, string> | ((host: string) => Record<string, string>)} [options.headers] for every answer; it may depend on the host asked
 * @param {Record<string, string>} [options.types] ending -> MIME type, over the usual ones
 * @param {string[]} [options.missing] paths that are not found; a test may change the list
 * @param {(path: string) => unknown} [options.before] what an answer waits for
 * @param {string[]} [options.cut] paths whose bytes break off in the middle
 * @param {string} [options.under] a path that the site lies under
 * @param {'gzip' | 'br'} [options.packed] how what is not packed already goes out; what has no brotli form in the site goes as gzip
 * @param {string} [options.folder] what is served instead of the site
 * @param {(() => void)[]} [options.first] functions that run in every page before its own scripts, for a browser that cannot be told to
 */
export async function serve({ pages = {}, headers: given = {}, types = {}, missing = [], before, cut = [], under = '', packed, folder = site, first = [] } = {}) {
  if (!existsSync(join(site, 'lifted-attention.js'))) throw new Error(`${site} has no site: bash web/serve.sh --build-only`);
  const known = new Map();
  const prelude = first.map((run) => `<script>(${run})()</script>`).join('');
  /** The encoding of a file, and its bytes in it. @param {string} name @param {string | Buffer} body */
  const encoded = (name, body) => {
    if (!packed || name.endsWith('.woff2')) return { body };
    const brotli = join(folder, name.slice(under.length) + kBrotli);
    const form = packed === 'br' && pages[name] === undefined && existsSync(brotli) ? 'br' : 'gzip';
    if (!known.has(name)) known.set(name, form === 'br' ? readFileSync(brotli) : gzipSync(body, { level: 9 }));
    return { encoding: { 'Content-Encoding': form }, body: known.get(name) };
  };
  const server = createServer(async (request, response) => {
    const headers = typeof given === 'function' ? given(request.headers.host ?? '') : given;
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname));
    const name = path.endsWith(sep) ? `${path}index.html` : path;
    const type = { ...kTypes, ...types }[extname(name)] ?? 'application/octet-stream';
    try {
      await before?.(name);
      if (missing.includes(name)) throw new Error('missing');
      if (!name.startsWith(under)) throw new Error('elsewhere');
      let body = pages[name] ?? (await readFile(join(folder, name.slice(under.length))));
      if (prelude && extname(name) === '.html') body = String(body).replace('<head>', () => `<head>${prelude}`);
      if (cut.includes(name)) {
        response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length, ...headers });
        response.write(body.subarray(0, body.length >> 1), () => response.destroy());
        return;
      }
      const sent = encoded(name, body);
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', ...sent.encoding, ...headers }).end(sent.body);
    } catch {
      response.writeHead(name === '/favicon.ico' ? 204 : 404, headers).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve(null)));
    },
  };
}

/** A page with `body`, and the element's script from `origin`. */
export const page = (body, origin = '') => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>A page of a test</title>
<link rel="icon" href="data:,"><script type="module" src="${origin}/lifted-attention.js"></script></head>
<body><main><h1>A page</h1>${body}</main></body></html>`;

/** A page that has the element's script inside, as the article's first page has. @param {string} page */
export const inside = (page) => page.replace(/<script type="module" src=".*?\/lifted-attention.js">/, () => `<script type="module" id="lifted-attention.js">${readText('lifted-attention.js')}`);

/** How often `page` has loaded a file whose address ends so. @returns {Promise<number>} */
export const loads = (page, file) => page.evaluate((file) => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(`/${file}`)).length, file);

export const tag = (attributes = '', inside = '') => `<lifted-attention figure="algorithm" ${attributes}>${inside}</lifted-attention>`;

// Serves build/site and nothing else.
//
//   node web/serve.mjs [--port N] [--host ADDRESS]
//   node web/serve.mjs --watch    build/quick, built again at every change of a source; open pages follow
//
// The usual port is 8080 (watching: 8180); when it is taken, the next free one. The address is printed when the page can be opened.
// Nothing is cached without asking (ETag), so a rebuilt site is seen at the next reload.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { kBrotli } from './article/brotli.mjs';
import { kPolicy, naming } from './policy.mjs';
import { startWatching, tellWhenBuilt } from './watch.mjs';

const { host, port: wanted, watches } = readOptions();
const site = join(dirname(dirname(fileURLToPath(import.meta.url))), watches ? 'build/quick' : 'build/site');
const kPortsTried = 100;

const kTypes = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.ipynb': 'application/x-ipynb+json',
  '.png': 'image/png',
  '.py': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
};
// Scripts of a page that is watched: it loads itself again when it has been built, and nothing keeps an older one.
const kFollow = '<script src="/~follow.js"></script>';
const kWatched = { '/~follow.js': "new EventSource('/~built').onmessage = () => location.reload();\n", '/sw.js': '' };

const kPacked = new Set(['.png', '.woff2', '.zip']);

const kHeaders = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // So that a page elsewhere can embed the figures.
  'Access-Control-Allow-Origin': '*',
};

/** Files as they were when last asked for, with their compressed forms and tag. */
const kept = new Map();

async function load(path) {
  const { mtimeMs, size } = await stat(path);
  const now = kept.get(path);
  if (now?.mtimeMs === mtimeMs && now.size === size) return now;
  const bytes = watches && extname(path) === '.html' ? Buffer.concat([await readFile(path), Buffer.from(kFollow)]) : await readFile(path);
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 20);
  const forms = kPacked.has(extname(path)) ? {} : { gzip: await promisify(gzip)(bytes) };
  if (!watches && existsSync(path + kBrotli)) forms.br = await readFile(path + kBrotli);
  const file = { mtimeMs, size, bytes, forms, tag };
  kept.set(path, file);
  return file;
}

/** The file that an address means; null when it is outside the site or none. */
async function find(url) {
  let path;
  try {
    path = normalize(decodeURIComponent(new URL(url, 'http://site').pathname));
  } catch {
    return null;
  }
  if (path.includes('\0')) return null;
  const full = join(site, path.endsWith(sep) ? `${path}index.html` : path);
  if (!full.startsWith(site + sep)) return null;
  // A page in one file brings a policy of its own, stricter than ours.
  const brings = full.startsWith(join(site, 'offline', sep));
  return (await load(full).then((file) => ({ ...file, brings, type: kTypes[extname(full)] ?? 'application/octet-stream' }), () => null));
}

async function answer(request, response) {
  const policy = (await load(join(site, kPolicy))).bytes.toString();
  const usual = { ...kHeaders, 'Content-Security-Policy': naming(policy, request.headers.host) };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...usual, Allow: 'GET, HEAD' }).end();
    return;
  }
  if (watches && request.url === '/~built') return tellWhenBuilt(response);
  if (watches && request.url in kWatched) {
    response.writeHead(200, { ...usual, 'Content-Type': kTypes['.js'] }).end(kWatched[request.url]);
    return;
  }
  const file = await find(request.url);
  if (!file) {
    response.writeHead(404, { ...usual, 'Content-Type': 'text/plain; charset=utf-8' }).end('There is no such file here.\n');
    return;
  }
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/[\s,;]+/);
  const form = ['br', 'gzip'].find((name) => file.forms[name] && accepted.includes(name));
  const body = form ? file.forms[form] : file.bytes;
  const headers = { ...(file.brings ? kHeaders : usual), 'Content-Type': file.type, ETag: `"${[file.tag, form].filter(Boolean).join('-')}"`, Vary: 'Accept-Encoding' };
  if ((request.headers['if-none-match'] ?? '').includes(headers.ETag)) {
    response.writeHead(304, headers).end();
    return;
  }
  if (form) headers['Content-Encoding'] = form;
  response.writeHead(200, { ...headers, 'Content-Length': body.length }).end(request.method === 'HEAD' ? undefined : body);
}

/** Listens on `port`, or with `tries` left on one of those after it. @returns {Promise<number>} */
function listen(server, host, port, tries) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE' && tries > 0) resolve(listen(server, host, port + 1, tries - 1));
      else reject(error);
    });
    server.listen(port, host, () => resolve(server.address().port));
  });
}

/** @returns {{ host: string, port: number, watches: boolean }} */
function readOptions() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string', default: '127.0.0.1' }, watch: { type: 'boolean', default: false } } });
    const port = Number(values.port ?? (values.watch ? 8180 : 8080));
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`--port ${values.port}: a port is a whole number from 0 to 65535`);
    return { host: values.host, port, watches: values.watch };
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(`${request.url}: ${error.message}`);
    if (!response.headersSent) response.writeHead(500, kHeaders);
    response.end();
  });
});

if (watches) await startWatching();

try {
  const port = await listen(server, host, wanted, kPortsTried);
  if (wanted !== 0 && port !== wanted) console.log(`Port ${wanted} is taken.`);
  console.log(`Open  http://${host.includes(':') ? `[${host}]` : host}:${port}/`);
  console.log('Ctrl-C ends it.');
} catch (error) {
  console.error(`The server could not start on ${host}:${wanted}: ${error.message}`);
  console.error('What helps: another --port, or a --host that this machine has.');
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));

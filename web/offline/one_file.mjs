// Makes a page of the site into one HTML file that opens from disk, without server and network: style, typefaces and pictures
// are inlined, every other file is compressed in a block of its own, which unpack.js opens. Its policy allows no access to
// anything outside the file.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path/posix';
import { gzipSync } from 'node:zlib';
import { digest } from '../policy.mjs';

const kTypes = {
  '.css': 'text/css',
  '.csv': 'text/csv;charset=utf-8',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.py': 'text/plain;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain;charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const attribute = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The files of a built site, and how each is embedded in a page. */
export class Site {
  /** base64 of a file's gzip: several pages carry the same file. @type {Map<string, string>} */
  #packed = new Map();

  /** @param {Map<string, Buffer>} files by name @param {string} unpack the script that opens the blocks */
  constructor(files, unpack) {
    this.files = files;
    this.unpack = unpack;
  }

  /** @param {string} folder @param {string} unpack */
  static async read(folder, unpack) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
    return new Site(new Map(await Promise.all(names.sort().map(async (name) => [name, await readFile(join(folder, name))]))), unpack);
  }

  text(name) {
    return this.#bytes(name).toString('utf8');
  }

  /** @param {string} name @param {string} flags more attributes */
  block(name, flags = '') {
    if (!this.#packed.has(name)) this.#packed.set(name, gzipSync(name.endsWith('.js') ? this.#script(name) : this.#bytes(name), { level: 9 }).toString('base64'));
    return `<script type="application/gzip" data-file="${name}" data-type="${kTypes[extname(name)] ?? 'application/octet-stream'}"${flags}>${this.#packed.get(name)}</script>`;
  }

  data(name) {
    const type = kTypes[extname(name)];
    if (extname(name) !== '.svg') return `data:${type};base64,${this.#bytes(name).toString('base64')}`;
    const text = this.text(name).replace(/[%#&<>"\n]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
    return `data:${type},${text}`;
  }

  style(name) {
    return this.text(name).replace(/url\("?([^":)]+)"?\)/g, (_, file) => `url(${this.data(join(dirname(name), file))})`);
  }

  /** A script that looks for a file beside itself must find the embedded one, as assetUrl() does. */
  #script(name) {
    const [found] = this.text(name).match(/\b(?:import|from)\s*["']\.[^"']*["']/) ?? [];
    if (found) throw new Error(`${name} has ${found}: bundle it, or import(assetUrl(…)), so that a page opened from disk can have it`);
    return this.text(name).replace(/new URL\("([\w./-]+)",import\.meta\.url\)\.href/g, (_, file) => `globalThis[Symbol.for("lifted-attention")].files[${JSON.stringify(join(dirname(name), file))}]`);
  }

  #bytes(name) {
    const bytes = this.files.get(name);
    if (!bytes) throw new Error(`a page to be opened from disk names ${name}, which the site does not have`);
    return bytes;
  }
}

// What only makes sense where there is a server.
const kServed = /<(link|meta)\b[^>]*\bdata-served\b[^>]*>\n?|<(script|section|p|li|div|span)\b[^>]*\bdata-served\b[^>]*>.*?<\/\2>\n?/gs;

/** The strictest policy that allows a page to use its embedded files: nothing can be fetched from elsewhere. */
function policy(html, unpack, guests) {
  const styles = [html, ...guests].flatMap((page) => [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => digest(text)));
  const runs = unpack ? `script-src ${digest(unpack)} blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src blob:; ` : '';
  return `default-src 'none'; ${runs}style-src ${[...new Set(styles)].join(' ')}; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'`;
}

/**
 * @param {Site} site
 * @param {string} name of the page, which its links start from
 * @param {string} html the page
 * @param {(name: string) => boolean} wanted whether the figures of the page may ask for a file; asked for every file
 * @returns {string} the page in one file
 */
export function oneFile(site, name, html, wanted) {
  const at = (path) => join(dirname(name), path);
  /** @type {string[]} */
  const run = [];
  const still = html
    .replace(kServed, '')
    .replaceAll(' data-offline hidden', '')
    .replace(/<source [^>]*>\n?|<link rel="(?:module)?preload"[^>]*>\n?/g, '')
    .replace(/<link rel="(?:stylesheet|prefetch)"(?: as="style")? href="([^"]+\.css)"[^>]*>/g, (_, file) => `<style data-file="${file}">${site.style(at(file))}</style>`)
    .replace(/<script\b[^>]*\bsrc="([^"]+)"[^>]*><\/script>\n?/g, (_, file) => {
      run.push(at(file));
      return '';
    })
    .replace(/(<(?:img|link)\b[^>]*?(?:src|href)=")(?!data:)([^"]+)"/g, (_, before, file) => `${before}${site.data(at(file))}"`);
  const embedded = run.includes('lifted-attention.js') ? [...site.files.keys()].filter((file) => !run.includes(file) && wanted(file)) : [];
  const blocks = [...run.map((file) => site.block(file, ' data-run')), ...embedded.map((file) => site.block(file))];
  if (blocks.length > 0) blocks.push(`<script type="module">${site.unpack}</script>`);
  const guests = embedded.filter((file) => file.endsWith('.html')).map((file) => site.text(file));
  const rule = policy(still, blocks.length > 0 ? site.unpack : '', guests);
  return still
    .replace(/<meta charset="utf-8" ?\/?>/, (meta) => `${meta}\n<meta http-equiv="Content-Security-Policy" content="${attribute(rule)}" />`)
    .replace('</body>', () => `${blocks.join('\n')}\n</body>`);
}

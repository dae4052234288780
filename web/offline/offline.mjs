// The downloads for offline use, made from the built site: the article in one file, each figure in one file, and a zip for
// a class. They contain whatever the build wrote.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { zipSync } from 'fflate';
import { kWhole } from '../article/chapters.mjs';
import { kLetters } from '../article/data.mjs';
import { bytes, inWriting } from '../article/numbers.mjs';
import { kSvg } from '../article/parts.mjs';
import { oneFile, Site } from './one_file.mjs';
import { addRecorder, kRecorder, scormFiles } from './scorm/scorm.mjs';

const kArticle = 'lifted-attention.html';
const kZip = 'lifted-attention-class.zip';
const kScorm = 'lifted-attention-scorm.zip';
// Files that are in the page already, or belong to another page; what stands in for a learner; and languages: a figure's file
// gets that of its reader when it is saved (web/element/offline.js).
const kNotCarried = /\.(css|html|ipynb|json|woff2|webmanifest)$|^(examples|icons|languages|offline|teach)\/|^(embed[\w-]*|install|learn(-worker)?)\.js$|^learner\.wasm$/;
const kFrom = 'A figure of the article “Lifted Attention”, in one file that needs no network. <a href="licences.txt">Licences</a>';
// For every file of a zip, so that the same site gives the same zip.
const kDate = new Date(1980, 0, 1);

const scriptsOf = (html) => [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, name]) => name);

const ofArticle = (name) => !kNotCarried.test(name);

/** Whether the page of one figure needs a file: not what belongs to other figures, nor the article's own scripts. */
function neededBy(figure, parts, site) {
  const scripts = scriptsOf(site.text(kWhole)).filter((name) => !scriptsOf(site.text('embed.html')).includes(name));
  const kept = new Set([...parts[figure], kSvg, kLetters].map((part) => `parts/${part}.wasm`));
  return (name) => {
    if (kNotCarried.test(name) || scripts.includes(name)) return false;
    if (name.startsWith('parts/')) return kept.has(name);
    if (name.startsWith('check/')) return [figure, 'beginning', 'ending'].includes(name.slice(6, -3));
    const [, id = figure] = name.match(/^(?:posters|looks)\/(.+?)(?:-narrow)?-(?:dark|light)\.svg$/) ?? [];
    return id === figure;
  };
}

/** embed.html for one figure; where no script runs it shows what the article shows there. */
function figurePage(site, figure) {
  const [, shown = ''] = site.text(kWhole).match(new RegExp(`<lifted-attention figure="${figure}"[^>]*>(.*?)</lifted-attention>`, 's')) ?? [];
  return site
    .text('embed.html')
    .replace('<html', `<html data-figure="${figure}"`)
    .replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${shown.replace(/<figcaption.*?<\/figcaption>/s, '')}</noscript>`)
    .replace('</main>', `</main>\n<footer><p>${kFrom}</p></footer>`);
}

/** Pages for the classroom, if there are any, each in one file. */
function pagesOf(site) {
  const names = [...site.files.keys()].filter((name) => /^teach\/[\w-]+\.html$/.test(name));
  return new Map(names.map((name) => [name, oneFile(site, name, site.text(name), ofArticle)]));
}

/** A zip; names are those of the site, so that links from page to page hold. @param {Record<string, string>} texts by name @param {string} folder that holds all */
function zip(texts, folder = '') {
  const entries = Object.entries(texts).map(([name, text]) => [folder + name, [new TextEncoder().encode(text), { mtime: kDate, level: 9 }]]);
  return zipSync(Object.fromEntries(entries));
}

/**
 * Writes offline/ into a built site, and into its pages how large the downloads are.
 * @param {string} to the site
 * @param {Record<string, string[]>} parts for each figure its parts
 * @param {Map<string, string>} plain posters with their text as text: from disk the live picture is there at once, and
 *   what is carried home need not be twice as long
 */
export async function makeOffline(to, parts, plain) {
  const own = (name) => readFile(new URL(name, import.meta.url), 'utf8');
  const { code } = await transform(await own('unpack.js'), { format: 'esm', target: 'es2022', minify: true });
  const site = await Site.read(to, code.trim());
  for (const [name, svg] of plain) site.files.set(name, Buffer.from(svg));
  await mkdir(join(to, 'offline'));
  /** @type {Map<string, string | Uint8Array>} */
  const made = new Map();
  const pages = pagesOf(site);
  // Embedded in the article, they have no other pages to link to.
  for (const [name, html] of pages) site.files.set(name, Buffer.from(html.replace(/<a href="(?!https?:|#)[^"]*"[^>]*>(.*?)<\/a>/gs, '$1')));
  const articleOf = (html) => oneFile(site, kWhole, html, (name) => pages.has(name) || ofArticle(name));
  const article = articleOf(site.text(kWhole));
  made.set(kArticle, article);
  for (const figure of Object.keys(parts)) {
    made.set(`lifted-attention-${figure}.html`, oneFile(site, 'embed.html', figurePage(site, figure), neededBy(figure, parts, site)));
  }
  const note = (await own('class.txt')).replace(/^teach\/.*\n/m, (line) => (pages.size > 0 ? line : ''));
  const licences = { 'licences.txt': site.text('licences.txt') };
  made.set(kZip, zip({ 'index.html': article, 'README.txt': note, ...licences, ...Object.fromEntries(pages) }, 'lifted-attention/'));
  const { script, ...others } = await scormFiles();
  site.files.set(kRecorder, Buffer.from(script));
  made.set(kScorm, zip({ ...others, 'index.html': articleOf(addRecorder(site.text(kWhole))), ...licences }));
  for (const [name, content] of made) await writeFile(join(to, 'offline', name), content);
  for (const name of [...site.files.keys()].filter((name) => /^[\w.-]+\.html$/.test(name))) {
    const html = site.text(name);
    const language = /<html lang="([\w-]+)"/.exec(html)?.[1] ?? 'en';
    const sized = html.replace(/(<span data-size="offline\/([^"]+)">)(?=<\/span>)/g, (_, start, file) => start + inWriting(bytes(Buffer.byteLength(made.get(file) ?? '')), language));
    await writeFile(join(to, name), sized);
  }
}

// What a page says of itself to those who do not read it: where a link to it is shared, in search engines, and in Zotero
// and Scholar. With the site's address, which LIFTED_ADDRESS gives the build, also where it is and how it looks: a card,
// a canonical address and a sitemap; these may not be relative. Each figure then has a page of its own to share.
import { kWhole } from './chapters.mjs';
import { escape } from './classroom.mjs';

export const kCard = 'opening-card.png';
/** px, of every card. */
export const kWidth = 1200;
const kHeight = 630;
const kMargin = 24;
const kAlt = 'Left: nine balls on the loss of one attention head; four are stuck. Right: the lifted loss of the same data, a bowl; all nine are at its lowest point.';
const kAuthor = 'Lifted Attention authors';
const kDate = '2026-11';

/** The address that pages are published under, with a slash at its end; '' where none is given. */
export function addressOf(/** @type {string | undefined} */ given) {
  if (!given) return '';
  if (!URL.canParse(given) || !/^https?:/.test(given)) throw new Error(`LIFTED_ADDRESS=${given}: give the whole address of the published site, such as https://example.org/lifted/`);
  return given.endsWith('/') ? given : `${given}/`;
}

const placeOf = (/** @type {string} */ name) => (name === 'index.html' ? '' : name);

/**
 * @param {string} html a page @param {string} name its file @param {string} address as addressOf() gives it
 * @param {{ file: string, alt: string }} [card] the picture that stands for it, with its words already fit for an attribute
 */
export function addSharing(html, name, address, card = { file: kCard, alt: escape(kAlt) }) {
  const found = (/** @type {RegExp} */ what) => what.exec(html)?.[1] ?? '';
  const title = found(/<meta property="og:title" content="(.*?)"/);
  const description = found(/<meta name="description" content="(.*?)"/);
  const said = (/** @type {string} */ attribute) => attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const url = address + placeOf(name);
  const lang = found(/<html lang="(.*?)"/) || 'en';
  const meta = (/** @type {Record<string, string>} */ entries, key = 'property') => Object.entries(entries).map(([property, content]) => `<meta ${key}="${property}" content="${content}" data-served />`);
  const about = {
    '@context': 'https://schema.org', '@type': 'LearningResource', name: said(title), description: said(description), inLanguage: lang, datePublished: kDate,
    author: { '@type': 'Organization', name: kAuthor }, license: 'https://spdx.org/licenses/MIT.html', isAccessibleForFree: true,
    educationalLevel: 'undergraduate and graduate', learningResourceType: 'interactive article', isBasedOn: ['https://arxiv.org/abs/2410.10101', 'https://arxiv.org/abs/2402.04084'],
    ...(address && { url, image: address + card.file }),
  };
  const tags = [
    ...meta({ 'og:type': 'article', 'og:site_name': 'Lifted Attention' }),
    ...meta({ 'twitter:card': address ? 'summary_large_image' : 'summary', citation_title: title, citation_author: kAuthor, citation_publication_date: kDate.replace('-', '/'), citation_language: lang }, 'name'),
    // A script of data: `<` is all that could end it.
    `<script type="application/ld+json" data-served>${JSON.stringify(about).replaceAll('<', '\\u003c')}</script>`,
    ...(address
      ? [
          ...meta({ 'og:url': url, 'og:image': address + card.file, 'og:image:width': `${kWidth}`, 'og:image:height': `${kHeight}`, 'og:image:alt': card.alt }),
          ...meta({ citation_fulltext_html_url: url }, 'name'),
          ...(name === kWhole ? [] : [`<link rel="canonical" href="${url}" data-served />`]),
        ]
      : []),
  ];
  return html.replace('</head>', () => `${tags.join('\n')}\n</head>`);
}

/**
 * The page that shows one figure alone, to be shared: it says what the figure finds, and its picture is the card.
 * @param {string} html embed.html @param {string} id the figure's @param {string} poster its picture, as SVG
 * @param {{ title: string, sentence: string }} told what is said of it @param {string} address
 * @returns {{ name: string, html: string, card: { file: string, svg: string } }} the card as SVG, `file` for its PNG
 */
export function figurePage(html, id, poster, told, address) {
  const [title, description] = [told.title, told.sentence].map(escape);
  const name = `figure-${id}.html`;
  const file = `figure-${id}.png`;
  const page = html
    .replace('<html lang="en"', `$& data-figure="${id}"`)
    .replace(/<title>.*?<\/title>/, () => `<title>${title} | Lifted Attention</title>\n<meta property="og:title" content="${title}" /><meta property="og:description" content="${description}" />`)
    .replace(/(<meta name="description" content=").*?"/, (_, start) => `${start}${description}"`)
    .replace(/posters\/algorithm-light.svg" alt=".*?"/, () => `posters/${id}-light.svg" alt="${title}"`);
  const room = `x="${kMargin}" y="${kMargin}" width="${kWidth - 2 * kMargin}" height="${kHeight - 2 * kMargin}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${kWidth}" height="${kHeight}">${poster.replace('<svg ', () => `<svg ${room} `)}</svg>`;
  return { name, html: addSharing(page, name, address, { file, alt: description }), card: { file, svg } };
}

/** @param {string[]} names of the pages @param {string} address */
export const sitemap = (names, address) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${names.map((name) => `<url><loc>${address}${placeOf(name)}</loc></url>\n`).join('')}</urlset>\n`;

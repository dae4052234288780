// The pages of the article, all from one source: the spine, a page for each chapter, and the whole in one page, which is
// printed, presented and taken home. A section of a chapter is marked data-chapter; the chapters' titles, and the sentence
// below each, stand in the article's list of them.
import { placeContents } from './contents.mjs';

export const kSpine = 'index.html';
export const kWhole = 'article.html';

export const kSection = /<section data-chapter="([\w-]+)".*?<\/section>\s*/gs;
const kEntry = /<li data-chapter="([\w-]+)"([^>]*)>\s*<a href="#[\w-]+">(.*?)<\/a>\s*(.*?)\s*<\/li>/gs;
export const kSwitch = /<nav class="languages".*?<\/nav>\s*/s;
const kNotForSearch = '<link rel="canonical" href="index.html" data-served />\n<meta name="robots" content="noindex" data-served />\n';

/** The chapters in their order. @param {string} source index.html */
export const chaptersIn = (source) => [...source.matchAll(kEntry)].map(([, id, , title, dek]) => ({ id, name: `${id}.html`, title, dek }));

const plain = (/** @type {string} */ html) => html.replaceAll(/<[^>]*>/g, '').replaceAll('"', '&quot;');

/** The words and the letters of the article, for a page that explains none itself. @param {string} source */
function glossaryOf(source) {
  const [words] = source.match(/<details class="glossary">.*?<\/details>/s) ?? [''];
  const letters = [...source.matchAll(/<li><button type="button" class="letter".*?<\/li>/g)].map(([letter]) => letter.replace(/ id="[^"]*"/, ''));
  return words.replace('</details>', () => `<ul class="letters" aria-label="Letters">${letters.join('')}</ul></details>`);
}

/** The page of a chapter, which can be read alone. @param {string} source @param {ReturnType<typeof chaptersIn>[number]} chapter @param {ReturnType<typeof chaptersIn>[number]} [next] */
function chapterOf(source, { id, title, dek }, next) {
  const own = [...source.matchAll(kSection)].filter(([, chapter]) => chapter === id).map(([section]) => section);
  if (own.length === 0) throw new Error(`web/index.html: the chapter "${id}" has no section`);
  const head = `<header class="masthead">\n<p class="up"><a href="${kSpine}">Lifted Attention</a></p>\n<h1>${title}</h1>\n<p class="dek">${dek}</p>\n</header>`;
  return source
    .replace(/(?<=<title>).*?(?=<\/title>)/, () => `${plain(title)}: Lifted Attention`)
    .replace(/(?<=<meta property="og:title" content=").*?(?=")/, () => `${plain(title)}: Lifted Attention`)
    .replaceAll(/(?<=<meta (?:name="|property="og:)description" content=").*?(?=")/g, () => plain(dek))
    .replace(/<header class="masthead">.*?<\/header>/s, () => head)
    .replace(/(?<=<article>).*(?=<\/article>)/s, () => [...own, `<p class="next"><a href="${next?.name ?? kSpine}">${next?.title ?? 'Back to the article'}</a></p>`, glossaryOf(source)].join('\n'));
}

const idsIn = (/** @type {string} */ html) => [...html.matchAll(/<[^>]* id="([\w-]+)"/g)].map(([, id]) => id);

/**
 * @param {string} source index.html
 * @param {Parameters<typeof placeContents>[2]} [words] those of the contents
 * @returns {Map<string, string>} the pages by name, the whole last; links lead to the page that has the place
 */
export function cutIntoPages(source, words) {
  const chapters = chaptersIn(source);
  const stray = [...source.matchAll(kSection)].find(([, id]) => !chapters.some((chapter) => chapter.id === id));
  if (stray) throw new Error(`web/index.html: a section is of the chapter "${stray[1]}", which is not in the list of chapters`);
  const cut = new Map([[kSpine, source.replaceAll(kSection, '')], ...chapters.map((chapter, k) => /** @type {[string, string]} */ ([chapter.name, chapterOf(source, chapter, chapters[k + 1])]))]);
  const ids = new Map([...cut].map(([name, html]) => [name, idsIn(html)]));
  const holders = (/** @type {string} */ place) => [...cut.keys()].filter((name) => ids.get(name)?.includes(place));

  /** What is on this page alone. @param {string} name */
  const placesOf = (name) => ids.get(name)?.filter((place) => holders(place).length === 1).join(' ');
  const entry = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ here) =>
    `<li><a href="${name}" ${name === here ? 'aria-current="page"' : `data-places="${placesOf(name)}"`}>${title}</a></li>`;
  const others = (/** @type {string} */ here) =>
    `<ul aria-label="${words?.chapters ?? 'Chapters'}">${here === kSpine ? '' : entry(kSpine, 'The article', here)}${chapters.map(({ name, title }) => entry(name, title, here)).join('')}</ul>`;
  /** @param {string} html @param {string} here */
  const linked = (html, here) =>
    html
      .replaceAll(kEntry, (_, id, more, title, dek) => `<li${more}><a href="${id}.html">${title}</a> ${dek}</li>`)
      .replaceAll('href="?present"', (link) => (words ? link : `href="${kWhole}?present" data-places="present"`)) // another language presents its own page
      .replaceAll(/href="#([\w-]+)/g, (link, place) => {
        const names = holders(place);
        if (names.length === 0) throw new Error(`the link #${place} in web/index.html: there is no such place.`);
        return names.includes(here) ? link : `href="${names[0]}#${place}`;
      });

  const pages = [...cut].map(([name, html]) => /** @type {[string, string]} */ ([name, placeContents(linked(html, name), others(name), words)]));
  return new Map([...pages, [kWhole, placeContents(source.replace(kSwitch, '').replace('</head>', `${kNotForSearch}</head>`))]]);
}

// The table of contents of a page, from the sections that are there, and how long the page takes to read.

const kWordsPerMinute = 230; // of an adult who reads with attention
// What is for looking things up, and what a reader does not meet as text.
const kNotRead = /<dl class="byline">.*?<\/dl>|<ul class="letters".*?<\/ul>|<figure\b.*?<\/figure>|<table\b.*?<\/table>|<details\b.*?<\/details>|<h3 id="changed".*|<script\b.*?<\/script>|<a class="cite".*?<\/a>|<[^>]*>/gs;

export const articleIn = (/** @type {string} */ html) => html.slice(html.indexOf('<article'), html.indexOf('</article>'));

/** The words of a piece of the article; a formula is one. @param {string} html */
export const wordsIn = (html) => html.replaceAll(kNotRead, ' ').replaceAll(/\$[^$]*\$/g, ' x ').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Minutes that a page takes to read, figures aside. @param {string} html */
export const minutesOf = (html) => Math.round(wordsIn(articleIn(html)) / kWordsPerMinute);

/** @param {string} html @param {2 | 3} level */
const headingsIn = (html, level) => [...articleIn(html).matchAll(new RegExp(`<h${level} id="([\\w-]+)"[^>]*>(.*?)</h${level}>`, 'gs'))].map(([, id, title]) => ({ id, title: title.replaceAll(/\s+/g, ' ').trim() }));

/** The sections of a page in its order, or the parts of its only one: the id of each heading and its words. @param {string} html */
export function sectionsIn(html) {
  const sections = headingsIn(html, 2);
  const parts = sections.length === 1 ? headingsIn(html, 3) : [];
  return parts.length > 0 ? parts : sections;
}

/**
 * Fills in <nav class="contents"> and {{minutes}}.
 * @param {string} html a page @param {string} [others] a list of the other pages
 * @param {{ contents: string, chapters: string, time: string, minutes: string }} [words] of another language, and what the English page takes
 */
export function placeContents(html, others = '', words) {
  const minutes = words?.minutes ?? String(minutesOf(html));
  const list = sectionsIn(html).map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  const open = `<details><summary><b>${words?.contents ?? 'Contents'}</b> <span>${words?.time ?? `${minutes} minute${minutes === '1' ? '' : 's'}`}</span></summary><ol>${list.join('')}</ol>${others}</details>`;
  return html.replace(/(<nav class="contents"[^>]*>)\s*(?=<\/nav>)/, (tag, start) => start + open).replaceAll('{{minutes}}', minutes);
}

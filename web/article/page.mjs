// The pages as they are served: numbers and formulas set, typefaces cut, every figure with its poster and its sentence.
import { cutIntoPages, kSpine } from './chapters.mjs';
import { escape, placeExercises, refuseLost } from './classroom.mjs';
import { minutesOf } from './contents.mjs';
import { setFormulas } from './formulas.mjs';
import { makeFonts } from './fonts.mjs';
import { fillNumbers } from './numbers.mjs';
import { resultsIn, speaking } from './lessons.mjs';
import { teachingIn } from './teach.mjs';
import { contentsIn, kEnglish, kSaid, leadToEnglish, nameIn, placeSwitch, say, translate } from './translated.mjs';

/** @import { Language } from './translated.mjs' */
/** @import { Shown } from './shown.mjs' */
/** @import { Result } from '../types/element.d.ts' */

const kTag = /<lifted-attention figure="([\w-]+)"([^>]*)><\/lifted-attention>/g;

// With the caption below it, which the element shows under its controls, above its own words.
const kWithCaption = new RegExp(`${kTag.source}\\s*(?:<figcaption(.*?</figcaption>))?`, 'gs');

// Another look at a figure, bare: it has an id, a state and a shape of its own, and no number.
const kLook = /<lifted-attention id="([\w-]+)" figure="([\w-]+)" state="([^"]*)" shape="([\d.]+) ([\d.]+)"([^>]*)><\/lifted-attention>/g;

// What our typefaces need no letters for: comments, formulas, and names of languages, for which Inter has its own (fonts.mjs).
const kNotCut = /<!--.*?-->|\$[^$]*\$|<nav class="languages".*?<\/nav>/gs;

// Between two pages, while they are made together: a character that no page has.
const kBetween = '\0';

/** The figures that have a tag in the article, in its order. */
export const figuresIn = (html) => [...html.matchAll(kTag)].map(([, id]) => id);

/** The other looks at figures in the article: what their posters show. */
export const looksIn = (html) =>
  [...html.matchAll(kLook)].map(([, name, figure, state, narrow, wide]) => ({ name: `looks/${name}`, figure, query: state.replaceAll('&amp;', '&'), shape: { narrow: Number(narrow), wide: Number(wide) } }));

/** The name of a look's posters for readers who want no motion. */
export const stillOf = (name) => `${name}_still`;

/** Links that set a figure's values: `#algorithm?N=32` is { figure: 'algorithm', query: 'N=32' }. */
export const linksIn = (html) =>
  [...html.matchAll(/href="#([\w-]+)\?([^"]*)"/g)].map(([, figure, query]) => ({ figure, query: query.replaceAll('&amp;', '&') }));

/** Captions are numbered here, and where the text names a figure, [[id]], so that a new figure needs no other to be changed. @param {string} html @param {Language} language */
function numberCaptions(html, language) {
  let number = 0;
  const figures = figuresIn(html);
  return html
    .replace(/<figcaption[^>]*>\s*/g, (opening) => `${opening}<b>${say(language, kSaid.figure, ++number)}</b> `)
    .replace(/\[\[([\w-]+)\]\]/g, (name, id) => {
      if (!figures.includes(id)) throw new Error(`${name} in web/index.html: there is no such figure.`);
      return String(figures.indexOf(id) + 1);
    });
}

/**
 * The main line in another language.
 * @param {string} source index.html @param {Language} language @param {number} minutes that the English takes
 * @param {Map<string, Result>} answers in that language
 */
function spineIn(source, language, minutes, answers) {
  const pages = cutIntoPages(numberCaptions(fillNumbers(translate(source, language), language.tag), language), contentsIn(language, minutes));
  const html = leadToEnglish(pages.get(kSpine) ?? '').replaceAll(/href="teach\/(guide|worksheet).html" hreflang="en"/g, (link, name) => (language.lessons ? `href="teach/${teachingIn(name, language.tag)}"` : link));
  return speaking(language.tag, language.lessons, () => placeExercises(html, answers));
}

/** Sets the formulas of pages. @param {Map<string, string>} pages by name */
function setPages(pages) {
  const html = [...pages.values()].join(kBetween);
  const { html: set, css, faces } = setFormulas(html);
  const made = set.split(kBetween);
  return { words: html.replace(kNotCut, ''), css, faces, pages: new Map([...pages.keys()].map((name, k) => [name, made[k]])) };
}

/** What a reader of the first page sees until its first figure is there: all down to the end of the section that has it, but for what opens. @param {string} html */
function beginningOf(html) {
  const [beginning = ''] = html.match(/<body.*?<figure id="[\w-]+" class="wide">.*?<\/section>/s) ?? [];
  return setPages(new Map([[kSpine, beginning.replace(/<\/summary>.*?<\/details>/gs, '</summary></details>')]]));
}

/** The rules for formulas but those, a line each, that no formula of a page needs. @param {string} css @param {string} html */
function ownRules(css, html) {
  const names = new Set(html.match(/\bk\d+\b/g));
  return css.replace(/^\.(k\d+)\{.*\n?/gm, (rule, name) => (names.has(name) ? rule : ''));
}

/** The answers to all exercises, by their ids. @param {Map<string, Shown>} shown */
export const answersIn = (shown) => new Map([...shown.values()].flatMap((figure) => [...figure.answers]));

/** A page with its figures' posters and sentences. @param {string} html @param {Map<string, Shown>} shown @param {Language} language */
const finished = (html, shown, language) =>
  withoutIndents(
    html
      .replace(/<!doctype html>\n<!--.*?-->\n/gs, '<!doctype html>\n')
      .replace(kWithCaption, (_, id, attributes, caption = '') => withPoster(id, attributes, saidIn(shown.get(id), language), caption, say(language, kSaid.needs)))
      .replace(kLook, (tag, name, figure) => withLook(tag, `looks/${name}`, shown.get(figure).looks, language)),
  );

/**
 * The pages of the article, and their typefaces. The first page has a style of its own, with the typefaces that it begins with
 * inside; so have those in other languages: without them the others would be the same.
 * @param {string} source index.html
 * @param {string} style style.css
 * @param {Map<string, Shown>} shown what each figure shows with its default values, and the answers to its exercises
 * @param {Language[]} [languages]
 */
export async function makePages(source, style, shown, languages = []) {
  refuseLost(source);
  const tags = languages.map(({ tag }) => tag);
  const answers = answersIn(shown);
  const cut = cutIntoPages(numberCaptions(fillNumbers(source), kEnglish));
  const minutes = minutesOf(cut.get(kSpine) ?? '');
  const plain = new Map([...cut].map(([name, html]) => [name, placeSwitch(placeExercises(html, answers), kEnglish.tag, tags)]));
  const english = setPages(plain);
  const turned = languages.map((language) => /** @type {const} */ ([nameIn(language.tag), placeSwitch(spineIn(source, language, minutes, resultsIn(answers, language.tag)), language.tag, tags)]));
  const others = setPages(new Map(turned));
  const fonts = await makeFonts(english, beginningOf(plain.get(kSpine) ?? ''), others);
  const pages = new Map([...english.pages].map(([name, html]) => [name, finished(html, shown, kEnglish)]));
  for (const language of languages) pages.set(nameIn(language.tag), finished(others.pages.get(nameIn(language.tag)) ?? '', shown, language));
  return { pages, css: `${fonts.css}${english.css}\n${style}`, firstCss: `${fonts.firstCss}${ownRules(english.css, pages.get(kSpine) ?? '')}\n${style}`, othersCss: `${fonts.css}${fonts.othersCss}${others.css}\n${style}`, fonts: fonts.files };
}

/** What a figure shows, said in a language. @param {{ elsewhere?: Record<string, { title: string, sentence: string }> }} shown @param {Language} language */
const saidIn = (shown, { tag }) => ({ ...shown, ...shown.elsewhere?.[tag] });

// Of the window where a figure, between the page's margins (style.css), has less than 600 px: the element's own limit.
const kNarrow = '(max-width: 652px)';
const kDark = '(prefers-color-scheme: dark)';
const kStill = '(prefers-reduced-motion: reduce)';

/**
 * The posters of one name, the one for wide pages in light last.
 * @param {string} name @param {Record<string, { width: number, height: number }>} posters @param {string[]} [only] media
 */
const sourcesOf = (name, posters, only = []) =>
  [['-narrow-dark', kNarrow, kDark], ['-narrow-light', kNarrow], ['-dark', kDark], ['-light']]
    .map(([variant, ...media]) => ({ file: name + variant, ...posters[name + variant], media: [...only, ...media].join(' and ') }))
    .map(({ file, width, height, media }) => `<source srcset="${file}.svg" width="${width}" height="${height}"${media && ` media="${media}"`} />`);

/** @param {string} name @param {Record<string, { width: number, height: number }>} posters @param {string} more attributes @param {string} title @param {string[]} [before] sources */
function pictureOf(name, posters, more, title, before = []) {
  const { width, height } = posters[`${name}-light`];
  return ['<picture>', ...before, ...sourcesOf(name, posters).slice(0, -1), `<img src="${name}-light.svg" width="${width}" height="${height}"${more} alt="${escape(title)}" />`, '</picture>'].join('\n');
}

/** The element with its fallback content, for when the figure cannot run or does not run yet. */
function withPoster(id, attributes, { title, sentence, posters }, caption, needs) {
  const name = `posters/${id}`;
  const shape = ['-narrow', ''].map((variant) => posters[`${name}${variant}-light`]).map((poster) => (poster.height / poster.width).toFixed(4));
  return `<lifted-attention figure="${id}" shape="${shape.join(' ')}"${attributes}>
${pictureOf(name, posters, ' loading="lazy"', title)}
${caption && `<figcaption slot="caption"${caption}`}
<p>${escape(title)}. ${escape(sentence)}</p>
<p class="needs">${needs}</p>
</lifted-attention>`;
}

/** The same for another look at a figure: only its picture. @param {string} tag @param {string} name @param {Language} language */
function withLook(tag, name, looks, language) {
  const { title, posters } = saidIn(looks[name], language);
  const still = stillOf(name);
  const picture = pictureOf(name, posters, '', title, sourcesOf(still, posters, [kStill]));
  return tag.replace('></lifted-attention>', ` posters="${name} ${still}">\n${picture}\n</lifted-attention>`);
}

/** Removes indents, except in <pre>. */
const withoutIndents = (html) => html.replace(/<pre\b.*?<\/pre>|\n\s+/gs, (found) => (found.startsWith('<pre') ? found : '\n'));

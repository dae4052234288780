// The pages as they are served: numbers and formulas set, typefaces cut, every figure with its poster and its sentence.
import { cutIntoPages } from './chapters.mjs';
import { escape, placeExercises } from './classroom.mjs';
import { setFormulas } from './formulas.mjs';
import { makeFonts } from './fonts.mjs';
import { fillNumbers } from './numbers.mjs';

const kTag = /<lifted-attention figure="([\w-]+)"([^>]*)><\/lifted-attention>/g;

// Another look at a figure, bare: it has an id, a state and a shape of its own, and no number.
const kLook = /<lifted-attention id="([\w-]+)" figure="([\w-]+)" state="([^"]*)" shape="([\d.]+) ([\d.]+)"([^>]*)><\/lifted-attention>/g;

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

/** Captions are numbered here, and where the text names a figure, [[id]], so that a new figure needs no other to be changed. */
function numberCaptions(html) {
  let number = 0;
  const figures = figuresIn(html);
  return html
    .replace(/<figcaption[^>]*>\s*/g, (opening) => `${opening}<b>Figure ${++number}.</b> `)
    .replace(/(?<=[Ff]igure (?:<a [^>]*>)?)\[\[([\w-]+)\]\]/g, (name, id) => {
      if (!figures.includes(id)) throw new Error(`${name} in web/index.html: there is no such figure.`);
      return String(figures.indexOf(id) + 1);
    });
}

/**
 * @param {string} source index.html
 * @param {string} style style.css
 * @param {Map<string, ReturnType<import('./learner.mjs').Learner['show']> & { answers: ReturnType<typeof import('./classroom.mjs').answersOf> }>} shown
 *   what each figure shows with its default values, and the answers to its exercises
 */
export async function makePages(source, style, shown) {
  const answers = new Map([...shown.values()].flatMap((figure) => [...figure.answers]));
  const pages = cutIntoPages(numberCaptions(fillNumbers(source)));
  const numbered = placeExercises([...pages.values()].join(kBetween), answers);
  const formulas = setFormulas(numbered);
  const fonts = await makeFonts(numbered.replace(/<!--.*?-->|\$[^$]*\$/gs, ''), formulas);
  const html = formulas.html
    .replace(/<!doctype html>\n<!--.*?-->\n/gs, '<!doctype html>\n')
    .replace(kTag, (_, id, attributes) => withPoster(id, attributes, shown.get(id)))
    .replace(kLook, (tag, name, figure) => withLook(tag, `looks/${name}`, shown.get(figure).looks));
  const made = withoutIndents(html).split(kBetween);
  return { pages: new Map([...pages.keys()].map((name, k) => [name, made[k]])), css: `${fonts.css}${formulas.css}\n${style}`, fonts: fonts.files };
}

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
function withPoster(id, attributes, { title, sentence, posters }) {
  const name = `posters/${id}`;
  const shape = ['-narrow', ''].map((variant) => posters[`${name}${variant}-light`]).map((poster) => (poster.height / poster.width).toFixed(4));
  return `<lifted-attention figure="${id}" shape="${shape.join(' ')}"${attributes}>
${pictureOf(name, posters, ' loading="lazy"', title)}
<p>${escape(title)}. ${escape(sentence)}</p>
<p class="needs">This is the picture the figure starts from, made by the same program. To run it yourself, a browser with JavaScript and WebAssembly is needed.</p>
</lifted-attention>`;
}

/** The same for another look at a figure: only its picture. @param {string} tag @param {string} name */
function withLook(tag, name, looks) {
  const { title, posters } = looks[name];
  const still = stillOf(name);
  const picture = pictureOf(name, posters, '', title, sourcesOf(still, posters, [kStill]));
  return tag.replace('></lifted-attention>', ` posters="${name} ${still}">\n${picture}\n</lifted-attention>`);
}

/** Removes indents, except in <pre>. */
const withoutIndents = (html) => html.replace(/<pre\b.*?<\/pre>|\n\s+/gs, (found) => (found.startsWith('<pre') ? found : '\n'));

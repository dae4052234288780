// index.html as it is served: numbers and formulas set, typefaces cut, every figure with its poster and its sentence.
import { escape, placeExercises } from './classroom.mjs';
import { setFormulas } from './formulas.mjs';
import { makeFonts } from './fonts.mjs';
import { fillNumbers } from './numbers.mjs';

const kTag = /<lifted-attention figure="([\w-]+)"([^>]*)><\/lifted-attention>/g;

/** The figures that have a tag in the article, in its order. */
export const figuresIn = (html) => [...html.matchAll(kTag)].map(([, id]) => id);

/** Links that set a figure's values: `#algorithm?N=32` is { figure: 'algorithm', query: 'N=32' }. */
export const linksIn = (html) =>
  [...html.matchAll(/href="#([\w-]+)\?([^"]*)"/g)].map(([, figure, query]) => ({ figure, query: query.replaceAll('&amp;', '&') }));

/** Captions are numbered here, so that a new figure needs no other to be changed. */
function numberCaptions(html) {
  let number = 0;
  return html.replace(/<figcaption[^>]*>\s*/g, (opening) => `${opening}<b>Figure ${++number}.</b> `);
}

/**
 * @param {string} source index.html
 * @param {string} style style.css
 * @param {Map<string, ReturnType<import('./learner.mjs').Learner['show']> & { answers: ReturnType<typeof import('./classroom.mjs').answersOf> }>} shown
 *   what each figure shows with its default values, and the answers to its exercises
 */
export async function makePage(source, style, shown) {
  const answers = new Map([...shown.values()].flatMap((figure) => [...figure.answers]));
  const numbered = placeExercises(numberCaptions(fillNumbers(source)), answers);
  const formulas = setFormulas(numbered);
  const fonts = await makeFonts(numbered.replace(/<!--.*?-->|\$[^$]*\$/gs, ''), formulas);
  const early = fonts.early.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin />`);
  const html = formulas.html
    .replace(/<!doctype html>\n<!--.*?-->\n/s, '<!doctype html>\n')
    // At the end: on a slow line, preloads at the beginning would delay the style sheet.
    .replace('</body>', `${early.join('\n    ')}\n  </body>`)
    .replace(kTag, (_, id, attributes) => withPoster(id, attributes, shown.get(id)));
  return { html: withoutIndents(html), css: `${fonts.css}${formulas.css}\n${style}`, fonts: fonts.files };
}

/** The element with its fallback content, for when the figure cannot run or does not run yet. */
function withPoster(id, attributes, { title, sentence, posters }) {
  const { width, height } = posters[`${id}-light`];
  const shape = ['-narrow', ''].map((variant) => posters[`${id}${variant}-light`]).map((poster) => (poster.height / poster.width).toFixed(4));
  const narrow = '(max-width: 599px)';
  const dark = '(prefers-color-scheme: dark)';
  return `<lifted-attention figure="${id}" shape="${shape.join(' ')}"${attributes}>
<picture>
<source srcset="posters/${id}-narrow-dark.svg" media="${narrow} and ${dark}" />
<source srcset="posters/${id}-narrow-light.svg" media="${narrow}" />
<source srcset="posters/${id}-dark.svg" media="${dark}" />
<img src="posters/${id}-light.svg" width="${width}" height="${height}" loading="lazy" alt="${escape(title)}" />
</picture>
<p>${escape(title)}. ${escape(sentence)}</p>
<p class="needs">This is the picture the figure starts from, made by the same program. To run it yourself, a browser with JavaScript and WebAssembly is needed.</p>
</lifted-attention>`;
}

/** Removes indents, except in <pre>. */
const withoutIndents = (html) => html.replace(/<pre\b.*?<\/pre>|\n\s+/gs, (found) => (found.startsWith('<pre') ? found : '\n'));

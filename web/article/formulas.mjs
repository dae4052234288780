// $…$ and $$…$$ become KaTeX's HTML with its MathML; letters that have a colour carry their symbol.
//
// KaTeX writes style attributes, which `style-src 'self'` refuses: every distinct one becomes a class. Of KaTeX's style
// sheet only the rules that can match are kept.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import katex from 'katex';

const letter = (symbol, tex = symbol) => `\\htmlData{symbol=${symbol}}{${tex}}`;

/** TeX macros for letters that figures highlight and colour: page, picture and form use the same names. */
const kLetters = {
  '\\Z': letter('Z'),
  '\\z': letter('z'),
  '\\G': letter('G'),
  '\\W': letter('W'),
  '\\V': letter('V'),
  '\\Q': letter('Q'),
  '\\Hf': letter('Hf', 'H'),
  '\\y': letter('y'),
  // Letters of the softmax layer, as in its paper.
  '\\X': letter('Z', 'X'),
  '\\Th': letter('Theta', '\\Theta'),
  '\\Lam': letter('Lambda', '\\Lambda'),
  '\\lam': letter('lambda', '\\lambda'),
};

// In a sentence, punctuation that follows belongs to the line of the formula.
const kMath = /\$\$([^$]+)\$\$|\$([^$]+)\$([.,;:)]*)/g;

// Attributes that only matter where MathML is drawn; ours is for screen readers.
const kDrawing = / (?:xmlns|stretchy|fence|separator|form|lspace|rspace|mathvariant|minsize|maxsize|columnalign|columnspacing|rowspacing)="[^"]*"/g;

/** A comma within a number has no room after it, and numbers with such commas are parted by semicolons. @param {string} tex */
const partNumbers = (tex) => (/\d,\d/.test(tex) ? tex.replaceAll(/(?<=\d),(?=\d)/g, '{,}').replaceAll(/(?<=\d), (?=\d)/g, '; ') : tex);

/** A subscript takes its letter's colour, and moves under its slope: \V_h is one object. */
const joinSubscripts = (tex) =>
  tex.replace(/\\([A-Za-z]+)_(\{[^{}]*\}|\w)/g, (whole, name, subscript) => kLetters[`\\${name}`]?.replace(/\}$/, `_${subscript}}`) ?? whole);
const unescape = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/**
 * Sets all formulas of a page. $$…$$ is set large but in a line, so that it breaks after relations and operators where
 * the page is narrow.
 * @param {string} html
 * @returns {{ html: string, css: string, faces: Map<string, string> }} `faces`: KaTeX's font families in use, with the
 *   characters that each needs
 */
export function setFormulas(html) {
  const styles = new Map();
  const classes = new Set(['katex', 'katex-mathml']);
  let all = '';
  const set = (tex) => {
    const made = katex.renderToString(partNumbers(joinSubscripts(unescape(tex))), {
      macros: { ...kLetters },
      throwOnError: true,
      strict: (code) => (code === 'htmlExtension' ? 'ignore' : 'error'),
      trust: ({ command }) => command === '\\htmlData',
    });
    const [mathml, drawn] = made.split('<span class="katex-html"');
    // The TeX source inside the MathML is ours, full of macros: nothing a reader can use.
    const plain = mathml.replace(/<annotation .*?<\/annotation>/s, '').replace(/<\/?semantics>/g, '').replace(kDrawing, '');
    // KaTeX adds an invisible "apply function" to operator names, a third child where MathML has two.
    if (/\u2061<\/mo><\/m(sub|sup)>/.test(plain)) throw new Error(`$${tex}$: write an index as \\mathrm{…}, not as the name of an operator`);
    const hoisted = (`<span class="katex-html"` + drawn).replace(/<[a-z][^>]*>/g, (tag) => hoist(tag, styles));
    for (const [, names] of hoisted.matchAll(/ class="([^"]*)"/g)) names.split(' ').forEach((name) => classes.add(name));
    all += `<span>${hoisted}`; // it closes a span that began before
    return plain + hoisted;
  };
  const out = html.replace(kMath, (_, large, small, after) =>
    large ? `<span class="display">${set(`\\displaystyle ${large}`)}</span>` : `<span class="whole">${set(small)}${after}</span>`,
  );
  const rules = katexRules(classes);
  const hoistedRules = [...styles].map(([style, name]) => `.${name}{${style.replace(/;?$/, '').replaceAll(';', '!important;')}!important}`);
  return {
    html: out,
    css: [...rules, ...hoistedRules].join('\n'),
    faces: facesIn(all, rules),
  };
}

/** The characters that each font family draws. @param {string} html of formulas @param {string[]} rules */
function facesIn(html, rules) {
  const choices = rules.flatMap((rule) => {
    const [, selectors, family] = /^(.*?)\{.*?font(?:-family)?:[^;}]*?(KaTeX_\w+)/s.exec(rule) ?? [];
    // Of "a b > span" the element is b, whose children then inherit from it.
    return family ? selectors.split(',').map((selector) => ({ family, classes: [...(selector.replace(/ ?> ?span$/, '').split(/[ >]+/).at(-1) ?? '').matchAll(/\.([\w-]+)/g)].map(([, name]) => name) })) : [];
  });
  const faces = new Map(choices.map(({ family }) => [family, new Set()]));
  const families = ['KaTeX_Main'];
  for (const [piece, names = ''] of html.matchAll(/<span(?:[^>]* class="([^"]*)")?[^>]*>|<\/span>|<[^>]*>|[^<]+/g)) {
    const own = names.split(' ');
    if (piece === '</span>') families.pop();
    else if (piece.startsWith('<span')) families.push(choices.findLast(({ classes }) => classes.every((name) => own.includes(name)))?.family ?? families[families.length - 1]);
    else if (!piece.startsWith('<')) for (const character of unescape(piece)) faces.get(families[families.length - 1])?.add(character);
  }
  return new Map([...faces].map(([family, characters]) => [family, [...characters].join('')]));
}

/** A tag with its style attribute turned into a class; the same style always gives the same class. */
function hoist(tag, styles) {
  const style = tag.match(/ style="([^"]*)"/);
  if (!style) return tag;
  if (!styles.has(style[1])) styles.set(style[1], `k${styles.size}`);
  const name = styles.get(style[1]);
  const bare = tag.replace(style[0], '');
  return bare.includes(' class="') ? bare.replace(/ class="[^"]*/, `$& ${name}`) : bare.replace(/(?=\/?>$)/, ` class="${name}"`);
}

/** The rules of katex.css all of whose classes occur, without its font faces. */
function katexRules(classes) {
  const sheet = readFileSync(createRequire(import.meta.url).resolve('katex/dist/katex.css'), 'utf8');
  const rules = [];
  for (const [, selectors, body] of sheet.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const kept = selectors
      .split(',')
      .map((selector) => selector.trim())
      .filter((selector) => !selector.startsWith('@') && !selector.includes('katex-version'))
      .filter((selector) => [...selector.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name)));
    if (kept.length > 0) rules.push(`${kept.join(',')}{${body.trim()}}`);
  }
  return rules;
}

// The text of a poster as outlines. An SVG in <img> has no typefaces but the reader's own, so its letters would be others
// than those that the canvas draws a moment later, with the same files.
import { readFileSync } from 'node:fs';
import { Blob, Face, Font } from 'harfbuzzjs';

// Outlines are in whole units, so many of an em: at 14 px no point is off by more than a tenth of a pixel. A letter
// always is the same text, which compresses to two or three bytes.
const kUnits = 80;
const kOff = 0.6; // of a curve, in units
const kMostPieces = 4;
// Units that a letter may be away from its place. Only at a space is it put right: letters stay the same text.
const kAstray = 0.3;

const kEntities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const kText = /^<text ([^>]*)>([^<]*)<\/text>$/;

/** @param {number} value */
const short = (value) => String(Math.round(10 * value) / 10).replace(/^(-?)0\./, '$1.');
/** @param {number[]} values */
const listed = (...values) => values.map(short).reduce((list, value) => list + (value.startsWith('-') ? '' : ' ') + value);

/** @typedef {[number, number]} Point */
/** @param {Point} a @param {Point} b @returns {Point} */
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** A cubic curve as quadratic ones, each its control point and its end: halved until they are near enough. @returns {[Point, Point][]} */
function quadratics(/** @type {Point} */ a, /** @type {Point} */ b, /** @type {Point} */ c, /** @type {Point} */ d, pieces = kMostPieces) {
  const off = (Math.hypot(d[0] - 3 * c[0] + 3 * b[0] - a[0], d[1] - 3 * c[1] + 3 * b[1] - a[1]) * Math.sqrt(3)) / 36;
  if (off <= kOff || pieces === 1) return [[[(3 * (b[0] + c[0]) - a[0] - d[0]) / 4, (3 * (b[1] + c[1]) - a[1] - d[1]) / 4], d]];
  const [ab, bc, cd] = [middle(a, b), middle(b, c), middle(c, d)];
  const [abc, bcd] = [middle(ab, bc), middle(bc, cd)];
  const half = middle(abc, bcd);
  return [...quadratics(a, ab, abc, half, pieces / 2), ...quadratics(half, bcd, cd, d, pieces / 2)];
}

/** One of the canvas's typefaces, of two files. */
class Typeface {
  /** @type {Map<string, { path: string, advance: number }>} */
  #letters = new Map();

  /** @param {string} name */
  constructor(name) {
    const faces = [`first-${name}`, name].map((file) => new Face(new Blob(readFileSync(new URL(`../../src/plot/fonts/${file}.otf`, import.meta.url)))));
    this.fonts = faces.map((face) => new Font(face));
    this.scale = kUnits / faces[0].upem;
  }

  /** The path of a letter from its place on the line to that of the next one, and how far that is. @param {string} letter */
  letter(letter) {
    let known = this.#letters.get(letter);
    if (!known) this.#letters.set(letter, (known = this.#draw(letter)));
    return known;
  }

  #draw(letter) {
    const font = this.fonts.find((one) => one.nominalGlyph(letter.codePointAt(0)) !== undefined);
    if (!font) throw new Error(`no typeface of the canvas has “${letter}”`);
    const glyph = font.nominalGlyph(letter.codePointAt(0));
    const advance = font.glyphHAdvance(glyph) * this.scale;
    let path = '';
    let [x, y] = [0, 0];
    const step = (/** @type {string} */ command, /** @type {Point[]} */ ...points) => {
      path += command + listed(...points.flatMap((point) => [point[0] - x, point[1] - y]));
      [x, y] = points[points.length - 1];
    };
    const line = (/** @type {Point} */ to) => {
      if (to[1] === y) path += `h${short(to[0] - x)}`;
      else if (to[0] === x) path += `v${short(to[1] - y)}`;
      else return step('l', to);
      [x, y] = to;
    };
    const curve = (/** @type {Point} */ control, /** @type {Point} */ to) => {
      const away = Math.abs((to[0] - x) * (control[1] - y) - (to[1] - y) * (control[0] - x));
      if (away < Math.hypot(to[0] - x, to[1] - y)) line(to);
      else step('q', control, to);
    };
    /** @type {Point} */
    let exact = [0, 0];
    for (const { type, values } of font.glyphToJson(glyph)) {
      const points = Array.from({ length: values.length / 2 }, (_, k) => /** @type {Point} */ ([values[2 * k] * this.scale, -values[2 * k + 1] * this.scale]));
      const drawn = type === 'C' ? quadratics(exact, points[0], points[1], points[2]) : points.map((point) => [point]);
      for (const piece of drawn) {
        const whole = piece.map((point) => /** @type {Point} */ (point.map(Math.round)));
        const to = whole[whole.length - 1];
        if (type === 'M') step('m', to);
        else if (to[0] === x && to[1] === y) continue;
        else if (type === 'L') line(to);
        else curve(whole[0], to);
      }
      exact = points[points.length - 1] ?? exact;
    }
    return { path: `${path}m${listed(advance - x, -y)}`, advance };
  }
}

/** @type {Record<string, Typeface>} */
const typefaces = {};
const typeface = (/** @type {string} */ name) => (typefaces[name] ??= new Typeface(name));

/** Where a line of text begins, and its outlines from there on, in units. @param {string} attributes of <text> @param {string} words */
function lineOf(attributes, words) {
  const value = (/** @type {string} */ name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  const size = Number(value('font-size'));
  const face = typeface(value('font-style') ? 'italic' : value('font-weight') ? 'semibold' : 'regular');
  const units = kUnits / size;
  let path = `M${listed(parseFloat(value('x')) * units, Number(value('y')) * units)}`;
  let astray = 0;
  for (const letter of words.replaceAll(/&\w+;/g, (entity) => kEntities[entity])) {
    const drawn = face.letter(letter);
    const wanted = drawn.advance - (Math.abs(astray) > kAstray ? astray : 0);
    path += letter === ' ' ? `m${short(wanted)} 0` : drawn.path;
    astray += Number(short(letter === ' ' ? wanted : drawn.advance)) - drawn.advance;
  }
  return { size, fill: /fill="[^"]*"(?: fill-opacity="[^"]*")?/.exec(attributes)?.[0], path: path.replace(/m[^a-z]*$/, '') };
}

/**
 * Replaces every text of a picture. All lines of one size and colour are one path, above the rest of their group: nothing
 * in a figure lies on text.
 * @param {string} svg as the module writes it, with an element a line
 */
export function outlined(svg) {
  const lines = [];
  /** @type {Map<string, string>[]} paths by their attributes, for each open group */
  const open = [new Map()];
  for (const line of svg.split('\n')) {
    const [, attributes, words] = kText.exec(line) ?? [];
    if (attributes) {
      const { size, fill, path } = lineOf(attributes, words);
      const key = `transform="scale(${Number((size / kUnits).toFixed(4))})" ${fill}`;
      const paths = open[open.length - 1];
      paths.set(key, (paths.get(key) ?? '') + path);
      continue;
    }
    if (line.startsWith('<g ')) open.push(new Map());
    if (line === '</g>' || line === '</svg>') lines.push(...[...(open.pop() ?? [])].map(([key, d]) => `<path ${key} d="${d}"/>`));
    lines.push(line);
  }
  // Nobody reads on in an <img>: the page has the figure's words.
  return lines.join('\n').replace(/ font-family="[^"]*" style="[^"]*"/, '').replace(/<desc>.*<\/desc>\n/, '');
}

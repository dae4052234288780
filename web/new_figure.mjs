// Begins a figure: see new_figure.sh. The C++ is that of the worked example, tests/figures/example, renamed; so what a new
// figure begins with is compiled and tested at every change.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

process.chdir(new URL('..', import.meta.url).pathname);
const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');

/** Ends with a sentence. @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

// --- What is asked for ----------------------------------------------------------------------------------------------

const words = process.argv.slice(2);
const [id, title] = words;
const option = words.indexOf('--after');
const listed = [...read('src/figures/figures.cpp').matchAll(/^ {2}each\((\w+)\)/gm)].map(([, name]) => name);
const article = read('web/index.html');
const named = option < 0 ? listed.at(-1) : words[option + 1];
/** The last figure in the section of the one that it is to follow: so list and article have one order. */
const after = article.split('</section>').find((section) => section.includes(`<lifted-attention figure="${named}"`))?.match(/(?<=<lifted-attention figure=")\w+/g)?.at(-1);
const places = new Set([...article.matchAll(/ id="([\w-]+)"/g)].map(([, place]) => place));

if (words.length !== (option < 0 ? 2 : 4) || (option >= 0 && option !== 2)) refuse('What to say: bash web/new_figure.sh NAME "Title" [--after NAME]');
if (!/^[a-z]+(_[a-z]+)*$/.test(id)) refuse(`"${id}" cannot be a figure's name: small letters, and _ between words.`);
if (!/^[^"\\<>&`$]+$/.test(title)) refuse('A title has no quotes, backslashes, dollars, <, > or &.');
if (!after || !listed.includes(after)) refuse(`There is no figure "${named}" in the article. There are: ${listed.join(', ')}.`);
if (listed.includes(id) || id === 'example' || existsSync(`src/figures/${id}`)) refuse(`There is a figure "${id}" already.`);
const exercise = `${id.replaceAll('_', '-')}-first`;
for (const place of [id, exercise]) if (places.has(place)) refuse(`"${place}" is the name of a place in web/index.html already: choose another.`);

// --- What is written ------------------------------------------------------------------------------------------------

/** A file of the worked example under the figure's name. @param {string} file @param {string} [opening] comment that it begins with */
function renamed(file, opening = '') {
  const body = read(file).replace(/^(\/\/.*\n)+/, '');
  return opening + body.replaceAll('the worked example', id).replaceAll('"A spectrum"', `"${title}"`).replaceAll(/\bexample\b/g, id);
}

/**
 * A file with a text in it: behind some words, where they stand last, and there before the next of others.
 * @param {string} file @param {string} text @param {string} words @param {string} next
 */
function placed(file, text, words, next) {
  const known = read(file);
  const from = known.lastIndexOf(words);
  const at = known.indexOf(next, from + words.length);
  if (from < 0 || at < 0) refuse(`${file} has changed so much that web/new_figure.mjs finds no place in it: “${words}”, then “${next}”.`);
  return known.slice(0, at) + text + known.slice(at);
}
/** A list of figures, each(…), with the new one. @param {string} file */
const joined = (file) => placed(file, ` \\\n  each(${id})`, `  each(${after})`, '');

/** The list of figures in web/README.md, in lines of 120 letters. */
function inReadme() {
  return read('web/README.md').replace(/^The figures: [^.]*\./m, (list) =>
    list
      .replace(`\`${after}\``, `\`${after}\`, \`${id}\``)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/(.{1,120})(?: |$)/g, '$1\n')
      .trimEnd(),
  );
}

// Put before the braces that close the exercise before it, which then close this one.
const kExercise = `
  }),
  choice({
    id: '${exercise}',
    figure: '${id}',
    title: 'Fewer examples than unknowns',
    question: 'There are fewer random sequences than unknowns, and each asks once. How many eigenvalues of the Gram matrix are not zero?',
    choices: { unknowns: 'As many as there are unknowns', sequences: 'As many as there are sequences', none: 'None' },
    state: 'd=4&N=16',
    expected(result) {
      const above = value(result, 'Above the threshold');
      if (above === value(result, 'Eigenvalues')) return 'unknowns';
      return above === Number(result.state.N) ? 'sequences' : 'none';
    },
    because: (result) => \`Of \${cell(result, 'Eigenvalues')} eigenvalues \${cell(result, 'Above the threshold')} lie above the threshold: each sequence adds one direction at most.\`,
    aim: 'An equation decides one direction at most.',
    minutes: 4,
    misconception: 'Random data touch every unknown, so they decide every unknown.',
    discuss: 'Give more sequences step by step. When does the smallest eigenvalue rise from zero, and why there?',`;
const kFixture = `  '${exercise}': { right: 'sequences', wrong: 'unknowns', elsewhere: { query: 'd=2&N=64', answer: 'unknowns' } },\n`;
const kDerivation = `  '${exercise}': {
    show: 'Show that the mean of the N matrices h hᵀ has at most N eigenvalues that are not zero.',
    solution: 'Whatever is orthogonal to all N vectors h is sent to zero. Those are all directions but N at most.',
  },
`;
const kFigure = `          <figure id="${id}" class="wide">
            <lifted-attention figure="${id}"></lifted-attention>
            <figcaption>
              ${title}: what there is to see, and what to try.
            </figcaption>
          </figure>
`;

const written = {
  [`src/figures/${id}/${id}.cpp`]: renamed('tests/figures/example/example.cpp', `// ${title}. Until you change it, the worked example: the spectrum of the features' Gram matrix, and a threshold to drag.\n`),
  [`tests/figures/${id}_test.cpp`]: renamed('tests/figures/example_test.cpp', `// What must be so in the figure “${title}”.\n`),
  [`tests/figures/walk/${id}.cpp`]: renamed('tests/figures/walk/example.cpp'),
  'src/figures/figures.cpp': joined('src/figures/figures.cpp'),
  'tests/figures/walk/rules.hpp': joined('tests/figures/walk/rules.hpp'),
  'web/index.html': placed('web/index.html', kFigure, `<lifted-attention figure="${after}"`, '        </section>'),
  'web/README.md': inReadme(),
  'web/exercises.js': placed('web/exercises.js', kExercise, `figure: '${after}',`, '\n  }),\n'),
  'web/article/derivations.mjs': placed('web/article/derivations.mjs', kDerivation, 'derivations = {', '};'),
  'tests/browser/exercises.test.mjs': placed('tests/browser/exercises.test.mjs', kFixture, 'const fixtures = {', '};\n'),
};
const known = Object.keys(written).filter(existsSync);
for (const [file, text] of Object.entries(written)) if (existsSync(file) && read(file) === text) refuse(`${file} has changed so much that web/new_figure.mjs finds no place in it.`);
for (const [file, text] of Object.entries(written)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const formatter = `clang-format-${process.env.LIFTED_LLVM_MAJOR}`;
try {
  execFileSync(formatter, ['-i', ...Object.keys(written).filter((file) => file.includes(id))], { stdio: 'ignore' });
} catch {
  console.log(`${formatter} is not installed: the new files are formatted as the example is.`);
}

const yours = {
  [`src/figures/${id}/${id}.cpp`]: 'what it computes, shows and says',
  'web/index.html': `its caption, and the text around it (${id}), behind that of “${after}”`,
  'web/exercises.js': 'its exercise; answers that test it are in tests/browser/exercises.test.mjs, the proof for paper in web/article/derivations.mjs',
  [`tests/figures/${id}_test.cpp`]: 'what must be so',
  [`tests/figures/walk/${id}.cpp`]: 'what its title and its sentences mean',
};
const wide = Math.max(...Object.keys(yours).map((file) => file.length));
console.log(`The figure “${title}” works, and is in every list. Yours to change:
${Object.entries(yours).map(([file, what]) => `  ${file.padEnd(wide)}  ${what}`).join('\n')}
Watch it:  bash web/serve.sh --watch
Test it:   bash tests/run.sh figure ${id}
Undo it:   rm -r ${Object.keys(written).filter((file) => !known.includes(file)).map((file) => file.replace(`/${id}/${id}.cpp`, `/${id}`)).join(' ')}
           git restore ${known.join(' ')}`);

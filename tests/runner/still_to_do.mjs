// What the tests of the page will ask of a figure that is in the article.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} figure its id @param {string} [top] the project's folder @returns {string[]} */
export function missing(figure, top = '.') {
  const has = (/** @type {string} */ file, /** @type {string} */ words) => readFileSync(join(top, file), 'utf8').includes(words);
  const there = (/** @type {string} */ file) => existsSync(join(top, file));
  const own = readFileSync(join(top, 'web/index.html'), 'utf8').split('</figure>').find((part) => part.includes(`<lifted-attention figure="${figure}"`));
  const wanted = [
    [own, 'a place in the article, web/index.html'],
    [!own?.includes(': what there is to see, and what to try.'), 'a caption of its own in web/index.html'],
    [has('web/README.md', `\`${figure}\``), 'a place in the list of web/README.md (The figures: …)'],
    [has('web/exercises.js', `figure: '${figure}'`), 'an exercise in web/exercises.js'],
    [there(`tests/figures/${figure}_test.cpp`), `a test of its own, tests/figures/${figure}_test.cpp`],
    [there(`tests/figures/walk/${figure}.cpp`), `rules for what it says, tests/figures/walk/${figure}.cpp`],
    [there(`tests/browser/pictures/${figure}-desk-light.png`), `kept pictures: LIFTED_KEEP_PICTURES=1 bash tests/run.sh figure ${figure}, then look at tests/browser/pictures/${figure}-*`],
  ];
  return wanted.flatMap(([is, what]) => (is ? [] : [String(what)]));
}

/** @param {string} figure its id */
export function stillToDo(figure) {
  for (const what of missing(figure)) console.log(`still to do: ${what}`);
}

// What the tests of the page will ask of a figure that is in the article.
import { existsSync, readFileSync } from 'node:fs';

/** @param {string} figure its id */
export function stillToDo(figure) {
  const has = (/** @type {string} */ file, /** @type {string} */ words) => readFileSync(file, 'utf8').includes(words);
  const wanted = [
    [has('web/index.html', `figure="${figure}"`), 'a place in the article, web/index.html'],
    [has('web/README.md', `\`${figure}\``), 'a place in the list of web/README.md (The figures: …)'],
    [has('web/exercises.js', `figure: '${figure}'`), 'an exercise in web/exercises.js'],
    [existsSync(`tests/figures/${figure}_test.cpp`), `a test of its own, tests/figures/${figure}_test.cpp`],
    [existsSync(`tests/figures/walk/${figure}.cpp`), `rules for what it says, tests/figures/walk/${figure}.cpp`],
    [existsSync(`tests/browser/pictures/${figure}-desk-light.png`), `kept pictures: LIFTED_KEEP_PICTURES=1 LIFTED_FIGURE=${figure} bash tests/run.sh tests/browser/posters.test.mjs, then look at tests/browser/pictures/${figure}-*`],
  ];
  for (const [there, what] of wanted) if (!there) console.log(`still to do: ${what}`);
}

// What the tests of the page will ask of a figure that is in the article.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param {string} figure its id @param {string} [top] the project's folder @returns {Promise<string[]>} */
export async function missing(figure, top = '.') {
  const has = (/** @type {string} */ file, /** @type {string} */ words) => readFileSync(join(top, file), 'utf8').includes(words);
  const there = (/** @type {string} */ file) => existsSync(join(top, file));
  const article = readFileSync(join(top, 'web/index.html'), 'utf8');
  const own = article.split('</figure>').find((part) => part.includes(`<lifted-attention figure="${figure}"`));
  const { bareSentences, claimedStates } = await import(pathToFileURL(resolve(top, 'web/article/claims.mjs')).href);
  const linked = [...article.matchAll(new RegExp(`href="#(${figure}\\?[^"]*)"`, 'g'))].map(([, state]) => state.replaceAll('&amp;', '&'));
  const unclaimed = [...new Set(linked)].filter((state) => !claimedStates(figure).includes(state));
  const wanted = [
    [own, 'a place in the article, web/index.html'],
    [!own?.includes(': what there is to see, and what to try.'), 'a caption of its own in web/index.html'],
    [has('web/README.md', `\`${figure}\``), 'a place in the list of web/README.md (The figures: …)'],
    [has('web/exercises.js', `figure: '${figure}'`), 'an exercise in web/exercises.js'],
    ...unclaimed.map((state) => [false, `a claim in web/claims.js for what the article links to: ${state}`]),
    ...bareSentences(article).map((/** @type {string} */ words) => [false, `a claim in web/claims.js, or a source in its list \`given\`, for a number: “${words}”`]),
    [there(`tests/figures/${figure}_test.cpp`), `a test of its own, tests/figures/${figure}_test.cpp`],
    [there(`tests/figures/walk/${figure}.cpp`), `rules for what it says, tests/figures/walk/${figure}.cpp`],
    [there(`tests/browser/pictures/${figure}-desk-light.png`), `kept pictures: LIFTED_KEEP_PICTURES=1 bash tests/run.sh figure ${figure}, then look at tests/browser/pictures/${figure}-*`],
  ];
  return wanted.flatMap(([is, what]) => (is ? [] : [String(what)]));
}

/** @param {string} figure its id */
export async function stillToDo(figure) {
  for (const what of await missing(figure)) console.log(`still to do: ${what}`);
}

// What article and exercises say in numbers, held against the learner: see web/claims.js.
import { claims, given } from '../claims.js';
import { exercises } from '../exercises.js';
import { fillNumbers } from './numbers.mjs';

/** @import { Result } from '../types/element.d.ts' */
/** @import { Claim } from '../claims.js' */

const kEntities = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const kNumber = /\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|sixteen|twenty|thirty|forty|fifty|sixty|hundreds?|thousands?|million|billion|half|third|quarter|tenth|eighth|fifth)\b/i;

/** The words of a piece of HTML, on a line for each block. @param {string} html */
export const wordsOf = (html) =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<a class="cite".*?<\/a>/g, '')
    .replaceAll(/ ?<\/?(p|li|h\d|dl|dt|dd|tr|th|td|table|thead|tbody|caption|figcaption|ul|ol|div|section|figure)\b[^>]*> ?/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&\w+;/g, (entity) => kEntities[entity] ?? entity)
    .replaceAll(/\n+/g, '\n');

/** All that an exercise says, but for what it computes. */
const saidBy = (exercise) => ['title', 'question', 'aim', 'misconception', 'discuss'].map((name) => exercise[name]).join('\n');

/** What claims are made in: the article up to its list of corrections, and the exercises. @param {string} source index.html */
export const statements = (source) => `${wordsOf(source.slice(source.indexOf('<article'), source.indexOf('<h3 id="changed"')).replaceAll(/<th scope="row">.*?<\/th>/g, ''))}\n${exercises.map(saidBy).join('\n')}`;

// The digits of what comes from a formula, while sentences are told apart.
const kComputed = '⓪①②③④⑤⑥⑦⑧⑨';
const marked = (/** @type {string} */ text) => text.replaceAll(/\d/g, (digit) => kComputed[Number(digit)]);
/** These words, wherever their digits are from. @param {string} words */
const wherever = (words) => new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d/g, (digit) => `[${digit}${marked(digit)}]`), 'g');

/** Sentences with a number for which neither a figure nor a formula nor a source is named. @param {string} source index.html */
export function bareSentences(source) {
  const covered = [...claims.map(({ says }) => says), ...Object.values(given).flat()].toSorted((a, b) => b.length - a.length);
  const text = statements(source.replaceAll(/\{\{[^}]*\}\}/g, (formula) => marked(fillNumbers(formula))));
  const left = covered.reduce((rest, words) => rest.replaceAll(wherever(words), ''), text);
  const hasNumber = (/** @type {string} */ sentence) => kNumber.test(sentence.replaceAll(/\$\$.*?\$\$|\$[^$]*\$|\b([Ff]igures?|Algorithm|d =) \d+/g, ''));
  return left.split(/\n|(?<=[.?!])\s/).filter(hasNumber);
}

/** The states of a figure that claims are about. @param {string} figure */
export const claimedStates = (figure) => [...new Set(claims.flatMap(({ of }) => of))].filter((state) => state.split('?')[0] === figure);

/**
 * Claims that do not hold, each with what the figures find instead.
 * @param {(state: string) => Result} resultOf a state
 * @param {Claim[]} [all]
 */
export const brokenClaims = (resultOf, all = claims) =>
  all.flatMap(({ says, of, holds }) => {
    const results = of.map(resultOf);
    return holds(...results) ? [] : [`“${says}” is no longer so:\n${results.map(({ title, sentence }, k) => `  ${of[k]}: ${title}. ${sentence}`).join('\n')}`];
  });

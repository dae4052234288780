// Which sentences of a figure's sources are said in no state that its rules were tried in.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { textsOf } from '../../web/article/keys.mjs';

const kMost = 200; // letters in a place for a value
// A picture breaks lines, and writes mathematics with other letters.
const letters = (/** @type {string} */ text) => text.replaceAll(/[^\p{L}]/gu, '');

/**
 * The sentences of sources in C++ that are in none of some texts.
 * @param {string[]} sources @param {string[]} heard what was said, and pictures as SVG
 */
export function unsaid(sources, heard) {
  // What `fail` says ends a run: no state has it.
  const { said, counted } = textsOf(sources.join('\n').replaceAll(/\bfail\(/g, 'ended('));
  const texts = [...new Set(heard)].map((text) => letters(text.replaceAll(/^<svg[^]*/g, (svg) => svg.replaceAll(/<[^>]*>|&\w+;/g, ''))));
  return [...new Set([...said, ...counted])].filter((sentence) => {
    const pattern = new RegExp(sentence.split(/%\d|\$[^$]*\$/).map(letters).join(`.{0,${kMost}}?`), 'u');
    return /[.?!]$/.test(sentence) && !texts.some((text) => pattern.test(text));
  });
}

/** @param {string} figure its id @param {string} heard the file that tests/figures/walk has written */
export function tellUnsaid(figure, heard) {
  if (!existsSync(heard)) return;
  const folder = `src/figures/${figure}`;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('pp')).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  for (const sentence of unsaid(sources, readFileSync(heard, 'utf8').split('\0'))) console.log(`said in no state that was tried: “${sentence.replaceAll(/\s+/g, ' ')}”`);
}

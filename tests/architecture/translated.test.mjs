// The article's main line in other languages: what a translator gets, what the build refuses, and what is left in English.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cutIntoPages, kSpine } from '../../web/article/chapters.mjs';
import { readLanguages } from '../../web/article/languages.mjs';
import { fillNumbers, inEnglish, inWriting } from '../../web/article/numbers.mjs';
import { addAlternates, blocksIn, broughtUp, complaintsOf, contentsIn, kEnglish, lacking, leadToEnglish, nameIn, placeSwitch, translate } from '../../web/article/translated.mjs';

const root = new URL('../../', import.meta.url);
const source = readFileSync(new URL('web/index.html', root), 'utf8');
const languages = await readLanguages(fileURLToPath(new URL('web/languages/article', root)));
const blocks = blocksIn(source);

const kKept = /<[^>]*>|\$\$[^$]*\$\$|\$[^$]*\$|\{\{.*?\}\}|&\w+;/g;
/** Every vowel with two dots, what a translation keeps as it is. @param {string} html */
const dotted = (html) => html.replace(new RegExp(`${kKept.source}|[aeiouyAEIOUY]`, 'g'), (part) => ({ a: 'ä', e: 'ë', i: 'ï', o: 'ö', u: 'ü', y: 'ÿ', A: 'Ä', E: 'Ë', I: 'Ï', O: 'Ö', U: 'Ü', Y: 'Ÿ' })[part] ?? part);
const whole = { tag: 'qaa', texts: Object.fromEntries([...blocks].map((english) => [english, dotted(english)])) };
/** Words with plain vowels, in a page whose other words have dots; what is marked as English, code and formulas aside. @param {string} html */
const englishIn = (html) =>
  (html.replaceAll(/<head>.*?<title|<!--.*?-->|<pre.*?<\/pre>|<script.*?<\/script>|<(\w+)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, ' ').replaceAll(kKept, ' ').match(/\p{L}{3,}/gu) ?? []).filter((word) => /[aeiouy]/i.test(word));

test('a translator gets every text of the main line once, in its order, with blanks as one space; chapters and names of papers are left out', () => {
  const page = `<title>A page</title><meta name="description" content="About it."><h2 id="x">A
    title</h2><p>Some <b>words</b> and $x$.</p><p class="formula">$$x = {{psi(4)}}$$</p><p>$$\\text{if } x$$</p><ul aria-label="A list"><li>An item</li><li><button>$Z$ tokens</button></li></ul>
    <table><tr><th>Word</th><td>{{match(1)}}</td></tr></table><p>Some <b>words</b> and $x$.</p><a class="cite" aria-label="reference 7">7</a><li id="ref-1">A paper</li>
    <section data-chapter="costs"><p>Elsewhere</p></section>`;
  const texts = [...blocksIn(page)];
  assert.deepEqual(texts.slice(0, 9), ['A page', 'About it.', 'A title', 'Some <b>words</b> and $x$.', '$$\\text{if } x$$', 'A list', 'An item', '$Z$ tokens', 'Word']);
  for (const text of ['Elsewhere', 'A paper', 'reference 7']) assert.ok(!texts.includes(text), text);
  assert.ok(texts.includes('Contents') && texts.includes('reference {{number}}'), 'and what the build says');
});

test('what is wrong with a translation is found: places, formulas, tags with their attributes, numbers, nesting', () => {
  const english = 'A <b>layer</b> of <a class="term" href="#x" aria-label="reference 1">{{psi(4)}}</a> has $d^2$ or 2.5, $P_{\\text{not}}$.';
  const good = 'Mit $P_{\\text{nicht}}$ oder 2.5 hat <a class="term" href="#x" aria-label="reference 1">{{psi(4)}}</a> ein <b>Layer</b> $d^2$.';
  assert.deepEqual(complaintsOf({ [english]: good, 'Not yet': '' }), []);
  const wrong = {
    places: good.replace('psi(4)', 'psi(8)'),
    formulas: good.replace('d^2', 'd^3'),
    tags: good.replace('#x', '#y'),
    numbers: good.replace('2.5', '2,5'),
  };
  for (const [kind, text] of Object.entries(wrong)) assert.deepEqual(complaintsOf({ [english]: text }).map((sentence) => /” has other (\w+) than the English/.exec(sentence)?.[1]), [kind]);
  assert.deepEqual(complaintsOf({ [english]: good.replace('2.5', '2,5') }, 'de'), [], 'numbers as the language writes them');
  assert.deepEqual(complaintsOf({ 'theorem 2.2, 4,096': 'Theorem 2.2, 4.096' }, 'de'), []);
  assert.equal(complaintsOf({ 'theorem 2.2, 4,096': 'Theorem 2.2, 4,0.96' }, 'de').length, 1);
  assert.match(complaintsOf({ 'A <b>c</b>': 'A </b>c<b>' }).join(), /out of place/);
  assert.match(complaintsOf({ 'A <b>c</b>': 'A c' }).join(), /other tags than the English: none in place of <\/b> <b>/);
});

test('numbers of the build are written as the language does, and read back', () => {
  assert.equal(fillNumbers('{{psi(4)}}, {{psi(16)}}, {{gram(4)}}, {{cholesky(768)}}, {{soft(1)}}', 'de'), '40, 2.176, 13 KB, 1,9 × 10<sup>24</sup>, 0,79');
  assert.equal(fillNumbers('{{psi(16)}}, {{fourth(16)}}', 'es'), '2176, 65.536');
  assert.equal(fillNumbers('{{psi(16)}}, {{soft(1)}}', 'fr'), '2\u202f176, 0,79');
  for (const tag of ['en', 'de', 'es', 'fr', 'pt', 'zh']) {
    for (const english of ['7', '0.05', '4,096', '1,234,567.5', '12,288']) assert.equal(inEnglish(inWriting(english, tag), tag), english, tag);
  }
});

test('a file is brought up to date: what is translated stays, what figures say is taken over, what is gone goes', () => {
  const file = broughtUp({ Heads: 'Köpfe', Old: 'x' }, new Set(['Heads', 'Solve', 'New']), { Solve: 'Lösen', New: { one: 'x', other: 'y' } });
  assert.deepEqual(file, { Heads: 'Köpfe', Solve: 'Lösen', New: '' });
});

test('with every text translated no word of the main line is left in English that is not marked so', () => {
  assert.deepEqual(complaintsOf(whole.texts), []);
  assert.deepEqual(lacking(whole, blocks), []);
  const html = translate(source, whole);
  assert.match(html, /<html lang="qaa">/);
  const spine = cutIntoPages(html, contentsIn(whole, 18)).get(kSpine) ?? '';
  assert.deepEqual(englishIn(spine.slice(spine.indexOf('<title')).replace('Lifted Attention', '')), []);
  assert.deepEqual([...spine.matchAll(/aria-label="([^"]*)"/g)].filter(([, label]) => /\b[a-z]*[aeiou]/.test(label)).map(([, label]) => label), []);
  assert.ok(spine.includes('>18 mïnütës<'));
  const ids = (/** @type {string} */ page) => [...page.matchAll(/ (?:id|data-symbol)="[^"]*"/g)].map(([id]) => id);
  assert.deepEqual(ids(spine), ids(cutIntoPages(source).get(kSpine) ?? ''), 'links lead to the same places');
});

test('a text that has changed since, or is not translated, stands in English and says so', () => {
  const changed = '<html lang="en"><h2 id="a">Heads</h2><p class="b">New words <a class="cite" href="#ref-1" aria-label="reference 1">1</a></p><ul aria-label="Letters"></ul>';
  const language = { tag: 'de', texts: { Heads: 'Köpfe', 'Old words': 'Alte Worte', 'reference {{number}}': 'Quelle {{number}}' } };
  assert.equal(translate(changed, language), '<html lang="de"><h2 id="a">Köpfe</h2><p class="b" lang="en">New words <a class="cite" href="#ref-1" aria-label="Quelle 1">1</a></p><ul aria-label="Letters"></ul>');
  assert.deepEqual(lacking(language, new Set(['Heads', 'New words'])), ['New words']);
});

test('each page links to all others, also for search engines, and says which pages are English', () => {
  assert.equal(nameIn('en'), 'index.html');
  const nav = placeSwitch('<nav class="languages" aria-label="Language"></nav>', 'de', ['de', 'fr', 'zh']);
  assert.equal(nav, '<nav class="languages" aria-label="Language"><a href="index.fr.html" lang="fr" hreflang="fr">Français</a> <a href="index.zh.html" lang="zh" hreflang="zh">中文</a> <a href="index.html" lang="en" hreflang="en">English</a></nav>');
  assert.equal(placeSwitch('<nav class="languages" aria-label="Language"></nav>', 'en', []), '', 'without translations there is nothing to choose');
  const alternates = (/** @type {string} */ address) => [...addAlternates('</head>', ['de'], address).matchAll(/hreflang="([\w-]+)" href="([^"]*)"/g)].map(([, tag, href]) => `${tag} ${href}`);
  assert.deepEqual(alternates(''), ['de index.de.html', 'en index.html', 'x-default index.html']);
  assert.deepEqual(alternates('https://example.org/'), ['de https://example.org/index.de.html', 'en https://example.org/', 'x-default https://example.org/']);
  const links = '<a href="costs.html#price">x</a><a href="teach/guide.html">x</a><a href="#here">x</a><a href="https://arxiv.org/x.html">x</a>';
  assert.deepEqual(leadToEnglish(links).match(/hreflang="en"/g)?.length, 2);
  assert.equal(kEnglish.tag, 'en');
});

// A changed English text is said in English until it is translated: no reason for a change to fail.
test('the files of translators have the places, formulas, tags and numbers of the English; texts that have changed since are counted', (t) => {
  for (const [tag, texts] of languages) {
    assert.deepEqual(complaintsOf(/** @type {Record<string, string>} */ (texts), tag), [], tag);
    const changed = Object.keys(texts).filter((english) => !blocks.has(english)).length + lacking({ tag, texts: /** @type {Record<string, string>} */ (texts) }, blocks).length;
    if (changed > 0) t.diagnostic(`warning: ${changed} texts of the article in ${tag} have changed or are new: node web/article/translated.mjs ${tag}`);
  }
});

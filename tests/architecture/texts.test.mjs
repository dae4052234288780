// Every text that figures say, as a translator gets it: whole, with places that can move; and the files of translators.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readTexts, textsOf } from '../../web/article/keys.mjs';
import { broughtUp, complaintsOf, formsOf, makeLanguages, packed } from '../../web/article/languages.mjs';

const root = new URL('../../', import.meta.url);
const { said, counted } = await readTexts(root);
const texts = [...said, ...counted];

test('texts are read off the sources, literals joined and escapes resolved', () => {
  const source = String.raw`
    // tr("in a comment")
    x = tr("one " "two\n%1", y) + std::string(tr(b ? Phrase("on") : Phrase("off")));
    return counted("%1 head",
                   "%1 heads", n) + name("not said") + fail("Line %1: “%2”.", 3, z);`;
  assert.deepEqual(textsOf(source).said.toSorted(), ['Line %1: “%2”.', 'off', 'on', 'one two\n%1']);
  assert.deepEqual(textsOf(source).counted, ['%1 heads']);
  const script = String.raw`
    /** tr('in a comment') */
    put(node, own ? tr('It\'s “%1” of "two"', own) : tr("It's whole"));
    node.title = counted('%1 byte', '%1 bytes', size);`;
  assert.deepEqual(textsOf(script).said.toSorted(), ["It's whole", `It's “%1” of "two"`]);
  assert.deepEqual(textsOf(script).counted, ['%1 bytes']);
  assert.ok(texts.length > 1100, `${texts.length} texts`);
});

test('a script translates literals only, so that every text is on the list', () => {
  const folder = new URL('web/element/', root);
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'words.js')) {
    const calls = readFileSync(new URL(name, folder), 'utf8').match(/\b(tr|counted)\((?!\s*['"]).*/g);
    assert.equal(calls, null, name);
  }
});

test('no text begins or ends with a blank: it would be glued to another one, and words have another order elsewhere', () => {
  assert.deepEqual(texts.filter((text) => /^\s|\s$/.test(text)), []);
});

test('the places of a text are %1, %2 and so on without a gap', () => {
  const gaps = texts.filter((text) => {
    const places = new Set([...text.matchAll(/%([1-9])/g)].map(([, place]) => Number(place)));
    return places.size !== Math.max(0, ...places);
  });
  assert.deepEqual(gaps, []);
});

test('what is wrong with a translation is found: an unknown text, a lost place, a missing or a needless form', () => {
  const keys = new Map([['Run', false], ['%1 of %2', false], ['%1 heads', true], ['%1 of %2 in %3', true]]);
  const wrong = (tag, language) => complaintsOf(tag, language, keys);
  assert.deepEqual(wrong('de', { Run: 'Los', '%1 of %2': '%2, davon %1', '%1 heads': { one: 'ein Kopf', other: '%1 Köpfe' } }), []);
  assert.deepEqual(wrong('de', { Run: '', '%1 heads': { one: '', other: '' } }), []);
  assert.match(wrong('de', { Rum: 'Los' })[0], /no text/);
  assert.match(wrong('de', { '%1 of %2': '%1 davon' })[0], /places/);
  assert.match(wrong('de', { Run: 'Los %1' })[0], /places/);
  assert.match(wrong('de', { '%1 heads': { one: 'ein Kopf', other: '%2 Köpfe' } })[0], /places/);
  assert.deepEqual(wrong('de', { '%1 of %2 in %3': { one: '%1 in %3', other: '%2 in %3' } }), []);
  assert.match(wrong('de', { '%1 heads': { other: '%1 Köpfe' } })[0], /needs the form “one”/);
  assert.match(wrong('ja', { '%1 heads': { one: '%1', other: '%1' } })[0], /form “one”/);
  assert.match(wrong('de', { '%1 heads': '%1 Köpfe' })[0], /needs forms/);
  assert.match(wrong('de', { Run: { one: 'Los', other: 'Los' } })[0], /one form/);
});

test('a file is brought up to date: what is translated stays, what is new is empty, what is gone goes', () => {
  const keys = new Map([['Run', false], ['Go on', false], ['%1 heads', true]]);
  const file = broughtUp('pl', { Run: 'Start', Old: 'x' }, keys);
  assert.deepEqual(file, { '%1 heads': { few: '', many: '', one: '', other: '' }, 'Go on': '', Run: 'Start' });
});

test('the forms of a count, and how numbers are written, are packed as the module reads them', () => {
  const heads = { one: '%1 голова', few: '%1 головы', many: '%1 голов', other: '%1 головы' };
  const { '%': digits, ...texts } = packed('ru', { '%1 heads': heads, Run: '', 'Go on': 'Дальше' });
  assert.deepEqual(texts, { '%1 heads': formsOf('ru').map((form) => heads[form]).join('\x1f'), 'Go on': 'Дальше', '1,234.5': '1\u00a0234,5', '12,345.6': '12\u00a0345,6' });
  assert.deepEqual(packed('zh', {}), {}, 'as in English');
  assert.equal(digits.length, 200);
  const formOf = (count) => formsOf('ru')[Number(digits[count])];
  assert.deepEqual([0, 1, 2, 5, 11, 21, 112, 122].map(formOf), ['many', 'one', 'few', 'many', 'many', 'one', 'many', 'few']);
  assert.ok(!('%' in packed('ru', { Run: 'Пуск' })));
});

test('languages are put into a site that has them from the last time, as the quick build does', async (t) => {
  const site = mkdtempSync(join(tmpdir(), 'lifted-languages-'));
  t.after(() => rmSync(site, { recursive: true }));
  const folder = fileURLToPath(new URL('web/languages', root));
  for (let k = 0; k < 2; ++k) assert.ok((await makeLanguages(folder, site)).includes('de'));
  assert.ok(existsSync(join(site, 'languages/de.json')));
});

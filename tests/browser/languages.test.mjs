// Other languages than English: which one a page gets, that all words of a figure are in it, and that longer words have
// room. The languages are made up (pseudo.mjs) from the list that translators get.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { complaintsOf, lackingLetters, packed, readKeys, readLanguages, readLetters } from '../../web/article/languages.mjs';
import { inEnglish } from '../../web/article/numbers.mjs';
import { kFullOnly } from '../trials.mjs';
import { desk, event, open, result, swap, until } from './chromium.mjs';
import { lookForFaults } from './faults.mjs';
import { crowded, runsOf } from './picture_text.mjs';
import { bytesOf, dotted, englishIn, languageOf, marked, twice } from './pseudo.mjs';
import { openSite, page as html, readText, site } from './server.mjs';
import { cheapStates, quick } from './states.mjs';
import { startChromium, startServer } from './suite.mjs';

// What has no room yet where every text stands twice: faults of a wide picture and of a narrow one, at most.
const kCrowded = { landscape: [0, 1] };
// A reader's data, and words of an automaton's letters.
const kData = /^[abc]+$/;
const kStates = 4;
const kBudget = 1e7;

const keys = await readKeys();
const languages = { de: languageOf(keys.keys(), dotted), ar: languageOf(keys.keys(), dotted), it: languageOf(keys.keys(), twice), nb: languageOf(keys.keys(), marked) };
// What a figure reads and shows pieces of is no English either.
const dottedText = (name) => dotted(readText(name));
const learner = await openSite();
const folder = fileURLToPath(new URL('../../web/languages', import.meta.url));
const translated = await readLanguages(folder);
const figures = learner.figures();
// Words inside formulas are names of numbers: they stay.
const inFormulas = new Set([...keys.keys()].flatMap((text) => text.match(/\$[^$]*\$/g) ?? []).flatMap(englishIn));

/** The numbers in a table's cells, as English writes them. @param {import('../../web/types/module.d.ts').Table} table @param {string} lang */
const numbersOf = ({ rows }, lang) => rows.flatMap(([, ...cells]) => cells.flatMap((cell) => String(cell).match(/\d+(?:[.,\u202f]\d+)*/g) ?? [])).map((number) => inEnglish(number, lang));

/** Texts that are English still, each once. @param {string[]} texts */
const english = (texts) => [...new Set(texts.filter((text) => englishIn(text).some((word) => !inFormulas.has(word) && !kData.test(word))))];

const tag = (figure, more = '') => `<lifted-attention figure="${figure}" ${more}></lifted-attention>`;
const inLanguage = (lang, body) => html(body).replace(' lang="en"', lang && ` lang="${lang}"`);

const script = readFileSync(join(site, 'lifted-attention.js'), 'utf8');
const known = script.replace(/\["en"(,"[\w-]+")*\]/, '["en","ar","de","it","nb","sv"]');
assert.notEqual(known, script, 'the script has a list of languages');
const pages = {
  '/lifted-attention.js': known,
  ...Object.fromEntries(['article.txt', 'moby-dick.txt'].map((name) => [`/${name}`, dottedText(name)])),
  ...Object.fromEntries(Object.entries(languages).map(([lang, language]) => [`/languages/${lang}.json`, JSON.stringify({ texts: language, letters: [] })])),
  '/two.html': inLanguage('de-AT', tag('landscape') + tag('cost')),
  '/none.html': inLanguage('', tag('landscape')),
  '/own.html': inLanguage('en', tag('landscape', 'lang="de"')),
  '/section.html': inLanguage('fr', `<section lang="de"><div id="place"></div></section>`),
  '/right.html': inLanguage('ar', `<div dir="rtl">${tag('landscape')}</div>`),
  ...Object.fromEntries(['en-GB', 'it', 'ja', 'nb', 'sv'].map((lang) => [`/${lang}.html`, inLanguage(lang, tag('landscape'))])),
};
const server = await startServer({ pages, types: { '.json': 'application/json' }, missing: ['/languages/sv.json'] });
const browser = await startChromium();

// --- Which language -----------------------------------------------------------------------------------------------

/** A page, and the language files it has asked for. */
async function opened(path, options = {}) {
  const asked = [];
  const prepare = async (page) => void page.on('request', (request) => /languages\//.test(request.url()) && asked.push(request.url().split('/').pop()));
  return { page: await open(browser, `${server.address}${path}`, { ...options, prepare }), asked };
}

/** What a figure says first, and as what. */
const told = (page, k = 0) =>
  page.evaluate((k) => {
    const { lang, dir } = window.part('.figure', k);
    return { lang, dir, summary: window.part('.sentence ~ details summary', k).textContent, title: window.part('.title', k).textContent };
  }, k);

for (const [path, why] of [['/en-GB.html', 'in English'], ['/none.html', 'that does not say its language'], ['/ja.html', 'in a language there is no file of']]) {
  test(`a figure in a page ${why} is in English and fetches no language`, async () => {
    const { page, asked } = await opened(path);
    await result(page);
    const { title, ...said } = await told(page);
    assert.deepEqual({ ...said, asked }, { lang: 'en', dir: 'ltr', summary: 'The numbers', asked: [] });
    assert.notDeepEqual(englishIn(title), []);
    await page.close();
  });
}

test('the figures of a page in de-AT are in German, whose file is fetched once', async () => {
  const { page, asked } = await opened('/two.html');
  await result(page, 2);
  for (const k of [0, 1]) {
    const { title, ...said } = await told(page, k);
    assert.deepEqual(said, { lang: 'de', dir: 'ltr', summary: dotted('The numbers') });
    assert.deepEqual(englishIn(title), []);
  }
  assert.deepEqual(asked, ['de.json']);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test("an element's own language goes before the page's", async () => {
  const { page } = await opened('/own.html');
  await result(page);
  assert.equal((await told(page)).lang, 'de');
  await page.close();
});

test('markup in a language is text, in the page and in a saved picture', async () => {
  const { page } = await opened('/nb.html');
  await result(page);
  await page.evaluate(() => window.part('.more').click());
  await until(page, () => window.part('.menu button'));
  const { title, made, svg } = await page.evaluate(async () => {
    const root = window.part('.figure').getRootNode();
    const svg = await (await document.querySelector('lifted-attention').export('svg')).text();
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return {
      title: window.part('.title').textContent,
      made: root.querySelectorAll('i').length,
      svg: [picture.documentElement.localName, picture.querySelectorAll('i').length, picture.querySelector('title').textContent],
    };
  });
  assert.match(title, /^<i>.*<\/i>&lt;$/);
  assert.equal(made, 0);
  assert.deepEqual(svg, ['svg', 0, title]);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('the language is found through a shadow root', async () => {
  const { page } = await opened('/section.html');
  await page.evaluate(() => {
    const root = document.querySelector('#place').attachShadow({ mode: 'open' });
    root.append(Object.assign(document.createElement('lifted-attention'), { id: 'inside' }));
  });
  await until(page, () => document.querySelector('#place').shadowRoot.firstChild.shadowRoot.querySelector('.figure').lang === 'de');
  await page.close();
});

test('a language that runs from right to left does so in the figure, and the picture stays', async () => {
  const { page } = await opened('/right.html');
  await result(page);
  const { lang, dir } = await told(page);
  assert.deepEqual([lang, dir], ['ar', 'rtl']);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

test('a figure whose language cannot be fetched is in English', async () => {
  const { page, asked } = await opened('/sv.html');
  await result(page);
  const { lang, summary, title } = await told(page);
  assert.deepEqual([lang, summary, asked], ['en', 'The numbers', ['sv.json']]);
  assert.notDeepEqual(englishIn(title), []);
  await page.close();
});

test('a frame is in the language that its address asks for, and so is the link to it', async () => {
  const { page } = await opened('/embed.html?figure=landscape&lang=de');
  await result(page);
  assert.equal((await told(page)).lang, 'de');
  assert.match(await page.evaluate(() => document.querySelector('lifted-attention').link), /embed\.html\?figure=landscape&lang=de$/);
  await page.close();
});

test('what a worker says is translated', async () => {
  const { page } = await opened('/own.html');
  await result(page);
  await page.evaluate(() => {
    const figure = document.querySelector('lifted-attention');
    figure.setAttribute('figure', 'algorithm');
  });
  await result(page, 2);
  await page.evaluate(() => {
    document.querySelector('lifted-attention').set('source=numbers');
    const area = [...document.querySelector('lifted-attention').shadowRoot.querySelectorAll('.text textarea')].find((one) => !one.closest('.text').hidden);
    area.value = 'sequence,token,x1,y1\n1,1,2,three\n';
    area.dispatchEvent(new Event('change'));
    area.dispatchEvent(new Event('input'));
    area.dispatchEvent(new Event('change'));
  });
  const { message } = await event(page, 'lifted-error');
  assert.deepEqual(englishIn(message.replaceAll(/“[^”]*”/g, '')), [], message);
  await page.close();
});

// --- All words -----------------------------------------------------------------------------------------------------

/** From now on the module in node speaks a language; none: English. @param {Record<string, string>} language */
function speak(language = {}, /** @type {Awaited<ReturnType<typeof readLetters>>} */ letters = []) {
  const bytes = bytesOf(language);
  learner.call('set_language', bytes, new TextEncoder().encode(bytes).length);
  for (const face of [0, 2]) {
    const { letters: found = '', font = '' } = letters.find((one) => one.face === face) ?? {};
    const file = Buffer.from(font, 'base64');
    learner.call('set_letters', face, found, file, file.length);
  }
}

const sizesOf = ({ shape }) => [[1080, Math.round(1080 * shape.wide)], [360, Math.round(360 * shape.narrow)]];
const picturesOf = (schema) => sizesOf(schema).map(([width, height]) => learner.string('svg', width, height, 0));

for (const schema of figures) {
  test(`every word that ${schema.id} says and draws is on the translators' list, texts of twice the length have room, and so has every language, which writes numbers its own way`, async () => {
    speak();
    const queries = ['', ...cheapStates(learner, schema, kStates, kBudget)];
    speak(languages.de);
    for (const query of queries) {
      learner.run(schema.id, query, dottedText);
      const { title, sentence, table } = JSON.parse(learner.string('describe'));
      const pictures = picturesOf(schema).flatMap(runsOf).map((run) => run.words);
      assert.deepEqual(english([title, sentence, ...table.columns, ...table.rows.flat().map(String), ...pictures]), [], query);
      if (query !== '') continue;
      speak(languageOf(keys.keys(), (text) => `${text} ${text}`));
      const faults = picturesOf(schema).map((svg, k) => crowded(svg, ...sizesOf(schema)[k]));
      faults.forEach(({ length }, k) => assert.ok(length <= (kCrowded[schema.id]?.[k] ?? 0), faults.flat().join('\n')));
      for (const [lang, language] of translated) {
        speak(packed(lang, language), await readLetters(folder, lang));
        assert.deepEqual(picturesOf(schema).flatMap((svg, k) => crowded(svg, ...sizesOf(schema)[k])), [], lang);
        const [own, theirs] = [0, 1].map((which) => JSON.parse(learner.string('describe', which)).table);
        const written = numbersOf(own, lang);
        assert.deepEqual(numbersOf(theirs, 'en').filter((number) => !written.includes(number)), [], lang); // words may stand in another order, or say a billion in digits
      }
      speak(languages.de);
    }
  });
}

test('every name, question, label and help of the figures is on the list', () => {
  speak(languages.de);
  const listed = learner.figures().flatMap(({ name, question, stages, parameters, texts }) => [
    ...[name, question, ...stages.map((stage) => stage.name)],
    ...parameters.flatMap(({ label, help, choices }) => [label, help, ...choices.map((choice) => choice.label)]),
    ...texts.flatMap(({ label, help, placeholder, back }) => [label, help, placeholder, back]),
  ]);
  assert.deepEqual(english(listed), []);
});

// A changed English text is said in English until it is translated: no reason for a change to fail.
test('the files of translators have all forms and places; texts that have changed since are counted', async (t) => {
  for (const [lang, language] of translated) {
    assert.deepEqual(complaintsOf(lang, language), [], lang);
    const changed = complaintsOf(lang, language, keys).length + [...keys.keys()].filter((text) => !language[text]).length;
    assert.equal(await lackingLetters(folder, lang, language), '', `pictures cannot show these letters of ${lang}: other words, or src/plot/fonts/letters.py`);
    if (changed > 0) t.diagnostic(`warning: ${changed} texts of ${lang} have changed or are new: node web/article/languages.mjs ${lang}`);
  }
});

// --- Room ----------------------------------------------------------------------------------------------------------

/** Runs in the page: all that a figure says in HTML, shown or not; what a reader writes is not its own. */
function textsIn() {
  const root = window.part('.figure').getRootNode();
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('textarea, svg')) texts.push(walker.currentNode.data);
  for (const node of root.querySelectorAll('*')) {
    for (const { name, value } of node.attributes) if (/^(aria-label|aria-valuetext|title|placeholder|alt|data-kind)$/.test(name)) texts.push(value);
  }
  return texts.filter((text) => text.trim());
}

/** @type {import('puppeteer-core').Page} */
let long;

for (const { id } of figures) {
  test(`all that the page says of ${id} is translated, and twice as long it has room at 1280 and at 360 px`, { skip: kFullOnly }, async () => {
    if (!long) {
      ({ page: long } = await opened('/it.html', { kept: true }));
      await long.evaluate(lookForFaults);
    }
    await swap(long, id, { controls: 'form', ...quick[id] });
    await long.evaluate(() => {
      window.part('details').open = true;
      window.part('.more').click();
    });
    await until(long, () => window.part('.menu button'));
    assert.deepEqual(english(await long.evaluate(textsIn)), []);
    for (const width of [1280, 360]) {
      await long.setViewport({ ...desk, width });
      await until(long, (width) => innerWidth === width, width);
      assert.deepEqual(await long.evaluate(() => window.faults(window.part('.figure').getRootNode())), [], `${width} px`);
    }
  });
}

test('the dialogs and the messages of a figure are translated, and twice as long they have room', async () => {
  const { page } = await opened('/it.html');
  await result(page);
  await page.evaluate(lookForFaults);
  for (const name of ['Embed…', 'QR code']) {
    await page.evaluate(() => window.part('.more').click());
    await until(page, () => window.part('.menu button') && !window.part('.menu').hidden);
    await page.evaluate((label) => [...window.part('.menu').querySelectorAll('button')].find((button) => button.textContent === label).click(), twice(name));
    await until(page, () => window.part('dialog[open]'));
    assert.deepEqual(english(await page.evaluate(textsIn)).filter((text) => !/^https?:/.test(text)), [], name);
    for (const width of [1280, 360]) {
      await page.setViewport({ ...desk, width });
      await until(page, (width) => innerWidth === width, width);
      assert.deepEqual(await page.evaluate(() => window.faults(window.part('dialog'))), [], `${name}, ${width} px`);
    }
    await page.evaluate(() => window.part('dialog').close());
    await until(page, () => !window.part('dialog'));
  }
  await page.evaluate(() => document.querySelector('lifted-attention').set('d=nonsense&zz=5'));
  assert.deepEqual(english(await page.evaluate(textsIn)), []);
  await page.close();
});

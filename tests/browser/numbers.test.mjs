// What a figure says is what was computed: its words, its table, its form and its state hold what a native run of the same
// link says, letter by letter. Many states of every figure with the files that a page loads, in node; some of them in a page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { trials } from '../trials.mjs';
import { assign as set, kPatience, open, said, until } from './chromium.mjs';
import { native } from './native.mjs';
import { openSite, page as html, site } from './server.mjs';
import { spied } from './spy.mjs';
import { cheapStates } from './states.mjs';
import { startChromium, startServer } from './suite.mjs';

const kStates = trials(20);
const kBudget = 1.5e8;
const kInPage = 10;

const textFile = join(site, 'article.txt');
const words = readFileSync(textFile, 'utf8');
const size = new TextEncoder().encode(words).length;
const learner = await openSite();
const figures = learner.figures();

/** What a native run says of each query. */
function told(schema, queries) {
  const lines = execFileSync(native, ['--each', schema.id, ...(schema.texts.length > 0 ? [textFile] : [])], {
    input: queries.map((query) => `${query}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return lines.trim().split('\n').map((line) => JSON.parse(line));
}

/** The result that the module shows, by figure. */
const shown = new Map();

/** The same from the module, which may have this result already. */
function toldHere({ id, texts }, query) {
  const set = () => {
    learner.call('reset');
    assert.equal(learner.string('set_state', query), '[]', query);
    return learner.string('state', 1);
  };
  let state = set();
  const result = learner.string('state', 2);
  if (result !== shown.get(id)) {
    shown.set(id, result);
    learner.call('open', id); // a picture that sees a second result may begin to play
    state = set();
    const reads = texts.length > 0;
    if (learner.call('compute', id, state, reads ? words : '', reads ? size : 0, 0, 0)) return [learner.string('error')];
    assert.equal(learner.call('show', learner.call('result'), learner.call('result_size'), 0, 0, 0), 0, query);
  }
  return { state, controls: JSON.parse(learner.string('controls')), description: JSON.parse(learner.string('describe')) };
}

const known = new Map();

/** States of a figure, each with what a native run says of it. @returns {{ query: string, native: object }[]} */
function statesOf(schema) {
  if (!known.has(schema.id)) {
    const queries = cheapStates(learner, schema, kStates, kBudget);
    const natives = told(schema, queries);
    known.set(schema.id, queries.map((query, k) => ({ query, native: natives[k] })));
  }
  return known.get(schema.id);
}

for (const schema of figures) {
  test(`${schema.id} says what a native run says, in ${kStates} states`, (context) => {
    const states = statesOf(schema);
    assert.equal(states.length, kStates);
    const different = new Set();
    learner.call('open', schema.id);
    for (const { query, native } of states) {
      assert.deepEqual(toldHere(schema, query), native, query);
      different.add(JSON.stringify(native.description));
    }
    assert.ok(different.size > 3, 'states that differ');
    context.diagnostic(`${different.size} different descriptions`);
  });
}

const server = await startServer({ pages: { ...spied, '/empty.html': html('') } });
const browser = await startChromium();

/** Runs in the page: all that a figure says and shows as HTML. */
function readFigure() {
  const element = document.querySelector('lifted-attention');
  const root = element.shadowRoot;
  const text = (node) => node?.textContent ?? '';
  const cells = (selector) => [...root.querySelectorAll(selector)].map((row) => [...row.children].map(text));
  const shown = (row) => {
    if (row.hidden) return null;
    const [slider, checked, select, box, list] = ['input[type=range]', 'input:checked + span', 'select', '[role=switch]', '.list'].map((selector) => row.querySelector(selector));
    if (slider) return [row.querySelector('.entry').value, slider.getAttribute('aria-valuetext'), Number(slider.value), Number(slider.max) + 1];
    if (checked) return text(checked);
    if (select) return select.selectedOptions[0].label;
    if (box) return Number(box.checked);
    return list ? list.value : 'button';
  };
  const forms = Object.fromEntries([...root.querySelectorAll('.row')].map((row) => [row.querySelector('[id^=help-]').id, shown(row)]).sort());
  const [columns] = cells('thead tr');
  return { state: element.state, query: element.query, title: text(root.querySelector('.title')), sentence: window.sentenceOf(element), table: { columns, rows: cells('tbody tr') }, forms };
}

/** The same from what the native run says. */
function reading({ parameters }, { state, controls, description: { title, sentence, table } }) {
  const shownAs = ({ shown, value, text, stop, stops, list }, k) => {
    const { kind, choices } = parameters[k];
    if (!shown) return null;
    return { range: [text, text, stop, stops], choice: choices[value]?.label, switch: value, numbers: (list ?? []).join(', '), action: 'button' }[kind];
  };
  const forms = Object.fromEntries(controls.map((control, k) => [`help-${control.id}`, shownAs(control, k)]).sort());
  const values = new URLSearchParams(state.replaceAll('+', '%2B'));
  const typed = parameters.filter(({ kind }) => kind !== 'action').map(({ id, kind }) => {
    const value = values.get(id) ?? '';
    if (kind === 'numbers') return [id, value === '' ? [] : value.split(',').map(Number)];
    return [id, kind === 'choice' ? value : Number(value)];
  });
  return { state: Object.fromEntries(typed), title, sentence, table: { columns: table.columns, rows: table.rows.map((row) => row.map(String)) }, forms };
}

/** Whether a page would give it no other text than the native run had. */
const readsArticle = ({ texts }, { state }) => {
  const values = new URLSearchParams(state);
  return !texts.some(({ sample, shown }) => sample && sample !== 'article.txt' && (!shown || shown.choices.includes(values.get(shown.id))));
};

/** Puts a figure on the page, in a state that is said by attribute. */
const begin = (page, figure, state) =>
  page.evaluate((figure, state) => {
    const element = Object.assign(document.createElement('lifted-attention'));
    for (const [name, value] of Object.entries({ figure, state })) element.setAttribute(name, value);
    document.querySelector('main').replaceChildren(element);
    // What is read out is taken away again after a while.
    window.spoken = [];
    new MutationObserver((records) => window.spoken.push(...records.flatMap(({ target }) => (target.matches?.('[role=status].unseen') ? [target.textContent] : [])))).observe(element.shadowRoot, { childList: true, subtree: true });
  }, figure, state);

/** Waits for a description; what is there instead after all that time, the test will say. */
const says = (page, wanted) =>
  page
    .waitForFunction(
      ({ sentence, table }) => {
        const found = window.readFigure();
        return found.sentence === sentence && JSON.stringify(found.table) === JSON.stringify(table);
      },
      { polling: 20, timeout: kPatience },
      wanted,
    )
    .catch(() => {});

for (const schema of figures) {
  test(`${schema.id} in a page: title, sentence, table, form, state and link hold what a native run says`, async () => {
    const states = statesOf(schema).filter(({ native }) => !Array.isArray(native) && readsArticle(schema, native));
    const chosen = Array.from({ length: kInPage }, (_, k) => states[Math.floor((k * states.length) / kInPage)]);
    const plays = schema.parameters.some((parameter) => parameter.plays > 0);
    const page = await open(browser, `${server.address}/empty.html`);
    await page.evaluate(`window.readFigure = ${readFigure}`);
    for (const [k, { native, query }] of chosen.entries()) {
      const wanted = reading(schema, native);
      if (k === 0) await begin(page, schema.id, query);
      else await set(page, wanted.state);
      await says(page, wanted);
      // A second result is played from its start, or shown at its end.
      if (k > 0 && plays) await set(page, wanted.state);
      if (k > 0 && plays) await says(page, wanted);
      const { query: link, ...found } = await page.evaluate(() => window.readFigure());
      assert.deepEqual(found, wanted, query);
      // A link leaves out what does not show; what a value stands for takes a result.
      learner.call('open', schema.id);
      assert.equal(learner.string('set_state', link), '[]', link);
      const visible = (controls) => controls.filter(({ shown }) => shown).map(({ text, ...rest }) => rest);
      assert.deepEqual(visible(JSON.parse(learner.string('controls'))), visible(native.controls), `the link ${link}`);
    }
    const { sentence } = await said(page);
    await until(page, (sentence) => window.spoken.includes(sentence), sentence);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

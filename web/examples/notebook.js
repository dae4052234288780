// @ts-check
// Asks the figure of the page one thing after another by its properties and events, and draws what it answered.

/** @import { LiftedAttentionElement, LiftedEventMap, ResultDetail, State } from '../types/element.d.ts' */

const kSizes = [16, 20, 30, 36, 39, 40, 41, 60, 100];
const kUnknowns = 40;
const kRow = 'Squared error on fresh data';
const kSvg = 'http://www.w3.org/2000/svg';

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const figure = /** @type {LiftedAttentionElement} */ (part('figure'));

/**
 * The figure's answer for these values.
 * @param {State} values
 * @returns {Promise<ResultDetail>} rejects with a sentence
 */
const ask = (values) =>
  new Promise((resolve, reject) => {
    const kTypes = ['lifted-result', 'lifted-error'];
    const wanted = JSON.stringify({ ...figure.state, ...values });
    const hear = (/** @type {Event} */ event) => {
      const { type, detail } = /** @type {LiftedEventMap['lifted-result']} */ (event);
      // Another run may have been under way.
      if (type === 'lifted-result' && JSON.stringify(detail.state) !== wanted) return;
      for (const name of kTypes) figure.removeEventListener(name, hear);
      if (type === 'lifted-error') reject(new Error(Reflect.get(detail, 'message')));
      else resolve(detail);
    };
    for (const name of kTypes) figure.addEventListener(name, hear);
    figure.state = values;
    if (JSON.stringify(figure.state) === wanted) figure.run();
    else reject(new RangeError('The figure did not take these values; it says why.'));
  });

/** @param {ResultDetail} detail */
const found = ({ table }) => String(table.rows.find(([name]) => name === kRow)?.[1]);

/** A number as people write it: "2.2·10⁻²⁴" is 2.2e-24. @param {string} text */
const numberOf = (text) => Number(text.replace('·10', 'e').replace('⁻', '-').replace(/[⁰¹²³⁴-⁹]/g, (digit) => String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit))));

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function draw(tag, attributes, text = '') {
  const node = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.textContent = text;
  part('plot').append(node);
}

/** @param {{ N: number, error: string }[]} answers */
function plot(answers) {
  part('plot').replaceChildren();
  const x = (/** @type {number} */ N) => 100 + ((Math.log(N) - Math.log(10)) / Math.log(10)) * 510;
  const y = (/** @type {number} */ error) => 20 - (Math.log10(error) / 30) * 190;
  for (const power of [0, -10, -20, -30]) {
    draw('line', { x1: 100, x2: 620, y1: y(10 ** power), y2: y(10 ** power) });
    draw('text', { x: 88, y: y(10 ** power) + 5, 'text-anchor': 'end' }, power ? `1e${power}`.replace('-', '−') : '1');
  }
  for (const N of [10, 20, 40, 100]) draw('text', { x: x(N), y: 244, 'text-anchor': 'middle' }, String(N));
  draw('line', { class: 'bound', x1: x(kUnknowns), x2: x(kUnknowns), y1: 12, y2: 215 });
  draw('polyline', { points: answers.map(({ N, error }) => `${x(N)},${y(numberOf(error))}`).join(' ') });
  for (const { N, error } of answers) draw('circle', { cx: x(N), cy: y(numberOf(error)), r: 4 });
}

/** @param {string[]} cells */
function addRow([first, ...rest]) {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = first;
  row.append(head, ...rest.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
  part('rows').append(row);
}

async function run() {
  part('rows').replaceChildren();
  /** @type {{ N: number, error: string }[]} */
  const answers = [];
  try {
    for (const N of kSizes) {
      const detail = await ask({ N });
      answers.push({ N, error: found(detail) });
      addRow([String(N), found(detail), `${Math.round(detail.milliseconds)} ms`]);
      plot(answers);
    }
    const [before, after] = [39, kUnknowns].map((N) => answers.find((answer) => answer.N === N)?.error);
    part('said').textContent = `With 39 sequences the squared error is ${before}. With 40 it is ${after}, which is rounding.`;
  } catch (error) {
    part('said').textContent = error instanceof Error ? error.message : String(error);
  }
}

part('run').addEventListener('click', run);
figure.addEventListener('lifted-result', run, { once: true });
figure.addEventListener('lifted-error', ({ detail }) => (part('said').textContent = detail.message), { once: true });

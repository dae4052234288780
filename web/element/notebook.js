// @ts-check
// A figure's program that checks it with NumPy, with the data of one state: as a notebook (nbformat 4.5) or as a plain
// script. Programs are web/check/<figure>.py, in the percent format: a line "# %%" begins a cell of code, "# %% [markdown]"
// one of text in comments. The site's build and the tests use this file too, so it needs no page.

/**
 * @typedef {object} Check
 * @property {string} beginning web/check/beginning.py
 * @property {string} program web/check/<figure>.py
 * @property {string} data what the figure's job "check" writes
 * @property {Origin} origin
 *
 * @typedef {object} Origin where the data are from
 * @property {string} name of the figure
 * @property {string} title what it finds
 * @property {string} link to it in this state
 * @property {string} citation
 * @property {string[]} papers
 */

const kPlace = '@DATA@';
const kMetadata = {
  kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
  language_info: { file_extension: '.py', mimetype: 'text/x-python', name: 'python', pygments_lexer: 'ipython3' },
};

/** Each row of a matrix in a line of its own; strings stay as they are. @param {string} json */
const inRows = (json) => json.replaceAll(/"(?:[^"\\]|\\.)*"|\],/g, (found) => (found === '],' ? '],\n' : found));

/** Letters that Markdown takes for markup, outside a formula. @param {string} text */
const plain = (text) => text.replaceAll(/[\\`*<>[\]&#]/g, '\\$&');

/** @param {Origin} origin */
const head = ({ name, title, link, citation, papers }) =>
  [`# ${plain(name)}`, `**${plain(title)}.** [The figure in this state](<${link}>)`, 'Cite:', ...[citation, ...papers].map((source) => `- ${plain(source)}`)].join('\n\n');

/** @param {string} text in the percent format */
const cellsOf = (text) =>
  text.split(/^# %%/m).slice(1).map((part) => {
    const [first, ...lines] = part.split('\n');
    const markdown = first.trim() === '[markdown]';
    return { markdown, source: lines.map((line) => (markdown ? line.replace(/^# ?/, '') : line)).join('\n').trim() };
  });

/** @param {Check} check @returns {string} an .ipynb file */
export function notebookOf({ beginning, program, data, origin }) {
  const cells = [{ markdown: true, source: head(origin) }, ...cellsOf(beginning), ...cellsOf(program)].map(({ markdown, source }, k) => {
    const id = `cell-${k + 1}`;
    const lines = (/** @type {string} */ text) => text.split(/(?<=\n)/);
    if (markdown) return { cell_type: 'markdown', id, metadata: {}, source: lines(source) };
    const metadata = source.includes(kPlace) ? { jupyter: { source_hidden: true } } : {};
    return { cell_type: 'code', execution_count: null, id, metadata, outputs: [], source: lines(source.replace(kPlace, () => inRows(data))) };
  });
  return `${JSON.stringify({ cells, metadata: kMetadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

/** @param {Check} check @returns {string} the same as a script, in cells */
export function scriptOf({ beginning, program, data, origin }) {
  const { name, title, link, citation, papers } = origin;
  const comments = [`${name}: ${title}.`, link, 'Cite:', citation, ...papers].map((line) => `# ${line.replaceAll(/\s+/g, ' ')}\n`);
  return `${comments.join('')}\n${beginning.replace(kPlace, () => inRows(data))}\n${program}`;
}

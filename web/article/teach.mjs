// The teacher's guide and the worksheet: pages of their own, made from the same exercises as the article's.
import { exercises } from '../exercises.js';
import { answerIn, escape, linkTo, withIndices } from './classroom.mjs';
import { derivations } from './derivations.mjs';
import { lessonIn, lessons, rubricIn } from './lesson_plans.mjs';

/** @import { Exercise } from '../classroom/kinds.js' */
/** @import { Result } from '../types/element.d.ts' */

/** Other lessons that can be given with them; times are those of the exercises, and as much again to talk. */
const kChoices = [
  { title: 'Luck, patience and cost', ids: ['saddle', 'bought-luck', 'patience', 'polynomial'], words: 'How often descent fails, what helps, and what a guarantee costs. Hardly any matrices are needed.' },
  { title: 'Data and trust', ids: ['worst', 'by-luck', 'safe-question', 'bias'], words: 'What more data can cure, what they cannot, and when to believe an answer. Goes well with any course on statistics.' },
  { title: 'Computing with attention', ids: ['by-luck', 'rounding', 'bag', 'twins'], words: 'Automata, a Turing machine, language, and what questions can reveal.' },
];

const kKinds = { choice: 'choose', number: 'a number', task: 'do it in the figure' };

/** @param {string} title @param {string} body @param {{ head?: string, up?: string }} [options] what else goes into the head, and the way up to the site's root */
export const page = (title, body, { head = '', up = '../' } = {}) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${title}: Lifted Attention</title>
<link rel="icon" href="${up}icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="${up}teach/teach.css" />
${head}</head>
<body>
${body}
</body>
</html>
`;

const minutes = (ids) => exercises.filter(({ id }) => ids.includes(id)).reduce((sum, exercise) => sum + exercise.minutes, 0);

/** @param {typeof kChoices[number]} lesson */
function choiceIn({ title, ids, words }) {
  const unknown = ids.find((id) => !exercises.some((exercise) => exercise.id === id));
  if (unknown) throw new Error(`article/teach.mjs: there is no exercise "${unknown}"`);
  const links = ids.map((id) => `<a href="#${id}">${escape(exercises.find((exercise) => exercise.id === id).title)}</a>`);
  return `<li><b>${title}</b> (${minutes(ids)} minutes of exercises, as much again to talk). ${words} ${links.join(', ')}</li>`;
}

/** @param {Exercise} exercise @param {number} k @param {Result} result @param {number} figure its number in the article */
function guideEntry(exercise, k, result, figure) {
  const choices = exercise.kind === 'choice' ? `<ul>${Object.values(exercise.choices).map((text) => `<li>${escape(text)}</li>`).join('')}</ul>` : '';
  const rows = [
    ['Aim', escape(exercise.aim)],
    ['Question', `${escape(exercise.question)}${choices}`],
    ['Expected', answerIn(exercise, result).replaceAll('href="#', 'href="../index.html#')],
    ['Many believe', escape(exercise.misconception)],
    ['Explain', escape(exercise.discuss)],
    ['Derive', withIndices(derivations[exercise.id].show)],
    ['Solution', withIndices(derivations[exercise.id].solution)],
  ];
  return `<section aria-labelledby="${exercise.id}">
<h3 id="${exercise.id}">${k + 1}. ${escape(exercise.title)}</h3>
<p class="about">Figure ${figure} · ${kKinds[exercise.kind]} · ${exercise.minutes} minutes · <a href="../index.html?present=${exercise.id}">present it</a></p>
<dl>${rows.map(([name, words]) => `<div><dt>${name}</dt><dd>${words}</dd></div>`).join('\n')}</dl>
</section>`;
}

/** What a class can run that knows some Python; only where the site is served. @param {{ id: string, name: string, question: string }[]} notebooks */
function notebooksIn(notebooks) {
  const items = notebooks.map(({ id, name, question }) => `<li><a href="../check/${id}.ipynb" download>${escape(name)}</a>: ${escape(question)}</li>`);
  return `<section data-served aria-labelledby="notebooks">
<h2 id="notebooks">Check it in Python</h2>
<p>For these figures there is a notebook that computes their numbers again with NumPy alone, from the same data: a page of code with the article’s letters and formulas, and at each step the figure’s number beside NumPy’s. It runs wherever notebooks do, and is meant to be changed: leave out half of the data, add noise, and see what still agrees. A notebook of any other state comes from the figure’s own menu ⋯, “Check in Python (notebook)”.</p>
<ul>
${items.join('\n')}
</ul>
</section>`;
}

/**
 * @param {Map<string, Result>} answers by the exercise's id
 * @param {string[]} figures ids in the article's order
 * @param {Parameters<typeof notebooksIn>[0]} notebooks
 */
export function makeGuide(answers, figures, notebooks) {
  const entries = exercises.map((exercise, k) => guideEntry(exercise, k, answers.get(exercise.id), figures.indexOf(exercise.figure) + 1));
  return page(
    'Teacher’s guide',
    `<header>
<p><a href="../index.html">Lifted Attention</a></p>
<h1>Teacher’s guide</h1>
<p>${exercises.length} exercises in which the class predicts first. Students commit to an answer, then the figure computes it. They learn from the difference, so let everybody write a prediction down before anything moves. Each has three levels: predict and compute; explain, with a question to go on; derive, with pencil and paper.</p>
</header>
<main>
<h2>How to use it</h2>
<ol>
<li><b>Ask.</b> <a href="../index.html?present">Present</a> the exercise. The figure is on the screen, its answer is not. Give a minute of silence, then a minute with a neighbour.</li>
<li><b>Collect.</b> Take a show of hands, or use the boxes on the <a href="worksheet.html">worksheet</a>. Ask two students who disagree for their reasons, and do not judge yet.</li>
<li><b>Compute.</b> Press R. The figure sets itself and runs; read the answer off its result.</li>
<li><b>Explain.</b> Let students say why, in their own words, before you do. Then change one thing together: C shows the controls.</li>
</ol>
<p>Formulas have slides of their own, before the figure that they lead to: the formulas of a section and what their letters stand for. R shows the words that belong to them.</p>
<p>A clicker turns the pages, B darkens the screen, and Q shows a code that gives the class exactly the figure you see. No answer is stored or sent anywhere, unless a learning platform opens the page from its SCORM package, which exists to record answers. Once loaded, the page needs no internet.</p>
<p>The same seed gives the same digits in every browser, so all screens in the room agree (only times differ). The numbers on this page come from the same program; they were computed when it was built.</p>
<h2>Lessons</h2>
${lessons.map(lessonIn).join('\n')}
<p>Or choose exercises for a lesson of your own:</p>
<ul>
${kChoices.map(choiceIn).join('\n')}
</ul>
${rubricIn()}
${notebooks.length > 0 ? notebooksIn(notebooks) : ''}
<h2>Exercises</h2>
${entries.join('\n')}
</main>`,
  );
}

/** @param {Exercise} exercise @param {number} k @param {number} figure */
function worksheetEntry(exercise, k, figure) {
  const prediction = {
    choice: () => `<ul class="boxes">${Object.values(exercise.choices).map((text) => `<li>${escape(text)}</li>`).join('')}</ul>`,
    number: () => '<p class="line">My prediction:</p>',
    task: () => '<p class="line">What I change, and why:</p>',
  }[exercise.kind]();
  const link = escape(linkTo(exercise.figure, exercise.kind === 'task' ? exercise.start : exercise.state));
  const found = exercise.kind === 'task' ? 'What the figure says then:' : 'What the figure finds:';
  return `<section aria-labelledby="${exercise.id}">
<h2 id="${exercise.id}">${k + 1}. ${escape(exercise.title)}</h2>
<div class="code" data-link="${link}"></div>
<p>${escape(exercise.question)}</p>
${prediction}
<p class="line">${found}</p>
<p class="line">Why?</p>
<p class="line"></p>
<p class="derive"><b>Derive.</b> ${withIndices(derivations[exercise.id].show)}</p>
<p class="line"></p>
<p class="figure"><a href="../index.html${link}">Figure ${figure}</a></p>
</section>`;
}

/** @param {string[]} figures ids in the article's order */
export function makeWorksheet(figures) {
  return page(
    'Worksheet',
    `<header>
<form class="setup">
<p>Print this page on A4 or Letter paper. The codes lead to the figures at this address; enter another if your class opens the page elsewhere.</p>
<label for="address">Address of the page</label>
<input id="address" type="url" spellcheck="false" aria-describedby="address-note" placeholder="https://school.example/lifted-attention/" />
<button type="button" id="print">Print</button>
<p id="address-note" role="status"></p>
</form>
<h1>Predict first</h1>
<p class="who"><span>Name</span><span>Class</span><span>Date</span></p>
<p>Write your prediction down before you look. Then scan the code: the figure is set, and computes. Compare, and say why.</p>
</header>
<main>
${exercises.map((exercise, k) => worksheetEntry(exercise, k, figures.indexOf(exercise.figure) + 1)).join('\n')}
</main>`,
    { head: '<script type="module" src="worksheet.js"></script>\n' },
  );
}

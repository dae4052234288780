// The teacher's guide and the worksheet: pages of their own, made from the same exercises as the article's.
import { language, tr, translated } from '../element/words.js';
import { exercises } from '../exercises.js';
import { answerIn, choicesIn, escape, linkTo, said, withIndices } from './classroom.mjs';
import { derivations } from './derivations.mjs';
import { lessonIn, lessons, rubricIn } from './lesson_plans.mjs';
import { nameIn } from './translated.mjs';

/** @import { Exercise } from '../classroom/kinds.js' */
/** @import { Result } from '../types/element.d.ts' */

/** Other lessons that can be given with them; times are those of the exercises, and as much again to talk. */
const lessonsOfOnesOwn = () => [
  { title: tr('Luck, patience and cost'), ids: ['saddle', 'bought-luck', 'patience', 'polynomial'], words: tr('How often descent fails, what helps, and what a guarantee costs. Hardly any matrices are needed.') },
  { title: tr('Data and trust'), ids: ['worst', 'by-luck', 'safe-question', 'bias'], words: tr('What more data can cure, what they cannot, and when to believe an answer. Goes well with any course on statistics.') },
  { title: tr('Computing with attention'), ids: ['by-luck', 'rounding', 'bag', 'twins'], words: tr('Automata, a Turing machine, language, and what questions can reveal.') },
];

const kindOf = (/** @type {Exercise} */ { kind }) => ({ choice: tr('choose'), number: tr('a number'), task: tr('do it in the figure') })[kind];

/** @param {string} title @param {string} body @param {{ head?: string, up?: string }} [options] what else goes into the head, and the way up to the site's root */
export const page = (title, body, { head = '', up = '../' } = {}) => `<!doctype html>
<html lang="${language.lang}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${title} · Lifted Attention</title>
<link rel="icon" href="${up}icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="${up}teach/teach.css" />
${head}</head>
<body>
${inItsLanguage(body)}
</body>
</html>
`;

/** Leads to the pages of the language that is spoken. @param {string} body whose links lead to the English ones */
const inItsLanguage = (body) => body.replaceAll('../index.html', `../${nameIn(language.lang)}`).replaceAll('href="worksheet.html"', `href="${teachingIn('worksheet', language.lang)}"`);

/** The name of a page of `teach/`. @param {'guide' | 'worksheet'} name @param {string} tag */
export const teachingIn = (name, tag) => (tag === 'en' ? `${name}.html` : `${name}.${tag}.html`);

const minutes = (ids) => exercises.filter(({ id }) => ids.includes(id)).reduce((sum, exercise) => sum + exercise.minutes, 0);

/** @param {ReturnType<typeof lessonsOfOnesOwn>[number]} lesson */
function choiceIn({ title, ids, words }) {
  const unknown = ids.find((id) => !exercises.some((exercise) => exercise.id === id));
  if (unknown) throw new Error(`article/teach.mjs: there is no exercise "${unknown}"`);
  const links = ids.map((id) => `<a href="#${id}">${said(exercises.find((exercise) => exercise.id === id).title)}</a>`);
  return `<li><b>${title}</b> ${tr('(%1 minutes of exercises, as much again to talk).', String(minutes(ids)))} ${words} ${links.join(' · ')}</li>`;
}

/** @param {Exercise} exercise @param {number} k @param {Result} result @param {number} figure its number in the article @param {boolean} inEnglish whether its slide is */
function guideEntry(exercise, k, result, figure, inEnglish) {
  const rows = [
    [tr('Aim'), said(exercise.aim)],
    [tr('Question'), `${said(exercise.question)}${choicesIn(exercise)}`],
    [tr('Expected'), answerIn(exercise, result).replaceAll('href="#', 'href="../index.html#')],
    [tr('Many believe'), said(exercise.misconception)],
    [tr('Explain'), said(exercise.discuss)],
    [tr('Derive'), withIndices(derivations[exercise.id].show)],
    [tr('Solution'), withIndices(derivations[exercise.id].solution)],
  ];
  return `<section aria-labelledby="${exercise.id}">
<h3 id="${exercise.id}">${k + 1}. ${said(exercise.title)}</h3>
<p class="about">${tr('Figure %1', String(figure))} · ${kindOf(exercise)} · ${tr('%1 minutes', String(exercise.minutes))} · <a href="../index.html?present=${exercise.id}">${tr('present it')}</a>${inEnglish ? ` ${tr('(in English)')}` : ''}</p>
<dl>${rows.map(([name, words]) => `<div><dt>${name}</dt><dd>${words}</dd></div>`).join('\n')}</dl>
</section>`;
}

/** What a class can run that knows some Python; only where the site is served. @param {{ id: string, name: string, question: string }[]} notebooks */
function notebooksIn(notebooks) {
  const items = notebooks.map(({ id, name, question }) => `<li><a href="../check/${id}.ipynb" download>${said(name)}</a> · ${said(question)}</li>`);
  return `<section data-served aria-labelledby="notebooks">
<h2 id="notebooks">${tr('Check it in Python')}</h2>
<p>${tr('For these figures there is a notebook that computes their numbers again with NumPy alone, from the same data: a page of code with the article’s letters and formulas, and at each step the figure’s number beside NumPy’s. It runs wherever notebooks do, and is meant to be changed: leave out half of the data, add noise, and see what still agrees. A notebook of any other state comes from the figure’s own menu ⋯, “Check in Python (notebook)”.')}</p>
<ul>
${items.join('\n')}
</ul>
</section>`;
}

/**
 * @param {Map<string, Result>} answers by the exercise's id
 * @param {string[]} figures ids in the article's order
 * @param {Parameters<typeof notebooksIn>[0]} notebooks
 * @param {string[]} spine figures that the article has in this language
 */
export function makeGuide(answers, figures, notebooks, spine) {
  const entries = exercises.map((exercise, k) => guideEntry(exercise, k, answers.get(exercise.id), figures.indexOf(exercise.figure) + 1, !spine.includes(exercise.figure)));
  return page(
    tr('Teacher’s guide'),
    `<header>
<p><a href="../index.html">Lifted Attention</a></p>
<h1>${tr('Teacher’s guide')}</h1>
<p>${tr('%1 exercises in which the class predicts first. Students commit to an answer, then the figure computes it. They learn from the difference, so let everybody write a prediction down before anything moves. Each has three levels: predict and compute; explain, with a question to go on; derive, with pencil and paper.', String(exercises.length))}</p>
</header>
<main>
<h2>${tr('How to use it')}</h2>
<ol>
<li>${tr('<b>Ask.</b> <a href="../index.html?present">Present</a> the exercise. The figure is on the screen, its answer is not. Give a minute of silence, then a minute with a neighbour.')}</li>
<li>${tr('<b>Collect.</b> Take a show of hands, or use the boxes on the <a href="worksheet.html">worksheet</a>. Ask two students who disagree for their reasons, and do not judge yet.')}</li>
<li>${tr('<b>Compute.</b> Press R. The figure sets itself and runs; read the answer off its result.')}</li>
<li>${tr('<b>Explain.</b> Let students say why, in their own words, before you do. Then change one thing together: C shows the controls.')}</li>
</ol>
<p>${tr('Formulas have slides of their own, before the figure that they lead to: the formulas of a section and what their letters stand for. R shows the words that belong to them.')}</p>
<p>${tr('A clicker turns the pages, B darkens the screen, and Q shows a code that gives the class exactly the figure you see. No answer is stored or sent anywhere, unless a learning platform opens the page from its SCORM package, which exists to record answers. Once loaded, the page needs no internet.')}</p>
<p>${tr('The same seed gives the same digits in every browser, so all screens in the room agree (only times differ). The numbers on this page come from the same program; they were computed when it was built.')}</p>
<h2>${tr('Whole lessons')}</h2>
${lessons.map(lessonIn).join('\n')}
<p>${tr('Or choose exercises for a lesson of your own:')}</p>
<ul>
${lessonsOfOnesOwn().map(choiceIn).join('\n')}
</ul>
${rubricIn()}
${notebooks.length > 0 ? notebooksIn(notebooks) : ''}
<h2>${tr('Exercises')}</h2>
${entries.join('\n')}
</main>`,
  );
}

/** @param {Exercise} exercise @param {number} k @param {number} figure */
function worksheetEntry(exercise, k, figure) {
  const prediction = {
    choice: () => choicesIn(exercise, ' class="boxes"'),
    number: () => `<p class="line">${tr('My prediction:')}</p>`,
    task: () => `<p class="line">${tr('What I change, and why:')}</p>`,
  }[exercise.kind]();
  const link = escape(linkTo(exercise.figure, exercise.kind === 'task' ? exercise.start : exercise.state));
  const found = exercise.kind === 'task' ? tr('What the figure says then:') : tr('What the figure finds:');
  return `<section aria-labelledby="${exercise.id}">
<h2 id="${exercise.id}">${k + 1}. ${said(exercise.title)}</h2>
<div class="code" data-link="${link}" data-name="${escape(tr('QR code of the link to the figure'))}"></div>
<p>${said(exercise.question)}</p>
${prediction}
<p class="line">${found}</p>
<p class="line">${tr('Why?')}</p>
<p class="line"></p>
<p class="derive"><b>${tr('Derive.')}</b> ${withIndices(derivations[exercise.id].show)}</p>
<p class="line"></p>
<p class="figure"><a href="../index.html${link}">${tr('Figure %1', String(figure))}</a></p>
</section>`;
}

/** @param {string[]} figures ids in the article's order */
export function makeWorksheet(figures) {
  return page(
    tr('Worksheet'),
    `<header>
<form class="setup">
<p>${tr('Print this page on A4 or Letter paper. The codes lead to the figures at this address; enter another if your class opens the page elsewhere.')}</p>
<label for="address">${tr('Address of the page')}</label>
<input id="address" type="url" spellcheck="false" aria-describedby="address-note" placeholder="https://school.example/lifted-attention/" data-page="${language.lang === 'en' ? '..' : '../index.html'}" />
<button type="button" id="print">${tr('Print')}</button>
<p id="address-note" role="status" data-lacking="${escape(tr('Without an address that begins with https:// or http:// there are no codes: a file on your disk cannot be opened from a phone.'))}"></p>
</form>
<h1>${tr('Predict first')}</h1>
<p class="who">${[tr('Name'), tr('Class'), tr('Date')].map((field) => `<span>${field}</span>`).join('')}</p>
<p>${tr('Write your prediction down before you look. Then scan the code: the figure is set, and computes. Compare, and say why.')}</p>
</header>
<main>
${exercises.map((exercise, k) => worksheetEntry(exercise, k, figures.indexOf(exercise.figure) + 1)).join('\n')}
</main>`,
    { head: '<script type="module" src="worksheet.js"></script>\n' },
  );
}

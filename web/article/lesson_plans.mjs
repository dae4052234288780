// Whole lessons for the teacher's guide, minute by minute, and how to mark what a class has written.
import { tr, translated } from '../element/words.js';
import { exercises } from '../exercises.js';
import { said } from './classroom.mjs';

/**
 * @typedef {object} Step
 * @property {number} minutes
 * @property {string} [title] of a step without an exercise
 * @property {string} [exercise] id
 * @property {string} does HTML, what teacher and class do
 * @property {string} [board] HTML, what is written down
 */
/** @typedef {{ title: string, id: string, minutes: number, needs: string, steps: Step[] }} Lesson */

/** @type {Lesson[]} */
export const lessons = [
  {
    title: 'Can learning fail?',
    id: 'lesson-45',
    minutes: 45,
    needs: 'For a class that knows what training is. Hardly any matrices are needed.',
    steps: [
      { minutes: 4, title: 'To begin with', does: 'Show the <a href="../index.html">first picture of the article</a> and let it play once. Nine balls, one method, the same data: why do some of them stop too early? Take three guesses and comment on none.', board: '“Luck?”, and the three guesses.' },
      { minutes: 8, exercise: 'saddle', does: 'Silence, neighbours, show of hands; then run it. Who can explain in one sentence that no slope does not mean lowest?', board: 'A saddle, with the ball in the middle and an arrow of length zero.' },
      { minutes: 9, title: 'Where luck comes from', does: 'Work it through with the class: one number to learn, two examples. First as p, then as a product of two numbers. The data are the same; only the way the unknown is written has changed.', board: 'Fit y = p x to (1, 2) and (2, 3): (p − 2)² + (2p − 3)² = 5p² − 16p + 13, one bottom, at p = 1.6. Now write p = v q: at v = q = 0 no direction has a slope, and the loss there is 13, far above its least, 0.2.' },
      { minutes: 8, exercise: 'below-the-line', does: 'Collect the guesses as numbers and mark the median. After the run: what did the line promise before anybody started?', board: 'Below the line: the number guessed, the number that ended there.' },
      { minutes: 9, exercise: 'bought-luck', does: 'Vote before, and again after a minute with a neighbour. Afterwards drag the heads from one to four: where do bad valleys appear, and where do they go?', board: 'Two columns: in the picture, among the starts. They need not agree.' },
      { minutes: 7, title: 'To end with', does: 'Everybody writes two sentences: “Descent can fail because …” and “The bowl cannot fail because …”. Read out three. What did we pay for the bowl?', board: 'More unknowns: from a product of two to every product there is.' },
    ],
  },
  {
    title: 'From luck to a linear system',
    id: 'lesson-90',
    minutes: 90,
    needs: 'For a class that can multiply matrices.',
    steps: [
      { minutes: 4, title: 'To begin with', does: 'Show the <a href="../index.html">first picture of the article</a>, then pull its lever. What has changed: the data, the question, or the way the unknowns are written?', board: 'The question, to be answered at the end.' },
      { minutes: 12, title: 'Attention by hand', does: 'Do “Attention on three words” from the article, first with the softmax, then without; the formulas are on <a href="../index.html?present=no-softmax">two slides</a>. Half of the class asks every word and adds up what they answer; the other half builds G first and asks once. Both get the same answer.', board: 'cats = (1, 0), eat = (0, 1), fish = (1, 1); Σ v (kᵀz) = (Σ v kᵀ) z.' },
      { minutes: 8, exercise: 'saddle', does: 'As in the short lesson.', board: 'A saddle, with the ball in the middle.' },
      { minutes: 10, exercise: 'products', does: 'Let them list the products for tokens of two numbers, before anybody computes a formula; then they predict for four. Play the figure’s film and stop it at the fold.', board: 'The list, with one of each pair of twins struck out; then d²(d + 1)/2.' },
      { minutes: 8, exercise: 'below-the-line', does: 'Collect guesses as numbers. Why can no run of heads end below the line?', board: 'Every layer of heads is some W; not every W is a few heads.' },
      { minutes: 5, title: 'A break', does: 'Leave the figure of Algorithm 1 playing.' },
      { minutes: 12, exercise: 'sixteen', does: 'In pairs, at the screens. Whoever has it explains to the next pair, without touching their figure.', board: 'Equations against unknowns: 16 against 40, and what changes that.' },
      { minutes: 9, exercise: 'one-head', does: 'Say first what the three layers are. Vote, then read the three errors off the figure. Who can explain how one head beats sixteen?', board: 'W as a sum of outer products, largest first. All of W: 4 · 40 numbers; one head: 2 · 16 − 1, since V may grow while Q shrinks.' },
      { minutes: 9, exercise: 'safe-question', does: 'Vote. Then drag a number of the question in the figure: how far apart can the answers of two perfect fits be?', board: 'Fits perfectly ≠ is right. Sure here ≠ sure everywhere.' },
      { minutes: 8, exercise: 'a-pinch', does: 'In pairs, at the screens; the smallest share that works wins.', board: 'The shares tried, and which left one function only.' },
      { minutes: 5, title: 'To end with', does: 'Return to the first question. Everybody writes down what the lift buys and what it costs; collect the sheets.', board: 'Buys: one bottom, found by one system of equations. Costs: about d³/2 features.' },
    ],
  },
];

/** Points for the line “Why?” of the worksheet. */
const rubric = () => [
  ['0', tr('No reason, or the prediction in other words.'), tr('“The ball stays because it does not move.”')],
  ['1', tr('Says correctly what happened.'), tr('“It lies in the middle and stays there.”')],
  ['2', tr('Gives the cause.'), tr('“The slope is zero there in every direction, and descent only follows slopes.”')],
  ['3', tr('Gives the cause, and says when it would be otherwise.'), tr('“… so the smallest push would set it rolling, since the place is a saddle, not a valley.”')],
];

/** @param {Lesson} lesson @returns {string} HTML */
export function lessonIn({ title, id, minutes, needs, steps }) {
  let at = 0;
  const rows = steps.map((step) => {
    const exercise = exercises.find(({ id }) => id === step.exercise);
    if (step.exercise && !exercise) throw new Error(`article/lesson_plans.mjs: there is no exercise "${step.exercise}"`);
    if (exercise && exercise.minutes > step.minutes) throw new Error(`article/lesson_plans.mjs: “${title}” gives “${exercise.title}” ${step.minutes} minutes, which takes ${exercise.minutes}`);
    const name = exercise ? `<a href="../index.html?present=${exercise.id}">${said(exercise.title)}</a>` : translated(step.title);
    const begins = at;
    at += step.minutes;
    return `<tr><td>${begins}–${at}</td><th scope="row">${name}</th><td>${translated(step.does)}</td><td>${translated(step.board ?? '')}</td></tr>`;
  });
  if (at !== minutes) throw new Error(`article/lesson_plans.mjs: the steps of “${title}” take ${at} minutes, not ${minutes}`);
  return `<h3 id="${id}">${tr('%1 minutes: %2', String(minutes), translated(title))}</h3>
<p>${translated(needs)}</p>
<div class="table" tabindex="0" role="region" aria-labelledby="${id}"><table>
<thead><tr>${[tr('Minutes'), tr('Step of the lesson'), tr('What you do'), tr('On the board')].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`;
}

/** How to mark the worksheet. @returns {string} HTML */
export const rubricIn = () => `<h3 id="rubric">${tr('Marking the reasons')}</h3>
<p>${tr('Never mark a prediction: the lesson depends on wrong ones. Mark the reason that follows.')}</p>
<div class="table" tabindex="0" role="region" aria-labelledby="rubric"><table>
<thead><tr>${[tr('Points'), tr('The reason'), tr('For example, “A ball in the middle”')].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${rubric().map(([points, reason, example]) => `<tr><td>${points}</td><td>${reason}</td><td>${example}</td></tr>`).join('\n')}</tbody>
</table></div>`;

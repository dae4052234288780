// @ts-check
// The exercises: what a reader predicts before the learner computes it. Article, presenter, teacher's guide, worksheet and
// tests are made from this list, in its order; each figure of the article has one or several.
//
// A good exercise starts from a common belief and has numbers small enough to reason about. Answers are never written here:
// the learner computes them.

import { cell, choice, has, number, task, value, values } from './classroom/kinds.js';
import { asksWithoutNoise, certainty, cutAfter, guesses, hasTwins, keepsSixteen, losses, medianError, nearest, raceRuns, sharesColumn, total, trainings } from './classroom/readings.js';
import { tr, written } from './element/words.js';

/** @import { Exercise } from './classroom/kinds.js' */

export const kOneHead = 'h2=0&h4=0&h8=0&h16=0';
export const kBias = 'Phase 1: the same for infinitely many examples, exactly';

/** @type {Exercise[]} */
export const exercises = [
  choice({
    id: 'saddle',
    figure: 'landscape',
    title: 'A ball in the middle',
    question:
      'One hidden head made the answers, and one head has to learn them, so a perfect fit exists. A ball lies exactly in the middle, where all weights are zero. Where is it after 300 steps of descent?',
    choices: { valley: 'At the bottom of a valley', middle: 'Still in the middle', away: 'Outside the picture' },
    state: 'hidden=1&balls=0,0',
    expected(result) {
      const [s, t, toS, toT] = values(result, 'Ball 1');
      if (Math.max(Math.abs(toS), Math.abs(toT)) > 1.5) return 'away';
      return Math.hypot(toS - s, toT - t) < 0.005 ? 'middle' : 'valley';
    },
    because: (result) =>
      tr('The loss falls to %1 elsewhere. But where the ball lies the slope is zero, so every step has length zero. Descent senses the slope, not the height.', written(value(result, 'Lowest loss in the window'))),
    aim: 'A place without slope need not be a lowest place.',
    minutes: 4,
    misconception: 'Gradient descent goes downhill, so it must end at the bottom.',
    discuss: 'What happens to a ball one hundredth away from the middle, and why does nobody start a network at zero?',
  }),
  number({
    id: 'products',
    figure: 'feature_map',
    title: 'Counting products',
    question:
      'Each token is a list of four numbers, and sixteen heads answer. All they see are products: one entry of the 4 × 4 matrix G times one number of the query z. How many different products are there?',
    form: 'A whole number.',
    state: 'view=map&d=4&H=16',
    expected: (result) => value(result, 'Features ψ'),
    because: (result) =>
      tr('Of %1 products %2 are different, since G is symmetric. The %3 heads add none: they only weight them.', cell(result, 'Products in X'), cell(result, 'Features ψ'), cell(result, 'Heads H')),
    aim: 'How much must be learned depends on the token size, not on the number of heads.',
    minutes: 5,
    misconception: 'Sixteen heads need sixteen times as many unknowns.',
    discuss: 'Write the products down for d = 2. Which of the eight are the same, and why? How does the list grow with d?',
  }),
  number({
    id: 'below-the-line',
    figure: 'relaxation',
    title: 'Below the line',
    question:
      'No layer made these answers: they are random. Runs of descent start at random, eight with each number of heads from one to nine. A line marks the least loss of any matrix W. How many runs end below it by a thousandth or more?',
    form: 'A whole number.',
    ahead: true,
    state: 'labels=chance&N=32',
    expected: (result) => losses(result).all.filter((loss) => loss < 0.999 * value(result, 'Relaxed optimum')).length,
    because: (result) =>
      tr('The best of %1 runs ends at %2, the line lies at %3. Every layer is some W, so no layer can do better than the best W.', String(losses(result).all.length), written(losses(result).best), cell(result, 'Relaxed optimum')),
    aim: 'Fewer constraints can only lower the least loss. So a relaxed problem gives a bound, not an estimate that may err either way.',
    minutes: 4,
    misconception: 'A simplified problem is only approximate, so a lucky run may beat it.',
    discuss: 'With many heads the runs reach the line. Without the line, what would they not know when they get there?',
  }),
  choice({
    id: 'bought-luck',
    figure: 'more_heads',
    title: 'A second head',
    question:
      'Here is another task that one head made. A learner with one head does not get stuck on it from any of two hundred random starts. Now the learner has two heads. How many starts get stuck?',
    state: 'H=2&seed=5',
    choices: { none: 'None of them', some: 'Some of them', most: 'More than half' },
    expected: (result) => {
      const [stuck, all] = values(result, 'Stuck with 2 heads');
      if (stuck === 0) return 'none';
      return stuck > all / 2 ? 'most' : 'some';
    },
    because: (result) =>
      tr('%1, against %2 with one head: %3 of them end in valleys without a bottom, where heads grow against each other for ever. The picture fixes two coordinates and takes the best of all others, so it does not show these. With four heads no bad valley can be left, and here %4 starts get stuck.', cell(result, 'Stuck with 2 heads'), cell(result, 'Stuck with 1 head'), cell(result, 'Of them in valleys without a bottom with 2 heads'), cell(result, 'Stuck with 4 heads')),
    aim: 'A picture of a loss leaves directions out: no valley in it does not mean no valley. The guarantee begins where the heads can make every matrix.',
    minutes: 5,
    misconception: 'Two heads are more than this task needs, so nothing can go wrong.',
    discuss: 'What is the difference between a start that is stuck and one that is slow? How would you tell?',
  }),
  task({
    id: 'sixteen',
    figure: 'algorithm',
    title: 'Sixteen sequences are enough',
    question:
      'Sixteen sequences in which only the last token asks make sixteen equations for forty unknowns: too few. Leave N at 16, d at 4, and noise and λ at zero, and still make the figure recover the layer exactly.',
    start: 'N=16',
    state: 'N=16&targets=all',
    met: (result) => keepsSixteen(result) && value(result, 'Squared error on fresh data') < 1e-20,
    notYet: (result) =>
      keepsSixteen(result)
        ? tr('Not yet: the data decide %1 of %2 unknowns, and the error on fresh sequences is %3.', cell(result, 'Rank of the Gram matrix'), cell(result, 'Unknowns for each output'), cell(result, 'Squared error on fresh data'))
        : tr('Not like that: keep random data, N at 16, d at 4, and noise and λ at zero.'),
    because: (result) =>
      tr('In %1 sequences %2 tokens ask now. The data decide all %3 unknowns, and the error on fresh sequences is %4.', cell(result, 'Sequences'), cell(result, 'Targets'), cell(result, 'Rank of the Gram matrix'), cell(result, 'Squared error on fresh data')),
    aim: 'What counts is the number of independent equations, not the number of sequences.',
    minutes: 6,
    misconception: 'The only cure for too little data is more data.',
    discuss: 'Longer sequences do not help when only the last token asks. Why not?',
  }),
  choice({
    id: 'one-head',
    figure: 'head_count',
    title: 'Which layer would you keep?',
    question:
      'A single head made the answers, and a tenth of noise was added. Three layers are at hand: all of W, which is sixteen heads; the first term of its decomposition, which is one head; and the one head found by S(x). Which of them errs least on fresh questions?',
    choices: { full: 'All of W', cut: 'The first term', found: 'The head found by S(x)' },
    state: 'H=1&noise=0.1',
    expected(result) {
      const errors = { full: value(result, 'Error, full fit'), cut: cutAfter(result, 1), found: value(result, 'Error, fewest heads') };
      return Object.entries(errors).sort(([, a], [, b]) => a - b)[0][0];
    },
    because: (result) =>
      tr('All of W errs by %1, the first term by %2 and the head found by S(x) by %3, with 1 for answering 0. The first term leaves out part of what was learned. All of W leaves nothing out, but it has %4 numbers that absorb noise; the head has %5.', cell(result, 'Error, full fit'), written(cutAfter(result, 1)), cell(result, 'Error, fewest heads'), cell(result, 'Numbers kept, full fit'), cell(result, 'Numbers kept, fewest heads')),
    aim: 'Fewer numbers absorb less noise, if the right ones are kept.',
    minutes: 5,
    misconception: 'The fit that follows the data most closely is the best on fresh data.',
    discuss: 'Sixteen heads can do all that one head can. How can they do worse?',
  }),
  choice({
    id: 'worst',
    figure: 'samples',
    title: 'The worst amount of data',
    question: 'With tokens of four numbers noise does most harm at 40 sequences. Now each token is a list of five numbers. With how many sequences is the error on fresh data largest?',
    choices: { 8: '8 sequences', 45: '45 sequences', 75: '75 sequences', 4096: '4,096 sequences' },
    state: 'd=5',
    expected: (result) => ['8', '45', '75', '4096'].sort((a, b) => medianError(result, b) - medianError(result, a))[0],
    because: (result) =>
      tr('The median error, floor included, is %1 with 45 sequences, %2 with 75 and %3 with 4,096. Tokens of five numbers make 75 unknowns. With as many equations as unknowns the fit can only just satisfy them all, noise included, so it bends to every error.', written(medianError(result, '45')), written(medianError(result, '75')), written(medianError(result, '4096'))),
    aim: 'Noise does most harm where there are as many equations as unknowns.',
    minutes: 5,
    misconception: 'More data can never hurt.',
    discuss: 'A small penalty λ removes the peak. What does it cost when there are many sequences?',
  }),
  choice({
    id: 'safe-question',
    figure: 'certificate',
    title: 'A safe question',
    question:
      'Sixteen thousand examples with orthonormal keys leave some of 288 directions unseen: the smallest eigenvalue is zero, and infinitely many layers fit perfectly. You ask a new question of the same kind. Do all these layers give the same answer?',
    choices: { same: 'Yes, the same', different: 'No, they differ', average: 'Only on average' },
    state: 'ask=orthonormal',
    expected: (result) => (value(result, 'ρ of the question') <= value(result, 'A ρ below this cannot be told from 0') ? 'same' : 'different'),
    because: (result) =>
      tr('The data see %1 of %2 directions, and ρ of this question is %3: none of its features lie in the unseen ones. A smallest eigenvalue of zero says that some question is open, not that yours is.', cell(result, 'Directions seen, by pivots'), cell(result, 'Unknowns for each output, ψ'), cell(result, 'ρ of the question')),
    aim: 'Whether an answer can be trusted depends on the question, not only on the data.',
    minutes: 5,
    misconception: 'If the data do not decide the layer, none of its answers can be trusted.',
    discuss: 'Drag one number of the question. What happens to ρ, and to the two answers?',
  }),
  task({
    id: 'a-pinch',
    figure: 'certificate',
    title: 'A pinch of Gaussian data',
    question: 'With orthonormal examples alone, an impostor fits as well as the true layer. Mix in Gaussian examples until only one function fits, but no more than one in fifty.',
    start: '',
    state: 'share=0.01',
    met: (result) => Number(result.state.share) <= 0.02 && value(result, 'Directions seen, by pivots') === value(result, 'Unknowns for each output, ψ'),
    notYet: (result) =>
      Number(result.state.share) > 0.02
        ? tr('Not like that: %1 of %2 examples are Gaussian, more than one in fifty.', cell(result, 'Gaussian examples'), cell(result, 'Examples N'))
        : tr('Not yet: the data see %1 of %2 directions.', cell(result, 'Directions seen, by pivots'), cell(result, 'Unknowns for each output, ψ')),
    because: (result) =>
      tr('%1 Gaussian examples among %2 are enough: every one of %3 directions is seen, and the smallest eigenvalue is %4.', cell(result, 'Gaussian examples'), cell(result, 'Examples N'), cell(result, 'Directions seen, by pivots'), cell(result, 'λ_min of Λ')),
    aim: 'A little variety settles what any amount of the same leaves open.',
    minutes: 5,
    misconception: 'For the data to be varied enough, most examples must be random.',
    discuss: 'The smallest eigenvalue is above zero but small. What does descent make of that?',
  }),
  choice({
    id: 'by-luck',
    figure: 'machines',
    title: 'Right, but is it certain?',
    question:
      'A layer learns the steps of random automata with four states. After 189 examples nearly all its answers about machines that it never saw are right. For how many of these questions do the examples decide the answer, so that every layer that fits them must be right?',
    choices: { nearly: 'For nearly all', half: 'For about half', few: 'For fewer than one in ten' },
    state: 'states=4&N=189',
    expected(result) {
      const [, certain] = certainty(result);
      return certain < 10 ? 'few' : certain < 75 ? 'half' : 'nearly';
    },
    because(result) {
      const [right, certain] = certainty(result);
      return tr('It is right on %1 % of the questions, but only %2 % of them are certain: other layers fit the same examples and answer differently. This one, the smallest that fits, is the true rule less what was not taught.', written(right), written(certain));
    },
    aim: 'A good test score and a guarantee are two different things.',
    minutes: 5,
    misconception: 'A layer that is right on fresh data has learned the rule.',
    discuss: 'At 240 examples, the next stop of N, all answers are decided. What has changed?',
  }),
  choice({
    id: 'rounding',
    figure: 'turing',
    title: 'A hundred small errors',
    question:
      'The layer has seen too few traces to know every answer, so its predictions are off. Each prediction is rounded to the nearest possible step, and the run goes on from there, for more than a hundred steps. How wrong is the tape at the end?',
    choices: { exact: 'Not at all', sum: 'By a hundred small errors', large: 'Beyond recognition: errors grow' },
    state: 'machine=beaver4&N=200',
    expected: (result) => (cell(result, 'The learned run') === cell(result, 'The same machine by a plain simulator') ? 'exact' : 'large'),
    because: (result) =>
      tr('The learned run and a plain simulator end alike: %1. At the worst step ρ is %2: the traces leave that answer open. Here the nearest step was still the right one every time, and rounding removes an error before the next step can inherit it.', cell(result, 'The learned run'), cell(result, 'Largest ρ of a step')),
    aim: 'Rounding at every step makes long computations possible; it is why computers are digital.',
    minutes: 4,
    misconception: 'Small errors always add up.',
    discuss: 'With 150 traces, a tenth of the usual number, the run here goes wrong. Why does rounding not save it?',
  }),
  choice({
    id: 'patience',
    figure: 'head_race',
    title: 'More patience',
    question:
      'A single head made the answers, and a single head is trained on them from four random starts. After 150 epochs none has an error as small as rounding. Give them 500 epochs: how many get below 10⁻¹²?',
    choices: { all: 'All four', some: 'Some of them', none: 'None of them' },
    state: `${kOneHead}&epochs=500`,
    expected(result) {
      const runs = values(result, raceRuns(result));
      const arrived = runs.filter((error) => error < 1e-12).length;
      return arrived === runs.length ? 'all' : arrived > 0 ? 'some' : 'none';
    },
    because: (result) =>
      tr('The four starts end at %1. More epochs help a good start but not a bad one. Least squares, which needs no start, ends at %2.', cell(result, raceRuns(result)), cell(result, 'Closed form: mean error')),
    aim: 'More steps cannot mend a bad start: the start decides where descent can end.',
    minutes: 6,
    misconception: 'Given enough time, descent reaches the best solution.',
    discuss: 'Here sixteen heads get there from every start. What do they add, if a single head can express the function?',
  }),
  choice({
    id: 'polynomial',
    figure: 'cost',
    title: 'Polynomial, therefore fast?',
    question:
      'Learning one layer takes polynomial time. Take the width of BERT, d = 768, with as many equations as unknowns and every token asking. What does it cost, measured in trainings of GPT-3?',
    choices: { millionth: 'About a millionth of one', hundredth: 'About a hundredth of one', ten: 'About ten', million: 'About a million' },
    state: 'from=enough&targets=all&d=768',
    expected: (result) => nearest(trainings(result), { millionth: 1e-6, hundredth: 0.01, ten: 10, million: 1e6 }),
    because: (result) =>
      tr('It takes %1 multiply-adds, %2 times the training of GPT-3. Polynomial says how the cost grows, here with the ninth power of d; it does not say that the cost is small.', cell(result, total(result), 2), written(Math.round(trainings(result)))),
    aim: 'Polynomial is a statement about growth; the power matters.',
    minutes: 5,
    misconception: 'Polynomial time means practical.',
    discuss: 'Which step costs most? What would have to change for the cost to fall by half?',
  }),
  choice({
    id: 'bag',
    figure: 'language',
    title: 'Eight characters or one',
    question:
      'Which character comes next in a text? Counting pairs looks at the last character only. Linear attention looks at the last eight. Which of the two is right more often?',
    choices: { attention: 'Linear attention', pairs: 'Counting pairs', same: 'Both equally often' },
    state: 'corpus=article&n=8',
    expected(result) {
      const lead = value(result, guesses.attention) - value(result, guesses.pairs);
      return Math.abs(lead) < 1 ? 'same' : lead > 0 ? 'attention' : 'pairs';
    },
    because: (result) =>
      tr('Counting pairs is right for %1, linear attention for %2. G adds its tokens up, and a sum has no order: of the eight characters the layer knows which occur, but not where, except for the last.', cell(result, guesses.pairs), cell(result, guesses.attention)),
    aim: 'A longer context only helps a model that can use it.',
    minutes: 5,
    misconception: 'More context makes better guesses.',
    discuss: 'At a context of two characters attention wins. How can less be more here?',
  }),
  choice({
    id: 'bias',
    figure: 'phases',
    title: 'Where a bias comes from',
    question:
      'Here, even with infinitely many examples, the average of phase 1 misses the sum of all W by 25 %. Now make all scores ten times smaller, so that every head looks at all tokens nearly alike. How far off is the average then, again with infinitely many examples?',
    choices: { same: 'By 25 %, as before', little: 'By about 5 %', exact: 'Not at all' },
    state: 'phase=1&scale=0.1',
    expected: (result) => nearest(value(result, kBias), { same: 0.25, little: 0.05, exact: 1e-4 }),
    because: (result) =>
      tr('Infinitely many examples would leave %1 %. The average is certain to be the sum only where every token gets the same share. The error comes from how much the shares differ: it shrinks with the scores, and no amount of data reduces it.', written(Math.round(1000 * value(result, kBias)) / 10)),
    aim: 'More data reduce variance. A bias goes only when its cause goes.',
    minutes: 6,
    misconception: 'Every error becomes small with enough data.',
    discuss: 'Set the number of examples from a hundred to fifty thousand. Which part of the error moves?',
  }),
  task({
    id: 'twins',
    figure: 'softmax',
    title: 'Two heads that cannot be told apart',
    question: 'Questions recover almost every hidden layer. Hide one, without noise, in which no question can tell two heads apart though both are at work.',
    start: 'd=2&m=2',
    state: 'd=2&m=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.1,0.9',
    met: (result) => asksWithoutNoise(result) && !has(result, 'Sequences asked') && hasTwins(result),
    notYet(result) {
      if (!asksWithoutNoise(result)) return tr('Not like that: take the road of questions, at least two heads and no noise.');
      if (Number(result.state.k) <= Number(result.state.m)) return tr('Not like that: questions take sequences of more tokens than there are heads.');
      if (!has(result, 'Sequences asked') && sharesColumn(result))
        return tr('Nearly: the learner’s questions failed, as heads share a column of Θ and switch at one place while that sign is flipped. Other questions, or random examples, could still tell them apart, if each of them contributes to some answer.');
      if (!has(result, 'Sequences asked')) return tr('Nearly: the learner’s questions failed, but no heads at work have the same Θ, so other questions tell them apart.');
      return tr('Not yet: %1 questions gave all of the layer away.', cell(result, 'Sequences asked'));
    },
    because: (result) =>
      tr('The places of the switches are β = %1: two heads share one. No question tells heads with the same Θ apart: they answer like one head with the sum of their W.', cell(result, 'Places β of the switches, hidden')),
    aim: 'Answers determine a function. They determine its parts only as far as these affect answers.',
    minutes: 8,
    misconception: 'Enough questions reveal everything about a model.',
    discuss: 'Two heads of linear attention can also be mixed without changing any answer. Which softmax heads can?',
  }),
];

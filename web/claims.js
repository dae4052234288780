// @ts-check
// What article and exercises say of the figures, with what must hold of their results for it to be true. The build runs every
// state with the learner and fails with the sentences that no longer hold (article/claims.mjs). Numbers that no figure shows
// are listed at the end with where they are from; a test finds sentences with numbers that are in neither list.

import { cell, has, numbersIn, value, values } from './classroom/kinds.js';
import { certainty, cutAfter, losses, medianError, trainings } from './classroom/readings.js';
import { kBias, kOneHead } from './exercises.js';

/** @import { Result } from './types/element.d.ts' */
/**
 * @typedef {object} Claim
 * @property {string} says words of the article, as they stand in index.html without its tags, or of an exercise
 * @property {string[]} of states of figures, as in the article's links: "algorithm?N=32"
 * @property {(...results: Result[]) => boolean} holds given the results of these states
 */

/** The cells of all rows whose name begins so. @param {Result} result @param {string} start */
const rows = ({ table }, start) => table.rows.filter(([name]) => String(name).startsWith(start)).map(([, text]) => String(text));
/** The largest of them. @param {Result} result @param {string} name */
const largest = (result, name) => Math.max(...values(result, name));

/** samples: the median errors in the order of N. @param {Result} result */
const medians = ({ table }) => table.rows.filter(([name]) => /^N = [\d,]+: median error$/.test(String(name))).map(([, text]) => numbersIn(String(text))[0]);
/** relaxation: how many starts come within 1 % of the line. @param {Result} result @param {number} heads */
const arrived = (result, heads) => value(result, `Starts within 1 % of the line with ${heads} head${heads === 1 ? '' : 's'}`);
/** head_race: the last errors of the runs of a model. @param {Result} result @param {string} model */
const finals = (result, model) => values(result, `${model}: epoch ${result.state.epochs}, each run`);
/** head_race: the least error of a run of the deeper models, relative to answering 0. @param {Result} result */
const deepest = (result) => Math.min(...['4 heads in 2 layers', '4 heads in 4 layers', '4 heads of softmax with MLP and layer norm'].flatMap((model) => finals(result, model))) / value(result, 'Error of answering 0: mean error');
/** head_race: of every run of a model the last errors on questions like the data and on Gaussian ones, relative to answering 0. @param {Result} result @param {string} model */
const shares = (result, model) => finals(result, model).map((here, run) => [here / values(result, 'Error of answering 0: each run')[run], values(result, `${model}: epoch ${result.state.epochs}, on Gaussian questions, each run`)[run] / values(result, 'Error of answering 0 on Gaussian questions: each run')[run]]);
/** head_race: the least λ_min of the runs. @param {Result} result */
const least = (result) => Math.min(...values(result, 'λ_min of the data: each run'));
const kMemoryRace = 'head_race?task=memory&N=1024&h2=0&h4=0&h8=0';
const kCertifiedRace = 'head_race?task=memory&N=1024&share=0.05&h2=0&h4=0&h8=0';
/** The same state with seeds 1 to 8. @param {string} state */
const eightSeeds = (state) => Array.from({ length: 8 }, (_, k) => (k === 0 ? state : `${state}${state.includes('?') ? '&' : '?'}seed=${k + 1}`));
/** What holds for each of several results. @param {(result: Result) => boolean} holds */
const each = (holds) => (/** @type {Result[]} */ ...results) => results.every((result) => holds(result));
/** Two states with seeds 1 to 8, in pairs, and what holds for each pair. @param {string} one @param {string} other */
const pairs = (one, other) => eightSeeds(one).flatMap((state, k) => [state, eightSeeds(other)[k]]);
/** @param {(one: Result, other: Result) => boolean} holds */
const eachPair = (holds) => (/** @type {Result[]} */ ...results) => results.every((result, k) => k % 2 === 1 || holds(result, results[k + 1]));
/** softmax: the largest relative error of Θ and W. @param {Result} result @param {string} by */
const layerError = (result, by) => Math.max(largest(result, `${by}: relative error of Θ, head by head`), largest(result, `${by}: relative error of W, head by head`));
/** softmax: the mean over several layers of log10 of what the questions' error is. @param {Result[]} results */
const meanDecade = (results) => sumOf(results.map((result) => Math.log10(layerError(result, 'Questions')))) / results.length;
const kTwins = ['softmax?structure=twins&off=0.001', 'softmax?structure=twins&off=0.0001', 'softmax?structure=twins&off=0.00001'];
/** softmax: how many random starts arrived. @param {Result} result */
const startsArrived = (result) => rows(result, 'Start ').filter((start) => start.includes(', arrived')).length;
/** @param {number[]} counts */
const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);
/** phases: the largest error of a head in the end. @param {Result} result @param {'Θ' | 'W'} letter */
const ends = (result, letter) => Math.max(...rows(result, `Phase 6: relative error of ${letter}`).map((text) => numbersIn(text)[0]));
/** language: the per cent of the next tokens that are guessed rightly. @param {Result} result @param {string} by */
const right = (result, by) => value(result, `${by}: guessed right`);
const kAttention = 'attention, closed form';
/** language: by how much the 65 features of highest leverage have less error than 65 at random. @param {Result} result */
const byLeverage = (result) => value(result, '65 features at random: error') - value(result, '65 features of highest leverage: error');
/** language: the tokens in the text. @param {Result} result */
const tokensIn = (result) => numbersIn(rows(result, 'Tokens in the text')[0])[0];
/** language: the shortest context that shows every direction with a vocabulary. @param {Result} result @param {number} vocabulary */
const fullFrom = (result, vocabulary) => Math.min(...[1, 2, 3, 4, 6, 8].filter((n) => value(result, `n = ${n}, ${vocabulary} different tokens: rank of Λ`) === value(result, 'Unknowns ψ for each output')), Infinity);
/** language: the digits that the cells of the sweep ask for. @param {Result} result */
const digitsIn = ({ table }) => table.rows.filter(([name]) => String(name).includes('digits of the features')).map(([, text]) => numbersIn(String(text))[0]);

/** @type {Claim[]} */
export const claims = [
  // --- Descent can get stuck ---
  { says: 'In the example below that makes four valleys, two of them deeper.', of: ['landscape'], holds: (nine) => has(nine, 'As low') && rows(nine, 'Ball').filter((ball) => /stuck in a valley that is not the lowest/.test(ball)).length > 0 },
  { says: 'With other heads every ball finds a lowest point, with others again it does not.', of: ['landscape?seed=2', 'landscape?seed=9'], holds: (other, again) => rows(other, 'Ball').length === 9 && rows(other, 'Ball').every((ball) => /reached the lowest place/.test(ball)) && rows(again, 'Ball').some((ball) => /stuck in a valley that is not the lowest/.test(ball)) },
  { says: 'Set free in all eighteen, the stuck balls sink from 0.376 to 0.228, and stay there; the others reach 0.111.', of: ['landscape'], holds: (nine) => /loss 0\.376\. Set free in all 18 parameters, the stuck ones get to 0\.228, those at the lowest place to 0\.111\. The stuck ones are stuck still\./.test(nine.sentence) },
  { says: 'With one hidden head only two twin valleys are left, each of them lowest along a whole curve.', of: eightSeeds('landscape?hidden=1&view=map&balls=0,0,0.3,1.1,-0.5,-0.3'), holds: each((one) => /^a whole curve/.test(cell(one, 'Lowest places (s, t)')) && rows(one, 'Ball').every((ball) => /balanced|reached the lowest place/.test(ball))) },
  { says: 'there is one valley. At its bottom the loss is zero, out of reach of a single head.', of: pairs('landscape?lift=100', 'landscape'), holds: eachPair((lifted, one) => rows(lifted, 'Ball').every((ball) => /reached the lowest place|still rolling/.test(ball)) && /^0/.test(cell(lifted, 'Lowest loss in the window')) && value(one, 'Lowest loss in the window') > 0.01) },

  // --- Products of three numbers ---
  { says: 'Let that head answer together with plain attention', of: ['feature_map'], holds: (words) => value(words, 'Heads H') === 2 && String(values(words, 'p, row 1')) === '1,0,0,2,0,0' && value(words, 'Answer 1, attention') === 3 + 1 && value(words, 'Answer 2, attention') === 3 },
  { says: 'random tokens of three numbers and two random heads, and then sixteen heads: $\\W$ is no larger, and features and heads still give the same answer.', of: pairs('feature_map?view=map&H=16', 'feature_map?view=map'), holds: eachPair((many, two) => value(two, 'Token size d') === 3 && value(many, 'Heads H') === 16 && value(two, 'Heads H') === 2 && cell(many, 'Features ψ') === cell(two, 'Features ψ') && value(many, 'Largest difference of the three') < 1e-12) },
  { says: 'The list grows with the third power of $d$', of: ['feature_map?view=growth&at=768'], holds: (growth) => [[2, 'd = 2'], [16, 'd = 16'], [768, 'd = 768']].every(([d, name]) => value(growth, String(name), 2) === (Number(d) ** 2 * (Number(d) + 1)) / 2) },

  // --- With products as unknowns, the loss is a bowl ---
  { says: 'No dot can lie below the line, whatever made the answers', of: ['relaxation', 'relaxation?labels=chance&N=32'], holds: each((runs) => losses(runs).all.every((loss) => loss >= 0.999 * value(runs, 'Relaxed optimum'))) },
  { says: 'Here, with few heads, the dots lie at several heights, and no run knows whether a lower one exists. With many heads they reach the line.', of: ['relaxation'], holds: (nine) => arrived(nine, 1) === 0 && arrived(nine, 9) === 8 && new Set(values(nine, 'All losses with 2 heads')).size > 2 },
  { says: 'In the next figure a single head made the answers, and still many starts with one head get stuck.', of: ['more_heads'], holds: (all) => value(all, 'Stuck with 1 head') > 80 && /^0/.test(cell(all, 'Convex optimum, relative to that')) && value(all, 'Stuck with 3 heads') === 0 && value(all, 'Stuck with 4 heads') === 0 },
  { says: 'with two the ground shown is already the bowl, yet here some starts are lost in valleys without a bottom, where two heads grow against each other for ever.', of: ['more_heads?H=2'], holds: (two) => value(two, 'Bad valleys of the ground shown with 2 heads') === 0 && value(two, 'Of them in valleys without a bottom with 2 heads') > 0 },
  { says: 'With $d^2$ heads no bad valley is left.', of: ['more_heads', ...eightSeeds('more_heads?starts=50')], holds: each((all) => value(all, 'Stuck with 4 heads') === 0) },
  { says: 'Stopped early, a slow start looks just like a stuck one.', of: ['more_heads?H=2&steps=100', 'more_heads?H=2'], holds: (early, late) => value(early, 'Slow with 2 heads') > 1.3 * value(late, 'Slow with 2 heads') },
  { says: 'With eight sequences everything can be fitted, by functions that have little in common.', of: ['relaxation?N=8&beside=w&H=8', ...eightSeeds('relaxation?N=8&starts=2')], holds: each((few) => value(few, 'Relaxed optimum') === 0 && value(few, 'Distance of the best W from the relaxed W, as functions with 9 heads') > 30) },
  { says: 'No layer made these', of: ['relaxation?labels=chance&N=32', ...eightSeeds('relaxation?labels=chance&N=32&starts=2')], holds: each((chance) => losses(chance).all.every((loss) => loss > 0.999 * value(chance, 'Relaxed optimum'))) },

  // --- Algorithm 1 ---
  { says: 'One of its six weights comes out as 1, all others as 0; $\\W$ holds the 1 as two halves. Two heads come back;', of: eightSeeds('algorithm?layer=edible'), holds: each((head) => value(head, 'Unknowns for each output') === 6 && value(head, 'Relative distance of the coefficients') < 1e-12 && value(head, 'Heads from the singular values of W') === 2) },
  { says: 'Thirty-two sequences give too few equations for 40 unknowns.', of: eightSeeds('algorithm?N=32'), holds: each((few) => value(few, 'Targets') === 32 && value(few, 'Unknowns for each output') === 40 && value(few, 'Rank of the Gram matrix') === 32 && value(few, 'Squared error on fresh data') > 1e-3) },
  { says: 'Now give it sixty-four.', of: eightSeeds('algorithm?N=64'), holds: each((enough) => value(enough, 'Rank of the Gram matrix') === 40 && value(enough, 'Squared error on fresh data') < 1e-20) },
  { says: 'The bowl still has a bottom, and more sequences bring it closer to the truth.', of: pairs('algorithm?noise=0.1&N=256', 'algorithm?noise=0.1'), holds: eachPair((few, many) => value(many, 'Relative distance of the coefficients') < value(few, 'Relative distance of the coefficients') && value(many, 'Squared error on fresh data') < value(few, 'Squared error on fresh data') && value(many, 'Squared error on fresh data') > 0.009) },
  { says: 'Count how many heads come back.', of: eightSeeds('algorithm?source=memory'), holds: each((memory) => value(memory, 'True heads') === 1 && value(memory, 'Heads from the singular values of W') > 1) },
  { says: 'No layer of attention wrote an earlier version of this article, so there is nothing to recover, only a best layer to find.', of: eightSeeds('algorithm?source=text'), holds: each((text) => !has(text, 'True heads') && value(text, 'Squared error on fresh data') < value(text, 'Squared error of the mean token')) },
  { says: 'Let it read sixteen letters at a time instead of two: it learns which letters occur, but not their order, except which comes last.', of: pairs('algorithm?source=text&context=16', 'algorithm?source=text'), holds: eachPair((long, short) => value(long, 'Squared error on fresh data') > value(short, 'Squared error on fresh data')) },
  { says: 'Every tenth sequence is held back, to test what was learned.', of: ['algorithm?source=numbers'], holds: (own) => has(own, 'Squared error on fresh data') },
  { says: 'With $\\lam = 0$ this is ordinary least squares', of: ['algorithm'], holds: (plain) => value(plain, 'Ridge λ') === 0 && value(plain, 'Squared error on fresh data') < 1e-20 },

  // --- How many heads ---
  { says: 'Try it with data from a single random head, and $d^2$ heads come back.', of: eightSeeds('head_count?H=1'), holds: each((one) => value(one, 'True heads') === 1 && value(one, 'Heads of the plain SVD') === value(one, 'Token size d') ** 2) },
  { says: 'In general, keeping the first $H$ terms of the decomposition throws away part of what was learned.', of: eightSeeds('head_count'), holds: each((two) => cutAfter(two, 2) > 0.05 && value(two, 'Error, full fit') < 1e-20) },
  { says: 'With a tenth of noise, which does better on fresh data, the full fit or the fewest heads?', of: ['head_count?noise=0.1&beside=errors'], holds: (noise) => value(noise, 'Noise') === 0.1 && has(noise, 'Error, fewest heads') && has(noise, 'Error, full fit') },
  { says: 'Fewer heads are then often better', of: eightSeeds('head_count?noise=0.1'), holds: (...all) => all.filter((noise) => value(noise, 'Error, fewest heads') < value(noise, 'Error, full fit')).length > 4 },
  { says: 'Its first $H$ heads alone lose a good part of the coefficients.', of: eightSeeds('head_count?H=1'), holds: each((one) => cutAfter(one, 1) > 0.05) },
  { says: 'Sixteen heads made the answers. Count how many can stand in for them.', of: ['head_count?H=16&beside=needed'], holds: (many) => value(many, 'True heads') === 16 && value(many, 'Heads kept') < 16 && value(many, 'Error, fewest heads') < 1e-15 },
  { says: 'Too few sequences for all of $\\W$ can be enough for two heads.', of: ['head_count?N=32&beside=errors'], holds: (few) => value(few, 'Rank of the Gram matrix') < value(few, 'Unknowns for each number') && value(few, 'Heads kept') === 2 && value(few, 'Error, fewest heads') < 1e-9 && value(few, 'Error, full fit') > 1e-3 },
  { says: 'With as much noise as answer the largest gap between values of $S(x)$ is here in the wrong place, on other tasks in the right one. Held-out data give the right count, though not on every task.', of: [...eightSeeds('head_count?noise=1'), 'head_count?noise=1&seed=11'], holds: (noise, ...others) => value(noise, 'Heads by the largest gap of S(x)') !== 2 && value(noise, 'Heads kept') === 2 && others.some((one) => value(one, 'Heads by the largest gap of S(x)') === 2) && others.some((one) => value(one, 'Heads kept') !== 2) && [noise, ...others].every((one) => cell(one, 'Counted by') === 'held-out data') },

  // --- What is guaranteed ---
  { says: 'Without noise, 32 sequences are too few for 40 unknowns. From the fortieth on, the layer is there, up to rounding.', of: eightSeeds('samples?noise=0&N=32'), holds: each((cliff) => value(cliff, 'Sequences that hold as many equations as unknowns') === 40 && medianError(cliff, '32') > 1e-3 && medianError(cliff, '40') < 1e-20) },
  { says: 'Without noise, the number needed grows with the token size like $d^3$: an answer has $d$ numbers, so every sequence brings $d$ equations at once.', of: ['samples?view=needed&noise=0'], holds: (needed) => [2, 3, 4, 5, 6, 7, 8].every((d) => value(needed, `d = ${d}: sequences needed`) === (d ** 2 * (d + 1)) / 2) && value(needed, 'Exponent of the growth with d') < 3 },
  { says: 'At which $N$ does noise do most harm?', of: eightSeeds('samples'), holds: (...all) => all.every((noise) => Math.max(...medians(noise)) === medianError(noise, '40')) },
  { says: 'What does a small penalty do to it, and what does it cost?', of: eightSeeds('samples?lambda=0.001'), holds: each((penalty) => Math.max(...medians(penalty)) === medians(penalty)[0] && value(penalty, 'Left above the floor by λ in the limit of large N') > 1e-4) },
  { says: 'The error sinks to a floor above zero, and only the part above the floor keeps falling.', of: eightSeeds('samples?labels=softmax&noise=0&N=4096&height=error'), holds: each((softmax) => value(softmax, 'Floor') > 0.1 && value(softmax, 'Exponent of the fall above the floor') < -0.9) },
  { says: 'so their rank is $d(d+1)(d+2)/6$', of: ['samples?n=1'], holds: (one) => value(one, 'Rank of Λ on fresh questions') === (4 * 5 * 6) / 6 },
  { says: 'The fit is right here, though the data could not say so: the head that made the answers has nothing in the unseen directions, and the smallest $\\W$ has nothing there either.', of: eightSeeds('certificate'), holds: each(({ sentence }) => numbersIn(sentence.split('the minimum-norm fit is ')[1])[0] < 1e-11) },
  { says: 'some directions stay unseen: an impostor fits just as well and answers differently.', of: eightSeeds('certificate'), holds: each((orthonormal) => value(orthonormal, 'λ_min of Λ') === 0 && value(orthonormal, 'Training error of the impostor') < 1e-16 && value(orthonormal, 'The two answers are apart by') > 0.1) },
  { says: 'Mix in five per cent of Gaussian examples. Can an impostor still fit as well?', of: eightSeeds('certificate?share=0.05'), holds: each((share) => cell(share, 'Directions seen, by eigenvalues') === cell(share, 'Unknowns for each output, ψ') && value(share, 'Training error of the impostor') > 1e-4) },
  { says: 'With fewer of them, after how many steps has descent forgotten where it started?', of: ['certificate?share=0.01&N=4096&view=descent'], holds: (few) => value(few, 'λ_min of Λ') > 0 && value(few, 'λ_min of Λ') < 1e-5 && /Descent has not forgotten its random start after a million steps/.test(few.sentence) },
  { says: 'Where $\\lambda_{\\mathrm{min}} = 0$, descent from another start ends in another layer (the paper’s figure 2), here right on orthonormal questions and wrong on Gaussian ones. The smallest $\\W$ that fits has no start.', of: [...eightSeeds('certificate?mixtures=every'), 'certificate?mixtures=every&measure=errors'], holds: each((all) => value(all, '0 % Gaussian: λ_min') === 0 && value(all, '0 % Gaussian: two runs in the limit are apart by') > 1 && value(all, '0 % Gaussian: this error in the limit of many steps') > 1 && value(all, '0 % Gaussian: error of descent on orthonormal questions, of answering 0') < 1e-5 && value(all, '0 % Gaussian: distance of the minimum norm') < 1e-9 && value(all, '5 % Gaussian: λ_min') > 0 && value(all, '5 % Gaussian: two runs in the limit are apart by') < 1e-9) },
  { says: 'With orthonormal examples alone, ask one like those seen. What is its $\\rho$?', of: eightSeeds('certificate?ask=orthonormal'), holds: each((safe) => value(safe, 'Gaussian examples') === 0 && value(safe, 'ρ of the question') === 0 && value(safe, 'λ_min of Λ') === 0) },

  { says: 'The paper compares the distance itself with $\\varepsilon$: move the layers ten times closer, and the distance shrinks tenfold, $\\varepsilon$ a hundredfold.', of: ['certificate?share=1&m=2&distance=0.01&ask=orthonormal', 'certificate?share=1&m=2&distance=0.001&ask=orthonormal'], holds: (far, near) => ['The two answers are apart by', 'Training error of the impostor'].every((row, k) => Math.abs(value(far, row) / value(near, row) / 10 ** (k + 1) - 1) < 0.01) },
  { says: 'As printed, inequality 22 of the paper fails when $\\varepsilon$ is small enough.', of: ['certificate?share=1&m=2&distance=0.001&ask=orthonormal'], holds: (near) => /violated here/.test(near.sentence) },
  { says: 'Between them, where both matrices are zero, is a hilltop, at least in this picture: in all directions together it is a saddle.', of: eightSeeds('landscape'), holds: each((one) => /hilltop/.test(one.sentence) && /saddle/.test(one.sentence)) },

  // --- Learning to compute ---
  { says: 'For three states and two letters, the tables of 16 machines settle every step of every automaton: each question has $\\rho = 0$', of: eightSeeds('machines'), holds: each((steps) => value(steps, 'Examples N') === 96 && certainty(steps)[1] === 100 && value(steps, 'Independent examples, rank') < value(steps, 'Unknowns for each output, ψ')) },
  { says: 'After four machines the run goes wrong, at a step whose $\\rho$ is above zero.', of: eightSeeds('machines?N=24'), holds: each((few) => /goes wrong at step/.test(few.title) && value(few, 'Largest ρ along the run') > 0 && !/ρ = 0$/.test(rows(few, 'Step ')[Number(few.title.match(/at step (\d+)/)?.[1]) - 1])) },
  { says: 'In a table with an open entry the run stops when it gets there', of: ['machines?table=2,0'], holds: (hole) => /the run stops there/.test(hole.title) && rows(hole, 'Step ').length < 9 },
  { says: 'Every transition must be taught, and nothing carries over.', of: eightSeeds('machines?task=weights&N=3'), holds: each((weights) => value(weights, 'Rank of all examples tried') === 6 && rows(weights, 'Entry').filter((entry) => /ρ = 0$/.test(entry)).length === 3) },
  { says: 'With Gaussian keys the memory is never exact until the last unknown is decided.', of: pairs('machines?task=memory&N=96', 'machines?task=memory&N=126'), holds: eachPair((few, all) => certainty(few)[0] === 0 && certainty(all)[0] === 100 && value(all, 'Independent examples, rank') === value(all, 'Unknowns for each output, ψ')) },
  { says: 'Formula 14 of the paper forgets that term.', of: ['machines?task=memory&N=126&memory=1,0,0,0.5,0.5,0.5,0,1,0,0.2,0.2,0.2,0,0,1,0.7,0.7,0.7,1,0,0,0,0,0.9'], holds: (self) => largest(self, 'Self term ‖q‖²ζ, which eq. 14 leaves out') === 0.9 && value(self, 'Largest difference of the two') < 1e-10 },
  { says: 'the busy beaver of four states runs longest from an empty tape: 107 steps, and the layer takes all of them rightly.', of: eightSeeds('turing?machine=beaver4'), holds: each((beaver) => /^halts after 107 steps/.test(cell(beaver, 'The learned run')) && cell(beaver, 'First wrong step') === 'none') },
  { says: 'A tenth of the traces leaves every rule open.', of: eightSeeds('turing?machine=beaver4&N=150&at=87.5'), holds: each((few) => rows(few, 'Learned ').length > 0 && rows(few, 'Learned ').every((rule) => !/ρ 0,/.test(rule))) },
  { says: 'Here rounding saves six steps; the seventh goes astray.', of: ['turing?machine=beaver4&N=150&at=87.5'], holds: (few) => value(few, 'First wrong step') === 7 },
  { says: 'Learned once for six states and three symbols, it runs every machine in the list.', of: ['turing?machine=palindrome&size=all'], holds: (all) => cell(all, 'States and symbols of the learned step') === '6 and 3' && cell(all, 'First wrong step') === 'none' && cell(all, 'Rank of the examples') === cell(all, 'Rank that decides every machine of the size, by its formula') },
  { says: 'This one never halts, and the figure can prove it.', of: ['turing?machine=own&states=2&rules=132,132,111,111'], holds: (never) => /goes round for ever/.test(cell(never, 'The learned run')) },

  // --- Least squares against descent ---
  { says: 'On this task two heads are a matter of luck: one run falls to rounding error, another stays far above. With sixteen every start arrives;', of: ['head_race'], holds: (race) => Math.min(...finals(race, '2 heads')) < 1e-30 && Math.max(...finals(race, '2 heads')) > 1e-10 && Math.max(...finals(race, '16 heads')) < 1e-30 },
  { says: 'on another task none does, though each ends below a millionth of the error of answering 0.', of: ['head_race?seed=5'], holds: (race) => Math.min(...finals(race, '16 heads')) > 1e-20 && Math.max(...finals(race, '16 heads')) < 1e-6 * value(race, 'Error of answering 0: mean error') },
  { says: 'on this task none of them comes down to a tenth of the error of answering 0, on another some do.', of: ['head_race', 'head_race?seed=2'], holds: (race, other) => deepest(race) > 0.1 && deepest(other) < 0.1 },
  { says: 'When task and data differ as well, more heads are not always better, and sixteen do not always arrive.', of: ['head_race?vary=all'], holds: (all) => Math.max(...finals(all, '16 heads')) > 1e-25 && value(all, `4 heads: epoch ${all.state.epochs}, mean decade`) < value(all, `8 heads: epoch ${all.state.epochs}, mean decade`) },
  { says: 'With four numbers in a token, descent is here far from done when its epochs run out.', of: ['head_race?d=4&rate=0.003&epochs=100'], holds: (wide) => Math.min(...finals(wide, '16 heads')) > 1e-6 },
  { says: 'When many functions fit, least squares takes the smallest, which is not the truth.', of: ['head_race?d=4&N=16&T=2&epochs=50'], holds: (few) => Math.min(...values(few, 'Closed form: each run')) > 1e-4 },
  {
    says: 'The paper’s memory, taught by data that fail the certificate: one head finds the rule or is stuck; sixteen always fit the data, and stay off on Gaussian questions.',
    of: [kMemoryRace, ...eightSeeds(`${kMemoryRace}&runs=1`)],
    holds: each((open) => least(open) === 0 && shares(open, '1 head').every(([here, elsewhere]) => (here < 1e-7 && elsewhere < 1e-7) || here > 0.2) && shares(open, '16 heads').every(([here, elsewhere]) => here < 1e-9 && elsewhere > 5e-4)),
  },
  {
    says: 'Taught by data that pass it, they come down there too.',
    of: [kCertifiedRace, ...eightSeeds(`${kCertifiedRace}&runs=1`)],
    holds: each((certified) => least(certified) > 0 && shares(certified, '16 heads').every(([here, elsewhere]) => here < 1e-4 && elsewhere < 2e-4)),
  },
  { says: 'Enter three heads, or a transformer with softmax, and set its learning rate.', of: ['head_race?own=linear&own_heads=3&h1=0&h2=0'], holds: (own) => has(own, `Your own (3 heads): epoch ${own.state.epochs}, each run`) },
  { says: 'Their error is 1.6 times the least.', of: ['algorithm?source=numbers'], holds: (air) => (value(air, 'Squared error of your model in training') / value(air, 'Squared error in training')).toFixed(1) === '1.6' },

  // --- The price ---
  { says: 'With as many equations as unknowns, and every token asking, compare it with the training of GPT-3.', of: ['cost?from=enough&targets=all&d=768'], holds: (bert) => Math.round(trainings(bert)) === 12 },
  { says: 'Counted operation by operation, with only the last token asking, it is hundreds and not a million', of: ['cost?d=12288&from=chosen&N=3.36e8&view=parts'], holds: (million) => trainings(million) > 100 && trainings(million) < 1000 && million.state.eps === 0.1 && million.state.n === 2048 },
  { says: 'On one of the largest computers, at 10¹⁸ multiply-adds a second, GPT-3’s width, with the theorem’s number of sequences, still takes a hundred thousand times the age of the universe.', of: ['cost?speed=largest'], holds: (largest) => Math.round(((trainings(largest) * 1.57e23) / 1e18 / (13.8e9 * 365.25 * 86400)) / 1e5) === 1 },
  { says: 'What the operations are for is counted part by part.', of: ['cost?view=parts'], holds: (parts) => value(parts, 'Primal: Gram matrix', 2) > value(parts, 'Primal: Cholesky', 2) },
  { says: 'With sixteen numbers in a token it is a matter of seconds.', of: ['cost?d=16&from=enough&n=32'], holds: (small) => trainings(small) * 1.57e23 < 1e10 },
  { says: 'At $d = 16$ that is a matter of seconds on this page', of: ['cost?d=16&from=enough&n=32'], holds: (small) => trainings(small) * 1.57e23 < 1e10 },

  // --- Real language ---
  { says: 'So linear attention here learns more than counting pairs of letters does, and less than counting triples', of: ['language'], holds: (text) => right(text, kAttention) > right(text, 'counting pairs (bigram)') && right(text, kAttention) < right(text, 'counting triples') },
  { says: 'With eight characters of context instead of two, fewer guesses are right here.', of: ['language?n=8', 'language'], holds: (eight, two) => right(eight, kAttention) < right(two, kAttention) },
  { says: 'With words for tokens it learns almost nothing here, and does worse than naming the commonest word every time.', of: ['language?units=words&vocabulary=512'], holds: (words) => right(words, kAttention) < right(words, 'most frequent token') && value(words, `${kAttention}: error, answer by answer`) > 0.97 },
  { says: 'Here an eighth of them keep most of the gain if they are chosen greedily. Chosen by leverage, the usual score, they do about as well as by chance: better with these random vectors, worse with others.', of: ['language?view=sketch', 'language?view=sketch&seed=5'], holds: (sketch, other) => 1 - value(sketch, '65 features chosen greedily: error') > 0.5 * (1 - value(sketch, '550 features chosen greedily: error')) && byLeverage(sketch) > 0 && byLeverage(other) < 0 },
  { says: 'An earlier version of this article is a third as long and is guessed correctly more often here.', of: ['language?corpus=article', 'language'], holds: (article, novel) => Math.abs(tokensIn(novel) / tokensIn(article) - 3) < 0.1 && right(article, kAttention) > right(novel, kAttention) },

  { says: 'With two characters of context the text leaves many directions unseen, and the smallest eigenvalue is zero. Yet nearly all questions on held-out text have $\\rho = 0$, mostly because the same two characters occurred in the examples; of the rest, here four in five have it too.', of: ['language?view=certificate'], holds: (two) => value(two, 'This text: rank of Λ by eigenvalues') < 550 && value(two, 'This text: smallest eigenvalue') === 0 && value(two, 'This text: held-out questions with ρ = 0') > 95 && value(two, 'This text: of them, not among those learned from') < 0.05 * value(two, 'This text: held-out questions asked for ρ') && Math.abs(value(two, 'This text: of these, with ρ = 0') - 80) < 3 },
  { says: 'With three characters every direction has been seen here, the faintest tens of millions of times fainter than the strongest.', of: ['language?view=certificate&n=3'], holds: (three) => value(three, 'This text: rank of Λ by eigenvalues') === 550 && Math.abs(Math.log10(value(three, 'This text: largest eigenvalue') / value(three, 'This text: smallest eigenvalue')) - 7.5) < 0.5 },
  { says: 'Here every direction is seen from three characters on, provided features are known to four digits; with only 8 or 32 distinct characters, not even with a context of eight.', of: ['language?view=sweep'], holds: (sweep) => fullFrom(sweep, 74) === 3 && [4, 6, 8].every((n) => value(sweep, `n = ${n}, 74 different tokens: rank of Λ`) === 550) && fullFrom(sweep, 8) === Infinity && fullFrom(sweep, 32) === Infinity && Math.ceil(Math.max(...digitsIn(sweep))) === 4 },
  { says: 'Two words are enough, if a hundred or more are known.', of: ['language?view=sweep&units=words'], holds: (sweep) => fullFrom(sweep, 128) === 2 && fullFrom(sweep, 512) === 2 && fullFrom(sweep, 32) === Infinity },

  // --- With a softmax ---
  { says: 'Here the first phase misses the sum by a quarter, and would with infinitely many examples', of: ['phases?phase=1'], holds: (biased) => ['Phase 1: relative error of the estimated sum', 'Phase 1: the same for infinitely many examples, exactly'].every((name) => Math.round(20 * value(biased, name)) === 5) },
  { says: 'Sequences that repeat one token leave nothing to choose, and $d$ independent ones give the sum exactly.', of: ['phases'], holds: (six) => value(six, 'Phase 3: of them from sequences of one repeated token') > 0 && value(six, 'Phase 3: relative error of the estimated sum') < 1e-12 },
  { says: 'the net, which can only choose among what it is given, here ends far off.', of: ['phases'], holds: (six) => ends(six, 'Θ') > 0.3 },
  { says: 'A single head always agrees with itself, and here all six phases succeed, up to rounding. Enough sequences repeat one token.', of: ['phases?m=1'], holds: (one) => ends(one, 'Θ') < 1e-9 && ends(one, 'W') < 1e-9 && value(one, 'Phase 3: of them from sequences of one repeated token') >= one.state.d },
  { says: 'With larger tokens too few do, and the end is off: here by some per cent.', of: ['phases?m=1&d=6'], holds: (one) => ends(one, 'Θ') > 0.01 && ends(one, 'Θ') < 0.1 && value(one, 'Phase 3: of them from sequences of one repeated token') < one.state.d },
  { says: 'Six signs in a token alone here make the end worse: ten thousand examples are too few for so many unknowns.', of: ['phases?d=6', 'phases'], holds: (six, four) => six.state.N === 10000 && ends(six, 'Θ') > ends(four, 'Θ') && ends(six, 'W') > ends(four, 'W') },
  { says: 'With fifty thousand, or with sequences of two tokens, the end is here nearer to the truth than above, since heads disagree less where they are taken to agree.', of: ['phases', 'phases?d=6&N=50000', 'phases?d=6&k=2'], holds: (four, ...six) => six.every((result) => ends(result, 'Θ') < ends(four, 'Θ') && ends(result, 'W') < ends(four, 'W') && value(result, 'Phase 4: mean error of a constraint, log odds') < value(four, 'Phase 4: mean error of a constraint, log odds')) },
  { says: 'on other data the end can still be farther.', of: ['phases', 'phases?d=6&N=50000&seed=4'], holds: (four, six) => ends(six, 'Θ') > ends(four, 'Θ') && ends(six, 'W') > ends(four, 'W') },
  { says: 'With scores ten times smaller the heads here nearly agree everywhere, and the answers become right while $\\Th$ and $\\W$ are not', of: ['phases?scale=0.1&k=2'], holds: (calm) => value(calm, 'Phase 2: rows on which the heads seem to agree') > 0.95 * value(calm, 'Phase 2: rows tested') && value(calm, 'Phase 6: squared error on fresh examples; 0 for every answer has 1') < 1e-3 && ends(calm, 'Θ') > 0.2 && ends(calm, 'W') > 0.2 },
  { says: 'heads that disagree can answer as if they agreed.', of: ['phases?k=4&rows=all&phase=4&behind=1'], holds: (all) => value(all, 'Phase 4: largest error of a constraint, log odds') > 1 },
  { says: 'Here about one question for each number of the layer gives them all, to the last digits.', of: eightSeeds('softmax'), holds: (...all) => all.every((asked) => layerError(asked, 'Questions') < 1e-12 && value(asked, 'Sequences asked') < 1.2 * 2 * 3 * 3 * 3) },
  { says: 'In matrices $\\Th_i$ of rank one two singular values coincide, and dependent ones are not linearly independent. The theorem does not cover such layers; the questions recover these all the same.', of: ['softmax?structure=rank_one', 'softmax?structure=dependent'], holds: (rank, dependent) => /singular values of a Θ coincide\. The questions recover it all the same/.test(rank.sentence) && /Θ are linearly dependent\. The questions recover it all the same/.test(dependent.sentence) && layerError(rank, 'Questions') < 1e-9 && layerError(dependent, 'Questions') < 1e-9 },
  { says: 'Two heads of one $\\Th$ cannot be told apart by anybody: here every start answers the examples, and none finds the layer.', of: ['softmax?structure=twins&road=examples'], holds: (twins) => startsArrived(twins) === 8 && rows(twins, 'Start ').every((start) => numbersIn(start.split(', error ')[1])[0] > 0.1) },
  { says: 'A thousandth apart the questions tell them, and with each tenth of that distance their error grows about a hundredfold.', of: kTwins.flatMap(eightSeeds), holds: (...all) => all.slice(0, 8).every((one) => layerError(one, 'Questions') < 1e-8) && [8, 16].every((from) => Math.abs(meanDecade(all.slice(from, from + 8)) - meanDecade(all.slice(from - 8, from)) - 2) < 0.3) },
  { says: 'Layers of numbers drawn at random keep all of them here.', of: eightSeeds('softmax'), holds: each((layer) => rows(layer, 'Condition, ').length === 5 && rows(layer, 'Condition, ').every((row) => /^kept/.test(row))) },
  {
    says: 'On our layers only heads that come together cost the questions digits; on layers of rank one and dependent ones they keep theirs, near the condition’s end and past it.',
    of: ['structure=rank_one', 'structure=rank_one&off=0.00001', 'structure=dependent', 'structure=dependent&off=0.00001'].flatMap((layer) => eightSeeds(`softmax?${layer}`)),
    holds: each((layer) => layerError(layer, 'Questions') < 1e-12),
  },
  { says: 'Answers wrong in the fourth digit give a layer wrong in the third digit or the fourth.', of: eightSeeds('softmax?noise=0.0001'), holds: (...all) => all.every((noise) => layerError(noise, 'Questions') > 5e-5 && layerError(noise, 'Questions') < 1e-3) },
  { says: 'Descent on random examples, started there, here takes most of the error away.', of: ['softmax?noise=0.001&polish=1'], holds: (noise) => layerError(noise, 'Polish') < 0.2 * layerError(noise, 'Questions') },
  { says: 'At the second digit the switches can here no longer be seen.', of: ['softmax?noise=0.01'], holds: (noise) => /do not give the layer away/.test(noise.title) },
  { says: 'Here some starts arrive, some get stuck.', of: ['softmax?road=examples'], holds: (starts) => rows(starts, 'Start ').some((start) => /arrived/.test(start)) && rows(starts, 'Start ').some((start) => /stuck/.test(start)) },
  { says: 'Tokens need not be signs: with Gaussian ones more starts arrive, on eight layers 60 of 64 instead of 37.', of: [...eightSeeds('softmax?road=examples&inputs=gaussian'), ...eightSeeds('softmax?road=examples')], holds: (...all) => sumOf(all.slice(0, 8).map(startsArrived)) === 60 && sumOf(all.slice(8).map(startsArrived)) === 37 },
  { says: 'more starts arrive with them than with signs, on eight layers 55 of 64 instead of 37.', of: [...eightSeeds('softmax?road=examples&inputs=sphere'), ...eightSeeds('softmax?road=examples')], holds: (...all) => sumOf(all.slice(0, 8).map(startsArrived)) === 55 && sumOf(all.slice(8).map(startsArrived)) === 37 },
  { says: 'beside the theorem’s power, which leaves the picture at once.', of: ['softmax?road=heads'], holds: (heads) => values(heads, '4 heads: (dk)^(m³)')[1] > 80 && value(heads, '4 heads: questions for one layer') < 100 },

  // --- What we found ---
  { says: 'As $\\G$ is symmetric, the part of $\\W$ that is antisymmetric in $j$ and $k$ never shows in an answer', of: ['relaxation?beside=w&H=9'], holds: (two) => arrived(two, 9) === 8 },
  { says: 'where the system is singular at $\\lam = 0$ we return the smallest $\\W$ among all best fits; above $d = 12$ the figures do so for up to 40,000 targets.', of: ['algorithm?N=16', 'algorithm?d=12&N=16', 'algorithm?d=16&N=16'], holds: (...few) => few.every((one) => value(one, 'Rank of the Gram matrix') === 16 && value(one, 'Ridge λ') === 0) },
  { says: 'Where every token asks and sees all, the Gram matrix can be built from products of entries of $\\G$.', of: ['algorithm?d=8&targets=all'], holds: (all) => value(all, 'Unknowns for each output') === 288 && value(all, 'Squared error on fresh data') < 1e-20 },

  // --- Exercises ---
  { says: 'Where is it after 300 steps of descent?', of: ['landscape?hidden=1&balls=0,0'], holds: (saddle) => /rolled 300 steps/.test(saddle.sentence) },
  { says: 'Sixteen sequences are enough', of: ['algorithm?N=16&targets=causal'], holds: (causal) => value(causal, 'Squared error on fresh data') < 1e-20 },
  { says: 'Each token is a list of four numbers, and sixteen heads answer.', of: ['feature_map?view=map&d=4&H=16'], holds: (products) => value(products, 'Heads H') === 16 && value(products, 'Features ψ') === 40 },
  { says: 'Runs of descent start at random, eight with each number of heads from one to nine.', of: ['relaxation?labels=chance&N=32'], holds: (runs) => [1, 9].every((heads) => values(runs, `All losses with ${heads} head${heads === 1 ? '' : 's'}`).length === 8) },
  { says: 'A learner with one head does not get stuck on it from any of two hundred random starts.', of: ['more_heads?H=2&seed=5'], holds: (two) => two.state.starts === 200 && cell(two, 'Stuck with 1 head') === '0 of 200' && cell(two, 'Neither arrived nor in a proven valley with 1 head') === '0' },
  { says: 'Now the learner has two heads.', of: ['more_heads?H=2&seed=5'], holds: (two) => value(two, 'Bad valleys of the ground shown with 2 heads') === 0 && value(two, 'Of them in valleys without a bottom with 2 heads') > 0 },
  { says: 'Sixteen sequences in which only the last token asks make sixteen equations for forty unknowns: too few.', of: ['algorithm?N=16'], holds: (few) => value(few, 'Targets') === 16 && value(few, 'Unknowns for each output') === 40 },
  { says: 'A single head made the answers, and a tenth of noise was added. Three layers are at hand: all of W, which is sixteen heads;', of: ['head_count?H=1&noise=0.1'], holds: (one) => value(one, 'True heads') === 1 && value(one, 'Heads of the plain SVD') === 16 && value(one, 'Heads kept') === 1 },
  { says: 'With tokens of four numbers noise does most harm at 40 sequences.', of: eightSeeds('samples'), holds: each((four) => medianError(four, '40') === Math.max(...medians(four))) },
  { says: 'Now each token is a list of five numbers.', of: eightSeeds('samples?d=5'), holds: each((five) => value(five, 'Unknowns ψ for each output') === 75 && medianError(five, '75') === Math.max(...medians(five))) },
  { says: 'Sixteen thousand examples with orthonormal keys leave some of 288 directions unseen: the smallest eigenvalue is zero', of: ['certificate?ask=orthonormal'], holds: (safe) => safe.state.N === 16384 && value(safe, 'Unknowns for each output, ψ') === 288 && value(safe, 'λ_min of Λ') === 0 },
  { says: 'After 189 examples nearly all its answers about machines that it never saw are right.', of: ['machines?states=4&N=189'], holds: (luck) => certainty(luck)[0] > 99 },
  { says: 'At 240 examples, the next stop of N, all answers are decided.', of: ['machines?states=4&N=240'], holds: (more) => more.state.N === 240 && certainty(more)[1] === 100 },
  { says: 'Each prediction is rounded to the nearest possible step, and the run goes on from there, for more than a hundred steps.', of: ['turing?machine=beaver4&N=200'], holds: (beaver) => numbersIn(cell(beaver, 'The learned run'))[0] > 100 && value(beaver, 'Largest ρ of a step') > 0.1 },
  { says: 'With 150 traces, a tenth of the usual number, the run here goes wrong.', of: ['turing?machine=beaver4&N=150'], holds: (few) => few.state.N === 150 && value(few, 'First wrong step') > 0 },
  { says: 'After 150 epochs none has an error as small as rounding.', of: [`head_race?${kOneHead}`], holds: (one) => one.state.epochs === 150 && finals(one, '1 head').length === 4 && Math.min(...finals(one, '1 head')) > 1e-12 },
  { says: 'Here sixteen heads get there from every start.', of: ['head_race'], holds: (race) => Math.max(...finals(race, '16 heads')) < 1e-30 },
  { says: 'At a context of two characters attention wins.', of: ['language?corpus=article&n=2'], holds: (two) => right(two, kAttention) > right(two, 'counting pairs (bigram)') },
  { says: 'Here, even with infinitely many examples, the average of phase 1 misses the sum of all W by 25 %.', of: ['phases?phase=1'], holds: (phase) => Math.round(100 * value(phase, kBias)) === 25 },
  { says: 'a sequence of more than $d$ tokens is worth fewer equations than it has tokens:', of: ['samples?targets=all&N=23'], holds: (all) => value(all, 'Sequences that hold as many equations as unknowns') === 10 },
];

/** Words with numbers that no figure has to show, by where they are from. */
export const given = {
  'defined here, or counted on this page': [
    'A layer of linear attention can be learned in two ways', 
    'What do the six phases do at a size that fits on a page?', 'Three false statements about this result',
    'We read these as two promises', 'Cut the first nine chapters of', 'You can choose this article instead, as it stood in November 2026',
    'Split every token in two: the upper half is a key $k$, the lower half a value $v$.', 'half of each token is a key and half a value', 'Half of every token is a key, half a value.', 'two of the numbers that fix the layer are held', 'Our argument for $d^2$ heads is of that kind', 'it is known for linear networks of two layers',  'Fold the two long vectors of each back', 'Ask with a sequence of only two different tokens',
    'How strongly do two features go together, on average over all $N$ questions?',
    'Here is an example: carbon dioxide in the air at Mauna Loa, month by month since 1958.', 'From six of them the layer is to tell what the next month brings.', 'A short program trained two heads with a thousand steps of Adam.',
    'Train eight heads, then two for four thousand steps', 'After how many steps are two heads within one percent of the least?', 'Let it see twelve months instead of six.', 'What do the cosines of twelve months add up to?',
    'Attention on three words', 'describe every word by two numbers', 'here $d$ is 2', 'Which tokens ask, and what they see: three modes', 'And third, as a yardstick.', 'Four chapters go on from here; each can be read alone.', 'what does it all cost, from a toy to the width of GPT-3?', 'A layer gets two matrices', 'that is how well the two match', 'no larger for three million words than for three',
    'Two heads have answered some questions', 'through the same two heads, with the extra',
    'The same data, the same two heads, and', 'five steps, no guess', 'Two ways to count.', 'the picture shows two of eighteen directions', 'with probability 1 − δ, within ε of the best layer there is',
    'Give them 500 epochs:', '10⁻¹²', 'Now make all scores ten times smaller', 'Set the number of examples from a hundred to fifty thousand.', 'What happens to ρ, and to the two answers?', 'Published in 1851', 'A flag marks where a run comes within a factor of ten of it', 'Leave N at 16, d at 4', 'What happens with two heads, three, four?', 'Two heads are more than this task needs, so nothing can go wrong.',
    'The six phases on data drawn for this page.', 'texts of less than twenty thousand words', 'a thousand times larger they do not show',
    'this is not in the two papers', 'Two models answer examples that both have learned from, then a question that neither has seen.', 'Drag a number of the question and see whether the two still agree.', 'When two layers are one function.', 'here 0.1 and 2,048 tokens',
    'For sequences of 32 tokens that all ask', 'at $d = 4$, 8 and 12', 'A good test score and a guarantee are two different things.', 'A hundred small errors', 'the 4 × 4 matrix G',
    'Eight characters or one', 'Linear attention looks at the last eight.',
    'Sixteen heads can do all that one head can.', 'steps of random automata with four states', 'trained on them from four random starts', 'how many get below', 'Which of the two is right more often?',
  ],
  'arithmetic': [
    'Even the head that counted edible animals comes back as two, which count the fish only together.', 'Keep only the first, and half of $\\W$ is lost.', 'a match of 5 takes 98 % of a softmax beside a match of 1, but here only five sixths.', 'Add 1 to the weight of the one and take 1 from that of the other', 'doubling $d$ makes solving for them up to 512 times as much work',
    'Two $\\W$ may differ and answer alike',
    'Where two entries of $\\W$ were folded together, each gets half of $p$, which makes the smallest $\\W$ with these answers (ours).', 'or the sum of the two entries that were folded together', 'An entry of $\\G$ is itself a sum of products of two numbers, which makes three.',
    'The inner product of the features of two questions is', 'There are $d^3$ of these products',
    'Write the products down for d = 2.',
    'A score higher by one counts 2.7 times as much.', 'a sum of products of three numbers', 'products of three numbers of the tokens',  'a polynomial of degree four in',
    'grow with the third power of $d$, the Gram matrix with the sixth, its factorisation with the ninth', 'One in twenty.', 'no more than one in fifty',
    'Two $\\W$, one function', 'Which of the eight are the same, and why?', 'What would have to change for the cost to fall by half?',
  ],
  'stated or proved in the papers, or by others who are named there': [
    'each exceed the least loss', 'And if two layers',
    'Mamba-2 and Gated DeltaNet are relatives of it',
    'The texts that BERT learned from have 3.3 billion words in all', 'a softmax transformer of four layers needs, by descent, to predict runs of automata to 99 %',
    'In 2024 six researchers proved', 'for linear programs, Khachiyan’s (1979) was too slow to use, Karmarkar’s (1984) was not',
    'The paper that this article is about trains 1 to 16 of them', 'hidden in every comparison with GPT-3', 'measured in trainings of GPT-3', 'A million times GPT-3?', 'The theorem’s formula gives that',
    'The proof is an algorithm of six phases:', '(theorem 2.2)', 'The paper’s theorem (2.2) counts differently', '(corollary 2.4)', 'Its lemma 3.1, by which the steps', '(lemma 3.1)', '(lemma 2.3)', '(lemma A.6)', '(lemma A.5)', '“A million times GPT-3” rests on one choice of',
  ],
  'believed, and false': ['Sixteen heads need sixteen times as many unknowns.'],
  'ours, derived on this page or checked by the tests of the learner': [
    'The bound of the certificate needs a square and a 4.', 'Lemma A.5 fails for', 'symmetric in three indices', 'Two tokens of signs give a softmax layer away.', 'Two heads that cannot be told apart', 'Two heads of linear attention can also be mixed without changing any answer.', 'no question can tell two heads apart though both are at work',
  ],
};

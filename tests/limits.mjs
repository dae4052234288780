// What the tests measure, and the limits: read by the tests, by the page of results and by the table in bench/page.md.

/**
 * @typedef {object} Limit
 * @property {string} name
 * @property {string} [unit]
 * @property {number} [most] the limit; what a clock measures has a goal instead, on a machine at rest
 * @property {boolean} [goal] it is published as kept or over, and no test fails by it
 */

/** The tests that measure, in the order of the page of results; the first ones run by `bash tests/bench/run.sh page`. */
export const titles = {
  light: 'Light and fast',
  dragging: 'Under the hand',
  in_place: 'Where no worker can start',
  awake: 'learn() in a page',
  cores: 'A second core',
  progress: 'How long the learner keeps silent',
  idle: 'At rest',
  fuzz: 'At random',
  heap: 'Memory after long play at random',
  malformed: 'Malformed links and files',
  libfuzzer: 'At random, with sanitizers',
  places: 'Hostile places',
  interrupted: 'Interrupted',
  bits: 'The same bits',
  faults: 'Planted faults',
};

export const light = {
  paint: { name: 'First contentful paint of the article', unit: 's', most: 1.5, goal: true },
  opening: { name: "The article's opening usable", unit: 's', most: 3, goal: true },
  openingBrotli: { name: "The article's opening usable, from a server that sends brotli", unit: 's', most: 3, goal: true },
  usable: { name: "The article's first figure usable, for who goes there at once", unit: 's', most: 4.5, goal: true },
  framed: { name: 'A figure in a frame usable', unit: 's', most: 4.5, goal: true },
  usableBrotli: { name: "The article's first figure usable, from a server that sends brotli", unit: 's', most: 4.5, goal: true },
  task: { name: "Longest task until the article's first figure is usable", unit: 'ms', most: 200, goal: true },
  shift: { name: 'Layout shift', most: 0.02, goal: true },
  framedBrotli: { name: 'A figure in a frame, from a server that sends brotli', unit: 's', most: 4.5, goal: true },
  origins: { name: 'Origins asked besides our own', most: 0 },
  slowness: { name: 'How much slower the machine was than at rest meanwhile' },
  answer: (/** @type {number} */ seconds) => ({ name: `Slowest of all answers to clicks and keys during a long run (${seconds} s)`, unit: 'ms', most: 200, goal: true }),
  report: { name: 'Longest time between two reports of progress', unit: 'ms', most: 250, goal: true },
  contexts: { name: 'Twenty figures: live WebGL contexts', most: 4 },
  tasks: { name: 'Twenty figures: longest task', unit: 'ms', most: 200, goal: true },
};

export const dragging = {
  frame: { name: 'Work of a frame while a figure is dragged over: the most of all figures', unit: 'ms', most: 8, goal: true },
  task: { name: 'Longest task while a figure is dragged over', unit: 'ms', most: 200, goal: true },
  answer: { name: 'From the click to what 4,096 sequences teach, d = 4', unit: 'ms', most: 1000, goal: true },
  cancel: { name: 'Cancel during a long run', unit: 'ms', most: 100, goal: true },
  free: { name: 'Longest task during a long run', unit: 'ms', most: 200, goal: true },
};

export const inPlace = {
  task: { name: 'Longest task of a run in place, where no worker can start', unit: 'ms', most: 500, goal: true },
};

export const awake = {
  turn: { name: 'Longest time that a page waits for a turn while learn() begins, works and is aborted', unit: 'ms', most: 1000, goal: true },
  abort: { name: 'From the abort of learn() to its rejection', unit: 'ms', most: 100, goal: true },
};

export const cores = (/** @type {string} */ run) => ({ name: `Time with two cores, as a share of that with one: ${run}`, most: 0.59, goal: true });

export const apart = { name: 'Two runs that share nothing, at the same time, as a share of one after the other' };

export const progress = {
  silence: (/** @type {number} */ seconds) => ({ name: `The learner's longest silence: every figure, also with all numbers at their largest, the first ${seconds} s`, unit: 'ms', most: 250, goal: true }),
};

export const idle = {
  draws: { name: 'Frames and draw calls of figures at rest, off screen, not displayed', most: 0 },
};

export const fuzz = {
  steps: (/** @type {number} */ figures, /** @type {string} */ seed) => ({ name: `Steps at random, pointer, keys, window, links, files, contexts, over ${figures} figures, seed ${seed}` }),
  broken: { name: 'Figures that were out of order after one of them', most: 0 },
  heap: (/** @type {string} */ seconds, /** @type {number} */ figures) => ({ name: `Heap growth in ${seconds} s at random: the most of ${figures} figures`, unit: '%', most: 5, goal: true }),
};

export const libfuzzer = {
  inputs: (/** @type {number} */ targets, /** @type {string | number} */ seed) => ({ name: `Inputs that libFuzzer made for ${targets} readers and figures, with sanitizers, seed ${seed}` }),
  broken: { name: 'libFuzzer targets where it found something', most: 0 },
};

export const faults = {
  planted: { name: 'Small bugs planted' },
  missed: { name: 'Planted bugs that the test they name did not notice', most: 0 },
};

// What the project asked of itself, held against the rows of one run.
const kMegabyte = 2 ** 20;
const kNode = 'ours, WASM in node';
const kChromium = 'ours, WASM in Chromium';
const wasm = [kNode, kChromium];

const only = (rows, wanted) => rows.find((row) => Object.entries(wanted).every(([key, value]) => row[key] === value));
const time = (rows, targets, d, contestant) => only(rows, { task: 'algorithm', targets, d, contestant })?.ms;

/** How many times faster than `other` we are, in node and in Chromium. */
const faster = (targets, d, other, atLeast) => ({
  bar: `WASM, one thread, \`${targets}\`, d = ${d}: ${atLeast === 1 ? 'no slower than' : `${atLeast} times faster than`} ${other}`,
  atLeast,
  unit: '×',
  reached: (rows) => wasm.map((name) => time(rows, targets, d, other) / time(rows, targets, d, name)),
});

const kernel = (targets, d) => ({
  bar: `moments, \`${targets}\`, d = ${d}: 70 % of the peak of the WASM engine`,
  atLeast: 70,
  unit: ' %',
  reached: (rows) => wasm.map((contestant) => 100 * only(rows, { task: 'kernel', targets, d, contestant })?.share),
});

const bars = [
  faster('last', 8, 'NumPy', 1),
  faster('last', 12, 'NumPy', 1),
  faster('all', 8, 'NumPy', 10),
  faster('last', 8, 'ml-matrix', 20),
  faster('all', 8, 'ml-matrix', 20),
  ...['last', 'all'].flatMap((targets) => [8, 12, 16].map((d) => kernel(targets, d))),
  {
    bar: 'd = 16 (2,176 unknowns) solved in a tab within 512 MB',
    atMost: 512,
    unit: ' MB',
    reached: (rows) => [Math.max(...['last', 'all'].map((targets) => only(rows, { task: 'algorithm', targets, d: 16, contestant: kChromium })?.memory)) / kMegabyte],
  },
];

const digits = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2));

/** One row a bar; the worse of node and Chromium decides. Bars whose tasks were not run are left out. */
export function judge(rows) {
  return bars.map((bar) => ({ ...bar, values: bar.reached(rows) })).filter(({ values }) => values.every(Number.isFinite))
    .map(({ bar, atLeast, atMost, unit, values }) => {
      const met = values.every((value) => (atLeast === undefined ? value <= atMost : value >= atLeast));
      const worst = atLeast === undefined ? Math.max(...values) / atMost : atLeast / Math.min(...values);
      const verdict = met ? 'met' : `missed by a factor of ${worst.toFixed(2)}`;
      return { bar, reached: values.map((value) => digits(value) + unit).join(' / '), verdict };
    });
}

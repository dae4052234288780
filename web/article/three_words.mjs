// The article's first example, worked out: a sentence of three words, each a token of two numbers (an animal? about food?),
// whose last word asks. Plain attention, where a word is its own key and value: with softmax, without, and as G z.

export const kTokens = [[1, 0], [0, 1], [1, 1]]; // cats, eat, fish
const query = kTokens[2];

const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const matches = kTokens.map((token) => dot(token, query));
const powers = matches.map(Math.exp);
const total = powers.reduce((sum, x) => sum + x, 0);
const shares = powers.map((power) => power / total);

/** The words added up, each as often as its weight says: an answer of two numbers. @param {number[]} weights */
const added = (weights) => [0, 1].map((a) => dot(weights, kTokens.map((token) => token[a])));

/** G = Σ z zᵀ over the words. */
const G = [0, 1].map((j) => [0, 1].map((k) => dot(kTokens.map((token) => token[j]), kTokens.map((token) => token[k]))));

// The head of the example: it compares the numbers for food and passes on those for animals.
const V = [[1, 0], [0, 0]];
const Q = [[0, 0], [0, 1]];
const times = (matrix, vector) => matrix.map((row) => dot(row, vector));

const two = (value) => value.toFixed(2);
const at = (table) => (index) => table[Math.floor(index / 10) - 1][(index % 10) - 1];

/** For {{name(index)}}: an index of two digits is row and column. */
export const kThreeWords = {
  token: at(kTokens),
  match: (t) => matches[t - 1],
  power: (t) => two(powers[t - 1]),
  powers: () => two(total),
  share: (t) => two(shares[t - 1]),
  soft: (a) => two(added(shares)[a - 1]),
  plain: (a) => added(matches)[a - 1],
  G: at(G),
  asked: (a) => times(G, query)[a - 1],
  feature: (jkl) => at(G)(Math.floor(jkl / 10)) * query[(jkl % 10) - 1],
  V: at(V),
  Q: at(Q),
  headed: (a) => times(V, times(G, times(Q, query)))[a - 1],
};

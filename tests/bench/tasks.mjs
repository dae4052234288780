// What is measured: one line each. `operations` scales with the time of the plain way, and foretells which sizes are
// out of a slow contestant's reach; answers may differ from ours by `agree`, relative, in the Frobenius norm.
export const pairs = (d) => (d * (d + 1)) / 2; // q
export const features = (d) => pairs(d) * d; // psi
export const rows = ({ targets, N, n }) => (targets === 'last' ? N : N * n);

const kN = 4096;
const kTokens = 32; // n
const sizes = (ds, modes) => modes.flatMap((targets) => ds.map((d) => ({ targets, d, N: kN, n: kTokens })));
const plain = (size) => rows(size) * features(size.d) ** 2;
const cube = ({ d }) => features(d) ** 3;

export const tasks = [
  { name: 'algorithm', title: 'Algorithm 1, tokens to heads', sizes: sizes([4, 8, 12, 16], ['last', 'all']), operations: plain, agree: 1e-8 },
  { name: 'gram', title: 'Gram matrix alone', sizes: sizes([4, 8, 12, 16], ['last']), operations: plain, agree: 1e-12 },
  { name: 'certificate', title: 'Certificate: all eigenvalues', sizes: sizes([4, 8, 12], ['last']), operations: cube, agree: 1e-12 },
  { name: 'extremes', title: 'Certificate: rank and extreme eigenvalues', sizes: sizes([8, 12, 16], ['last']), operations: cube, agree: 1e-8 },
  { name: 'heads', title: 'Fewest heads (3) of given coefficients', dataless: true, sizes: [4, 8, 12, 16].map((d) => ({ targets: 'last', d, N: 1, n: 1 })), operations: ({ d }) => d ** 6, agree: 1e-10 },
  { name: 'descent', title: 'One epoch of descent, 4 heads', sizes: [4, 8].map((d) => ({ targets: 'causal', d, N: 2048, n: 100 })), operations: plain, agree: 1e-8 },
];

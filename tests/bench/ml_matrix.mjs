// ml-matrix as a contestant: algorithm 1 with plain features in blocks and the library's product, Cholesky and SVD.
import { readFileSync } from 'node:fs';
import { CholeskyDecomposition, EigenvalueDecomposition, Matrix, SVD } from 'ml-matrix';
import { featureRows, features, probe } from './features.mjs';
import { serve } from './lines.mjs';

const kBlockRows = 4096;

const matrix = (rows, columns, numbers) => Matrix.from1DArray(rows, columns, numbers);

function sums(data) {
  const { d, N, rows, Y } = data;
  const psi = features(d);
  const gram = Matrix.zeros(psi, psi);
  const cross = Matrix.zeros(psi, d);
  const size = Math.max(1, Math.floor(kBlockRows / rows));
  for (let first = 0; first < N; first += size) {
    const count = Math.min(size, N - first);
    const F = matrix(count * rows, psi, featureRows(data, first, count));
    const y = matrix(count * rows, d, Y.subarray(first * rows * d, (first + count) * rows * d));
    const Ft = F.transpose();
    gram.add(Ft.mmul(F));
    cross.add(Ft.mmul(y));
  }
  return { gram, cross };
}

/** p (psi x d_out) -> W (d^2 x d^2) of least norm. */
function unfold(p, d) {
  const W = Matrix.zeros(d * d, d * d);
  eachFolded(d, (a, j, k, l, row) => {
    const share = p.get(row, a) / 2;
    W.set(a * d + j, k * d + l, W.get(a * d + j, k * d + l) + share);
    W.set(a * d + k, j * d + l, W.get(a * d + k, j * d + l) + share);
  });
  return W;
}

function fold(W, d) {
  const p = new Float64Array(d * features(d));
  eachFolded(d, (a, j, k, l, row) => {
    p[a * features(d) + row] = W.get(a * d + j, k * d + l) + (j < k ? W.get(a * d + k, j * d + l) : 0);
  });
  return p;
}

function eachFolded(d, visit) {
  for (let a = 0; a < d; a++) {
    for (let j = 0, row = 0; j < d; j++) {
      for (let k = j; k < d; k++) for (let l = 0; l < d; l++, row++) visit(a, j, k, l, row);
    }
  }
}

function algorithm(data, laps) {
  laps.start();
  const { gram, cross } = sums(data);
  laps.lap('gram');
  const p = new CholeskyDecomposition(gram).solve(cross);
  laps.lap('solve');
  const svd = new SVD(unfold(p, data.d), { autoTranspose: true });
  const rank = svd.diagonal.filter((sigma) => sigma > 1e-9 * svd.diagonal[0]).length;
  const half = Matrix.diag(svd.diagonal.slice(0, rank).map(Math.sqrt));
  const V = svd.leftSingularVectors.subMatrix(0, data.d ** 2 - 1, 0, rank - 1).mmul(half);
  const Q = svd.rightSingularVectors.subMatrix(0, data.d ** 2 - 1, 0, rank - 1).mmul(half);
  laps.lap('heads');
  return fold(V.mmul(Q.transpose()), data.d);
}

function gram(data, laps) {
  laps.start();
  const { gram: A } = sums(data);
  laps.lap('gram');
  return A.mmul(Matrix.columnVector(probe(A.rows))).to1DArray();
}

function certificate(data, laps) {
  data.gram ??= sums(data).gram.div(data.N * data.rows);
  laps.start();
  const { realEigenvalues } = new EigenvalueDecomposition(data.gram, { assumeSymmetric: true });
  laps.lap('spectrum');
  return realEigenvalues.sort((a, b) => a - b);
}

const { version } = JSON.parse(readFileSync(new URL('node_modules/ml-matrix/package.json', import.meta.url), 'utf8'));
await serve({ algorithm, gram, certificate }, `ml-matrix ${version}`);

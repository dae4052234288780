// The data and the plain features of algorithm 1, for the contestants in JavaScript.
import { readFileSync } from 'node:fs';

/** The data that `prepare TASK TARGETS D N n FILE` names; tokens and targets stand one after the other. */
export function read([targets, d, N, n, file]) {
  const size = { targets, d: Number(d), N: Number(N), n: Number(n) };
  const bytes = readFileSync(file);
  const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
  const rows = targets === 'last' ? 1 : size.n; // targets in a sequence
  const tokens = size.N * size.n * size.d;
  return { ...size, rows, Z: numbers.subarray(0, tokens), Y: numbers.subarray(tokens, tokens + size.N * rows * size.d) };
}

export const pairs = (d) => (d * (d + 1)) / 2;
export const features = (d) => pairs(d) * d; // psi

/** G_jk for j <= k of the sequence that starts at `at`. */
function gramOf({ Z, d, n }, at, g) {
  let a = 0;
  for (let j = 0; j < d; j++) {
    for (let k = j; k < d; k++, a++) {
      g[a] = 0;
      for (let t = 0; t < n; t++) g[a] += Z[at + t * d + j] * Z[at + t * d + k];
    }
  }
}

/** Features G_jk z_l of the sequences first .. first + count - 1, one row a target. */
export function featureRows(data, first, count) {
  const { Z, d, n, rows } = data;
  const g = new Float64Array(pairs(d));
  const F = new Float64Array(count * rows * features(d));
  let at = 0;
  for (let i = first; i < first + count; i++) {
    gramOf(data, i * n * d, g);
    for (let t = n - rows; t < n; t++) {
      const z = Z.subarray((i * n + t) * d, (i * n + t + 1) * d);
      for (let a = 0; a < g.length; a++) for (let l = 0; l < d; l++) F[at++] = g[a] * z[l];
    }
  }
  return F;
}

/** The vector by which Gram matrices are compared; see probe in jobs.hpp. */
export const probe = (size) => Array.from({ length: size }, (_, i) => (((7 * i) % 13) - 6) / 6);

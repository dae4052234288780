// TensorFlow.js on its WebAssembly backend (float32, SIMD) as a contestant: the Gram product alone, from features that
// are there already.
import { version_wasm } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { featureRows, features, probe } from './features.mjs';
import { serve } from './lines.mjs';

await tf.setBackend('wasm');

function gram(data, laps) {
  const psi = features(data.d);
  data.F ??= tf.tensor2d(Float32Array.from(featureRows(data, 0, data.N)), [data.N * data.rows, psi]);
  laps.start();
  const product = tf.matMul(data.F, data.F, true, false);
  const A = product.dataSync();
  laps.lap('gram');
  product.dispose();
  const u = probe(psi);
  return u.map((_, i) => u.reduce((sum, each, j) => sum + each * A[i * psi + j], 0));
}

await serve({ gram }, `tfjs-backend-wasm ${version_wasm} (f32)`);

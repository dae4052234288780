// learn(): the learner alone, for scripts in node and in pages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { kTogether, Cancelled } from '../../web/element/worker_pool.js';
import { learnerProgram } from '../../web/learn/learner.js';
import { packLesson } from '../../web/learn/lesson.js';
import { partsOf, runShared } from '../../web/learn/shares.js';
import { kStart, open } from './chromium.mjs';
import { page as html, site } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const script = pathToFileURL(join(site, 'learn.js')).href;
const { learn } = await import(script);
const golden = JSON.parse(readFileSync(new URL('../golden/learn_golden.json', import.meta.url), 'utf8'));

const server = await startServer({ headers: { 'Access-Control-Allow-Origin': '*' } });
const elsewhere = await startServer({
  pages: { '/page.html': html('', server.address), '/strict.html': html('') },
  headers: { 'Content-Security-Policy': `script-src 'self' ${server.address} 'wasm-unsafe-eval'; worker-src 'none'` },
});
const browser = await startChromium();

/** Numbers from -1 to 1, the same each time. */
function numbers(seed) {
  return () => (seed = (seed * 48271) % 2147483647) / 1073741823.5 - 1;
}

/** Examples of one head. */
function made(count, d, { n = 6, outputs = 2, seed = 7 } = {}) {
  const next = numbers(seed);
  const list = (length, item) => Array.from({ length }, item);
  const [V, Q] = [list(outputs, () => list(d, next)), list(d, () => list(d, next))];
  return list(count, () => {
    const tokens = list(n, () => list(d, next));
    const z = tokens[n - 1];
    const weights = tokens.map((s) => s.reduce((sum, x, j) => sum + x * Q[j].reduce((inner, q, l) => inner + q * z[l], 0), 0));
    return { tokens, target: V.map((row) => tokens.reduce((sum, s, t) => sum + weights[t] * row.reduce((inner, v, j) => inner + v * s[j], 0), 0)) };
  });
}

const norm = (list) => Math.hypot(...list.flat());
const distance = (a, b) => norm(a.flat().map((x, k) => x - b.flat()[k])) / norm(b);

for (const [k, given] of golden.entries()) {
  test(`case ${k} (${given.targets}, λ = ${given.lambda}, ${given.examples.length} examples of different lengths) has the numbers of NumPy`, async () => {
    const learned = await learn(given.examples, { targets: given.targets, lambda: given.lambda });
    const off = [
      distance(learned.W, given.W),
      distance(learned.singularValues, given.singularValues),
      Math.abs(learned.trainingError - given.trainingError) / Math.max(given.trainingError, 1e-12),
      distance(learned.certificate.eigenvalues, given.eigenvalues),
    ];
    // Normal equations square the condition number, which SVD of the features does not.
    assert.ok(off.every((error) => error < 1e-8), `off by ${off}`);
    assert.deepEqual([learned.rows, learned.certificate.rank, learned.unknowns, learned.d, learned.outputs], [given.rows, given.rank, 18, 3, 2]);
    assert.equal(learned.certificate.unique, given.rank === 18);
    assert.equal(learned.minimumNorm, given.lambda === 0 && given.rank < 18);
  });
}

test('heads, W and predict() are one function, and its error is the training error', async () => {
  for (const { examples, targets, lambda } of golden) {
    const learned = await learn(examples, { targets, lambda });
    const { heads, predict, outputs, d } = learned;
    let sum = 0;
    for (const { tokens, target } of examples) {
      const answers = targets === 'last' ? [predict(tokens)] : predict(tokens);
      const due = targets === 'last' ? [target] : target;
      const asked = targets === 'last' ? [tokens.length - 1] : tokens.map((_, t) => t);
      asked.forEach((t, row) => {
        const seen = targets === 'causal' ? tokens.slice(0, t + 1) : tokens;
        const byHeads = Array(outputs).fill(0);
        for (const { V, Q } of heads) {
          for (const s of seen) {
            let score = 0;
            for (let j = 0; j < d; ++j) for (let l = 0; l < d; ++l) score += s[j] * Q[j][l] * tokens[t][l];
            for (let a = 0; a < outputs; ++a) for (let j = 0; j < d; ++j) byHeads[a] += V[a][j] * s[j] * score;
          }
        }
        for (let a = 0; a < outputs; ++a) assert.ok(Math.abs(byHeads[a] - answers[row][a]) < 1e-9 * (1 + norm(learned.W)));
        for (let a = 0; a < outputs; ++a) sum += (due[row][a] - answers[row][a]) ** 2;
      });
    }
    const error = sum / (learned.rows * outputs);
    assert.ok(Math.abs(error - learned.trainingError) <= 1e-9 * error + 1e-24, `${error} ${learned.trainingError}`);
  }
});

test('dates and offsets: never worse than answering 0, the rank has no hole, and the digits left are said', async () => {
  const value = Array.from({ length: 31 }, (_, k) => (k * k * 5) % 23);
  const dated = await learn(value.slice(0, 30).map((x, k) => ({ tokens: [[x, 45000 + k, 1]], target: [value[k + 1]] })));
  assert.ok(Math.abs(dated.relativeTrainingError - 0.116113) < 1e-6, `${dated.relativeTrainingError}`);
  assert.equal(dated.rank, 10);
  assert.ok(dated.condition > 1e12 && dated.digits >= 1 && dated.digits <= 4, `${dated.condition} ${dated.digits}`);
  for (const offset of [0, 700, 1000, 2000]) {
    const learned = await learn(
      Array.from({ length: 60 }, (_, k) => ({
        tokens: [0, 1, 2].map((t) => [offset + ((k * k * 7 + t * t * 13 + k * t) % 19) / 10, 1]),
        target: [((k * k * 5) % 23) / 10],
      })),
    );
    assert.equal(learned.rank, 6);
    assert.equal(learned.certificate.unique, true);
    assert.ok(Math.abs(learned.relativeTrainingError - 0.148939) < 1e-6, `${offset}: ${learned.relativeTrainingError}`);
  }
});

test('the distance to the heads that answered is none, however they are scaled; to others it is that of their coefficients', async () => {
  const examples = made(300, 3);
  const learned = await learn(examples);
  const doubled = learned.heads.map(({ V, Q }) => ({ V: V.map((row) => row.map((x) => 2 * x)), Q: Q.map((row) => row.map((x) => x / 2)) }));
  assert.ok(learned.distance(learned.heads) < 1e-9 && learned.distance(doubled) < 1e-9);
  assert.ok(Math.abs(learned.distance([]) - 1) < 1e-12);
  const half = learned.heads.map(({ V, Q }) => ({ V: V.map((row) => row.map((x) => x / 2)), Q }));
  assert.ok(Math.abs(learned.distance(half) - 0.5) < 1e-9);
  // A head whose Q and V stand for an antisymmetric part of W only is the zero function.
  const unit = (size, at) => Array.from({ length: size }, (_, k) => (k === at ? 1 : 0));
  const turned = [[0, 1, 1], [1, 0, -1]].map(([j, k, sign]) => ({ V: [unit(3, j).map((x) => sign * x), [0, 0, 0]], Q: [0, 1, 2].map((row) => (row === k ? [1, 0, 0] : [0, 0, 0])) }));
  assert.ok(Math.abs(learned.distance(turned) - 1) < 1e-12);
  for (const wrong of [[{ V: [[1, 2]], Q: [[1]] }], [null], [{ V: learned.heads[0].V, Q: [[1, 2, NaN], [1, 2, 3], [1, 2, 3]] }]]) assert.throws(() => learned.distance(wrong), { name: 'RangeError', message: /^heads\[0\] is not \{ V, Q \} with 2 x 3 and 3 x 3 finite numbers/ });
});

test('one head is found again, and answers what was never shown', async () => {
  const learned = await learn(made(200, 4), {});
  assert.equal(learned.neededHeads, 1);
  assert.ok(learned.relativeTrainingError < 1e-20);
  assert.equal(learned.certificate.unique, true);
  const [fresh] = made(300, 4).slice(-1);
  assert.ok(distance(learned.predict(fresh.tokens), fresh.target) < 1e-10);
  assert.deepEqual(learned.predict(fresh.tokens.map((token) => Float64Array.from(token))), learned.predict(fresh.tokens));
  assert.throws(() => learned.predict(null), /There is no token: give at least one/);
  assert.ok(learned.seconds > 0);
  assert.doesNotThrow(() => JSON.stringify(learned));
});

test('the rank comes also where there are too many unknowns for all eigenvalues', async () => {
  const learned = await learn(made(700, 9, { n: 3 }));
  assert.equal(learned.unknowns, 405);
  assert.deepEqual(learned.certificate.eigenvalues, []);
  assert.equal(learned.certificate.rank, 405);
  assert.ok(learned.certificate.smallestEigenvalue > 0);
});

test('progress rises to 1', async () => {
  const seen = [];
  await learn(made(4000, 9), { onProgress: (fraction) => seen.push(fraction) });
  assert.equal(seen.at(-1), 1);
  assert.ok(seen.length > 1);
  seen.forEach((fraction, k) => assert.ok(k === 0 || fraction >= seen[k - 1]));
});

test('an aborted run stops at once with the reason, and the next one works', async () => {
  const stop = new AbortController();
  const told = [];
  const run = learn(made(3000, 14), {
    signal: stop.signal,
    onProgress(done) {
      told.push(done);
      stop.abort(new Error('enough'));
    },
  });
  await assert.rejects(run, /enough/);
  await assert.rejects(learn(made(10, 2), { signal: AbortSignal.abort() }), { name: 'AbortError' });
  const all = [];
  await learn(made(3000, 14), { onProgress: (done) => all.push(done) });
  assert.ok(told.length === 1 && all.length > 1, `it reported ${told}, one that is left alone ${all}`);
});

// Much data: shares.js. The learner here is the site's, in place of workers.
const learners = await Promise.all([1, 2].map(async () => learnerProgram.create(await WebAssembly.compile(readFileSync(join(site, 'learner.wasm'))))));
/** Runs in this thread; `fails` are the jobs, counted from 0, whose worker is lost. */
function poolHere(fails = []) {
  const pool = {
    jobs: [],
    cancelled: 0,
    run(job, listener) {
      const number = pool.jobs.push(job) - 1;
      let cancel;
      const stopped = new Promise((_, reject) => (cancel = () => (++pool.cancelled, reject(new Error('cancelled')))));
      const made = Promise.resolve().then(() => {
        if (fails.includes(number)) throw new Error('lost');
        return learnerProgram.run(learners[number % 2], null, job, listener);
      });
      return { done: Promise.race([made, stopped]), cancel };
    },
  };
  return pool;
}
for (const targets of ['last', 'all', 'causal']) {
  test(`sums that several workers share out come to the bits of one (${targets})`, async () => {
    const examples = made(300, 5).map((example) => (targets === 'last' ? example : { ...example, target: example.tokens.map(() => example.target) }));
    const lesson = packLesson(examples, targets, 0.001);
    const { result: one } = learners[0].learn(lesson);
    for (const parts of [2, 3, 8]) {
      const seen = [];
      const pool = poolHere();
      const { result } = await runShared(pool, lesson, { begin() {}, progress: (fraction) => seen.push(fraction), preview: null }, parts).done;
      assert.deepEqual(result, one, `${parts} parts`);
      assert.equal(pool.jobs.length, parts + 1);
      assert.equal(seen.at(-1), 1);
      seen.forEach((fraction, k) => assert.ok(k === 0 || fraction >= seen[k - 1], `${seen}`));
    }
  });
}

test('a worker that is lost leaves the run to one, and a cancelled run cancels them all', async () => {
  const lesson = packLesson(made(300, 5), 'last', 0);
  const { result: one } = learners[0].learn(lesson);
  const quiet = { begin() {}, progress() {}, preview: null };
  for (const lost of [[0], [2], [3]]) {
    const pool = poolHere(lost);
    const { result } = await runShared(pool, lesson, quiet, 3).done;
    assert.deepEqual(result, one);
    assert.equal(pool.jobs.at(-1).parts, undefined);
  }
  const pool = poolHere();
  const run = runShared(pool, lesson, quiet, 3);
  run.cancel();
  await assert.rejects(run.done, Cancelled);
  assert.deepEqual([pool.jobs.length, pool.cancelled], [3, 3]);
});

test('work is shared where it outweighs the copies of the data', () => {
  const parts = (d, count, n, targets) => partsOf({ d, outputs: 1, targets, lambda: 0, lengths: new Int32Array(count), tokens: new Float64Array(count * d * n), answers: new Float64Array(targets ? count * n : count) });
  assert.deepEqual([parts(2, 100_000, 4, 0), parts(8, 4096, 8, 0), parts(16, 200, 8, 0)], [1, 1, 1]);
  assert.ok(parts(16, 4096, 8, 0) >= Math.min(2, kTogether));
});

const good = made(20, 2, { outputs: 1 });
/** The examples after a change. */
const changed = (change) => {
  const examples = structuredClone(good);
  change(examples);
  return examples;
};
for (const [what, examples, options, says] of [
  ['nothing', undefined, {}, /first argument is undefined: give a list of examples/],
  ['no examples', [], {}, /at least one example/],
  ['no tokens', [{ target: [1] }], {}, /examples\[0\]\.tokens is undefined/],
  ['a flat token', changed((e) => (e[0].tokens = [1, 2])), {}, /examples\[0\]\.tokens\[0\] is 1: give a list of numbers/],
  ['an empty sequence', changed((e) => (e[4].tokens = [])), {}, /examples\[4\]\.tokens is empty/],
  ['a shorter token', changed((e) => e[2].tokens[1].pop()), {}, /examples\[2\]\.tokens\[1\] has 1 number where the first has 2/],
  ['NaN', changed((e) => (e[2].tokens[1][0] = NaN)), {}, /examples\[2\]\.tokens\[1\]\[0\] is NaN: give finite numbers/],
  ['infinity', changed((e) => (e[19].target[0] = -Infinity)), {}, /examples\[19\]\.target\[0\] is -Infinity/],
  ['a string', changed((e) => (e[2].tokens[1][0] = '3')), {}, /examples\[2\]\.tokens\[1\]\[0\] is "3": give a number/],
  ['a target that is no list', changed((e) => (e[0].target = 5)), {}, /examples\[0\]\.target is 5/],
  ['lists of targets where one is due', changed((e) => (e[0].target = [[1]])), {}, /examples\[0\]\.target holds lists/],
  ['one target where lists are due', good, { targets: 'all' }, /examples\[0\]\.target has 1 list for 6 tokens/],
  ['another number of outputs', changed((e) => e[3].target.push(1)), {}, /examples\[3\]\.target has 2 numbers where the first has 1/],
  ['too many dimensions', made(2, 17), {}, /Tokens have 17 numbers: give 1 to 16/],
  ['too many outputs', made(2, 2, { outputs: 65 }), {}, /Targets have 65 numbers: give 1 to 64/],
  ['an unknown mode', good, { targets: 'first' }, /targets is "first": choose/],
  ['a negative penalty', good, { lambda: -1 }, /lambda is -1/],
  ['big integers', changed((e) => (e[0].tokens[0] = BigInt64Array.of(5n, 6n))), {}, /examples\[0\]\.tokens\[0\]\[0\] is 5n: give a number/],
  ['an object that holds itself', changed((e) => (e[0].tokens[0] = Object.assign({}, { own: e }))), {}, /examples\[0\]\.tokens\[0\] is an object: give a list of numbers/],
  ['a list that was forgotten', { tokens: Array(100_000).fill([1, 2]) }, {}, /^The first argument is an object: give a list of examples .{1,40}$/],
  ['null for options', good, null, /second argument is null: give an object of options/],
  ['a misspelt option', good, { target: 'all' }, /^There is no option "target": there are targets, lambda, onProgress, signal\.$/],
  ['a controller for its signal', good, { signal: new AbortController() }, /signal is an AbortController: give an AbortSignal/],
  ['targets whose squares vanish', changed((e) => e.forEach(({ target }) => (target[0] *= 1e-200))), {}, /All targets are so small, \d\S+ at most, that their squares vanish: multiply/],
  ['a prediction that is missing', changed((e) => e.slice(1).forEach((one) => (one.prediction = [1]))), {}, /examples\[0\]\.prediction is missing: give/],
  ['a prediction of another size', changed((e) => e.forEach((one) => (one.prediction = [1, 2]))), {}, /examples\[0\]\.prediction has 2 numbers where the first has 1/],
  ['an onProgress that is no function', good, { onProgress: 7 }, /onProgress is 7: give a function/],
]) {
  test(`learn() refuses ${what} with a sentence`, async () => {
    await assert.rejects(learn(examples, options), ({ message }) => says.test(message) && message.endsWith('.'));
  });
}

for (const targets of /** @type {const} */ (['last', 'all', 'causal'])) {
  test(`no layer comes below the training error: predictions are told how far they are from it (${targets})`, async () => {
    for (let seed = 1; seed <= 8; ++seed) {
      const noise = numbers(100 + seed);
      const rough = made(60, 3, { seed }).map(({ tokens, target }) => ({ tokens, target: targets === 'last' ? target.map((y) => y + noise()) : tokens.map(() => target.map((y) => y + noise())) }));
      const plain = await learn(rough, { targets });
      assert.equal(plain.predictionError, undefined);
      const judged = async (answer) => learn(rough.map((one, k) => ({ ...one, prediction: answer(one, k) })), { targets });
      const own = await judged(({ tokens }) => plain.predict(tokens));
      assert.deepEqual([own.W, own.trainingError], [plain.W, plain.trainingError], 'nothing is learned from predictions');
      assert.ok(Math.abs(own.predictionError / own.trainingError - 1) < 1e-9, 'those of the fit itself are the best');
      // Other layers: that of other examples, and that of a penalty.
      const others = [await learn(made(60, 3, { seed: seed + 50 })), await learn(rough, { targets, lambda: 0.1 })];
      for (const other of others) {
        const { predict } = { ...plain, ...(await learn(rough.slice(0, 30), { targets })), W: other.W };
        const { predictionError, trainingError } = await judged(({ tokens }) => predict(tokens));
        assert.ok(predictionError > trainingError, `${predictionError} and ${trainingError}`);
      }
      const exact = await judged(({ target }) => target);
      assert.equal(exact.predictionError, 0, 'a model that is no layer of linear attention may be better than the best of them');
    }
  });
}

test('few examples at d = 14 leave most directions open: the smallest W that fits them is returned', async () => {
  const { rank, minimumNorm, relativeTrainingError, certificate } = await learn(made(30, 14));
  assert.deepEqual([rank, minimumNorm, certificate.unique], [30, true, false]);
  assert.ok(relativeTrainingError < 1e-20);
});

test('what looks like a list is one', async () => {
  const like = (list) => ({ length: list.length, ...list });
  const { W } = await learn(good);
  const alike = await learn(good.map(({ tokens, target }) => ({ tokens: like(tokens.map(like)), target: like(target) })));
  assert.deepEqual(alike.W, W);
});

test('what onProgress throws ends the run, and is what the promise rejects with', async () => {
  const failure = new Error('mine');
  let calls = 0;
  const onProgress = () => {
    ++calls;
    throw failure;
  };
  await assert.rejects(learn(made(3000, 14), { onProgress }), (error) => error === failure);
  assert.equal(calls, 1);
  for (const examples of [good, made(3000, 14)]) {
    const later = async () => {
      throw failure;
    };
    await assert.rejects(learn(examples, { onProgress: later }), (error) => error === failure);
  }
  assert.equal((await learn(good)).d, 2, 'and the next one learns');
});

test('a node program that learns comes to its end, without a worker left', () => {
  const program = `import { learn } from '${script}';
    const { W } = await learn([{ tokens: [[1]], target: [2] }, { tokens: [[2]], target: [16] }]);
    console.log(W[0][0].toFixed(12));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: kStart });
  assert.equal(said.trim(), '2.000000000000');
});

/** Runs in a page: what learn() gives, and whether a worker was there. */
const inPage = async (page, examples) =>
  page.evaluate(
    async (address, examples) => {
      const { learn } = await import(`${address}/learn.js`);
      const { W, certificate } = await learn(examples, { lambda: 0.001 });
      return { W, certificate };
    },
    server.address,
    examples,
  );

test('in a page of another origin, in a worker or without one, the bits are those of node', async () => {
  const examples = made(150, 3);
  const { W, certificate } = await learn(examples, { lambda: 0.001 });
  const here = await open(browser, `${server.address}/licences.txt`);
  const strict = await open(browser, `${elsewhere.address}/strict.html`);
  assert.deepEqual(await inPage(here, examples), { W, certificate });
  assert.ok(here.workers().length > 0);
  assert.deepEqual(await inPage(strict, examples), { W, certificate });
  assert.equal(strict.workers().length, 0);
  await here.close();
  await strict.close();
});

// How long the page has to wait for a turn is measured in tests/bench/page/awake.test.mjs.
test('in a page an aborted run stops and the page stays awake meanwhile', async () => {
  const page = await open(browser, `${server.address}/licences.txt`);
  const message = await page.evaluate(
    async (address, examples, turns) => {
      const { learn } = await import(`${address}/learn.js`);
      const stop = new AbortController();
      // Half a second at least, of a run of several; a page that got no turns would have its result first.
      const timer = setInterval(() => --turns || stop.abort(), 20);
      const message = await learn(examples, { signal: stop.signal }).catch(({ name }) => name);
      clearInterval(timer);
      return message;
    },
    server.address,
    made(9000, 16, { n: 2, outputs: 1 }),
    25,
  );
  assert.equal(message, 'AbortError');
  assert.equal(await page.evaluate(async (address) => (await (await import(`${address}/learn.js`)).learn([{ tokens: [[1]], target: [2] }, { tokens: [[2]], target: [16] }])).W[0][0].toFixed(9), server.address), '2.000000000', 'the next one works');
  await page.close();
});

test('its types compile with tsc --strict, and find mistakes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'learn-types-'));
  const types = fileURLToPath(new URL('../../web/types/learn.d.ts', import.meta.url));
  copyFileSync(types, join(folder, 'learn.d.ts'));
  writeFileSync(
    join(folder, 'use.ts'),
    `import { learn, type Example, type Learned } from './learn.js';
    const one: Example[] = [{ tokens: [[1, 2], new Float64Array(2)], target: [3] }];
    const last = await learn(one, { lambda: 0.1, signal: new AbortController().signal, onProgress: (done: number) => console.log(done) });
    const answer: number[] = last.predict([[1, 2]]);
    const every: Learned<'causal'> = await learn([{ tokens: [[1]], target: [[1]] }], { targets: 'causal' });
    const answers: number[][] = every.predict([[1]]);
    const { unique }: { unique: boolean } = every.certificate;
    const v: number = last.heads[0].V[0][0] + last.W[0][0];
    // @ts-expect-error: a list for each token is due
    await learn([{ tokens: [[1]], target: [1] }], { targets: 'all' });
    // @ts-expect-error: no such mode
    await learn(one, { targets: 'first' });
    // @ts-expect-error: no such option
    await learn(one, { ridge: 1 });
    console.log(answer, answers, unique, v);`,
  );
  const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
  try {
    execFileSync(process.execPath, [compiler, '--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', join(folder, 'use.ts')], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

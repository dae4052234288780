// lifted-learn (src/program), by tests in Python beside learn() of Python, which NumPy has checked; and beside the page's learn().
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testPython } from '../c_api/python/run.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'program-'));
after(() => rmSync(folder, { recursive: true }));
const program = process.env.LIFTED_LEARN ?? join(top, 'build/native/lifted-learn');

testPython(
  { PYTHONPATH: join(top, 'src/c_api'), LIFTED_LEARNER_LIBRARY: join(top, 'build/native/liblifted_learner.so'), LIFTED_LEARN: program },
  ['tests/program/learned_test.py', 'tests/program/ended_test.py', 'tests/program/refused_test.py'],
);

/** Numbers that are the same every time, about 1 large. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => ((state = (state * 48271) % 2147483647) / 2147483647 - 0.5) * 4;
}

for (const targets of /** @type {const} */ (['last', 'all', 'causal'])) {
  test(`the page's learn() and the program find the same bits in the same rows: ${targets}`, async () => {
    const { learn } = await import(join(top, 'build/site/learn.js'));
    const next = numbers(7);
    const examples = Array.from({ length: 300 }, (_, k) => {
      const tokens = Array.from({ length: 2 + (k % 4) }, () => [next(), next(), 1]);
      const answer = () => [next(), next()];
      return targets === 'last' ? { tokens, target: answer() } : { tokens, target: tokens.map(answer) };
    });
    const rows = examples.flatMap(({ tokens, target }, k) => tokens.map((token, t) => {
      const last = t === tokens.length - 1;
      const answer = targets === 'last' ? (last ? target : ['', '']) : target[t];
      return [k, t + 1, ...token, ...answer].join(',');
    }));
    const path = join(folder, `${targets}.csv`);
    writeFileSync(path, `# targets: ${targets}\nsequence,token,x1,x2,x3,y1,y2\n${rows.join('\n')}\n`);
    const json = join(folder, 'learned.json');
    execFileSync(program, [path, '--json', json]);
    const found = JSON.parse(readFileSync(json, 'utf8'));
    const learned = await learn(examples, { targets });
    for (const name of ['rows', 'unknowns', 'rank', 'minimumNorm', 'condition', 'digits', 'rankInDoubt', 'W', 'singularValues', 'heads', 'neededHeads', 'evidence', 'trainingError', 'relativeTrainingError', 'certificate', 'targets', 'lambda', 'examples', 'outputs', 'd'])
      assert.deepEqual(found[name], JSON.parse(JSON.stringify(learned[name])), name);
  });
}

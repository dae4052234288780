// The runner of the tests: what fails is named with what to do, what hangs is ended, and builds come before what needs them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { doctest, nodeFile } from '../runner/outcomes.mjs';
import { run } from '../runner/process.mjs';
import { runAll } from '../runner/queue.mjs';
import { unsaid } from '../runner/unsaid.mjs';

const folder = mkdtempSync(join(tmpdir(), 'runner-'));
after(() => rmSync(folder, { recursive: true }));
const log = join(folder, 'log');

/** What comes of a file with these tests. @param {string} body @param {object} [options] */
async function outcomeOf(body, options) {
  const file = join(folder, 'some.test.mjs');
  writeFileSync(file, `import assert from 'node:assert/strict';\nimport { describe, test } from 'node:test';\n${body}`);
  return { file, ...(await nodeFile(file, { log, ...options })) };
}

test('a test that fails is named with its message and the command that repeats it; a group that holds it is not', async () => {
  const { file, passed, failures, warnings } = await outcomeOf(`
    test('good', (t) => t.diagnostic('warning: a byte too many'));
    test('not now', { skip: 'later' }, () => {});
    describe('a group', () => test("it's bad", () => assert.equal(1, 2, 'one is not two')));`);
  assert.equal(passed, 1);
  assert.deepEqual(failures.map(({ title, again }) => [title, again]), [["it's bad", `bash tests/run.sh ${file} 'it'\\''s bad'`]]);
  assert.match(failures[0].message, /one is not two/);
  assert.deepEqual(warnings, ['warning: a byte too many']);
});

test('a test that hangs is ended and named, and what has passed before it counts', async () => {
  const { passed, failures } = await outcomeOf("test('good', () => {}); test('hangs', () => new Promise((resolve) => setTimeout(resolve, 1e9)));", { silence: 1 });
  assert.equal(passed, 1);
  assert.deepEqual(failures.map(({ title }) => title), ['hangs']);
  assert.match(failures[0].message, /^silent for 1 s; ended/);
});

test('a build has all the time that it needs while it says something, and is ended when it is silent', async () => {
  const { late, text } = await run('bash', ['-c', 'for i in 1 2 3 4; do echo $i; sleep 1; done; sleep 60'], { log, limit: 3, speaks: true });
  assert.equal(late, 'silent for 3 s');
  assert.match(text, /4/);
});

test('a file that breaks before its tests, and a test that there is not, are failures', async () => {
  const { failures } = await outcomeOf("throw new Error('at once');");
  assert.match(failures[0].message, /ended with 1[^]*at once/);
  const none = await outcomeOf("test('good', () => {});", { only: 'another' });
  assert.deepEqual(none.failures.map(({ title, message }) => [title, message]), [['another', 'there is no such test']]);
});

test('a doctest program tells each case that fails; one that crashes, or has no cases, fails as well', async () => {
  const says = (/** @type {string} */ text, status = 1) => doctest('some', ['bash', '-c', `cat << 'END'\n${text}\nEND\nexit ${status}`], [], { log });
  const line = '='.repeat(79);
  const bad = await says(`${line}\n/here/tests/learner/x_test.cpp:12:\nTEST CASE:  two, and two\n\nx_test.cpp:15: ERROR: CHECK( 4 == 5 ) is NOT correct!\n\n${line}\n[doctest] test cases: 3 | 2 passed | 1 failed | 0 skipped`);
  assert.equal(bad.passed, 2);
  assert.deepEqual(bad.failures.map(({ file, title }) => [file, title]), [['some (tests/learner/x_test.cpp)', 'two, and two']]);
  assert.match(bad.failures[0].again, /--test-case='two\? and two'$/);
  assert.equal((await says('[doctest] test cases: 0 | 0 passed | 0 failed | 9 skipped', 0)).failures.length, 1);
  assert.equal((await says('it began', 139)).failures.length, 1);
  const stopped = await doctest('some', ['bash', '-c', 'echo "It begins"; echo "There is no parameter x."; kill -ABRT $$'], [], { log });
  assert.deepEqual(stopped.failures.map(({ title }) => title), ['There is no parameter x.']);
  assert.deepEqual((await says('[doctest] test cases: 3 | 3 passed | 0 failed | 0 skipped', 0)).failures, []);
});

test('jobs run when what they need has succeeded, as many as there are places, and those left are told', async () => {
  const order = [];
  let running = 0;
  let most = 0;
  const job = (/** @type {string} */ name, /** @type {string[]} */ needs = [], failed = false, weight = 1) => ({
    name, part: 'x', needs, weight,
    run: async () => {
      most = Math.max(most, (running += weight));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= weight;
      order.push(name);
      return { passed: 1, failures: failed ? [{ file: name, title: '', message: '', again: '' }] : [], warnings: [] };
    },
  });
  const { done, left } = await runAll([job('needs both', ['build', 'second']), job('broken', [], true), job('left', ['broken']), job('second', ['build']), job('build', [], false, 2), job('wide', [], false, 9)], 3, () => {});
  assert.ok(order.indexOf('build') < order.indexOf('second') && order.indexOf('second') < order.indexOf('needs both'));
  assert.deepEqual(left.map(({ name }) => name), ['left']);
  assert.equal(done.length, 5);
  assert.equal(most, 9, 'what is wider than all places runs alone');
});

test('a sentence of a figure that no state says is told; labels, errors and what a picture breaks into lines are not', () => {
  const sources = ['tr("%1 of %2 fit, $W$ too.", a, b)', 'Phrase("Nothing "\n  "fits.")', 'counted("%1 head fits.", "%1 heads fit.", n)', 'tr("a label")', 'fail("It cannot be.")', 'tr("Raise $lambda$ to %1: it helps.", c)'];
  const picture = '<svg width="9"><text x="1 2">Raise </text><text x="1">λ</text>\n<text y="2">to 2: it</text><text>helps.</text></svg>';
  assert.deepEqual(unsaid(sources, ['{"sentence":"Three of 4 fit, W too."}', picture]), ['Nothing fits.', '%1 heads fit.']);
});

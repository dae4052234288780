// Do the tests notice? Each patch in this folder plants one small fault in a copy of the sources; the test that the patch
// names must then fail, and pass without it. A patch opens with two lines:
//
//   The gradient of the loss has a wrong sign.
//   Caught by: native learner: the name of a test case     of build/native/test_learner
//              node tests/browser/x.test.mjs: a test       that needs no site
//              site tests/browser/x.test.mjs: a test       on a site whose scripts are made from the copy
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { faults as limits } from '../limits.mjs';
import { recorder } from '../record.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const top = fileURLToPath(new URL('../..', import.meta.url));
const native = join(top, 'build/native');
const site = join(top, 'build/site');
const work = join(top, 'build/faults');
const tree = join(work, 'tree');
const brokenSite = join(work, 'site');
// Milliseconds that a test waits for what a fault may keep from coming.
const kPatience = 15_000;

const faults = readdirSync(here).filter((file) => file.endsWith('.patch')).map((file) => {
  const patch = readFileSync(join(here, file), 'utf8');
  const [what, caught] = patch.split('\n');
  const [, how, where, name] = /^Caught by: (native|node|site) (\S+): (.+)$/.exec(caught) ?? assert.fail(`${file} does not say what it is caught by`);
  return { file, what, how, where, name, touched: [...patch.matchAll(/^\+\+\+ b\/(\S+)/gm)].map((match) => match[1]) };
});

const git = (words, options) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });

/** What is there to break: every file of the project but what is built. */
function copySources() {
  rmSync(work, { recursive: true, force: true });
  const files = git(['ls-files', '-z', '-co', '--exclude-standard'], { cwd: top }).split('\0').filter((file) => file && !file.startsWith('tests/browser/pictures/'));
  for (const file of files) if (existsSync(join(top, file))) cpSync(join(top, file), join(tree, file));
  for (const folder of ['build', 'web/node_modules', 'tests/browser/node_modules']) symlinkSync(join(top, folder), join(tree, folder));
}

/** Plants a fault in the copy. The copy is no repository, and git must not take it for a part of ours. */
function plant({ file }) {
  try {
    git(['apply', join(here, file)], { cwd: tree, env: { ...process.env, GIT_CEILING_DIRECTORIES: work }, stdio: 'pipe' });
  } catch (error) {
    assert.fail(`${file} no longer applies: make it anew for the source as it is now.\n${error.stderr}`);
  }
}

function mend({ touched }) {
  for (const file of touched) cpSync(join(top, file), join(tree, file));
}

/** What compiles a source: the source itself, or a batch of them (CMake's unity build). @returns {{ source: string, text: string }} with the copies in place of the touched files */
function compiledWith(file, touched) {
  const batches = readdirSync(join(native, 'CMakeFiles'), { recursive: true }).filter((name) => /Unity\/unity_\d+_cxx\.cxx$/.test(name));
  const source = batches.map((name) => join(native, 'CMakeFiles', name)).find((name) => readFileSync(name, 'utf8').includes(`"${join(top, file)}"`)) ?? join(top, file);
  const text = source.endsWith('.cxx') ? readFileSync(source, 'utf8') : `#include "${source}"\n`;
  return { source, text: touched.reduce((text, one) => text.replace(`"${join(top, one)}"`, `"${join(tree, one)}"`), text) };
}

/** A room's test program with the touched sources compiled anew, and all else as it was built. */
function linked(room, touched) {
  const commands = execFileSync('ninja', ['-C', native, '-t', 'commands', `test_${room}`], { encoding: 'utf8', maxBuffer: 1 << 26 }).trim().split('\n');
  const run = (command) => execFileSync('bash', ['-c', command], { cwd: native, stdio: 'pipe' });
  const batches = new Map(touched.map((file) => compiledWith(file, touched)).map(({ source, text }) => [source, text]));
  const objects = [...batches].map(([source, text], k) => {
    const command = commands.find((one) => one.endsWith(` -c ${source}`)) ?? assert.fail(`no command compiles ${source}: a fault must be in a .cpp of the room or of one below it`);
    const [object, copy] = [join(work, `${k}.o`), join(work, `${k}.cpp`)];
    writeFileSync(copy, text);
    run(command.replace(/ -MD -MT \S+ -MF \S+ -o \S+ -c \S+$/, ` -o ${object} -c ${copy}`));
    return object;
  });
  const program = join(work, `test_${room}`);
  // Before the libraries: what is defined already is not taken from them.
  run(commands.at(-1).replace(/ -o \S+ /, ` ${objects.join(' ')} -o ${program} `));
  return program;
}

function doctest(program, name) {
  const { status, signal, stdout, stderr } = spawnSync(program, [`--test-case=${name.replaceAll(',', '?')}`, '--no-colors=true'], { cwd: top, encoding: 'utf8', maxBuffer: 1 << 26 });
  // Behind a REQUIRE that does not hold the program may break down, and what it has printed is lost.
  const failed = signal !== null || (status !== 0 && stdout.includes(`TEST CASE:  ${name}`));
  return { failed, passed: status === 0 && /test cases: +1 \| +1 passed/.test(stdout), output: stdout.slice(-3000) + stderr };
}

/** A node test of the copy. */
function nodeTest(file, name, patience) {
  const pattern = `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
  const env = { ...process.env, LIFTED_SITE: brokenSite, LIFTED_PATIENCE: String(patience) };
  delete env.NODE_TEST_CONTEXT; // this is a run of its own, not a part of this one
  const { stdout, stderr } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', `--test-name-pattern=${pattern}`, file], { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  const lines = stdout.replaceAll('\\#', '#').split('\n').map((line) => line.trim());
  const ends = (word) => lines.some((line) => line.startsWith(word) && !line.includes('# SKIP') && line.endsWith(` - ${name}`));
  return { failed: ends('not ok'), passed: ends('ok'), output: (stdout + stderr).slice(-4000) };
}

/** The scripts of the site, made from the copy. */
async function makeSite() {
  const { figuresIn } = await import(join(top, 'web/article/page.mjs'));
  const { partsOf } = await import(join(top, 'tests/browser/server.mjs'));
  const figures = figuresIn(readFileSync(join(tree, 'web/index.html'), 'utf8'));
  const { makeScripts } = await import(join(tree, 'web/article/scripts.mjs'));
  await makeScripts(brokenSite, Object.fromEntries(figures.map((id) => [id, partsOf(id)])), {}, []);
}

async function outcome({ how, where, name }, touched) {
  if (how === 'native') return doctest(touched.length > 0 ? linked(where, touched) : join(native, `test_${where}`), name);
  if (how === 'site') await makeSite();
  return nodeTest(where, name, touched.length > 0 ? kPatience : 60_000);
}

before(() => {
  copySources();
  for (const folder of readdirSync(site)) if (!['offline', 'teach'].includes(folder)) cpSync(join(site, folder), join(brokenSite, folder), { recursive: true });
  mkdirSync(join(brokenSite, 'teach'));
});

let caught = 0;
after(() => {
  const record = recorder('faults');
  record(limits.planted, faults.length);
  record(limits.missed, faults.length - caught);
});

for (const fault of faults) {
  test(`${fault.file} is caught: ${fault.what}`, async () => {
    const sound = await outcome(fault, []);
    assert.ok(sound.passed, `without the fault “${fault.name}” does not pass:\n${sound.output}`);
    plant(fault);
    try {
      const { failed, output } = await outcome(fault, fault.touched);
      assert.ok(failed, `“${fault.name}” does not notice: ${fault.what}\n${output}`);
      ++caught;
    } finally {
      mend(fault);
    }
  });
}

test('a patch that does not fit the sources is named in a sentence', () => {
  assert.throws(() => plant({ file: 'astray.patch' }), /^AssertionError.*astray.patch no longer applies: make it anew/s);
});

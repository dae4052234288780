// Do the tests notice? Each patch in this folder plants one small fault in a copy of the sources; the test that the patch
// names must then fail, and pass without it. A patch opens with two lines:
//
//   The gradient of the loss has a wrong sign.
//   Caught by: native learner: the name of a test case     of build/native/test_learner
//              program tests/x.test.mjs: a test            of lifted-learn
//              node tests/browser/x.test.mjs: a test       that needs no site
//              site tests/browser/x.test.mjs: a test       on a site whose scripts are made from the copy
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openSite, partsOf } from '../browser/server.mjs';
import { faults as limits } from '../limits.mjs';
import { recorder } from '../record.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const top = fileURLToPath(new URL('../..', import.meta.url));
const native = join(top, 'build/native');
const site = join(top, 'build/site');
const work = join(top, 'build/faults');
/** Where a fault is planted: a copy of the sources, the site made from it, and what is compiled; one fault at a time. */
const places = Array.from({ length: availableParallelism() }, (_, k) => ({ folder: join(work, String(k)), tree: join(work, `${k}/tree`), brokenSite: join(work, `${k}/site`) }));
/** What the site's figures declare. @type {import('../../web/types/module.d.ts').FigureSchema[]} */
let figures;
// Milliseconds that a test waits for what a fault may keep from coming.
const kPatience = 8_000;

const faults = readdirSync(here).filter((file) => file.endsWith('.patch')).map((file) => {
  const patch = readFileSync(join(here, file), 'utf8');
  const [what, caught] = patch.split('\n');
  const [, how, where, name] = /^Caught by: (native|program|node|site) (\S+): (.+)$/.exec(caught) ?? assert.fail(`${file} does not say what it is caught by`);
  return { file, what, how, where, name, touched: [...patch.matchAll(/^\+\+\+ b\/(\S+)/gm)].map((match) => match[1]) };
});

const kText = /** @type {const} */ ({ encoding: 'utf8', maxBuffer: 1 << 26 });
const git = (words, options) => execFileSync('git', words, { ...kText, ...options });

/** Runs a program to its end, whatever that is. */
function ended(program, words, options) {
  const child = spawn(program, words, options);
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const texts = [];
    stream.setEncoding('utf8').on('data', (text) => texts.push(text));
    return texts;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, stdout: stdout.join(''), stderr: stderr.join('') }));
  });
}

/** What is there to break: every file of the project but what is built. */
function copySources({ tree }) {
  const files = git(['ls-files', '-z', '-co', '--exclude-standard'], { cwd: top }).split('\0').filter((file) => file && !file.startsWith('tests/browser/pictures/'));
  for (const file of files) if (existsSync(join(top, file))) cpSync(join(top, file), join(tree, file));
  for (const folder of ['build', 'web/node_modules', 'tests/browser/node_modules']) symlinkSync(join(top, folder), join(tree, folder));
}

/** Plants a fault in the copy. The copy is no repository, and git must not take it for a part of ours. */
function plant({ file }, { tree }) {
  try {
    git(['apply', '--recount', '-C1', join(here, file)], { cwd: tree, env: { ...process.env, GIT_CEILING_DIRECTORIES: work }, stdio: 'pipe' });
  } catch (error) {
    assert.fail(`${file} no longer applies: make it anew for the source as it is now.\n${error.stderr}`);
  }
}

function mend({ touched }, { tree }) {
  for (const file of touched) cpSync(join(top, file), join(tree, file));
}

/** What compiles a source: the source itself, or a batch of them (CMake's unity build). @returns {{ source: string, text: string }} with the copies in place of the touched files */
function compiledWith(file, touched, tree, commands) {
  const batches = readdirSync(join(native, 'CMakeFiles'), { recursive: true }).filter((name) => /Unity\/unity_\w+_cxx\.cxx$/.test(name));
  const source = batches.map((name) => join(native, 'CMakeFiles', name)).find((name) => commands.some((one) => one.endsWith(` -c ${name}`)) && readFileSync(name, 'utf8').includes(`"${join(top, file)}"`)) ?? join(top, file);
  const text = source.endsWith('.cxx') ? readFileSync(source, 'utf8') : `#include "${source}"\n`;
  return { source, text: touched.reduce((text, one) => text.replace(`"${join(top, one)}"`, `"${join(tree, one)}"`), text) };
}

/** A program with the touched sources compiled anew, and all else as it was built. */
async function linked(target, touched, { folder, tree }) {
  const commands = execFileSync('ninja', ['-C', native, '-t', 'commands', target], kText).trim().split('\n');
  const run = (command) => promisify(execFile)('bash', ['-c', command], { ...kText, cwd: native });
  const batches = new Map(touched.map((file) => compiledWith(file, touched, tree, commands)).map(({ source, text }) => [source, text]));
  const objects = [];
  for (const [source, text] of batches) {
    const command = commands.find((one) => one.endsWith(` -c ${source}`)) ?? assert.fail(`no command compiles ${source}: a fault must be in a .cpp of the room or of one below it`);
    const [object, copy] = ['o', 'cpp'].map((ending) => join(folder, `${objects.length}.${ending}`));
    writeFileSync(copy, text);
    await run(command.replace(/ -MD -MT \S+ -MF \S+ -o \S+ -c \S+$/, ` -o ${object} -c ${copy}`));
    objects.push(object);
  }
  const program = join(folder, target);
  // Before the libraries, and in place of the program's own: what is defined already is not taken from them.
  const link = touched.reduce((command, file) => command.replace(` CMakeFiles/${target}.dir/${file}.o`, ''), commands.at(-1));
  await run(link.replace(/ -o \S+ /, ` ${objects.join(' ')} -o ${program} `));
  return program;
}

async function doctest(program, name) {
  const { status, signal, stdout, stderr } = await ended(program, [`--test-case=${name.replaceAll(',', '?')}`, '--no-colors=true'], { cwd: top });
  // Behind a REQUIRE that does not hold the program may break down, and what it has printed is lost.
  const failed = signal !== null || (status !== 0 && stdout.includes(`TEST CASE:  ${name}`));
  return { failed, passed: status === 0 && /test cases: +1 \| +1 passed/.test(stdout), output: stdout.slice(-3000) + stderr };
}

/** A node test of the copy. */
async function nodeTest(file, name, patience, { tree, brokenSite }, more = {}) {
  const pattern = `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
  const env = { ...process.env, LIFTED_SITE: brokenSite, LIFTED_PATIENCE: String(patience), ...more };
  delete env.NODE_TEST_CONTEXT; // this is a run of its own, not a part of this one
  const { stdout, stderr } = await ended(process.execPath, ['--test', '--test-reporter=tap', `--test-name-pattern=${pattern}`, file], { cwd: tree, env });
  const lines = stdout.replaceAll('\\#', '#').split('\n').map((line) => line.trim());
  const ends = (word) => lines.some((line) => line.startsWith(word) && !line.includes('# SKIP') && line.endsWith(` - ${name}`));
  return { failed: ends('not ok'), passed: ends('ok'), output: (stdout + stderr).slice(-4000) };
}

/** The scripts of the site, made from the copy. */
async function makeSite({ tree, brokenSite }) {
  const { makeScripts } = await import(join(tree, 'web/article/scripts.mjs'));
  await makeScripts(brokenSite, Object.fromEntries(figures.map(({ id }) => [id, partsOf(id)])), figures, []);
}

async function outcome({ how, where, name }, touched, place) {
  const built = (target) => (touched.length > 0 ? linked(target, touched, place) : join(native, target));
  if (how === 'native') return doctest(await built(`test_${where}`), name);
  if (how === 'program') return nodeTest(where, name, 60_000, place, { LIFTED_LEARN: await built('lifted-learn') });
  if (how === 'site') await makeSite(place);
  return nodeTest(where, name, touched.length > 0 ? kPatience : 60_000, place);
}

before(async () => {
  figures = (await openSite()).figures();
  rmSync(work, { recursive: true, force: true });
  for (const place of places) {
    copySources(place);
    for (const folder of readdirSync(site)) if (!['offline', 'teach'].includes(folder)) cpSync(join(site, folder), join(place.brokenSite, folder), { recursive: true });
    mkdirSync(join(place.brokenSite, 'teach'));
  }
});

let caught = 0;
after(() => {
  const record = recorder('faults');
  record(limits.planted, faults.length);
  record(limits.missed, faults.length - caught);
});

describe('planted faults', { concurrency: places.length }, () => {
  const free = [...places];
  for (const fault of faults) {
    test(`${fault.file} is caught: ${fault.what}`, async () => {
      const place = free.pop();
      try {
        const sound = await outcome(fault, [], place);
        assert.ok(sound.passed, `without the fault “${fault.name}” does not pass:\n${sound.output}`);
        plant(fault, place);
        const { failed, output } = await outcome(fault, fault.touched, place);
        assert.ok(failed, `“${fault.name}” does not notice: ${fault.what}\n${output}`);
        ++caught;
      } finally {
        mend(fault, place);
        free.push(place);
      }
    });
  }
});

test('a patch that does not fit the sources is named in a sentence', () => {
  assert.throws(() => plant({ file: 'astray.patch' }, places[0]), /^AssertionError.*astray.patch no longer applies: make it anew/s);
});

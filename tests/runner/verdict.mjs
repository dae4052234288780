// Says what has ended, and at the end what failed and how to repeat it.
//
// build/logs has what every job printed, failures.txt and flaky.tsv; a copy of it goes to the cache folder, as clones are
// thrown away. Beside it there: how long each job takes, and what failed in the last full run.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** @import { Done, Job } from './queue.mjs' */
/** @import { Failure, Outcome } from './outcomes.mjs' */

const cache = process.env.LIFTED_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'lifted-attention');
const kKeptLogs = 10;
const kFlakyLimit = 3; // so many flaky files fail the run
const kMessageLines = 12;

/** @param {string} file @param {any} otherwise */
const readJson = (file, otherwise) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return otherwise;
  }
};

export class Verdict {
  #began = performance.now();
  /** @type {{ name: string, outcome: Outcome }[]} */
  #flaky = [];
  #durations = readJson(join(cache, 'durations.json'), {});

  /** @param {string} mode @param {string} logs */
  constructor(mode, logs) {
    this.mode = mode;
    this.logs = logs;
  }

  /** Builds in their order, then what took longest when it last ran. @param {Job[]} jobs */
  longestFirst(jobs) {
    const last = ({ name }) => this.#durations[name] ?? 30;
    const isBuild = ({ part }) => part === 'builds';
    return [...jobs.filter(isBuild), ...jobs.filter((job) => !isBuild(job)).sort((a, b) => last(b) - last(a))];
  }

  /** @param {Done} job */
  tell({ name, part, outcome: { passed, failures }, seconds }) {
    this.#durations[name] = Math.round(10 * seconds) / 10;
    const counts = part === 'builds' ? (failures.length > 0 ? 'FAILED' : '') : `${String(passed).padStart(4)} passed ${failures.length > 0 ? `${String(failures.length).padStart(4)} FAILED` : ''.padStart(11)}`;
    console.log(`${name.padEnd(42)} ${counts.padEnd(23)} ${String(Math.round(seconds)).padStart(5)} s`);
  }

  /** A job that failed was run once more. @param {Done} job whose outcome becomes the second one when that is better @param {Outcome} second */
  again(job, second) {
    if (second.failures.length > 0) return;
    this.#flaky.push({ name: job.name, outcome: job.outcome });
    job.outcome = second;
    console.log(`${job.name.padEnd(42)} flaky: passed alone`);
  }

  /** @param {Done[]} done @param {Job[]} left what could not be run @returns {boolean} whether all is well */
  end(done, left) {
    const tests = done.filter(({ part }) => part !== 'builds');
    const failures = done.flatMap(({ outcome }) => outcome.failures);
    if (this.#flaky.length >= kFlakyLimit) failures.push({ file: this.#flaky.map(({ name }) => name).join(', '), title: `${this.#flaky.length} files failed beside others and passed alone`, message: this.#flaky.map(({ outcome }) => outcome.failures[0].message).join('\n'), again: 'bash tests/run.sh' });
    const passed = tests.reduce((sum, { outcome }) => sum + outcome.passed, 0);
    if (['gate', 'full', 'page'].includes(this.mode)) this.#writeRuns(tests);
    const text = failures.map((failure) => this.#paragraph(failure)).join('\n');
    writeFileSync(join(this.logs, 'failures.txt'), text);
    writeFileSync(join(this.logs, 'flaky.tsv'), this.#flaky.flatMap(({ name, outcome }) => outcome.failures.map(({ title, message }) => `${name}\t${title}\t${message.split('\n')[0]}\n`)).join(''));
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    const kept = this.#keepLogs();

    console.log('');
    for (const warning of new Set(done.flatMap(({ outcome }) => outcome.warnings))) console.log(warning);
    for (const { name, outcome } of this.#flaky) console.log(`flaky: ${name}: ${outcome.failures.map(({ title }) => title).join('; ')}`);
    if (this.mode === 'full') this.#compare(failures);
    if (left.length > 0) console.log(`${left.length} not run, as what they need failed: ${left.slice(0, 6).map(({ name }) => name).join(', ')}${left.length > 6 ? ', …' : ''}`);
    console.log(`${passed} passed, ${failures.length} failed, ${this.#flaky.length} flaky, in ${seconds} s; logs in ${this.logs} and ${kept}`);
    if (text) process.stdout.write(`\n${text}`);
    return failures.length === 0 && left.length === 0;
  }

  /** @param {Failure} failure */
  #paragraph({ file, title, message, again }) {
    const lines = message.split('\n').slice(0, kMessageLines).map((line) => `    ${line.slice(0, 400)}\n`);
    return `${file}: ${title}\n${lines.join('')}  again: ${again}\n`;
  }

  /** What the page of results shows: a line for each part. @param {Done[]} tests */
  #writeRuns(tests) {
    const lines = [...new Set(tests.map(({ part }) => part))].map((part) => {
      const own = tests.filter((job) => job.part === part);
      const sum = (/** @type {(job: Done) => number} */ count) => own.reduce((sum, job) => sum + count(job), 0);
      return [part, sum(({ outcome }) => outcome.passed), sum(({ outcome }) => outcome.failures.length), Math.round(sum(({ seconds }) => seconds))].join('\t');
    });
    writeFileSync('build/results/runs.tsv', `${lines.join('\n')}\n`);
  }

  /** What is new since the last full run. @param {Failure[]} failures */
  #compare(failures) {
    const file = join(cache, 'full.json');
    const now = failures.map(({ file, title }) => `${file}: ${title}`);
    /** @type {string[]} */
    const before = readJson(file, []);
    const list = (/** @type {string} */ words, /** @type {string[]} */ names) => names.forEach((name) => console.log(`${words} since the last full run: ${name}`));
    list('fails', now.filter((name) => !before.includes(name)));
    list('passes', before.filter((name) => !now.includes(name)));
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, JSON.stringify(now));
  }

  /** @returns {string} where they are; no run fails because they could not be kept */
  #keepLogs() {
    const folder = join(cache, 'logs');
    const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() || 'no-commit';
    const own = join(folder, commit);
    try {
      mkdirSync(folder, { recursive: true });
      rmSync(own, { recursive: true, force: true });
      cpSync(this.logs, own, { recursive: true });
      writeFileSync(join(cache, 'durations.json'), JSON.stringify(this.#durations));
      const age = (/** @type {string} */ name) => statSync(join(folder, name)).mtimeMs;
      for (const old of readdirSync(folder).sort((a, b) => age(b) - age(a)).slice(kKeptLogs)) rmSync(join(folder, old), { recursive: true, force: true });
      return own;
    } catch (error) {
      return `nowhere else (${error instanceof Error ? error.message : error})`;
    }
  }
}

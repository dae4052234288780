// Runs a file of node's tests or a doctest program and says what came of it.
import { run } from './process.mjs';

/**
 * @typedef {{ file: string, title: string, message: string, again: string }} Failure `again`: the command that repeats it
 * @typedef {{ passed: number, failures: Failure[], warnings: string[] }} Outcome
 */

const kSilence = 180; // seconds without a test's beginning or end
const kFileLimit = 900;
const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
const tail = (/** @type {string} */ text, lines = 40) => text.trimEnd().split('\n').slice(-lines).join('\n');

/** What a build has to say for itself when it fails: the compiler's errors, else its end. @param {string} text */
const complaint = (text) => {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => /\berror\b|^FAILED|Error:/i.test(line));
  return first < 0 ? tail(text) : lines.slice(first, first + 40).join('\n');
};

/** A step that is no test. @param {string} name @param {string} command for bash @param {string} log @returns {Promise<Outcome>} */
export async function build(name, command, log) {
  const { status, text, late } = await run('bash', ['-c', command], { log, limit: 1800, speaks: true });
  const failures = status === 0 ? [] : [{ file: name, title: late ?? `ended with ${status}`, message: complaint(text), again: command }];
  return { passed: 0, failures, warnings: text.match(/^warning: web\/exercises\.js.*$/gm) ?? [] };
}

/** @param {string} file @param {{ log: string, env?: Record<string, string>, only?: string, silence?: number }} options `only`: the title of one test; `silence`: seconds @returns {Promise<Outcome>} */
export async function nodeFile(file, { log, env, only, silence = kSilence }) {
  const outcome = { passed: 0, failures: [], warnings: [] };
  const fail = (title, message) => outcome.failures.push({ file, title, message, again: `bash tests/run.sh ${file}${title ? ` ${quoted(title)}` : ''}` });
  const open = new Set();
  let watch;
  const hear = (line, end) => {
    const { type, name, skip, message, text } = JSON.parse(line);
    clearTimeout(watch);
    watch = setTimeout(() => end(`silent for ${silence} s`), 1000 * silence);
    if (type === 'start') open.add(name);
    else if (type === 'said') text.startsWith('warning: ') && outcome.warnings.push(text);
    else {
      open.delete(name);
      if (type === 'fail') fail(name, message);
      else if (type === 'pass' && !skip) ++outcome.passed;
    }
  };
  const pattern = only ? [`--test-name-pattern=^${only.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`] : [];
  const words = ['--test-force-exit', `--test-reporter=${new URL('reporter.mjs', import.meta.url).pathname}`, ...pattern, file];
  // Under node's own runner this would be taken for one of its files, and tell that one instead.
  const own = { ...env, NODE_TEST_CONTEXT: '' };
  const { status, signal, text, late } = await run(process.execPath, words, { log, env: own, limit: kFileLimit, hear });
  clearTimeout(watch);
  if (late) fail([...open].at(-1) ?? '', `${late}; ended\n${tail(text, 20)}`);
  else if (status !== 0 && outcome.failures.length === 0) fail('', `the file ended with ${status ?? signal}\n${tail(text)}`);
  else if (status === 0 && outcome.passed + outcome.failures.length === 0 && only) fail(only, 'there is no such test');
  return outcome;
}

/**
 * doctest sets off each case that has something to say by a line of "=", and closes with
 * "[doctest] test cases: 12 | 11 passed | 1 failed | 0 skipped".
 * @param {string} name @param {string[]} command the program, with what comes before it @param {string[]} options doctest's
 * @param {{ log: string, env?: Record<string, string>, slower?: number }} how `slower`: than it is natively @returns {Promise<Outcome>}
 */
export async function doctest(name, command, options, { log, env, slower = 1 }) {
  const [program, ...words] = command;
  const { status, signal, text, late } = await run(program, [...words, '--no-colors=true', ...options], { log, env, limit: slower * kFileLimit });
  const [, passed, failed] = /^\[doctest\] test cases: +\d+ \| +(\d+) passed \| +(\d+) failed/m.exec(text)?.map(Number) ?? [0, 0, 0];
  const failures = text.split(/^=+$/m).flatMap((block) => {
    const [, file, title] = /^(\S+?):\d+:\n(?:TEST SUITE: .*\n)?TEST CASE: {2}(.*)$/m.exec(block) ?? [];
    if (title === undefined || !/ERROR:/.test(block)) return [];
    return [{ file: `${name} (${file.replace(/^.*\/tests\//, 'tests/')})`, title, message: block.trim(), again: `${command.join(' ')} --test-case=${quoted(title.replaceAll(',', '?'))}` }];
  });
  if (failures.length === 0 && (status !== 0 || failed > 0 || passed === 0)) {
    const said = signal && text.split('\n').findLast((line) => /^[A-Z“].*\.$/.test(line)); // what it stopped with
    const why = late ?? (said || `ended ${signal ? `by ${signal}` : `with ${status}`}, ${passed} passed`);
    failures.push({ file: name, title: why, message: tail(text), again: [...command, ...options].join(' ') });
  }
  return { passed, failures, warnings: [] };
}

// Runs a program to its end, with its output in a log, within a limit.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** @typedef {{ status: number | null, signal: string | null, text: string, late: string | null }} Ended `late`: why it was ended */

/**
 * @param {string} program @param {string[]} words
 * @param {object} options
 * @param {string} options.log a path
 * @param {Record<string, string>} [options.env] besides the environment's own
 * @param {number} options.limit seconds, after which it is ended
 * @param {boolean} [options.speaks] they are counted from the last time that it wrote something
 * @param {(line: string, end: (why: string) => void) => void} [options.hear] a line that it writes to its descriptor 3; may end it
 * @returns {Promise<Ended>}
 */
export function run(program, words, { log, env = {}, limit, speaks = false, hear }) {
  return new Promise((resolve) => {
    const file = createWriteStream(log);
    // A group of its own, so that its browsers and servers end with it.
    const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', hear ? 'pipe' : 'ignore'], detached: true });
    const all = [];
    let late = null;
    const endGroup = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {} // it has ended
    };
    const end = (/** @type {string} */ why) => {
      late ??= why;
      endGroup();
    };
    const timer = setTimeout(() => end(speaks ? `silent for ${limit} s` : `not done after ${limit} s`), 1000 * limit);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        if (speaks) timer.refresh();
        all.push(bytes);
        file.write(bytes);
      });
    }
    let rest = '';
    /** @type {import('node:stream').Readable | undefined} */ (child.stdio[3] ?? undefined)?.on('data', (bytes) => {
      const lines = (rest + bytes).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear?.(line, end);
    });
    const done = (status, signal, error) => {
      clearTimeout(timer);
      file.end();
      resolve({ status, signal, text: Buffer.concat(all).toString() + (error ? String(error) : ''), late });
    };
    child.once('error', (error) => done(null, null, error));
    child.once('exit', (status, signal) => {
      endGroup(); // what it left running holds its pipes open
      setTimeout(() => done(status, signal), 5000).unref();
    });
    child.once('close', done);
  });
}

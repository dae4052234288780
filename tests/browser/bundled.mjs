// A program of somebody's own that learns with lifted-attention/learn, in an empty project with the package in it. What it does
// it says on the console: that it was started, that a worker was, and what it has learned.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open, until } from './chromium.mjs';

const kPackage = process.env.LIFTED_PACKAGE ?? fileURLToPath(new URL('../../build/package', import.meta.url));

const examples = Array.from({ length: 150 }, (_, k) => ({
  tokens: [0, 1, 2].map((t) => [((k * k * 7 + t * t * 13 + k * t) % 19) / 10, ((k * 5 + t) % 7) / 3]),
  target: [((k * k * 5) % 23) / 10],
}));

const program = `import { learn } from 'lifted-attention/learn';
globalThis.said = [];
const say = (text) => globalThis.said.push(text) && console.log(text);
say('started');
globalThis.process?.on?.('worker', () => say('a thread'));
learn(${JSON.stringify(examples)}, { lambda: 0.001 }).then(
  ({ W, certificate }) => say(JSON.stringify({ W, certificate })),
  ({ message }) => say(message),
);
`;

/** Of somebody who calls a worker as we call ours: it answers one message with one. */
const own = `import { learn } from 'lifted-attention/learn';
onmessage = async ({ data }) => postMessage((await learn(data)).W[0][0]);
`;

/** @returns the folder, which holds main.js and own.js */
export async function makeProject() {
  const home = await mkdtemp(join(tmpdir(), 'lifted-bundled-'));
  await mkdir(join(home, 'node_modules'));
  await cp(kPackage, join(home, 'node_modules/lifted-attention'), { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "name": "a-program", "private": true, "type": "module" }');
  await writeFile(join(home, 'main.js'), program);
  await writeFile(join(home, 'own.js'), own);
  return home;
}

/** What a program says that node runs. @param {string} home @param {string} file @returns {string[]} */
export const saidInNode = (home, file) => execFileSync(process.execPath, [file], { cwd: home, encoding: 'utf8' }).trim().split('\n');

/** What a program says in a page, its workers included, and the addresses of these. @param {import('puppeteer-core').Browser} browser @param {string} address */
export async function saidInPage(browser, address) {
  /** @type {string[]} */
  const said = [];
  const page = await open(browser, address, { prepare: async (page) => void page.on('console', (message) => message.type() === 'log' && said.push(message.text())) });
  await until(page, () => globalThis.said?.length > 1);
  const workers = page.workers().map((worker) => worker.url().replace(/(?<=^blob:).*/, ''));
  const { complaints } = page;
  await page.close();
  return { said, workers, complaints };
}

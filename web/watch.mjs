// For serve.mjs --watch: builds build/quick again when a source changes, and has open pages load themselves again.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const kCompiled = ['src', 'shaders'];
const kPause = 100; // ms after the last change: editors write more than once

/** Runs a command; what it printed, if it failed. Else its warnings go to the screen. @returns {Promise<string>} */
function failure(command, ...words) {
  return new Promise((resolve) => {
    // What has changed is compiled at once: without this, ccache runs the preprocessor first, to look for the same text.
    const child = spawn(command, words, { cwd: root, env: { ...process.env, CCACHE_DEPEND: '1' } });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (status) => {
      if (status === 0) for (const warning of printed.match(/^warning: .*$/gm) ?? []) console.log(warning);
      resolve(status === 0 ? '' : printed || `${command} ended with ${status}`);
    });
  });
}

/** @param {boolean} compiles whether the module may have changed @param {boolean} pages whether anything else may */
async function build(compiles, pages) {
  const failed = compiles ? await failure('cmake', '--build', 'build/wasm', '--target', 'lifted-attention-quick', 'lifted-learner') : '';
  return failed || failure(process.execPath, 'web/build.mjs', '--quick', ...(pages ? [] : ['--module']));
}

/** Bytes of each script, style and module of build/quick, compressed. @returns {Map<string, number>} */
function weights() {
  const folder = join(root, 'build/quick');
  const names = readdirSync(folder).filter((name) => /\.(js|css|wasm)$/.test(name));
  return new Map(names.map((name) => [name, gzipSync(readFileSync(join(folder, name))).length]));
}

/** What weighs otherwise than before: "module.wasm +310 bytes". @param {Map<string, number>} before @param {Map<string, number>} now */
function change(before, now) {
  const rows = [...now].map(([name, bytes]) => ({ name, more: bytes - (before.get(name) ?? 0) })).filter(({ more }) => more !== 0);
  return rows.map(({ name, more }) => `${name} ${more > 0 ? '+' : ''}${more.toLocaleString('en-US')} bytes`).join(', ');
}

/** Those who wait for the next build: open pages. */
const waiting = new Set();

/** Keeps a page's request open until then. @param {import('node:http').ServerResponse} response */
export function tellWhenBuilt(response) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write('\n');
  waiting.add(response);
  response.on('close', () => waiting.delete(response));
}

/**
 * Tells the name of whatever changes in a folder and the folders inside it. Node's `recursive` watches each file by
 * itself on Linux, and loses it when an editor saves by renaming another over it
 * (https://github.com/nodejs/node/pull/52879); so each folder is watched instead.
 * @param {string} folder @param {(name: string) => void} tell @returns {() => void} ends it
 */
export function watchFolder(folder, tell) {
  /** @type {Map<string, () => void>} what ends the watching of each folder inside */
  const inside = new Map();
  const enter = (/** @type {string} */ name) => {
    inside.get(name)?.();
    inside.delete(name);
    if (!statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory()) return;
    try {
      inside.set(name, watchFolder(join(folder, name), (under) => tell(join(name, under))));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error; // gone in the meantime
    }
  };
  const isOurs = (/** @type {string} */ name) => name !== 'node_modules' && !/^\.|~$/.test(name);
  const watcher = watch(folder, (event, name) => {
    if (!name || !isOurs(name)) return;
    if (event === 'rename') enter(name);
    tell(name);
  });
  for (const name of readdirSync(folder)) if (isOurs(name)) enter(name);
  return () => {
    watcher.close();
    for (const end of inside.values()) end();
  };
}

/** Builds once, and after that at every change, one build at a time. */
export async function startWatching() {
  let changed = new Set(['all']);
  let timer;
  let building = false;
  let first; // weights
  const next = async () => {
    if (building || changed.size === 0) return;
    building = true;
    const [names, started] = [[...changed], performance.now()];
    changed = new Set();
    const isCompiled = (/** @type {string} */ name) => kCompiled.includes(name.split('/')[0]);
    const failed = await build(names.some((name) => name === 'all' || isCompiled(name)), !names.every(isCompiled));
    console.log(failed ? `${failed}\nNot built; the page stays as it was.` : `Built after ${((performance.now() - started) / 1000).toFixed(1)} s: ${names.join(', ')}`);
    if (!failed) {
      for (const response of waiting) response.write('data: built\n\n');
      const weigh = weights();
      first ??= weigh;
      const more = change(first, weigh);
      if (more) console.log(`Compressed, since you began: ${more}`);
    }
    building = false;
    await next();
  };
  for (const folder of [...kCompiled, 'web']) {
    watchFolder(join(root, folder), (name) => {
      changed.add(join(folder, name));
      clearTimeout(timer);
      timer = setTimeout(next, kPause);
    });
  }
  await next();
}

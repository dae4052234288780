// learn() as a part of somebody's own program, made by esbuild: it is computed by our own code, and theirs runs once. Other
// bundlers are tried in tests/bundlers.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeProject, saidInNode, saidInPage } from './bundled.mjs';
import { open } from './chromium.mjs';
import { startChromium, startServer } from './suite.mjs';

const { build } = createRequire(new URL('../../web/package.json', import.meta.url))('esbuild');
const home = await makeProject();
after(() => rm(home, { recursive: true }));

const page = (/** @type {string} */ script, policy = '') => `<!doctype html><html lang="en"><head><title>A program</title><link rel="icon" href="data:,">
${policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">`}<script type="module" src="/${script}"></script></head></html>`;
const server = await startServer({
  folder: home,
  pages: {
    '/empty.html': '<!doctype html><title>A page</title>',
    '/page.html': page('app.js'),
    '/strict.html': page('app.js', "script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'"),
    '/stricter.html': page('app.js', "script-src 'self'"),
  },
});
const browser = await startChromium();

/** @param {string} file @param {object} [options] */
async function bundle(file, options = {}) {
  const { warnings } = await build({ absWorkingDir: home, entryPoints: ['main.js'], bundle: true, minify: true, format: 'esm', outfile: join(home, file), logLevel: 'silent', ...options });
  assert.deepEqual(warnings, []);
}

/** What a program says that no bundler has seen. */
const plain = saidInNode(home, 'main.js');
await bundle('app.js');

test('in node, as it is and bundled as a module or as CommonJS, a program that learns is started once, and its bits are the same', async () => {
  const learned = JSON.parse(plain[2] ?? 'null');
  assert.ok(learned?.W.flat().every(Number.isFinite), plain.join('\n'));
  assert.deepEqual(plain.slice(0, 2), ['started', 'a thread']);
  for (const [file, format] of [['app.mjs', 'esm'], ['app.cjs', 'cjs']]) {
    await bundle(file, { format, platform: 'node' });
    assert.deepEqual(saidInNode(home, file), plain, file);
  }
});

test('in a page it is started once, the worker runs our own text, and the bits are those of node', async () => {
  assert.deepEqual(await saidInPage(browser, `${server.address}/page.html`), { said: ['started', plain[2]], workers: ['blob:'], complaints: [] });
});

test('where the page allows no such worker it learns in the page, without a request; without WebAssembly a sentence says why not', async () => {
  const { said, workers } = await saidInPage(browser, `${server.address}/strict.html`);
  assert.deepEqual([said, workers], [['started', plain[2]], []]);
  assert.deepEqual((await saidInPage(browser, `${server.address}/stricter.html`)).said, ['started', "This page's security policy does not allow WebAssembly, which the learner needs."]);
});

test("a worker of the reader's own is not taken over, whatever its name", async () => {

  await bundle('bundled.js', { entryPoints: ['own.js'] });
  await bundle('beside.js', { entryPoints: ['own.js'], external: ['/node_modules/*'], alias: { 'lifted-attention/learn': '/node_modules/lifted-attention/files/learn.js' } });
  const here = await open(browser, `${server.address}/empty.html`);
  for (const file of ['bundled.js', 'beside.js']) {
    const answers = await here.evaluate(
      (file) =>
        new Promise((resolve) => {
          const answers = [];
          const worker = new Worker(`/${file}`, { type: 'module', name: 'lifted-attention' });
          worker.onerror = ({ message }) => resolve(message);
          worker.onmessage = ({ data }) => {
            answers.push(data);
            setTimeout(resolve, 300, answers);
          };
          worker.postMessage([{ tokens: [[1]], target: [2] }, { tokens: [[2]], target: [16] }]);
        }),
      file,
    );
    assert.deepEqual(answers, [2], file);
  }
  await here.close();
});

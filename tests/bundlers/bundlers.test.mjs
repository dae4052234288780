// The program of tests/browser/bundled.mjs as Vite and webpack make it, for pages and for node, without anything configured:
// started once, with our own worker, and the bits of the program that no bundler has seen. esbuild is tried in the gate.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as vite from 'vite';
import webpack from 'webpack';
import { makeProject, saidInNode, saidInPage } from '../browser/bundled.mjs';
import { startChromium, startServer } from '../browser/suite.mjs';

const home = await makeProject();
after(() => rm(home, { recursive: true }));
const plain = saidInNode(home, 'main.js');
const browser = await startChromium();
const kStrict = { 'Content-Security-Policy': "script-src 'self' 'wasm-unsafe-eval'" };
const page = (/** @type {string} */ script) => `<!doctype html><html lang="en"><head><title>A program</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script></head></html>`;
const viteOptions = { root: home, configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('silent') };

before(() => writeFile(join(home, 'index.html'), page('/main.js')));

/** As a page gets it, and as one whose policy allows no worker from a blob. @param {import('node:test').TestContext} t @param {string} folder */
async function servedAsExpected(t, folder) {
  const open = await startServer({ folder });
  assert.deepEqual(await saidInPage(browser, `${open.address}/index.html`), { said: ['started', plain[2]], workers: ['blob:'], complaints: [] });
  const strict = await startServer({ folder, headers: kStrict });
  const { said, workers } = await saidInPage(browser, `${strict.address}/index.html`);
  assert.deepEqual([said, workers], [['started', plain[2]], []]);
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('js')).map((name) => readFileSync(join(folder, name)));
  t.diagnostic(`scripts, in bytes as they are and as gzip: ${scripts.map((script) => `${script.length} (${gzipSync(script).length})`).join(', ')}`);
}

test('the program learns, which no bundler has seen', () => {
  assert.deepEqual(plain.slice(0, 2), ['started', 'a thread']);
  assert.ok(JSON.parse(plain[2]).W.flat().every(Number.isFinite));
});

test("Vite's server for who develops", async () => {
  const server = await vite.createServer({ ...viteOptions, server: { host: '127.0.0.1', port: 0 } });
  try {
    await server.listen();
    const { said, workers, complaints } = await saidInPage(browser, server.resolvedUrls?.local[0] ?? '');
    assert.deepEqual([said.filter((text) => !text.startsWith('[vite]')), workers, complaints], [['started', plain[2]], ['blob:'], []]);
  } finally {
    await server.close();
  }
});

test('Vite, built', async (t) => {
  await vite.build({ ...viteOptions, build: { outDir: 'vite' } });
  await servedAsExpected(t, join(home, 'vite'));
});

/** @param {'web' | 'node'} target @param {string} folder */
const pack = (target, folder) =>
  new Promise((resolve, reject) => {
    webpack({ mode: 'production', context: home, entry: './main.js', target, output: { path: join(home, folder), filename: 'main.js', ...(target === 'node' ? { chunkFilename: '[id].cjs', filename: 'main.cjs' } : {}) } }, (error, stats) => {
      const { errors, warnings } = stats?.toJson() ?? {};
      if (error || errors?.length || warnings?.length) reject(error ?? new Error(JSON.stringify([errors, warnings])));
      else resolve(null);
    });
  });

test('webpack, for a page', async (t) => {
  await pack('web', 'webpack');
  await writeFile(join(home, 'webpack/index.html'), page('/main.js'));
  await servedAsExpected(t, join(home, 'webpack'));
});

test('webpack, for node', async () => {
  await pack('node', 'webpack-node');
  assert.deepEqual(saidInNode(home, 'webpack-node/main.cjs'), plain);
});

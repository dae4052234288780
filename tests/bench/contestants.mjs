// Who takes part: one line each. A contestant answers lines (see bench.cpp) and never works while another does.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launch } from '../browser/chromium.mjs';
import { fullSpeed, python } from './full_speed.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const native = `${here}../../build/native/bench`;
const numpy = [python, `${here}numpy_contestant.py`];
const quickest = fullSpeed();
const oneThread = { OPENBLAS_NUM_THREADS: '1' };

export const contestants = [
  { name: 'ours, native', ours: true, start: () => program([native]) },
  { name: 'ours, native, one thread', ours: true, start: () => program([native, 'alone']) },
  { name: 'ours, WASM in node', ours: true, memory: true, start: () => program([process.execPath, `${here}module_in_node.mjs`]) },
  { name: 'ours, WASM in Chromium', ours: true, memory: true, start: chromium },
  { name: 'naive C++', start: () => program([native, 'naive']) },
  { name: 'NumPy', start: () => program(numpy) },
  { name: 'NumPy, one thread', start: () => program(numpy, oneThread) },
  { name: 'NumPy, our moments', start: () => program([...numpy, 'moments']) },
  { name: 'ml-matrix', start: () => program([process.execPath, `${here}ml_matrix.mjs`]) },
  { name: 'tfjs-wasm, f32', agree: 1e-4, start: () => program([process.execPath, `${here}tfjs_wasm.mjs`]) },
];

/** A program that answers each line of its standard input by one of its output. */
function program([file, ...words], environment = {}) {
  const child = spawn(file, words, { env: { ...process.env, ...quickest, ...environment }, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} ${words.join(' ')} ended at "${line}"`);
      return JSON.parse(value);
    },
    async stop() {
      child.stdin.end();
    },
  };
}

const kPage = `<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><script type="module">
import start from './bench.js';
import { contestant } from './module.mjs';
window.reply = contestant(start);
</script>`;
const kFiles = { '/bench.js': `${here}../../build/wasm/bench.js`, '/bench.wasm': `${here}../../build/wasm/bench.wasm`, '/module.mjs': `${here}module.mjs` };

/** A page of its own in headless Chromium. The two headers give it a clock of 5 microseconds instead of 100. */
async function chromium() {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const type = path === '/' ? 'text/html' : path.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.writeHead(200, { 'Content-Type': type }).end(path === '/' ? kPage : await readFile(kFiles[path]));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => window.reply);
  const version = await browser.version();
  return {
    async ask(line) {
      const reply = JSON.parse(await page.evaluate((line) => window.reply(line), line));
      return line === 'version' ? { version: `${reply.version}, ${version.replace('Headless', '').replace('/', ' ')}` } : reply;
    },
    async stop() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

// The npm package, as somebody has it who installed it into an empty folder: in node, in TypeScript, in a page, bundled.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open, result } from './chromium.mjs';
import { articleFigures, page as html, parts, site } from './server.mjs';
import { startChromium, startServer } from './suite.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const source = JSON.parse(readFileSync(join(top, 'web/package.json'), 'utf8'));
const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
const { build } = createRequire(join(top, 'web/package.json'))('esbuild');
const kMostBytes = 2_700_000; // five languages take 640,000

// An empty project with the package in it.
const home = await mkdtemp(join(tmpdir(), 'lifted-package-'));
const npm = (...words) => execFileSync('npm', words, { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const node = (script) => execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: home, encoding: 'utf8' });

await writeFile(join(home, 'package.json'), '{ "name": "a-blog", "private": true, "type": "module" }');
/** What `npm pack` says of the package. */
const [packed] = JSON.parse(npm('pack', join(top, 'build/package'), '--json'));
npm('install', `./${packed.filename}`, '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
const server = await startServer({ folder: home });
const browser = await startChromium();
after(() => rm(home, { recursive: true }));

/** The result of the first figure on a page of the project. @param {string} name @param {string} head @param {string} body */
async function shown(name, head, body) {
  await writeFile(join(home, name), html(body).replace(/<script.*?<\/script>/, head));
  const page = await open(browser, `${server.address}/${name}`);
  const learned = await result(page);
  assert.deepEqual(page.complaints, []);
  await page.close();
  return learned;
}

const programs = readdirSync(new URL('../../web/check', import.meta.url));
const languages = readdirSync(new URL('../../web/languages', import.meta.url)).filter((name) => name.endsWith('.json'));
const kFigure = '<lifted-attention figure="algorithm" d="3" state="seed=7"></lifted-attention>';

test('the package holds what the element and the page for frames need, and no more', (t) => {
  const names = packed.files.map(({ path }) => path);
  const posters = names.filter((name) => /^files\/posters\/\w+((-narrow)?-(light|dark)\.svg|\.json)$/.test(name));
  const rest = names.filter((name) => !posters.includes(name) && !/^files\/(parts|check)\//.test(name));
  assert.deepEqual(names.filter((name) => name.startsWith('files/parts/')).toSorted(), parts.map((part) => `files/parts/${part}.wasm`).toSorted());
  assert.deepEqual(names.filter((name) => name.startsWith('files/check/')).toSorted(), programs.map((name) => `files/check/${name}`).toSorted());
  assert.equal(posters.length, 5 * articleFigures.length);
  assert.deepEqual(rest.toSorted(), [
    'LICENSE', 'README.md', 'element.js', 'files/article.txt', 'files/embed-frame.js', 'files/embed-script.js', 'files/embed.css',
    'files/embed.html', 'files/embed.js', 'files/fonts/sans-bold.woff2', 'files/fonts/sans.woff2', 'files/icon.svg',
    'files/lifted-attention-data.js', 'files/lifted-attention-module.js', 'files/lifted-attention-more.js', 'files/lifted-attention.js', 'files/lifted-attention.wasm',
    'index.js', 'licences.txt', 'package.json', 'types/attributes.d.ts', 'types/define.d.ts', 'types/react.d.ts', 'types/svelte.d.ts', 'types/vue.d.ts', 'types/element.d.ts', 'types/index.d.ts',
    'files/languages/sans-bold.woff2', 'files/languages/sans.woff2', ...languages.map((name) => `files/languages/${name}`), 'files/co2/co2.csv', 'files/co2/co2.py', 'files/co2/mauna_loa.csv', 'files/moby-dick.txt', 'files/learn.js', 'files/learn-worker.js', 'files/learner.wasm', 'learn/learn.js', 'learn/learner-wasm.js', 'types/learn.d.ts',
  ].toSorted());
  if (packed.size > kMostBytes) t.diagnostic(`warning: the npm package has ${packed.size} bytes packed, more than ${kMostBytes}`);
});

test('the package says what web/package.json says, and depends on nothing', () => {
  const { private: hidden, devDependencies, dependencies, scripts, ...manifest } = JSON.parse(readFileSync(join(home, 'node_modules/lifted-attention/package.json'), 'utf8'));
  assert.deepEqual([hidden, devDependencies, dependencies, scripts], [undefined, undefined, undefined, undefined]);
  for (const field of ['name', 'version', 'license', 'type', 'sideEffects']) assert.deepEqual(manifest[field], source[field], field);
  assert.deepEqual(Object.keys(manifest.exports), Object.keys(source.exports));
  const targets = Object.values(manifest.exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
  for (const target of targets) if (!target.includes('*')) assert.ok(existsSync(join(home, 'node_modules/lifted-attention', target)), target);
  const licences = readFileSync(join(home, 'node_modules/lifted-attention/licences.txt'), 'utf8');
  for (const name of ['Dear ImGui', 'SDL2', 'Eigen', 'Inter']) assert.match(licences, new RegExp(`^${name}`, 'm'));
});

test('imported in node it does nothing: no error, no class', () => {
  assert.equal(node("import { ready } from 'lifted-attention'; console.log(await ready)"), 'null\n');
  assert.equal(node("import { define } from 'lifted-attention/element'; console.log(await define('/files/'))"), 'null\n');
  assert.equal(node("await import('lifted-attention/files/lifted-attention.js'); console.log('fine')"), 'fine\n');
});

test('the entry lifted-attention/learn learns, and is loaded without a figure', () => {
  const program = "import { learn } from 'lifted-attention/learn'; const { W } = await learn([{ tokens: [[1]], target: [2] }, { tokens: [[2]], target: [16] }]); console.log(W[0][0].toFixed(9))";
  assert.equal(node(program), '2.000000000\n');
  for (const file of ['files/learn.js', 'learn/learn.js']) assert.doesNotMatch(readFileSync(join(home, 'node_modules/lifted-attention', file), 'utf8'), /lifted-attention\.wasm/);
});

const typed = `
import { ready, type LiftedAttentionElement, type ResultDetail, type State } from 'lifted-attention';
import { define } from 'lifted-attention/element';

const figure: LiftedAttentionElement = document.createElement('lifted-attention');
const state: State = { d: 6, source: 'text', points: [1, 2] };
figure.state = state;
const rows = (detail: ResultDetail): (string | number)[][] => detail.table.rows;
figure.addEventListener('lifted-result', ({ detail }) => { const sentence: string = detail.sentence; rows(detail); console.log(sentence); });
document.addEventListener('lifted-change', ({ detail }) => console.log(detail.query.length));
document.querySelector('lifted-attention')?.run();
ready.then((Element) => Element && new Element());
define(new URL('/files/', location.href));
// @ts-expect-error A state holds numbers, ids and lists of numbers.
figure.state = { d: { } };
const title: string = figure.result?.title ?? '';
`;

for (const [module, moduleResolution] of [['esnext', 'bundler'], ['nodenext', 'nodenext']]) {
  test(`TypeScript that uses the element, its state and its events compiles with --strict, resolved as for ${moduleResolution}`, async () => {
    await writeFile(join(home, 'typed.ts'), typed);
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--module', module, '--moduleResolution', moduleResolution];
    try {
      execFileSync(process.execPath, [compiler, ...options, 'typed.ts'], { cwd: home, encoding: 'utf8' });
    } catch (error) {
      assert.fail(error.stdout);
    }
  });
}

test('a page that loads it from node_modules shows a figure, its learner in a worker', async () => {
  const learned = await shown('plain.html', '<script type="module" src="/node_modules/lifted-attention/index.js"></script>', kFigure);
  assert.deepEqual([learned.figure, learned.state.d, learned.state.seed, learned.worker], ['algorithm', 3, 7, true]);
});

test('a page bundled with esbuild shows a figure once the files are copied, as its README says', async () => {
  await writeFile(join(home, 'main.js'), "import { define } from 'lifted-attention/element';\ndefine('/public/lifted-attention/');\n");
  await mkdir(join(home, 'public'), { recursive: true });
  await cp(join(home, 'node_modules/lifted-attention/files'), join(home, 'public/lifted-attention'), { recursive: true });
  const { outputFiles, warnings } = await build({ entryPoints: [join(home, 'main.js')], bundle: true, minify: true, format: 'esm', outfile: join(home, 'public/app.js'), write: false, logLevel: 'silent' });
  assert.deepEqual(warnings, []);
  assert.ok(outputFiles[0].contents.length < 1000, `${outputFiles[0].contents.length} bytes added to the bundle`);
  await writeFile(join(home, 'public/app.js'), outputFiles[0].contents);
  const learned = await shown('bundled.html', '<script type="module" src="/public/app.js"></script>', kFigure);
  assert.deepEqual([learned.state.d, learned.state.seed, learned.worker], [3, 7, true]);
});

test('where its files are not, an error says what to do', async () => {
  await writeFile(join(home, 'astray.html'), html('').replace(/<script.*?<\/script>/, ''));
  const page = await open(browser, `${server.address}/astray.html`);
  const message = await page.evaluate(async () => {
    const { define } = await import('/node_modules/lifted-attention/element.js');
    return define('/nowhere').catch((error) => error.message);
  });
  assert.match(message, /no lifted-attention\.js in http:\S+\/nowhere\/\. Copy node_modules\/lifted-attention\/files/);
  await page.close();
});

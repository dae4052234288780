// The reference of what others call: JavaScript's from its types, by TypeDoc; Python's from its docstrings; C++ and C from
// their headers, with those that they speak of. A public entry that is not documented is an error.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gapsOf, kBehind, kHeaders, pageOf, placesOf, readHeader } from './headers.mjs';
import { gapsOf as pythonGaps, kModule, readModule } from './python.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const to = `${top}build/api`;

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const read = (/** @type {string} */ file) => readFileSync(`${top}src/${file}`, 'utf8');
const page = (/** @type {string} */ file) => `${file.split('/').at(-1)}.html`;
const headers = new Map([...kHeaders, ...kBehind].map((file) => [file, readHeader(read(file))]));
const module = readModule(read(kModule));
const places = placesOf([...headers].filter(([file]) => file.endsWith('.hpp')));
for (const [file, header] of headers) writeFileSync(`${to}/${page(file)}`, pageOf(file, header, file.endsWith('.hpp') ? places : placesOf([[file, header]])));
writeFileSync(`${to}/${page(kModule)}`, pageOf(kModule, module, placesOf([[kModule, module]])));
const gaps = [...kHeaders.flatMap((file) => gapsOf(headers.get(file)).map((gap) => `src/${file}: ${gap}`)), ...pythonGaps(module).map((gap) => `src/${kModule}: ${gap}`)];
for (const gap of gaps) console.error(gap);
const typedoc = createRequire(import.meta.url).resolve('typedoc').replace(/dist\/.*$/, 'bin/typedoc');
const { status } = spawnSync(process.execPath, [typedoc, '--options', fileURLToPath(new URL('typedoc.json', import.meta.url)), '--logLevel', 'Warn'], { stdio: 'inherit', cwd: fileURLToPath(new URL('.', import.meta.url)) });
const rows = [
  ['js/modules/lifted-attention_learn.html', 'JavaScript: learn()', 'your own numbers, in a page, a worker, node or a notebook'],
  ['js/index.html', 'JavaScript: the element', 'figures in a page of yours: attributes, events, calls'],
  [page(kModule), 'Python: learn()', 'your own numbers, with NumPy'],
  [page(kHeaders[0]), 'C++: learn()', `a program that links the learner. Behind it: ${kBehind.map((file) => `<a href="${page(file)}">${file}</a>`).join(', ')}`],
  [page(kHeaders[1]), 'C', 'any other language that calls C'],
];
writeFileSync(
  `${to}/index.html`,
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Lifted Attention: reference</title>\n<h1>Reference</h1>\n<dl>\n${rows.map(([place, name, use]) => `<dt><a href="${place}">${name}</a></dt><dd>${use}</dd>`).join('\n')}\n</dl>\n</html>\n`,
);
if (gaps.length > 0 || status !== 0) process.exit(1);
console.log('build/api/index.html');

// The reference of what others call: JavaScript's from its types, by TypeDoc; C++ and C from their headers. A public entry
// that is not documented is an error.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gapsOf, kHeaders, pageOf, readHeader } from './headers.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const to = `${top}build/api`;

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const gaps = kHeaders.flatMap((file) => {
  const header = readHeader(readFileSync(`${top}src/${file}`, 'utf8'));
  writeFileSync(`${to}/${file.split('/').at(-1)}.html`, pageOf(file, header));
  return gapsOf(header).map((gap) => `src/${file}: ${gap}`);
});
for (const gap of gaps) console.error(gap);
const typedoc = createRequire(import.meta.url).resolve('typedoc').replace(/dist\/.*$/, 'bin/typedoc');
const { status } = spawnSync(process.execPath, [typedoc, '--options', fileURLToPath(new URL('typedoc.json', import.meta.url)), '--logLevel', 'Warn'], { stdio: 'inherit', cwd: fileURLToPath(new URL('.', import.meta.url)) });
writeFileSync(
  `${to}/index.html`,
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Lifted Attention: reference</title>\n<h1>Reference</h1>\n<ul>\n<li><a href="js/index.html">JavaScript: learn(), the element</a></li>\n${kHeaders.map((file) => `<li><a href="${file.split('/').at(-1)}.html">${file}</a></li>`).join('\n')}\n</ul>\n</html>\n`,
);
if (gaps.length > 0 || status !== 0) process.exit(1);
console.log('build/api/index.html');

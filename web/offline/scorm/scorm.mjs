// The SCORM 1.2 package: the article in one file, with a script that records the answers to exercises in the LMS that opens it.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { exercises } from '../../exercises.js';

export const kRecorder = 'record.js';
const kPrivate = 'what you type or paste stays in your browser';
const kRecorded = ', but for your answers to the exercises: a learning platform that opens this copy records them';

const own = (name) => new URL(name, import.meta.url);

/** The answers to choose from, by the letters that an LMS is told. */
function lettersIn() {
  const lines = exercises.map(({ id, title, kind, choices = {} }) => {
    const words = { number: ['  a number'], task: ['  something to do in the figure; the values that it was set to'] }[kind] ?? Object.values(choices).map((text, k) => `  ${String.fromCharCode(97 + k)}  ${text}`);
    return [`${id}: ${title}`, ...words].join('\n');
  });
  return lines.join('\n\n');
}

/** The page of the article, with the script, which runs before all others: they may not work. @param {string} html */
export function addRecorder(html) {
  if (!html.includes(kPrivate)) throw new Error(`the article no longer says “${kPrivate}”, which is not all of the truth in a learning platform`);
  return html.replace(kPrivate, kPrivate + kRecorded).replace('<script type="module"', (first) => `<script type="module" src="${kRecorder}"></script>\n${first}`);
}

/** @returns {Promise<{ script: string, [name: string]: string }>} what is in the package beside the article and its licences, by name; and the script */
export async function scormFiles() {
  const known = exercises.map(({ id, kind, choices = {} }) => ({ id, kind, choices }));
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(own(kRecorder))],
    define: { LIFTED_EXERCISES: JSON.stringify(known) },
    bundle: true, write: false, format: 'esm', target: 'es2022', minify: true, charset: 'utf8',
  });
  const note = await readFile(own('note.txt'), 'utf8');
  return {
    script: outputFiles[0].text,
    'imsmanifest.xml': await readFile(own('imsmanifest.xml'), 'utf8'),
    'README.txt': note.replace('{{exercises}}', () => lettersIn()).replaceAll('{{count}}', () => String(exercises.length)),
  };
}

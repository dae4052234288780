// Every text that a reader can meet in a figure: its English is its key in a language's file. Read off the sources, where
// literals stand right after `tr(`, `Phrase(`, `counted(` and `fail(` (src/plot/words.hpp, src/learner/error.hpp,
// web/element/words.js), and off the module, whose list of figures has names, questions, labels and help.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {import('../types/module.d.ts').FigureSchema} FigureSchema */

const kLiteral = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;
const kText = `(?:${kLiteral})(?:\\s*(?:${kLiteral}))*`;
const kSaid = new RegExp(`\\b(?:tr|Phrase|fail)\\(\\s*(${kText})`, 'g');
const kCounted = new RegExp(`\\bcounted\\(\\s*${kText},\\s*(${kText})`, 'g');

/** What literals beside each other spell; the sources have no other escapes than JSON's. @param {string} literals */
const spelled = (literals) =>
  [...literals.matchAll(new RegExp(kLiteral, 'g'))].map(([literal]) => JSON.parse(`"${literal.slice(1, -1).replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`)).join('');

const uncommented = (source) => source.replaceAll(/^\s*(\/\/|\/\*\*|\* ).*$/gm, '');

/** The texts of one source file: those said, and the forms for many of those counted. @param {string} source */
export function textsOf(source) {
  const [said, counted] = [kSaid, kCounted].map((call) => [...uncommented(source).matchAll(call)].map(([, literals]) => spelled(literals)));
  return { said, counted };
}

const sorted = (texts) => [...new Set(texts)].filter(Boolean).sort();

/** @param {URL} root of the repository @returns {Promise<{ said: string[], counted: string[] }>} sorted, each once */
export async function readTexts(root) {
  const folders = ['src', 'web/element'].map((name) => new URL(name, root).pathname);
  const names = await Promise.all(folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))));
  const sources = names.flat().filter((name) => /\.([ch]pp|js)$/.test(name));
  const texts = await Promise.all(sources.map(async (name) => textsOf(await readFile(name, 'utf8'))));
  return { said: sorted(texts.flatMap(({ said }) => said)), counted: sorted(texts.flatMap(({ counted }) => counted)) };
}

/** What the list of figures says. @param {FigureSchema[]} figures */
export const listedTexts = (figures) =>
  sorted(
    figures.flatMap(({ name, question, stages, texts, parameters }) => [
      ...[name, question, ...stages.map((stage) => stage.name)],
      ...texts.flatMap(({ label, help, placeholder, back }) => [label, help, placeholder, back]),
      ...parameters.flatMap(({ label, help, choices }) => [label, help, ...choices.map((choice) => choice.label)]),
    ]),
  );

// What lessons say in other languages: the exercises, the presenter, the teacher's guide and the worksheet. A language is one
// file, web/languages/lessons/<tag>.json: English texts and their translations. What is empty or missing is said in English.
//
//   node web/article/lessons.mjs de   makes web/languages/lessons/de.json with all texts, or updates it
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { language, words } from '../element/words.js';
import { exercises } from '../exercises.js';
import { derivations } from './derivations.mjs';
import { textsOf } from './keys.mjs';
import { readLanguages } from './languages.mjs';
import { lessons } from './lesson_plans.mjs';
import { bringUp, complaintsOf } from './translated.mjs';

/** @import { Result } from '../types/element.d.ts' */
/** @import { Elsewhere } from './learner.mjs' */
/** @import { Texts } from './translated.mjs' */

const kWeb = fileURLToPath(new URL('../', import.meta.url));
const kFolder = join(kWeb, 'languages/lessons');

const ofSources = async (/** @type {string[]} */ names) => (await Promise.all(names.map((name) => readFile(join(kWeb, name), 'utf8')))).flatMap((source) => textsOf(source).said);

/** What scripts say: the exercises as forms, and the presenter. */
async function spokenTexts() {
  const classroom = (await readdir(join(kWeb, 'classroom'))).filter((name) => name.endsWith('.js')).map((name) => `classroom/${name}`);
  const asked = exercises.flatMap((exercise) => [exercise.title, exercise.question, ...(exercise.kind === 'choice' ? Object.values(exercise.choices) : exercise.kind === 'number' ? [exercise.form] : [])]);
  return [...asked, ...(await ofSources(['exercises.js', ...classroom]))];
}

/** What only stands in pages. */
async function printedTexts() {
  const own = exercises.flatMap(({ id, aim, misconception, discuss }) => [aim, misconception, discuss, ...Object.values(derivations[id])]);
  const planned = lessons.flatMap(({ title, needs, steps }) => [title, needs, ...steps.flatMap(({ title = '', does, board = '' }) => [title, does, board])]);
  return [...own, ...planned, ...(await ofSources(['classroom', 'lesson_plans', 'teach'].map((name) => `article/${name}.mjs`)))].filter(Boolean);
}

/** Every text of the lessons. @returns {Promise<Set<string>>} */
export const lessonTexts = async () => new Set([...(await spokenTexts()), ...(await printedTexts())]);

/** The lessons' languages, by tag; says what is said in English. @returns {Promise<Map<string, Texts>>} */
export async function readLessons() {
  const texts = await lessonTexts();
  const all = /** @type {Map<string, Texts>} */ (await readLanguages(kFolder));
  for (const [tag, language] of all) {
    const complaints = complaintsOf(language, tag);
    if (complaints.length > 0) throw new Error(`web/languages/lessons/${tag}.json: ${complaints.join(' ')}`);
    const missing = [...texts].filter((english) => !language[english]);
    if (missing.length > 0) console.log(`warning: lessons say ${missing.length} of ${texts.size} texts in English (node web/article/lessons.mjs ${tag}): ${missing.slice(0, 5).map((text) => `“${text.slice(0, 40)}”`).join(', ')}${missing.length > 5 ? ', …' : ''}`);
  }
  return all;
}

/** What `make` returns when everything it says is in this language. @template T @param {string} tag @param {Record<string, unknown> | undefined} texts @param {() => T} make @returns {T} */
export function speaking(tag, texts, make) {
  language.lang = tag;
  for (const [english, text] of Object.entries(texts ?? {})) if (text && typeof text === 'string') words.set(english, text);
  try {
    return make();
  } finally {
    language.lang = 'en';
    words.clear();
  }
}

/** Results as a language's readers see them. @param {Map<string, Result & { elsewhere?: Elsewhere }>} results @param {string} tag @returns {Map<string, Result>} */
export const resultsIn = (results, tag) => new Map([...results].map(([id, result]) => [id, { ...result, ...result.elsewhere?.[tag] }]));

/** Puts what scripts say into a built site. @param {{ tag: string, lessons?: Texts }[]} languages @param {string} to */
export async function makeLessons(languages, to) {
  await mkdir(join(to, 'languages'), { recursive: true });
  const spoken = new Set(await spokenTexts());
  for (const { tag, lessons = {} } of languages) {
    const texts = Object.entries(lessons).filter(([english, text]) => text && spoken.has(english));
    await writeFile(join(to, `languages/lessons.${tag}.json`), JSON.stringify(Object.fromEntries(texts)));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bringUp(kFolder, process.argv[2] ?? '', await lessonTexts());

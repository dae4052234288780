// What the READMEs say of the project is there: links and their places, files, commands with their options, programs that
// parse. Nothing is run but parsers.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const kMostLines = 180; // of the first one: what is read in five minutes
const kMostInARoom = 135; // three screens
const top = fileURLToPath(new URL('../..', import.meta.url));
const read = (/** @type {string} */ name) => readFileSync(join(top, name), 'utf8');
const skipped = new Set(['node_modules', 'build', '.git']);

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => (skipped.has(entry.name) ? [] : entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]));
const files = filesIn('.');
const readmes = files.filter((name) => basename(name) === 'README.md');
const names = new Set(files.map((name) => basename(name)));

// --- Taking a README apart -------------------------------------------------------------------------------------------

const kFence = /^( *)```(\w*)\n(.*?)^\1```$/gms;

/** Its fenced snippets without their indentation. @param {string} text */
const snippetsIn = (text) => [...text.matchAll(kFence)].map(([, indent, language, body]) => ({ language, body: body.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }));
/** @param {string} text */
const prose = (text) => text.replaceAll(kFence, '').replaceAll(/<!--.*?-->/gs, '');
/** The words of its text that stand in backquotes. @param {string} text */
const quotesIn = (text) => [...prose(text).matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, words]) => words.replaceAll(/\s+/g, ' ').replaceAll('\\|', '|'));
/** The targets of its links and pictures. @param {string} text */
const linksIn = (text) => [...prose(text).replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"|^\[[^\]]+\]: (\S+)/gm)].map(([, ...targets]) => targets.find(Boolean) ?? '');

/** The places of a Markdown text that links can lead to, as GitHub names them. @param {string} text */
function placesIn(text) {
  const seen = new Map();
  return [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) => {
    const slug = title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').trim().replaceAll(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

/** What is wrong with a link. @param {string} target @param {string} from the README, from the top @returns {string | null} */
function linkFault(target, from) {
  if (/^(https?|mailto):/.test(target)) return null;
  const [path, place] = target.split('#');
  const name = path === '' ? from : join(dirname(from), decodeURI(path));
  if (name.startsWith('..') || !existsSync(join(top, name))) return `${target}: there is no ${name}`;
  if (place === undefined) return null;
  const text = name.endsWith('.md') || name.endsWith('.html') ? read(name) : '';
  const places = name.endsWith('.md') ? placesIn(text) : [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  return places.includes(place) ? null : `${target}: ${name} has no place #${place}`;
}

// --- Commands --------------------------------------------------------------------------------------------------------

// Programs whose options are read elsewhere.
const kReaders = { 'tests/run.sh': ['tests/run.mjs'], 'tests/bench/run.sh': ['tests/bench/run.mjs', 'tests/bench/tasks.mjs', 'tests/run.sh'], 'web/serve.sh': ['web/serve.mjs'], 'build/native/describe': ['tests/figures/describe_main.cpp'], 'lifted-learn': ['src/program/options.cpp'], 'web/article/languages.mjs': [] };
const kOthers = /^(cd|cp|git|mkdir|mpirun|npm|python3|source|cmake|bash|node)$/;
const isPlaceholder = (/** @type {string} */ word) => /^[A-Z]+$/.test(word) || /^[\w./]*<\w+>[\w./]*$/.test(word);

/** @type {Map<string, boolean>} */
const variables = new Map();
/** Whether some source reads this variable. @param {string} name */
function isRead(name) {
  if (!variables.has(name)) variables.set(name, files.some((file) => /\.(mjs|js|sh|cmake|hpp|cpp)$/.test(file) && file !== 'tests/architecture/readmes.test.mjs' && read(file).includes(name)));
  return variables.get(name);
}

/** What is wrong with a command, as far as can be known without running it. @param {string} command @returns {string[]} */
function commandFaults(command) {
  const faults = [];
  const words = (command.match(/"(?:\$\(.*?\)|[^"])*"|\S+/g) ?? []).map((word) => word.replaceAll(/^"|"$/g, ''));
  while (/^[A-Z][A-Z_]*=/.test(words[0] ?? '')) {
    const [name] = String(words.shift()).split('=');
    if (!isRead(name)) faults.push(`nothing reads ${name}`);
  }
  for (const inner of command.matchAll(/\$\(([^)]*)\)/g)) faults.push(...commandFaults(inner[1]));
  const program = words.shift();
  if (program === undefined) return faults;
  const knows = (/** @type {string} */ name, /** @type {string} */ word) => [name, ...(kReaders[name] ?? [])].some((file) => existsSync(join(top, file)) && new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(read(file)));
  if (program === 'bash' || program === 'node') {
    while (words[0] === '--test') words.shift();
    const [name, ...rest] = words;
    if (!name || !files.includes(name)) return [...faults, `there is no ${name}`];
    const first = rest[0];
    if (name === 'tests/run.sh' && first && !isPlaceholder(first) && !files.includes(first) && !knows('tests/run.mjs', first)) faults.push(`${name} knows no ${first}`);
    for (const option of rest.filter((word) => word.startsWith('--'))) if (!knows(name, option)) faults.push(`${name} knows no ${option}`);
  } else if (program === 'cmake') {
    const presets = JSON.parse(read('CMakePresets.json'));
    for (const [option, list] of [['--preset', presets.configurePresets], ['--build --preset', presets.buildPresets]]) {
      const [, preset] = new RegExp(`^cmake ${option} (\\S+)`).exec(command) ?? [];
      if (preset && !list.some(({ name }) => name === preset)) faults.push(`there is no preset ${preset}`);
    }
    for (const [, target] of command.matchAll(/--target (\S+)/g)) {
      const rooms = new RegExp(`(?<![\\w-])${target.replace(/^test_/, '(test_)?')}(?![\\w-])`);
      if (!rooms.test(read('CMakeLists.txt') + read('tests/tests.cmake'))) faults.push(`there is no target ${target}`);
    }
  } else if (program in kReaders) {
    for (const option of words.filter((word) => word.startsWith('--'))) if (!knows(program, option)) faults.push(`${program} knows no ${option}`);
  } else if (!kOthers.test(program)) {
    faults.push(`what is ${program}?`);
  }
  return faults;
}

/** The commands of a snippet. @param {string} body */
const commandsIn = (body) => body.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '').replace(/ > .*$/, '').trim()).filter(Boolean);

// --- Programs --------------------------------------------------------------------------------------------------------

/** What a program's own parser says. @param {string[]} command @param {string} input */
function complaint([program, ...words], input) {
  const { status, stderr } = spawnSync(program, words, { input, encoding: 'utf8' });
  return status === 0 ? null : stderr.split('\n').slice(0, 5).join('\n');
}
const script = (/** @type {string} */ body) => complaint([process.execPath, '--input-type=module', '--check'], body);

const kVoid = new Set(['meta', 'link', 'img', 'br', 'hr', 'input', 'source']);

/** What does not close, and scripts that do not parse. @param {string} body */
function markup(body) {
  const open = [];
  for (const [, end, name] of body.replaceAll(/<!--.*?-->/gs, '').matchAll(/<(\/?)([a-z][\w-]*)(?:\s+[\w:-]+(?:="[^"]*")?)*\s*>/g)) {
    if (end && open.pop() !== name) return `</${name}> closes nothing`;
    if (!end && !kVoid.has(name)) open.push(name);
  }
  const odd = body.replaceAll(/<!--.*?-->/gs, '').replaceAll(/<(!doctype html|\/?[a-z][\w-]*(?:\s+[\w:-]+(?:="[^"]*")?)*\s*)>/g, '').match(/[<>]/);
  if (open.length > 0 || odd) return open.length > 0 ? `<${open.at(-1)}> is not closed` : 'a tag that cannot be read';
  return [...body.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(([, text]) => script(text)).find(Boolean) ?? null;
}

/** Where esbuild is installed, for it alone among what we have parses TypeScript fast. */
async function typescript() {
  for (const folder of ['web', 'tests/browser']) {
    const file = join(top, folder, 'node_modules/esbuild/lib/main.js');
    if (existsSync(file)) return (await import(file)).default.transform;
  }
  return null;
}

// --- The tests -------------------------------------------------------------------------------------------------------

for (const name of readmes) {
  const text = read(name);

  test(`${name}: every link leads to a file, and to a place in it`, () => {
    // What is in the npm package stands beside this one there, not here.
    const faults = linksIn(text).map((target) => linkFault(target, name));
    assert.deepEqual(faults.filter(Boolean), []);
  });

  test(`${name}: every file and folder that it names is there`, () => {
    const rooms = new Set(readdirSync(top));
    const missing = quotesIn(text).filter((words) => {
      if (/[\s<>*{}$]/.test(words) || isPlaceholder(words)) return false;
      if (/^(NAME|TITLE)/.test(words)) return false;
      if (words.includes('/')) return rooms.has(words.split('/')[0]) && !words.startsWith('build/') && !existsSync(join(top, words)) && !existsSync(join(top, dirname(name), words));
      return /\.(hpp|cpp|h|mjs|py|cmake|sh)$/.test(words) && !names.has(words);
    });
    assert.deepEqual(missing, []);
  });

  test(`${name}: its commands name programs, files and options that there are`, () => {
    const snippets = snippetsIn(text).filter(({ language }) => language === 'sh');
    for (const { body } of snippets) assert.equal(complaint(['bash', '-n'], body), null, body);
    const inline = quotesIn(text).filter((words) => /^(bash|node|cmake|LIFTED_\w+=\S+) \S/.test(words));
    const inProject = name !== 'web/package/README.md'; // that one is read in a project of somebody else
    const commands = inProject ? [...snippets.flatMap(({ body }) => commandsIn(body)), ...inline] : [];
    assert.deepEqual(commands.flatMap((command) => commandFaults(command).map((fault) => `${command}: ${fault}`)), []);
    const settings = quotesIn(text).flatMap((words) => /^(LIFTED_\w+)(=\S*)?$/.exec(words)?.[1] ?? []);
    assert.deepEqual(settings.filter((setting) => !isRead(setting)), []);
  });

  test(`${name}: its programs parse`, async (t) => {
    const transform = await typescript();
    for (const { language, body } of snippetsIn(text)) {
      if (language === 'js') assert.equal(script(body), null, body);
      if (language === 'html') assert.equal(markup(body), null, body);
      if (language !== 'ts' && language !== 'tsx') continue;
      if (transform) await transform(body, { loader: language, logLevel: 'silent' });
      else t.diagnostic(`${name}: TypeScript was not read, as no parser is installed yet`);
    }
  });
}

/** What is wrong with its length. @param {string} name @param {string} text */
function lengthFault(name, text) {
  const lines = text.split('\n').length - 1;
  if (name === 'README.md') return lines > kMostLines ? `${name} has ${lines} lines, more than ${kMostLines}: move what is not needed first to a room's own` : null;
  return lines > kMostInARoom ? `${name} has ${lines} lines, more than ${kMostInARoom}: move what belongs to another room, or say it in a header or a test` : null;
}

/** The headers that the README of their room does not name. @param {string} room @param {string} text */
const unnamedIn = (room, text) => files.filter((file) => file.startsWith(`${room}/`) && file.endsWith('.hpp') && !(room === 'src/figures' && dirname(file) !== room) && !text.includes(`\`${basename(file)}\``));

test('the first README is read in five minutes, a room is told in three screens at most, and rooms name all their headers', (t) => {
  const faults = readmes.map((name) => lengthFault(name, read(name))).filter(Boolean);
  for (const room of ['src/learner', 'src/plot', 'src/figures']) {
    const unnamed = unnamedIn(room, read(`${room}/README.md`));
    if (unnamed.length > 0) faults.push(`${room}/README.md does not say what is in ${unnamed.map((file) => relative(room, file)).join(', ')}`);
  }
  for (const fault of faults) t.diagnostic(`warning: ${fault}`);
});

test('what is wrong is noticed: links, places, options, variables, presets, tags, programs', () => {
  assert.match(linkFault('nowhere.md', 'README.md') ?? '', /no nowhere\.md/);
  assert.match(lengthFault('README.md', '\n'.repeat(181)) ?? '', /181 lines/);
  assert.match(lengthFault('web/README.md', '\n'.repeat(136)) ?? '', /136 lines/);
  assert.equal(lengthFault('README.md', '\n'.repeat(180)), null);
  assert.deepEqual(unnamedIn('src/plot', read('src/plot/README.md').replaceAll('`svg.hpp`', '')), ['src/plot/svg.hpp']);
  assert.match(linkFault('web/README.md#nowhere', 'README.md') ?? '', /no place/);
  assert.equal(linkFault('../README.md#the-rooms', 'src/README.md'), null);
  assert.deepEqual(placesIn('# A b\n## “Quoted”, in C++ or C\n## A b\n```sh\n# no title\n```\n'), ['a-b', 'quoted-in-c-or-c', 'a-b-1']);
  assert.equal(commandFaults('bash web/serve.sh --nonsense').length, 1);
  assert.equal(commandFaults('bash tests/run.sh nonsense').length, 1);
  assert.equal(commandFaults('LIFTED_NONSENSE=1 bash tests/run.sh browser').length, 1);
  assert.equal(commandFaults('cmake --preset nonsense').length, 1);
  assert.equal(commandFaults('cmake --build build/native --target nonsense').length, 1);
  assert.equal(commandFaults('node web/nonsense.mjs').length, 1);
  assert.equal(commandFaults('source "$(bash .toolchain/nonsense.sh env)"').length, 1);
  assert.deepEqual(commandFaults('LIFTED_TRIALS=10 bash tests/run.sh figure NAME'), []);
  assert.notEqual(markup('<p><b>bold</p>'), null);
  assert.notEqual(markup('<p class=“x”>text</p>'), null);
  assert.notEqual(script('const = 1;'), null);
  assert.deepEqual(snippetsIn('1. x\n\n   ```sh\n   ls\n   ```\n'), [{ language: 'sh', body: 'ls\n' }]);
  const tracked = execFileSync('git', ['ls-files', '*README.md'], { cwd: top, encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(tracked.filter((file) => !readmes.includes(file)), []);
});

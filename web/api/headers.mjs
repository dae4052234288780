// A page of a C or C++ header for who calls it: each declaration with the comment before it, or beside it. Headers are
// written as the house writes them: comments are plain, and what stands in namespace or extern "C" is not indented.

/**
 * @typedef {{ code: string, says: string[], members: Entry[] }} Entry
 * @typedef {{ opening: string[], entries: Entry[] }} Header
 */

/** In src: what programs outside the project include. */
export const kHeaders = ['learner/learn.hpp', 'c_api/lifted_learner.h'];
/** What the first of them speaks of, as it is. */
export const kBehind = ['sequence', 'model', 'moments', 'solve', 'row_least_squares', 'heads', 'certificate', 'error', 'matrix'].map((name) => `learner/${name}.hpp`);

const kSkipped = /^(#|namespace\b|extern "C"|\}( +\/\/ namespace.*)?$)/;

/** The words of a comment without its marks. @param {string} line */
const bare = (line) => line.replace(/^\s*(\/\/|\/\*|\*(?!\/))? ?/, '').replace(/\s*\*\/\s*$/, '');

/** Code and the comment behind it. @param {string} line */
function split(line) {
  const at = line.search(/\/\/|\/\*/);
  return at < 0 ? { code: line.trimEnd(), beside: '' } : { code: line.slice(0, at).trimEnd(), beside: bare(line.slice(at)) };
}

/** How many braces and brackets are open at the end. @param {string} code */
const open = (code) => (code.match(/[{(]/g) ?? []).length - (code.match(/[})]/g) ?? []).length;

/** @param {string[]} lines of a struct or an enum @returns {Entry[]} */
function membersOf(lines) {
  const members = [];
  /** @type {string[]} */
  let says = [];
  let inside = 0; // of the list that figures write by, which no caller needs
  for (const line of lines) {
    const { code, beside } = split(line);
    if (code.trim() === 'private:') break;
    if (code.trim() === 'public:') continue;
    if (inside > 0 || /^ *void fields\(/.test(code)) {
      inside += open(code);
      continue;
    }
    if (beside) says.push(beside);
    if (!code.trim()) {
      if (!beside) says = [];
      continue;
    }
    members.push({ code: code.trim(), says, members: [] });
    says = [];
  }
  return members;
}

/** @param {string} text @returns {Header} */
export function readHeader(text) {
  const lines = text.split('\n');
  /** @type {Header} */
  const header = { opening: [], entries: [] };
  /** @type {string[]} */
  let says = [];
  for (let k = 0; k < lines.length; ++k) {
    const line = lines[k];
    if (line.startsWith('/*')) {
      do says.push(bare(lines[k]));
      while (!lines[k++].includes('*/'));
      --k;
      continue;
    }
    if (line.startsWith('//')) {
      says.push(bare(line));
      continue;
    }
    if (!line.trim() || kSkipped.test(line)) {
      // A comment that nothing follows at once is about the header.
      if (header.entries.length === 0) header.opening.push(...says, ...(says.length > 0 ? [''] : []));
      says = [];
      continue;
    }
    const from = k;
    let left = open(split(line).code);
    while (left > 0 || !/[;}]$/.test(split(lines[k]).code)) left += open(split(lines[++k]).code);
    const whole = lines.slice(from, k + 1);
    const { code, beside } = split(whole[0]);
    if (beside) says.push(beside);
    const isGroup = /^(typedef )?(struct|enum|class)\b.*\{$/.test(code);
    header.entries.push({ code: isGroup ? code.replace(/ *\{$/, '') : whole.map((one) => split(one).code).join('\n'), says, members: isGroup ? membersOf(whole.slice(1, -1)) : [] });
    says = [];
  }
  return header;
}

/** What a caller is not told. @param {Header} header @returns {string[]} */
export function gapsOf({ opening, entries }) {
  const gaps = opening.length > 0 ? [] : ['the header does not say what it is for'];
  for (const { code, says, members } of entries) {
    const name = code.split('\n')[0];
    const words = says.join(' ');
    const isFunction = /\w\(/.test(code) && !/^(typedef|using|inline constexpr)\b/.test(code);
    if (!words) gaps.push(`${name}: nothing is said of it`);
    if (code.startsWith('Expected<') && !/\bErrors:/.test(words)) gaps.push(`${name}: its errors are not named`);
    if (isFunction && !/\bCosts?\b|O\(/.test(words)) gaps.push(`${name}: its cost is not given`);
    for (const member of members) if (member.says.length === 0) gaps.push(`${name}, ${member.code}: nothing is said of it`);
  }
  return gaps;
}

const escape = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** Indented lines stand as they are, others flow. @param {string[]} says */
function paragraphs(says) {
  const kind = (/** @type {string} */ line) => (!line.trim() ? 'nothing' : line.startsWith('  ') ? 'pre' : 'p');
  /** @type {{ tag: string, lines: string[] }[]} */
  const groups = [];
  for (const line of says) {
    if (groups.at(-1)?.tag === kind(line)) groups.at(-1)?.lines.push(line);
    else groups.push({ tag: kind(line), lines: [line] });
  }
  return groups.filter(({ tag }) => tag !== 'nothing').map(({ tag, lines }) => `<${tag}>${escape(lines.join('\n'))}</${tag}>`).join('\n');
}

/** What an entry declares. @param {string} code */
const nameOf = (code) => (/\b(?:struct|class|enum(?: class)?|using) (\w+)/.exec(code) ?? /(\w+)(?=\()/.exec(code) ?? /(\w+) = /.exec(code))?.[1] ?? '';

/** Where each name stands, "learn.hpp.html#Layer", a type before a function of its name. @param {[file: string, header: Header][]} pages @returns {Map<string, string>} */
export const placesOf = (pages) => new Map(pages.toReversed().flatMap(([file, { entries }]) => entries.toReversed().map(({ code }) => [nameOf(code), `${file.split('/').at(-1)}.html#${nameOf(code)}`])));

/** Names in escaped text become links; in a sentence only what no English word looks like. @param {string} text @param {Map<string, string>} places @param {string} own which is not linked */
const linked = (text, places, own, inWords = true) =>
  text.replaceAll(/(?<![&\w.])([A-Za-z]\w+)(\()?/g, (whole, name, call = '') => (name !== own && places.has(name) && (!inWords || call || /_|[a-z][A-Z]|^[A-Z][a-z]+$/.test(name)) ? `<a href="${places.get(name)}">${name}</a>${call}` : whole));

/** @param {string} file as it is included @param {Header} header @param {Map<string, string>} [places] of what is linked */
export const pageOf = (file, { opening, entries }, places = new Map()) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${file}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
  p { max-width: 50rem; }
  pre { font-size: 14px; white-space: pre-wrap; }
  section > pre:first-child { border-left: 3px solid; padding-left: 0.8rem; font-weight: 600; }
  td { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top; }
</style>
<p><a href="index.html">Reference</a></p>
<h1><code>${file.endsWith('.py') ? `${file.split('/').at(-1)}` : `#include "${file}"`}</code></h1>
${linked(paragraphs(opening), places, '')}
${entries
  .map(
    ({ code, says, members }) => `<section id="${nameOf(code)}">
<pre>${linked(escape(code), places, nameOf(code), false)}</pre>
${linked(paragraphs(says), places, nameOf(code))}
${members.length > 0 ? `<table>${members.map((member) => `<tr><td><code>${linked(escape(member.code), places, nameOf(code), false)}</code></td><td>${linked(escape(member.says.join(' ')), places, nameOf(code))}</td></tr>`).join('\n')}</table>` : ''}
</section>`,
  )
  .join('\n')}
</html>
`;

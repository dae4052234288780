// article.txt: the article's prose as plain text, which figures learn from.
import { plainFormulas } from './formulas.mjs';

const kVoid = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source']);
const kBlocks = new Set(['p', 'li', 'h1', 'h2', 'h3', 'h4', 'dt', 'dd', 'figcaption', 'header', 'section', 'div']);
const kEntities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&quot;': '"' };

/**
 * One paragraph a line, blank lines between; elements with data-words="no" are left out.
 * @param {string} html the article's source, numbers filled in, formulas still TeX
 */
export function plainWords(html) {
  const body = plainFormulas(html.slice(html.indexOf('<header'), html.indexOf('</article>')).replace(/<!--.*?-->/gs, ''));
  const open = [];
  let quiet = 0; // how many of the open elements are left out
  let text = '';
  for (const [, tag, words] of body.matchAll(/(<[^>]+>)|([^<]+)/g)) {
    if (words) {
      if (quiet === 0) text += words.replace(/\s+/g, ' ');
      continue;
    }
    const [, closing, name] = tag.match(/^<(\/?)([a-z0-9-]+)/);
    if (kBlocks.has(name) && quiet === 0) text += '\n\n';
    if (kVoid.has(name)) continue;
    if (closing) quiet -= open.pop();
    else {
      const left = tag.includes('data-words="no"') ? 1 : 0;
      open.push(left);
      quiet += left;
    }
  }
  return (
    text
      .replace(/&\w+;/g, (entity) => kEntities[entity] ?? entity)
      .replace(/ *\n */g, '\n')
      .replace(/ +([.,;:])/g, '$1')
      .replace(/\n{2,}/g, '\n\n')
      .replace(/ {2,}/g, ' ')
      .trim() + '\n'
  );
}

// @ts-check
// The clipboard, which a page may refuse, and which a page over http does not have at all.

import { make } from './make.js';
import { download } from './save.js';
import { tr } from './words.js';

/** @import { ShadowDom } from './shadow_dom.js' */

/** @param {string} text @returns {Promise<boolean>} whether it is there now */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Shows a text, marked, that could not be copied. @param {ShadowDom} dom @param {string} sentence @param {string} text @param {string} label */
function offer(dom, sentence, text, label) {
  const field = make(text.includes('\n') ? 'textarea' : 'input', { readOnly: true, dir: 'ltr', value: text, 'aria-label': label });
  dom.note('hint', sentence, field);
  field.select();
}

/** @param {ShadowDom} dom @param {string} link */
export async function copyLink(dom, link) {
  if (await copy(link)) dom.note('hint', tr('Link copied.'));
  else offer(dom, tr('Copy this link:'), link, tr('Link to this state'));
}

/** @param {ShadowDom} dom @param {string} script @param {string} name of its file */
export async function copyScript(dom, script, name) {
  if (await copy(script)) return dom.note('hint', tr('Script copied.'));
  download(new Blob([script], { type: 'text/x-python' }), name);
  offer(dom, tr('This page does not allow copying, so the script was saved as a file. It can be copied from here, too:'), script, tr('Python script'));
}

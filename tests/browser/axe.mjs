// Accessibility checks by axe-core.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { desk, phone } from './chromium.mjs';

const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * The places and themes in which a page is looked at, and what axe looks for there. A phone has the colours of a desk, and
 * in the dark nothing but they are new: colours take axe longest.
 * @type {{ name: string, viewport: import('puppeteer-core').Viewport, theme: 'light' | 'dark', look: { rules?: number, options: object } }[]}
 */
export const looks = [
  { name: 'a desk, light', viewport: desk, theme: 'light', look: { options: { preload: false } } },
  { name: 'a desk, dark', viewport: desk, theme: 'dark', look: { rules: 1, options: { preload: false, runOnly: ['color-contrast'] } } },
  { name: 'a phone, light', viewport: phone, theme: 'light', look: { options: { preload: false, rules: { 'color-contrast': { enabled: false } } } } },
];

/**
 * The violations that axe finds in a page, a line each.
 * @param {import('puppeteer-core').Page} page
 * @param {{ of?: string, rules?: number, options?: object }} [more] a selector; how many rules have to have something to say
 */
export async function violations(page, { of, rules = 20, options = {} } = {}) {
  // Run by the debugger, so that the page's policy has nothing to refuse.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { found, passes } = await page.evaluate(
    async (of, options) => {
      const { violations, passes } = await window.axe.run(of ?? document, { resultTypes: ['violations'], ...options });
      return { found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.flat().join(' ')} ${failureSummary}`).join('; ')}`), passes: passes.length };
    },
    of ?? null,
    options,
  );
  assert.ok(passes >= rules, `${passes} rules applied`);
  return found;
}

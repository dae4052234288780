// Starts headless Chromium for tests, with functions for what they do with figures; all but launch() and `media`
// work in Firefox (firefox.mjs) and in WebKit (webkit.mjs) too.
import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';
import { instrument } from './instrument.js';
import { colours } from './picture.mjs';

const kFlags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing', // WebGL alone in software, as on a machine without a GPU: all the rest by it takes twice the time
  '--disable-gpu-watchdog', // on a busy machine it takes the software that draws WebGL for hung, ends it, and with it all contexts
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
  // A headless browser has no mouse, but most desktop readers do; a page with a viewport that has touch has a finger instead.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

export const desk = { width: 1280, height: 900, deviceScaleFactor: 1 };
export const phone = { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** ms that a test waits for something; less where the test is expected to fail (tests/faults). */
export const kPatience = Number(process.env.LIFTED_PATIENCE ?? 60_000);

/** ms that a browser or another program may take to start beside others. */
export const kStart = 120_000;

/**
 * Its readers want no motion, as stories and films drawn in software take all there is of the machine; those of a test
 * of what moves do.
 * @param {{ flags?: string[], motion?: boolean }} [options]
 */
export function launch({ flags = [], motion = false } = {}) {
  return puppeteer.launch({
    timeout: kStart,
    executablePath: process.env.LIFTED_CHROMIUM ?? '/usr/bin/chromium',
    args: [...kFlags, ...(motion ? [] : ['--force-prefers-reduced-motion']), ...flags],
  });
}

/** For the option `media` of open(): a reader who has nothing against motion. */
export const moving = [{ name: 'prefers-reduced-motion', value: 'no-preference' }];

// What ImGui prints when a context is lost while it compiles its shaders. One that truly fails prints why, in a line of its own.
const kOfLostContext = /^ERROR: ImGui_ImplOpenGL3_CreateDeviceObjects: failed to|^\s*\(unknown error\)\s*$|^\s*$/;

/** For the option `media` of open(). @param {'light' | 'dark'} value */
export const scheme = (value) => [{ name: 'prefers-color-scheme', value }];

/** Pages that end with the test that opened them (suite.mjs). @type {Set<import('puppeteer-core').Page>} */
export const opened = new Set();

/**
 * Opens a page; its errors are in `page.complaints`. A test that fails need not close it; one that is `kept` is there for
 * the tests that follow too.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} address
 * @param {{ viewport?: import('puppeteer-core').Viewport, media?: { name: string, value: string }[], prepare?: (page: import('puppeteer-core').Page) => Promise<unknown>, kept?: boolean, until?: import('puppeteer-core').PuppeteerLifeCycleEvent }} [options]
 */
export async function open(browser, address, { viewport = desk, media = [], prepare, kept = false, until = 'load' } = {}) {
  const page = Object.assign(await browser.newPage(), { complaints: [] });
  if (!kept) opened.add(page);
  page.once('close', () => opened.delete(page));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && !kOfLostContext.test(message.text()) && page.complaints.push([message.text(), message.location().url].filter(Boolean).join(' ')));
  page.setDefaultTimeout(kPatience);
  await page.setViewport(viewport);
  if (media.length > 0) await page.emulateMediaFeatures(media);
  await page.evaluateOnNewDocument(instrument);
  if (prepare) await prepare(page);
  await page.goto(address, { waitUntil: until });
  return page;
}

/**
 * Opens one page after the other in one tab, at half the cost of a new one: for tests that leave nothing behind but a
 * document. To close such a page is to empty the tab.
 * @param {import('puppeteer-core').Browser} browser
 */
export function tabOf(browser) {
  /** @type {ReturnType<typeof open> | undefined} */
  let only;
  return async (/** @type {string} */ address) => {
    const page = await (only ??= open(browser, 'about:blank', { kept: true }).then((page) => Object.assign(page, { close: () => page.goto('about:blank') })));
    await page.bringToFront();
    await page.close(); // an address that differs behind # only is no other document
    page.complaints.length = 0;
    await page.goto(address);
    return page;
  };
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until `condition`, a function run in the page, is truthy; returns what it is. */
export async function until(page, condition, ...values) {
  // What holds already is found out in one call, where waiting takes several; a page on its way elsewhere has to be waited for.
  const now = await page.evaluate(condition, ...values).catch(() => null);
  if (now) return now;
  const handle = await page.waitForFunction(condition, { polling: 20, timeout: kPatience }, ...values);
  const value = await handle.jsonValue();
  // A handle would keep its value in the page's memory.
  await handle.dispose();
  return value;
}

/**
 * Waits until nothing more happens by itself: no frame, no timer and no run is due, and nothing is drawn. It asks the
 * page's own scheduler (instrument.js), so a busy machine takes longer and sees the same.
 * @param {import('puppeteer-core').Page | import('puppeteer-core').Frame} page
 */
export async function settled(page) {
  const due = await page.evaluate((patience) => window.seen.settled(patience), kPatience);
  assert.equal(due, '', 'it does not come to rest: this is still due');
}

/** Waits until the page has made a frame. @param {import('puppeteer-core').Page} page */
export const nextFrame = (page) => page.evaluate(() => new Promise((made) => requestAnimationFrame(() => requestAnimationFrame(made))));

/**
 * For the option `prepare` of open(): the page gives a lost context up after three seconds, which a busy machine may need
 * for a screenshot alone; so its long timers take twenty times as long.
 * @param {import('puppeteer-core').Page} page
 */
export const patient = (page) =>
  page.evaluateOnNewDocument(() => {
    const { setTimeout } = window;
    window.setTimeout = (callback, delay, ...values) => setTimeout(callback, delay >= 3000 ? 20 * delay : delay, ...values);
  });

/** Waits until every piece of the article has been laid out. */
export const unfolded = (page) => until(page, () => !document.querySelector('article > section:not(.unfolded), article > section > :not(.unfolded, figure, h2, h3), .colophon > section:not(.unfolded)'));

/** The events of one type so far. */
export const events = (page, type) => page.evaluate((type) => window.seen.events.filter((event) => event.type === type), type);

/** Waits for the `count`th event of a type and returns its detail, with `at`. */
export async function event(page, type, count = 1) {
  await until(page, (type, count) => window.seen.events.filter((event) => event.type === type).length >= count, type, count);
  const { detail, at } = (await events(page, type))[count - 1];
  return { ...detail, at };
}

export const result = (page, count = 1) => event(page, 'lifted-result', count);
export const resultCount = async (page) => (await events(page, 'lifted-result')).length;

/**
 * Puts another figure in the place of the page's first, and waits for its result.
 * @param {import('puppeteer-core').Page} page @param {string} id @param {Record<string, string>} [attributes]
 */
export async function swap(page, id, attributes = {}) {
  await page.evaluate((attributes) => {
    window.seen.events.length = 0;
    const figure = document.createElement('lifted-attention');
    for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
    document.querySelector('lifted-attention').replaceWith(figure);
  }, { figure: id, ...attributes });
  await result(page);
}

/** Does something and waits for the result that follows; returns it. */
export async function resultOf(page, act) {
  const before = await resultCount(page);
  await act();
  return result(page, before + 1);
}

/** The figure's values, what its page gives it by the property or by the method, and its files as text. */
export const state = (page) => page.evaluate(() => document.querySelector('lifted-attention').state);
export const assign = (page, values) => page.evaluate((values) => void (document.querySelector('lifted-attention').state = values), values);
export const set = (page, values) => page.evaluate((values) => document.querySelector('lifted-attention').set(values), values);
export const exported = (page, kind) => page.evaluate(async (kind) => (await document.querySelector('lifted-attention').export(kind)).text(), kind);

/** What a figure says: title, sentence and notes. */
export async function said(page, k = 0) {
  return page.evaluate((k) => {
    const figure = document.querySelectorAll('lifted-attention:not([bare])')[k];
    const text = (selector) => [...figure.shadowRoot.querySelectorAll(selector)].map((node) => node.textContent.trim()).join(' ');
    return { title: text('.title'), sentence: window.sentenceOf(figure), notes: text('.notes'), status: text('.status-text') };
  }, k);
}

/** An element of a figure's shadow root. */
export async function part(page, selector, k = 0) {
  const element = (await page.evaluateHandle((selector, k) => window.part(selector, k), selector, k)).asElement();
  assert.ok(element, `the figure has no ${selector}`);
  return /** @type {import('puppeteer-core').ElementHandle<HTMLElement>} */ (element);
}

/** Chooses a command of a figure's menu. */
export async function choose(page, label) {
  await (await part(page, '.more')).click();
  await until(page, () => window.part('.menu') && !window.part('.menu').hidden);
  const item = await page.evaluateHandle((label) => [...window.part('.menu').querySelectorAll('button')].find((button) => button.textContent === label && !button.hidden), label);
  await item.asElement()?.click();
}

/** Drops a file on the figure. */
export const drop = (page, name, text) =>
  page.evaluate(
    (name, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      for (const type of ['dragover', 'drop']) window.part('.view').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true }));
    },
    name,
    text,
  );

/** The rectangle of an element of the page. */
export const rectOf = (handle) =>
  handle.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  });

/** A picture of a figure's stage. */
export async function pictureOf(page, k = 0) {
  const clip = await rectOf(await part(page, '.view', k));
  return page.screenshot({ clip });
}

/** Takes pictures until one has more than `few` colours: what was drawn may be seen a little later. @returns how many the last has */
export async function coloursOf(take, few = 20) {
  let count = 0;
  for (const end = Date.now() + kPatience; count <= few && Date.now() < end; ) count = colours(await take());
  return count;
}

/** Live WebGL2 contexts. */
export const liveContexts = (page) => page.evaluate(() => window.seen.contexts.filter((context) => !context.isContextLost()).length);

// Starts WebKitGTK for tests, the engine of every iPhone in the form that Debian has. Puppeteer does not speak to it, so
// this speaks WebDriver (w3.org/TR/webdriver2): its browser and pages have what chromium.mjs and the tests of all engines
// ask of Puppeteer's. WebDriver cannot run scripts before those of a page: `server.mjs` writes them into it (`first`).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { kPatience, kStart, pause } from './chromium.mjs';
import { startScreen } from './screen.mjs';

/** What WebDriver calls an element, in all that is sent and received. */
const kElement = 'element-6066-11e4-a52e-4f735466cecf';
const kKeys = { ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015', Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Home: '\uE011', End: '\uE010' };

/** A port that nobody listens at. */
async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A folder of settings: no motion, as in launch() of chromium.mjs. */
async function settings() {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'));
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(folder, version));
    writeFileSync(join(folder, version, 'settings.ini'), '[Settings]\ngtk-enable-animations=false\n');
  }
  return folder;
}

/**
 * For the server's option `first`: gathers what a page complains of, which WebDriver does not tell. That an observer of
 * sizes has more to tell in the next frame is an event of this kind too, but nothing is wrong then.
 */
export function complaints() {
  const found = (window.complaints = []);
  addEventListener('error', ({ message, target }) => /^ResizeObserver loop/.test(message) || found.push(message ?? `${target.src ?? target.href} did not load`), true);
  addEventListener('unhandledrejection', ({ reason }) => found.push(String(reason)));
  const { error } = console;
  console.error = (...values) => (found.push(values.join(' ')), error.apply(console, values));
}

/** Like launch() of chromium.mjs; close() ends the screen too. */
export async function launchWebKit() {
  const [screen, folder, port] = [await startScreen(), await settings(), await freePort()];
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    detached: true, // the browsers that it starts end with its group
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', GSETTINGS_BACKEND: 'memory', NO_AT_BRIDGE: '1', XDG_CONFIG_HOME: folder },
  });
  const stop = () => {
    try {
      process.kill(-(driver.pid ?? 0));
    } catch {
      // It has ended by itself.
    }
    screen.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  try {
    return await startSession(`http://127.0.0.1:${port}`, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

async function startSession(address, stop) {
  const send = async (method, path, body) => {
    const answer = await fetch(address + path, { method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (const late = Date.now() + kStart; ; await pause(100)) {
    const ready = await send('GET', '/status').catch(() => null);
    if (ready) break;
    if (Date.now() > late) throw new Error('WebKitWebDriver does not start');
  }
  const { sessionId, capabilities } = await send('POST', '/session', { capabilities: { alwaysMatch: {} } });
  const call = (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
  await call('POST', '/timeouts', { script: 2 * kPatience, pageLoad: 2 * kPatience });

  // WebDriver speaks to one window at a time; what tests ask of several is asked in turn.
  const home = await call('GET', '/window');
  let turn = Promise.resolve();
  let current = home;
  const inWindow = (handle, act) => {
    const next = turn.then(async () => {
      if (current !== handle) await call('POST', '/window', { handle });
      current = handle;
      return act();
    });
    turn = next.catch(() => {});
    return next;
  };
  return {
    version: async () => `WebKit ${capabilities.browserVersion}`,
    newPage: async () => pageOf(call, inWindow, (await inWindow(home, () => call('POST', '/window/new', { type: 'window' }))).handle, () => (current = '')),
    close: () => call('DELETE', '').catch(() => {}).finally(stop),
  };
}

/** What a page was doing when it was waited for in vain: whether its window is shown, its frames come, and its files have. */
async function whereabouts() {
  const frame = await Promise.race([new Promise((made) => requestAnimationFrame(() => made('frames come'))), new Promise((late) => setTimeout(() => late('no frame comes'), 2000))]);
  const files = performance.getEntriesByType('resource').map(({ name, responseEnd }) => `${name.split('/').pop()} ${Math.round(responseEnd)}`);
  const { events = [], workers } = window.seen ?? {};
  return `the page is ${document.visibilityState}, ${frame}; files, ms: ${files.join(', ')}; ${workers} workers; events: ${events.map(({ type, at }) => `${type} ${Math.round(at)}`).join(', ') || 'none'}`;
}

/** A page in the window `handle`. */
function pageOf(call, inWindow, handle, forget) {
  const listeners = { pageerror: [], close: [] };
  const tell = (type, value) => (listeners[type] ?? []).forEach((listener) => listener(value));
  const told = (value) => {
    if (value && typeof value === 'object' && kElement in value) return elementOf(value);
    return value;
  };
  const sent = (value) => value?.reference ?? value;

  /** Runs a function in the page and brings back what it returns, and what the page has complained of since. */
  async function evaluate(run, ...values) {
    const script = `const done = arguments[arguments.length - 1];
      const complaints = () => window.complaints?.splice(0) ?? [];
      (async () => (${run}).apply(null, [...arguments].slice(0, -1)))().then(
        (value) => done({ value: value === undefined ? null : value, complaints: complaints() }),
        (error) => done({ error: String(error?.stack ?? error), complaints: complaints() }));`;
    const { value, error, complaints } = await inWindow(handle, () => call('POST', '/execute/async', { script, args: values.map(sent) }));
    for (const complaint of complaints) tell('pageerror', complaint);
    if (error !== undefined) throw new Error(error);
    return told(value);
  }

  const elementOf = (reference) => {
    const element = {
      reference,
      asElement: () => element,
      evaluate: (run, ...values) => evaluate(run, element, ...values),
      focus: () => evaluate((node) => node.focus(), element),
      click: () => inWindow(handle, () => call('POST', `/element/${reference[kElement]}/click`, {})),
    };
    return element;
  };

  const act = (actions) => inWindow(handle, () => call('POST', '/actions', { actions }));
  const pointer = (...actions) => act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  let at = { x: 0, y: 0 };
  const mouse = {
    async move(x, y, { steps = 1 } = {}) {
      const from = at;
      const along = (a, b, k) => Math.round(a + ((b - a) * k) / steps);
      for (let k = 1; k <= steps; ++k) await pointer({ type: 'pointerMove', duration: 0, origin: 'viewport', x: along(from.x, x, k), y: along(from.y, y, k) });
      at = { x, y };
    },
    down: () => pointer({ type: 'pointerDown', button: 0 }),
    up: () => pointer({ type: 'pointerUp', button: 0 }),
  };
  const keyboard = {
    press: (key) => act([{ type: 'key', id: 'keyboard', actions: [{ type: 'keyDown', value: kKeys[key] ?? key }, { type: 'keyUp', value: kKeys[key] ?? key }] }]),
  };

  /** What is in the window now; with `clip`, this rectangle of it. */
  async function screenshot({ clip } = {}) {
    const shot = Buffer.from(await inWindow(handle, () => call('GET', '/screenshot')), 'base64');
    if (!clip) return shot;
    const whole = PNG.sync.read(shot);
    const scroll = await evaluate(() => ({ x: scrollX, y: scrollY }));
    const [left, top] = [Math.max(0, Math.round(clip.x - scroll.x)), Math.max(0, Math.round(clip.y - scroll.y))];
    const [width, height] = [Math.min(Math.round(clip.width), whole.width - left), Math.min(Math.round(clip.height), whole.height - top)];
    const part = new PNG({ width, height });
    PNG.bitblt(whole, part, left, top, width, height, 0, 0);
    return PNG.sync.write(part);
  }

  const page = {
    evaluate,
    /** evaluate() inside of a frame, also where it is of another origin. */
    evaluateIn: async (frame, run, ...values) => {
      await inWindow(handle, () => call('POST', '/frame', { id: sent(frame) }));
      return evaluate(run, ...values).finally(() => inWindow(handle, () => call('POST', '/frame', { id: null })));
    },
    evaluateHandle: async (run, ...values) => (await evaluate(run, ...values)) ?? { asElement: () => null },
    async waitForFunction(condition, { polling, timeout }, ...values) {
      for (const late = Date.now() + timeout; ; await pause(polling)) {
        // A page on its way elsewhere has no answer.
        const value = await evaluate(condition, ...values).catch(() => null);
        if (value) return { jsonValue: async () => value, dispose: async () => {} };
        if (Date.now() > late) throw new Error(`waiting took longer than ${timeout} ms: ${condition}; ${await evaluate(whereabouts).catch(String)}`);
      }
    },
    mouse,
    keyboard,
    screenshot,
    goto: (url) => inWindow(handle, () => call('POST', '/url', { url })),
    async setViewport({ width, height }) {
      // The window has a frame, whose size the page tells.
      const resize = (rect) => inWindow(handle, () => call('POST', '/window/rect', rect));
      await resize({ x: 0, y: 0, width, height });
      const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }));
      await resize({ width: 2 * width - inner.width, height: 2 * height - inner.height });
    },
    evaluateOnNewDocument: async () => {}, // see above
    setDefaultTimeout() {},
    bringToFront: () => evaluate(() => {}),
    on: (type, listener) => void (listeners[type] ??= []).push(listener),
    once: (type, listener) => page.on(type, listener),
    async close() {
      await inWindow(handle, () => call('DELETE', '/window')).finally(forget);
      tell('close');
    },
  };
  return page;
}

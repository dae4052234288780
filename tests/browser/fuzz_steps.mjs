// The fuzzer's steps: what a reader, a page or a browser may do to a figure, with random arguments. Each returns a
// description of what it did, for the report of a failure.
import { badQuery, badState, goodState, kInherited, kWords, mutated, wellFormed } from './nonsense.mjs';
import { pause, until } from './chromium.mjs';

/** @import { Rng } from './rng.mjs' */
/** @import { FigureSchema } from '../../web/types/module.d.ts' */

/**
 * @typedef {object} Scene
 * @property {import('puppeteer-core').Page} page
 * @property {import('puppeteer-core').Page} other another tab
 * @property {import('puppeteer-core').CDPSession} session
 * @property {FigureSchema} schema
 * @property {boolean} [locked] a link has fixed controls, and its values
 * @property {string[]} figures ids of all
 * @property {{ json: string, csv: string }} saved files of the figure's first state
 * @property {string} example a table of sequences
 *
 * @typedef {(scene: Scene, rng: Rng) => Promise<string>} Step
 */

// As JSON, because a field __proto__ and lone surrogates would be lost on the way to the page.
const sealed = (/** @type {unknown} */ value) => JSON.stringify(value);
const short = (/** @type {unknown} */ value) => (JSON.stringify(value) ?? String(value)).slice(0, 200);

/** A point on the picture, sometimes beside it. @param {Scene} scene @param {Rng} rng */
async function place({ page }, rng) {
  const { x, y, width, height } = await page.evaluate(() => window.fuzz.box());
  const stray = rng.happens(0.1) ? 1.3 : 1;
  const inside = (/** @type {number} */ at, /** @type {number} */ end) => Math.min(Math.max(2, at), end - 2);
  const view = page.viewport() ?? { width: 0, height: 0 };
  // A drag that leaves the window would make the browser scroll.
  return { x: inside(x + rng.unit() * width * stray, view.width), y: inside(y + rng.unit() * height * stray, view.height) };
}

const told = ({ x, y }) => `${x.toFixed()}, ${y.toFixed()}`;
const kKeys = ['Tab', 'Tab', 'Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter', 'Space', 'Escape', 'Home', 'End', 'PageUp', 'PageDown', 'Backspace', 'Delete', 'a', 'z', '1', '-', '.'];
const kThemes = ['light', 'dark', '', 'blue', '<b>', 'null'];
const kPlaces = ['form', 'canvas', 'none', '', 'all', 'constructor'];

/** @type {Record<string, Step>} */
export const still = {
  async hover(scene, rng) {
    const places = [];
    for (let k = 0; k < 4; ++k) {
      places.push(await place(scene, rng));
      await scene.page.mouse.move(places[k].x, places[k].y, { steps: 2 });
    }
    return places.map(told).join(' → ');
  },

  async click(scene, rng) {
    const { x, y } = await place(scene, rng);
    const count = rng.pick([1, 1, 1, 2, 3]);
    const button = rng.pick(/** @type {const} */ (['left', 'left', 'left', 'left', 'right', 'middle']));
    await scene.page.mouse.click(x, y, { count, button, delay: rng.pick([0, 20]) });
    return `${button} × ${count} at ${told({ x, y })}`;
  },

  async drag(scene, rng) {
    const { mouse } = scene.page;
    const [from, to] = [await place(scene, rng), await place(scene, rng)];
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 1 + rng.below(6) });
    if (rng.happens(0.2)) await mouse.move(1, 1);
    await mouse.up();
    return `${told(from)} → ${told(to)}`;
  },

  async 'wheel with Ctrl'(scene, rng) {
    const { x, y } = await place(scene, rng);
    await scene.page.mouse.move(x, y);
    const deltaY = rng.pick([-2000, -120, -1, 1, 120, 2000]);
    // As a browser sends a pinch; the real key would make the browser itself zoom.
    await scene.page.evaluate((deltaY) => {
      const target = window.fuzzed.shadowRoot.querySelector('canvas.live') ?? window.fuzzed;
      target.dispatchEvent(new WheelEvent('wheel', { deltaY, ctrlKey: true, bubbles: true, composed: true, cancelable: true }));
    }, deltaY);
    return `${deltaY} at ${told({ x, y })}`;
  },

  async field({ page }, rng) {
    return page.evaluate((at, share, words) => window.fuzz.fill(at, share, JSON.parse(words)), rng.unit(), rng.unit(), sealed(rng.pick([...kWords, '0.5', '1, -1, 0.5', '3', '12'])));
  },

  async several({ page }, rng) {
    const done = [];
    for (let k = 0; k < 4; ++k) done.push(await page.evaluate((at, share) => window.fuzz.fill(at, share, '2'), rng.unit(), rng.unit()));
    return done.join('; ');
  },

  async set({ page, schema }, rng) {
    const values = rng.happens(0.5) ? goodState(schema, rng) : badState(schema, rng);
    const way = rng.pick(['set', 'state', 'string']);
    const query = badQuery(schema, rng);
    await page.evaluate(
      (way, values, query) => {
        if (way === 'state') window.fuzzed.state = JSON.parse(values);
        else window.fuzzed.set(JSON.parse(way === 'set' ? values : query));
      },
      way,
      sealed(values),
      sealed(query),
    );
    return way === 'string' ? short(query) : `${way} ${short(values)}`;
  },

  async attribute({ page, schema }, rng) {
    const query = rng.happens(0.4) ? new URLSearchParams(Object.entries(goodState(schema, rng)).map(([id, value]) => [id, String(value)])).toString().replaceAll('%2C', ',') : badQuery(schema, rng);
    const ids = rng.some(rng.below(4), () => rng.pick([...schema.parameters.map(({ id }) => id), 'text', 'all', 'shoes', '', ...kInherited])).join(rng.pick([',', ' ', ', ', ';']));
    const [name, value] = rng.pick([
      ['state', query],
      ['state', query],
      ['theme', rng.pick(kThemes)],
      ['theme', rng.pick(kThemes)],
      ['controls', rng.pick(kPlaces)],
      ['controls', rng.pick(kPlaces)],
      ['lock', rng.happens(0.5) ? ids : ''],
      ['hide', rng.happens(0.5) ? ids : ''],
      ['lang', rng.pick(['de', 'xx', '', '__proto__', 'ar-EG'])],
      ['poster', rng.pick(['', '/icon.svg', '//', 'http://[', '\ud800'])],
      ['shape', rng.pick(['1 1', '0', '-1 5', 'x y', '1e9 1e-9'])],
      ['address', rng.pick(['hash', 'none', ''])],
      [rng.pick(schema.parameters).id, rng.pick(kWords)],
    ]);
    const gone = rng.happens(0.25);
    await page.evaluate((name, value) => (value === 'null' ? window.fuzzed.removeAttribute(name) : window.fuzzed.setAttribute(name, JSON.parse(value))), name, sealed(gone ? null : value));
    return gone ? `no ${name}` : `${name} = ${short(value)}`;
  },

  async call({ page }, rng) {
    const names = rng.some(1 + rng.below(3), () => rng.pick(['run', 'cancel', 'reset']));
    await page.evaluate((names) => names.forEach((name) => window.fuzzed[name]()), names);
    return names.join(', ');
  },

  async button({ page }, rng) {
    return page.evaluate((at) => window.fuzz.press('.status button, .notes button, .text button', at), rng.unit());
  },

  async menu({ page }, rng) {
    await page.evaluate(() => {
      const more = window.fuzzed.shadowRoot.querySelector('.more');
      if (!more || !window.fuzzed.shadowRoot.querySelector('.menu')?.hidden) return;
      more.click();
    });
    const opened = await until(page, () => Boolean(window.fuzzed.shadowRoot.querySelector('.menu:not([hidden]) button')));
    return opened ? page.evaluate((at) => window.fuzz.press('.menu button', at), rng.unit()) : 'no menu';
  },

  async dialog({ page }, rng) {
    const close = rng.happens(0.5);
    return page.evaluate((close, at) => window.fuzz.press(close ? 'dialog .close' : 'dialog input, dialog select, dialog button', at), close, rng.unit());
  },

  async width({ page }, rng) {
    const width = rng.pick([0, 1, 40, 120, 320, 599, 600, 601, 900, 1400]);
    await page.evaluate((width) => (window.fuzzed.parentElement.style.width = width && `${width}px`), width);
    return `${width} px`;
  },

  async window({ page }, rng) {
    const viewport = { width: rng.pick([320, 360, 600, 768, 1280, 1600]), height: rng.pick([200, 500, 740, 900]), deviceScaleFactor: rng.pick([1, 1, 1.25, 2, 3]) };
    await page.setViewport(viewport);
    return short(viewport);
  },

  async media({ page }, rng) {
    const features = [
      { name: 'prefers-color-scheme', value: rng.pick(['light', 'dark']) },
      { name: 'prefers-reduced-motion', value: rng.pick(['reduce', 'no-preference']) },
    ];
    await page.emulateMediaFeatures(features);
    return short(features);
  },

  async context({ page }, rng) {
    const back = rng.pick(['at once', 'later', 'never']);
    const lost = await page.evaluate((back) => {
      const lose = window.fuzz.context()?.getExtension('WEBGL_lose_context');
      lose?.loseContext();
      // Only after the event can it come back.
      if (back !== 'never') setTimeout(() => lose?.restoreContext(), back === 'later' ? 300 : 0);
      return Boolean(lose);
    }, back);
    return lost ? `lost, back ${back}` : 'no context';
  },

  async away({ page }, rng) {
    const way = rng.pick(['display', 'visibility', 'content', 'hidden']);
    const time = rng.pick([0, 50, 300]);
    await page.evaluate(async (way, time) => {
      const place = window.fuzzed.parentElement;
      if (way === 'hidden') place.hidden = true;
      else place.style.cssText += { display: ';display: none', visibility: ';visibility: hidden', content: ';content-visibility: hidden' }[way];
      await new Promise((resolve) => setTimeout(resolve, time));
      place.hidden = false;
      for (const name of ['display', 'visibility', 'content-visibility']) place.style.removeProperty(name);
    }, way, time);
    return `${way} for ${time} ms`;
  },

  async tab({ page, other }, rng) {
    const time = rng.pick([0, 100, 400]);
    await other.bringToFront();
    await pause(time);
    await page.bringToFront();
    return `behind for ${time} ms`;
  },

  async move({ page }, rng) {
    const way = rng.pick(['out and in', 'elsewhere', 'twice', 'wait', 'shadow']);
    await page.evaluate(async (way) => {
      const [figure, place] = [window.fuzzed, window.fuzzed.parentElement];
      const other = document.querySelector('#other');
      if (way === 'elsewhere') other.append(figure);
      else figure.remove();
      if (way === 'shadow') (other.shadowRoot ?? other.attachShadow({ mode: 'open' })).append(figure);
      if (way !== 'out and in') await new Promise((resolve) => setTimeout(resolve, 40));
      place.append(figure);
      if (way === 'twice') [0, 1].forEach(() => place.append(figure));
    }, way);
    return way;
  },

  async text({ page, example }, rng) {
    const words = 'the cat sat on the mat and the dog sat on the log. '.repeat(30);
    const text = rng.pick([words, words, example, mutated(example, rng), mutated(words, rng), rng.pick(kWords), '\u202e\u0007 ä 🙂 '.repeat(60), 'a '.repeat(2000)]);
    const way = rng.pick(['field', 'drop text', 'drop file', 'drop table']);
    await page.evaluate((way, sealed) => {
      const text = JSON.parse(sealed);
      if (way !== 'field') return window.fuzz.drop({ 'drop file': 'mine.txt', 'drop table': 'mine.csv' }[way], text);
      const area = [...window.fuzzed.shadowRoot.querySelectorAll('.text:not([hidden]) textarea')].find((node) => !node.disabled);
      if (!area) return;
      area.value = text;
      for (const type of ['input', 'paste', 'change']) area.dispatchEvent(new Event(type, { bubbles: true }));
    }, way, sealed(text));
    return `${way}: ${short(text)}`;
  },

  async file({ page, saved }, rng) {
    const kind = rng.pick(/** @type {const} */ (['json', 'csv']));
    const text = rng.happens(0.2) ? saved[kind] : mutated(saved[kind], rng);
    const way = rng.pick(['import', 'blob', 'drop']);
    await page.evaluate(async (way, sealed, kind) => {
      const text = JSON.parse(sealed);
      if (way === 'drop') return window.fuzz.drop(`saved.${kind}`, text);
      const sentences = await window.fuzzed.import(way === 'blob' ? new Blob([text]) : text);
      if (sentences.some((one) => typeof one !== 'string' || !one)) throw new Error(`import said ${JSON.stringify(sentences)}`);
    }, way, sealed(text), kind);
    return `${way} of ${kind}: ${short(text)}`;
  },

  async export({ page }, rng) {
    const kind = rng.pick(['json', 'csv', 'svg', 'png']);
    return page.evaluate(async (kind) => {
      if (!window.fuzzed.result) return 'nothing to export';
      // A run of values that came meanwhile may take long, and then this waits for it.
      const said = window.fuzzed.export(kind).then(
        async (file) => {
          const text = kind === 'png' ? '' : await file.text();
          if (kind === 'svg' && new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')) throw new TypeError(`this is no SVG: ${text.slice(0, 300)}`);
          // Quotations and links are the reader's own words.
          const wrong = /.{0,40}(\bNaN\b|undefined|\[object).{0,40}/.exec(text.replaceAll(/“[^”]*”|https?:\S+/g, ''));
          if (wrong) throw new TypeError(`${kind}: ${wrong[0]}`);
          return `${kind}, ${file.size} bytes`;
        },
        (error) => error.message,
      );
      return Promise.race([said, new Promise((resolve) => setTimeout(() => resolve('still waiting'), 300))]);
    }, kind);
  },

  async figure({ page, schema, figures }, rng) {
    const other = rng.pick([...figures, 'nothing', 'constructor', '']);
    const [before, between] = [rng.pick([0, 0, 10, 200]), badState(schema, rng)];
    await page.evaluate(async (other, id, before, between) => {
      window.fuzz.changing = true;
      window.fuzzed.setAttribute('figure', other);
      await new Promise((resolve) => setTimeout(resolve, before));
      window.fuzzed.set(JSON.parse(between));
      window.fuzzed.reset();
      window.fuzzed.setAttribute('figure', id);
    }, other, schema.id, before, sealed(between));
    // One in between may have come, or never; before the figure is there, its state is what was wished.
    await until(page, (ids) => Object.keys(window.fuzzed.state).join() === ids, schema.parameters.filter(({ kind }) => kind !== 'action').map(({ id }) => id).join());
    await page.evaluate(() => (window.fuzz.changing = false));
    return `${other} for ${before} ms with ${short(between)}`;
  },

  async 'many at once'({ page, schema }, rng) {
    const values = rng.some(30, () => (rng.happens(0.7) ? goodState(schema, rng) : badState(schema, rng)));
    await page.evaluate((all) => {
      for (const values of JSON.parse(all)) {
        window.fuzzed.set(values);
        if (Object.keys(values).length > 3) window.fuzzed.cancel();
      }
    }, sealed(values));
    return short(values);
  },
};

/** These may scroll: a link takes the reader to the figure. @type {Record<string, Step>} */
export const moving = {
  async wheel(scene, rng) {
    const { x, y } = await place(scene, rng);
    await scene.page.mouse.move(x, y);
    await scene.page.mouse.wheel({ deltaY: rng.pick([-500, -100, 100, 500]), deltaX: rng.pick([0, 0, 50]) });
    return told({ x, y });
  },

  async touch(scene, rng) {
    const way = rng.pick(['tap', 'across', 'down', 'pinch', 'lost']);
    const { x, y } = await place(scene, rng);
    const send = (type, ...points) => scene.session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x: Math.max(0, x), y: Math.max(0, y), id })) });
    const second = way === 'pinch' ? [[x + 40, y]] : [];
    await send('touchStart', [x, y], ...second);
    const [dx, dy] = { tap: [0, 0], across: [40, 3], down: [2, 40], pinch: [-30, 0], lost: [20, 0] }[way];
    for (let k = 1; k < 4 && (dx || dy); ++k) await send('touchMove', [x + dx * k, y + dy * k], ...second);
    await send(way === 'lost' ? 'touchCancel' : 'touchEnd');
    return `${way} at ${told({ x, y })}`;
  },

  async keys({ page }, rng) {
    const keys = rng.some(1 + rng.below(6), () => rng.pick(kKeys));
    const held = rng.pick([null, null, null, /** @type {const} */ ('Shift'), /** @type {const} */ ('Control')]);
    // A browser's own shortcuts are not the figure's affair.
    const mine = held === 'Control' ? keys.filter((key) => ['z', 'a', 'ArrowLeft', 'Home', 'End'].includes(key)).concat('z', 'y') : keys;
    if (rng.happens(0.5)) await page.evaluate(() => window.fuzzed.shadowRoot.querySelector('input, select, button')?.focus({ preventScroll: true }));
    if (held) await page.keyboard.down(held);
    for (const key of mine) await page.keyboard.press(/** @type {import('puppeteer-core').KeyInput} */ (key));
    if (held) await page.keyboard.up(held);
    return `${held ?? ''} ${mine.join(' ')}`;
  },

  async hash(scene, rng) {
    const { page, schema } = scene;
    const locks = rng.happens(0.3);
    const query = wellFormed(locks ? `lock=${rng.pick(schema.parameters).id}&${badQuery(schema, rng)}` : badQuery(schema, rng));
    const hash = rng.pick([`#fuzzed?${query}`, `#fuzzed?${query}`, `#${schema.id}?${query}`, '#fuzzed', '#fuzzed?', '#', '#top', `#?${query}`]);
    await page.evaluate((hash) => void (location.hash = hash), hash);
    scene.locked ||= /[?&](lock|hide)=/.test(hash);
    return short(hash);
  },

  async scrolled({ page }, rng) {
    const [to, time] = [rng.pick([0, 1e6, 700]), rng.pick([0, 100, 1200])];
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), to);
    await pause(time);
    return `to ${to}, for ${time} ms`;
  },

  async 'full screen'({ session, page }) {
    await session.send('Runtime.evaluate', { expression: 'window.fuzzed.requestFullscreen().catch(() => {})', userGesture: true, awaitPromise: true });
    await pause(50);
    await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
    return 'in and out';
  },
};

/** How often each is taken. @type {Record<string, number>} */
export const weights = {
  hover: 4, click: 8, drag: 8, 'wheel with Ctrl': 2, field: 10, several: 4, set: 8, attribute: 7, call: 5, button: 4, menu: 4, dialog: 4, width: 3, window: 3, media: 1,
  context: 3, away: 3, tab: 1, move: 4, text: 3, file: 5, export: 3, figure: 2, 'many at once': 1, wheel: 2, touch: 5, keys: 6, hash: 5, scrolled: 2, 'full screen': 1,
};

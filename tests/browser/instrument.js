// Runs in every page before its own scripts: counts frames, draw calls and the like, and records the figures' events.
// Puppeteer sends the function's text, so everything it needs is inside it.
export function instrument() {
  const seen = { frames: 0, draws: 0, compiles: 0, workers: 0, shift: 0, since: 0, moved: [], events: [], tasks: [], creations: [], contexts: [], titles: [], workerList: [] };
  Object.defineProperty(window, 'seen', { value: seen });
  // An element in the shadow root of the k-th figure; the article's opening, which is bare, has tests of its own.
  /** What a figure says, under it and over its table. */
  window.sentenceOf = (figure) => [...figure.shadowRoot.querySelectorAll('.sentence')].map((node) => node.textContent.trim()).filter(Boolean).join(' ');
  window.part = (selector, k = 0) => document.querySelectorAll('lifted-attention:not([bare])')[k]?.shadowRoot?.querySelector(selector);

  for (const type of ['lifted-ready', 'lifted-result', 'lifted-error', 'lifted-change']) {
    document.addEventListener(type, ({ detail, target }) => {
      if (target.hasAttribute('bare')) return;
      seen.events.push({ type, detail: JSON.parse(JSON.stringify(detail)), at: performance.now(), id: target.id });
    });
  }

  const count = (object, name, counter) => {
    const original = object[name];
    object[name] = function (...values) {
      ++seen[counter];
      return original.apply(this, values);
    };
  };
  const { requestAnimationFrame: frame, setTimeout: timer } = window;
  count(window, 'requestAnimationFrame', 'frames');

  // What the page has set out to do: frames, idle callbacks, timers of up to two seconds (a longer one gives up or tidies
  // up), and intervals, which run while the learner works or starts.
  const due = new Set();
  const follow = (set, clear, { again = false, most = Infinity } = {}) => {
    const [original, cancel] = [window[set], window[clear]];
    if (!original) return; // WebKit has no idle callbacks
    window[set] = (callback, delay, ...rest) => {
      if (typeof callback !== 'function') return original(callback, delay, ...rest);
      const id = original((...values) => {
        if (!again) due.delete(`${clear} ${id}`);
        return callback(...values);
      }, delay, ...rest);
      if (!(delay > most)) due.add(`${clear} ${id}`);
      return id;
    };
    window[clear] = (id) => {
      due.delete(`${clear} ${id}`);
      return cancel(id);
    };
  };
  follow('requestAnimationFrame', 'cancelAnimationFrame');
  follow('requestIdleCallback', 'cancelIdleCallback');
  follow('setTimeout', 'clearTimeout', { most: 2000 });
  follow('setInterval', 'clearInterval', { again: true });
  // Observers are told, and layouts done, in a frame; what they set off comes in a task after it. Hence a few turns of both.
  const calm = async () => {
    for (let turns = 0, before = -1; turns < 3; ) {
      await new Promise((next) => frame(() => timer(next)));
      const now = seen.frames + seen.draws;
      turns = due.size === 0 && now === before ? turns + 1 : 0;
      before = now;
    }
    return '';
  };
  /** Resolves when nothing is due any more, to ''; or after so many ms to what is. */
  seen.settled = (patience) => Promise.race([calm(), new Promise((late) => timer(() => late([...due].join() || 'a frame: they never come, or never end'), patience))]);
  for (const name of ['drawElements', 'drawArrays', 'clear']) count(WebGL2RenderingContext.prototype, name, 'draws');
  count(WebAssembly, 'compile', 'compiles');
  count(WebAssembly, 'compileStreaming', 'compiles');
  // Only what has a size of its own: the element's 8-byte probe is no compile of the learner.
  const { instantiate, instantiateStreaming } = WebAssembly;
  WebAssembly.instantiate = (source, imports) => {
    if (!(source instanceof WebAssembly.Module)) ++seen.compiles;
    return instantiate(source, imports);
  };
  WebAssembly.instantiateStreaming = (source, imports) => {
    ++seen.compiles;
    return instantiateStreaming(source, imports);
  };
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(...values) {
      super(...values);
      ++seen.workers;
      seen.workerList.push(this);
    }
  };

  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    if (window.withoutWebGL && kind.startsWith('webgl')) return null;
    const start = performance.now();
    const context = getContext.call(this, kind, ...rest);
    seen.creations.push({ startTime: start, duration: performance.now() - start });
    if (context && kind === 'webgl2' && !seen.contexts.includes(context)) seen.contexts.push(context);
    return context;
  };

  const title = Object.getOwnPropertyDescriptor(Document.prototype, 'title');
  Object.defineProperty(document, 'title', {
    get: () => title.get.call(document),
    set: (text) => {
      seen.titles.push(text);
      title.set.call(document, text);
    },
  });

  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
  watch('layout-shift', ({ value, hadRecentInput, startTime, sources }) => {
    if (hadRecentInput || startTime < seen.since) return;
    seen.shift += value;
    for (const { node } of sources) seen.moved.push(node?.outerHTML?.slice(0, 80) ?? node?.nodeName ?? '?');
  });
}

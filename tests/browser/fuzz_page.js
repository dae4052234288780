// Runs in every page of the fuzzer before its own scripts, as text: what the steps do in the page, and what must hold
// there after each of them.
export function fuzzPage() {
  const host = () => document.querySelector('#fuzzed');
  const root = () => host().shadowRoot;
  const all = (selector) => [...root().querySelectorAll(selector)];
  const loud = (node, ...types) => types.forEach((type) => node.dispatchEvent(new Event(type, { bubbles: true })));
  const seen = (node) => node.checkVisibility() && !node.disabled;

  /** Everything a reader is told, by eye or by ear. */
  const words = () => [
    ...all('.title, .sentence, .notes p, .status-text, th, td, label, legend, option, button, .size, .reserved').map((node) => node.textContent),
    ...all('[aria-label], [aria-valuetext], [placeholder]').flatMap((node) => ['aria-label', 'aria-valuetext', 'placeholder'].map((name) => node.getAttribute(name) ?? '')),
    ...all('.form input').map((node) => node.value),
  ];

  // What stands in quotation marks is the reader's own, and what is being typed too, and a list that a note quotes.
  const own = (text) => text.replaceAll(/“[^”]*”/g, '“”');
  const quoted = (text) => all('.notes p').some((node) => [...node.textContent.matchAll(/“([^”]+)”/g)].some(([, part]) => text.includes(part)));
  const typed = () => [...all('.form input:focus'), ...all('.form .list').filter(({ value }) => quoted(value))].map((node) => node.value);
  const kWrong = /\bNaN\b|\bnan\b|\bundefined\b|\[object|\bInfinity\b|(^|[^\w.])-?inf\b|^null$|%[1-9](?!\d* ?%)|\ufffd/;

  // What can scroll a page: none of it may be called unless the reader asked to be taken somewhere. How far the page is
  // scrolled says less, as wheels and keys scroll on for a while.
  const scrolls = [];
  const kept = window.scrollTo.bind(window);
  for (const [object, names] of [[window, ['scroll', 'scrollTo', 'scrollBy']], [Element.prototype, ['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView', 'scrollIntoViewIfNeeded']]]) {
    for (const name of names) {
      const original = object[name];
      object[name] = function (...values) {
        scrolls.push(`${name}(${JSON.stringify(values)})`);
        return original.apply(this, values);
      };
    }
  }

  // Files are read in their own time.
  let reading = 0;
  const { text } = Blob.prototype;
  Blob.prototype.text = function () {
    ++reading;
    return text.call(this).finally(() => setTimeout(() => --reading));
  };

  // A link that a reader follows would end the test.
  addEventListener('click', (event) => event.composedPath().some((node) => node.localName === 'a') && event.preventDefault(), { capture: true });

  const fuzz = {
    /** What has scrolled the page since this was asked last. */
    scrolls: () => scrolls.splice(0),

    /** What is wrong with the page now. @param {object[]} schemas */
    faults(schemas) {
      const faults = [];
      const typing = typed();
      for (const text of words()) if (kWrong.test(own(text)) && !typing.includes(text)) faults.push(`it says “${text.slice(0, 300)}”`);
      const notes = all('.notes p').length;
      if (notes > 20) faults.push(`${notes} sentences in its notes`);
      if (all('.notes p').some((node) => /The learner stopped|could not start/.test(node.textContent))) faults.push(root().querySelector('.notes').textContent);
      if (document.title !== 'A page of a test' || window.seen.titles.length > 0) faults.push(`the page is called “${document.title}”`);
      const contexts = window.seen.contexts.filter((context) => !context.isContextLost()).length;
      if (contexts > 5) faults.push(`${contexts} live contexts`);
      if (all('canvas').length > 3) faults.push(`${all('canvas').length} canvases`);
      for (const node of all('.poster[hidden][src], .vector[hidden] > *')) faults.push(`hidden, but kept: ${node.cloneNode().outerHTML.slice(0, 200)}`);
      const ready = window.seen.events.findLast(({ type, id }) => type === 'lifted-ready' && id === 'fuzzed');
      const schema = schemas.find(({ id }) => id === ready?.detail.figure);
      if (schema && host().getAttribute('figure') === schema.id && !fuzz.changing) faults.push(...fuzz.outside(schema, host().state));
      return faults;
    },

    /** Values that a figure must not have. */
    outside({ parameters }, state) {
      const valued = parameters.filter(({ kind }) => kind !== 'action');
      const faults = [];
      if (Object.keys(state).join() !== valued.map(({ id }) => id).join()) faults.push(`its state has ${Object.keys(state)}`);
      for (const { id, kind, min, max, most, group, choices } of valued) {
        const value = state[id];
        const number = (one) => Number.isFinite(one) && one >= min && one <= max;
        const good = {
          range: () => number(value),
          numbers: () => Array.isArray(value) && value.length <= most && value.length % group === 0 && value.every(number),
          choice: () => choices.some((choice) => choice.id === value),
          switch: () => value === 0 || value === 1,
        }[kind]();
        if (!good) faults.push(`${id} is ${JSON.stringify(value)}`);
      }
      return faults;
    },

    /** What the figure says of its values' result, and the bits behind it; null while that is not there. */
    async found() {
      const result = host().result;
      if (!result || !window.shown) return null;
      const digest = await crypto.subtle.digest('SHA-256', window.shown);
      return JSON.stringify([Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''), result]);
    },

    box() {
      const { x, y, width, height } = root().querySelector('.view').getBoundingClientRect();
      return { x, y, width, height };
    },

    /** The figure into the window, by the reader's own scrolling. */
    bring() {
      kept({ top: root().querySelector('.view').getBoundingClientRect().top + scrollY - 60, behavior: 'instant' });
    },

    /** What has the focus, by what does not change while it has it: a button that plays, or pauses, is the same. */
    focused() {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active === document.body ? '' : `${active?.tagName} ${active?.classList[0] ?? ''} ${active?.id}`;
    },

    /** One of the form's fields gets a value, as a reader's hand would give it. */
    fill(at, share, words) {
      const fields = all('.controls input, .controls select, .controls textarea, .controls button').filter((node) => seen(node) && node.type !== 'file');
      const node = fields[Math.floor(at * fields.length)];
      if (!node) return 'no field';
      const name = `${node.tagName.toLowerCase()} ${node.type} ${node.id || node.name || node.className} of ${node.closest('.row')?.textContent.slice(0, 30) ?? ''}`;
      if (node.type === 'range') {
        node.value = String(share < 0.1 ? 0 : share > 0.9 ? node.max : Math.round(share * node.max));
        loud(node, 'input', 'change');
        return `${name} = ${node.value}`;
      }
      if (node.tagName === 'SELECT') {
        node.selectedIndex = Math.floor(share * node.options.length);
        loud(node, 'input', 'change');
        return `${name} = ${node.selectedIndex}`;
      }
      if (['radio', 'checkbox'].includes(node.type) || node.tagName === 'BUTTON') {
        node.click();
        return `click ${name}`;
      }
      node.focus({ preventScroll: true });
      node.value = words;
      loud(node, 'input', 'change');
      node.blur();
      return `${name} = ${JSON.stringify(words.slice(0, 80))}`;
    },

    /** A button that somewhere in the figure is to be seen: Cancel, Run, what a note offers, the dialogs' fields. */
    press(selector, at) {
      const buttons = all(selector).filter(seen);
      const button = buttons[Math.floor(at * buttons.length)];
      if (!button) return `no ${selector}`;
      if (button.tagName === 'SELECT') {
        button.selectedIndex = Math.floor(at * 997) % button.options.length;
        loud(button, 'input', 'change');
      } else button.click();
      return `pressed ${button.textContent || button.value || button.getAttribute('aria-label')}`;
    },

    drop(name, content, type) {
      const data = new DataTransfer();
      if (name) data.items.add(new File([content], name));
      else data.setData('text/plain', content);
      for (const kind of ['dragover', type ?? 'drop']) root().querySelector('.view').dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, composed: true, cancelable: true }));
    },

    /** Waits until what was dropped has been read and taken, or refused. */
    async dropped() {
      do await new Promise((resolve) => setTimeout(resolve, 10));
      while (reading > 0);
    },

    context() {
      return root().querySelector('canvas.live')?.getContext('webgl2');
    },
  };
  Object.defineProperty(window, 'fuzz', { value: fuzz });
  Object.defineProperty(window, 'fuzzed', { get: host });
}

// @ts-check
// Gives the frames with our figures the height of their content, and the colour scheme of the page. Include it once on a page that has such frames:
//
//   <iframe src="https://example.org/embed.html?figure=algorithm" title="…" width="100%" height="760"></iframe>
//   <script src="https://example.org/embed-frame.js" async></script>
//
// A height is accepted only from a frame that shows the embed.html beside this script, and only if the message names the
// figure, or the `frame`, in the frame's address. A frame keeps its height where the page has made a place of a fixed size
// for it, such as one of 16:9: what is higher would be cut off there, or lie on what follows.
(() => {
  'use strict';

  const kSmallest = 120;
  const kLargest = 8000;
  // Less than this is rounding, not content.
  const kNoticeable = 2;
  // When a scroll bar comes and goes, a frame could grow and shrink for ever. After kTurns changes of direction within
  // kWithin ms the frame keeps its larger height until its height has been stable for as long.
  const kTurns = 4;
  const kWithin = 2000;

  /** Everything that a selector finds, also in open shadow roots. @param {string} selector @param {Document | ShadowRoot} [root] @returns {Element[]} */
  const all = (selector, root = document) => [...root.querySelectorAll('*')].flatMap((node) => [...(node.matches(selector) ? [node] : []), ...(node.shadowRoot ? all(selector, node.shadowRoot) : [])]);

  const script = document.currentScript ?? all('script[src*="embed-frame.js"]')[0];
  if (!(script instanceof HTMLScriptElement)) return;
  const page = new URL('embed', script.src).href;
  const { origin } = new URL(page);
  // A page has this script once for each snippet that was pasted.
  const once = Symbol.for(`frames of ${page}`);
  if (once in window) return;
  Object.assign(window, { [once]: true });

  /** @typedef {{ height: number, grew: boolean, turns: number[] }} Course the history of a frame's height */
  /** @type {WeakMap<HTMLIFrameElement, Course>} */
  const courses = new WeakMap();

  /** The frames with our figures. */
  const ours = () => /** @type {HTMLIFrameElement[]} */ (all('iframe')).filter(({ src }) => /^(\.html)?([?#]|$)/.test(src.startsWith(page) ? src.slice(page.length) : '-'));

  /** The name of a frame in its messages. @param {HTMLIFrameElement} frame */
  function nameOf({ src }) {
    const asked = new URL(src).searchParams;
    return asked.get('frame') ?? asked.get('figure') ?? 'algorithm';
  }

  /** Whether a height may be set, given its history. @param {Course} course @param {number} height @param {number} now */
  function settles(course, height, now) {
    const grows = height > course.height;
    if (Math.abs(height - course.height) <= kNoticeable) return false;
    course.turns = course.turns.filter((turn) => now - turn < kWithin);
    if (grows !== course.grew) course.turns.push(now);
    course.grew = grows;
    return grows || course.turns.length < kTurns;
  }

  /** @param {HTMLIFrameElement} frame @param {number} wanted */
  function resize(frame, wanted) {
    const height = Math.min(kLargest, Math.max(kSmallest, Math.ceil(wanted)));
    const course = courses.get(frame) ?? { height: 0, grew: true, turns: [] };
    courses.set(frame, course);
    if (!settles(course, height, performance.now())) return;
    const before = { height: frame.style.height, over: overhang(frame) };
    const border = getComputedStyle(frame).boxSizing === 'border-box' ? frame.offsetHeight - frame.clientHeight : 0;
    frame.style.height = `${height + border}px`;
    if (overhang(frame) > before.over + kNoticeable) frame.style.height = before.height;
    else course.height = height;
  }

  /** How far a frame reaches below what it stands in, CSS px. @param {HTMLIFrameElement} frame */
  function overhang(frame) {
    let over = 0;
    if (getComputedStyle(frame).float !== 'none') return over; // it stands in nothing that grows with it
    const { bottom } = frame.getBoundingClientRect();
    for (let node = above(frame); node && node !== document.body; node = above(node)) {
      const { overflowY, display } = getComputedStyle(node);
      if (/auto|scroll/.test(overflowY)) break;
      if (display !== 'contents' && display !== 'inline') over = Math.max(over, bottom - node.getBoundingClientRect().bottom);
    }
    return over;
  }

  /** @param {Element} node @returns {Element | null} */
  function above(node) {
    const { parentNode } = node;
    const up = node.assignedSlot ?? (parentNode instanceof ShadowRoot ? parentNode.host : parentNode);
    return up instanceof Element ? up : null;
  }

  /** Tells a frame whether it stands on a dark or a light page; '' where the page leaves that to the reader, or does not say. @param {HTMLIFrameElement} frame */
  function tellScheme(frame) {
    const { colorScheme } = getComputedStyle(above(frame) ?? frame); // its own may be a style sheet's, as in Docusaurus
    frame.contentWindow?.postMessage({ type: 'lifted-attention', scheme: /^(light|dark)$/.test(colorScheme) ? colorScheme : '' }, '*');
  }
  // A page's switch is a class or an attribute of its root.
  const switches = new MutationObserver(() => ours().forEach(tellScheme));
  for (const root of [document.documentElement, document.body]) if (root) switches.observe(root, { attributes: true });

  addEventListener('message', ({ source, origin: from, data }) => {
    if (data?.type !== 'lifted-attention') return;
    // A sandboxed frame has no origin.
    if (from !== origin && from !== 'null') return;
    const frame = ours().find(({ contentWindow }) => contentWindow === source);
    if (!frame || data.frame !== nameOf(frame)) return;
    if (data.ask === 'scheme') tellScheme(frame);
    if (Number.isFinite(data.height)) resize(frame, data.height);
  });

  // They may have sent their heights, and asked, before this script was loaded.
  for (const frame of ours()) {
    frame.contentWindow?.postMessage({ type: 'lifted-attention', ask: 'height' }, '*');
    tellScheme(frame);
  }
})();

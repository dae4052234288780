// Finds faults of a page's layout, in the page.

/** Runs in the page: `window.faults(root)` are sentences about what is cut off, covered or too wide. */
export function lookForFaults() {
  const above = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const name = (node) => `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''}${typeof node.className === 'string' && node.className ? `.${node.className}` : ''} “${(node.value ?? node.textContent).trim().slice(0, 30)}”`;
  const boxOf = (node) => {
    // A formula with what stands behind it is on one line; what is in it for screen readers has a box of its own.
    if (node.matches('input, select, textarea, button, progress, .whole')) return node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const kSlack = 1.5;
  const ownText = (node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim());
  /** What an element and those around it, each asked once, do with what is in them. */
  const around = new Map();
  const look = (node) => {
    if (!node) return { unseen: false, scrolls: false, clippers: [] };
    const known = around.get(node);
    if (known) return known;
    const outer = look(above(node));
    const { overflowX, overflowY, clipPath } = getComputedStyle(node);
    const [clipsX, clipsY] = [overflowX, overflowY].map((overflow) => /hidden|clip/.test(overflow));
    const found = {
      unseen: outer.unseen || node.matches('.unseen, .katex-mathml, h1') || (node.matches('.form, .lever') && clipPath !== 'none'),
      scrolls: outer.scrolls || (/auto|scroll/.test(overflowX) && node !== document.documentElement),
      clippers: clipsX || clipsY ? [{ node, clipsX, clipsY, box: node.getBoundingClientRect() }, ...outer.clippers] : outer.clippers,
    };
    around.set(node, found);
    return found;
  };
  window.faults = (root) => {
    around.clear();
    const faults = [];
    const boxes = [...root.querySelectorAll('input, select, textarea, button, progress, p, label, span, th, td, summary, legend')]
      .filter((node) => !node.closest('svg, canvas, .katex') && (ownText(node) || node.matches('input, select, textarea, progress')) && node.checkVisibility({ visibilityProperty: true }) && !look(node).unseen)
      .map((node) => ({ node, box: boxOf(node), own: node.closest('label, .menu') ?? node, scrolls: look(node).scrolls }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    for (const { node, box, scrolls } of boxes) {
      if (node.scrollWidth > node.clientWidth + 2 && /hidden|clip/.test(getComputedStyle(node).overflowX) && !node.matches('input')) faults.push(`${name(node)} is cut off`);
      const by = look(above(node)).clippers.find(({ clipsX, clipsY, box: frame }) => (clipsX && (box.left < frame.left - kSlack || box.right > frame.right + kSlack)) || (clipsY && (box.top < frame.top - kSlack || box.bottom > frame.bottom + kSlack)));
      if (by) faults.push(`${name(node)} is cut off by ${name(by.node)}`);
      if ((box.left < -kSlack || box.right > innerWidth + kSlack) && !scrolls) faults.push(`${name(node)} leaves the window: ${box.left.toFixed()} to ${box.right.toFixed()}`);
    }
    boxes.forEach((one, k) => {
      for (const other of boxes.slice(k + 1)) {
        const [x, y] = [Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left), Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)];
        if (x <= 3 || y <= 5) continue;
        if (one.own === other.own || one.node.contains(other.node) || other.node.contains(one.node) || one.scrolls !== other.scrolls) continue;
        faults.push(`${name(one.node)} and ${name(other.node)} overlap by ${x.toFixed()} × ${y.toFixed()}`);
      }
    });
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} px`);
    return faults;
  };
}

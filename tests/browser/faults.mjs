// Finds faults of a page's layout, in the page.

/** Runs in the page: `window.faults(root)` are sentences about what is cut off, covered or too wide. */
export function lookForFaults() {
  const above = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const chain = (node) => (node ? [node, ...chain(above(node))] : []);
  const name = (node) => `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''}${typeof node.className === 'string' && node.className ? `.${node.className}` : ''} “${(node.value ?? node.textContent).trim().slice(0, 30)}”`;
  const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && !chain(node).some((each) => each.matches?.('.unseen, .katex-mathml, h1') || (each.matches?.('.form') && getComputedStyle(each).clipPath !== 'none'));
  const boxOf = (node) => {
    if (node.matches('input, select, textarea, button, progress')) return node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const kSlack = 1.5;
  const cutOff = (box, node) =>
    chain(above(node)).find((each) => {
      const { overflowX, overflowY } = getComputedStyle(each);
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return (/hidden|clip/.test(overflowX) && (box.left < left - kSlack || box.right > right + kSlack)) || (/hidden|clip/.test(overflowY) && (box.top < top - kSlack || box.bottom > bottom + kSlack));
    });
  const scrolls = (node) => chain(node).some((each) => /auto|scroll/.test(getComputedStyle(each).overflowX) && each !== document.documentElement);
  const ownText = (node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim());
  window.faults = (root) => {
    const nodes = [...root.querySelectorAll('*')].filter((node) => !node.closest('svg, canvas, .katex') && node.matches('input, select, textarea, button, p, label, span, th, td, summary, legend') && (ownText(node) || node.matches('input, select, textarea, progress')) && seen(node));
    const boxes = nodes.map((node) => ({ node, box: boxOf(node) })).filter(({ box }) => box.width > 0 && box.height > 0);
    const faults = [];
    for (const { node, box } of boxes) {
      if (node.scrollWidth > node.clientWidth + 2 && /hidden|clip/.test(getComputedStyle(node).overflowX) && !node.matches('input')) faults.push(`${name(node)} is cut off`);
      const by = cutOff(box, node);
      if (by) faults.push(`${name(node)} is cut off by ${name(by)}`);
      if ((box.left < -kSlack || box.right > innerWidth + kSlack) && !scrolls(node)) faults.push(`${name(node)} leaves the window: ${box.left.toFixed()} to ${box.right.toFixed()}`);
    }
    const own = (node) => node.closest('label, .menu') ?? node;
    boxes.forEach(({ node, box }, k) => {
      for (const { node: other, box: there } of boxes.slice(k + 1)) {
        if (own(node) === own(other) || node.contains(other) || other.contains(node) || scrolls(node) !== scrolls(other)) continue;
        const [x, y] = [Math.min(box.right, there.right) - Math.max(box.left, there.left), Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top)];
        if (x > 3 && y > 5) faults.push(`${name(node)} and ${name(other)} overlap by ${x.toFixed()} × ${y.toFixed()}`);
      }
    });
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} px`);
    return faults;
  };
}

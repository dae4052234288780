// How fast this machine is now, and what a page has taken of it.
// The yardstick's milliseconds on the machine that the limits were set for, at rest.
const kYardstick = 4.7;

/**
 * How much slower than that machine this one is now, others using it too; less than 1: faster. The yardstick is arithmetic
 * in the page's thread.
 * @param {import('puppeteer-core').Page} page
 */
export const slowness = async (page) =>
  (await page.evaluate(() => {
    const kRuns = 24;
    const field = new Float64Array(1 << 16);
    const run = () => {
      for (let pass = 0; pass < 40; ++pass) for (let k = 0; k < field.length; ++k) field[k] = field[(k * 7919) & 65535] / 2 + k;
    };
    run();
    const start = performance.now();
    for (let k = 0; k < kRuns; ++k) run();
    return (performance.now() - start) / kRuns;
  })) / kYardstick;

/**
 * Slows the page's thread down to one of `times` that machine, so that all machines measure the same processor: this one is
 * slowed down by less where it is slow itself.
 * @param {import('puppeteer-core').Page} page @param {number} times
 */
export const slowDown = async (page, times) => page.emulateCPUThrottling(Math.max(1, times / (await slowness(page))));

/**
 * `script()`: milliseconds of a processor that the page's own thread has spent in scripts so far; what it waits for
 * others, the software that draws WebGL here among them, does not count.
 * @param {import('puppeteer-core').Page} page
 */
export async function processorTime(page) {
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const script = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ScriptDuration').value;
  };
  return { script };
}

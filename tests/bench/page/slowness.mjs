// How fast this machine is now, and what a page has taken of it.
// The yardstick's milliseconds on the machine that the limits were set for, at rest.
const kYardstick = 4.7;

/**
 * How much slower than that machine this one is now, others using it too; at least 1. Limits of wall-clock time are
 * stretched by it, so that they judge the page and not its neighbours. The yardstick is arithmetic in the page's thread.
 * @param {import('puppeteer-core').Page} page
 */
export const slowness = async (page) =>
  Math.max(
    1,
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
    })) / kYardstick,
  );

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

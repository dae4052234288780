// Our learner as WebAssembly, the same in node and in a page: a new instance for every case, so that its memory at the
// end is what this case needed.

/** @param {(options?: object) => Promise<any>} start what bench.js exports */
export function contestant(start) {
  let instance;
  return async (line) => {
    if (line === 'memory') return JSON.stringify({ memory: instance.HEAP8.length });
    if (!instance || line.startsWith('prepare')) instance = await start();
    return instance.ccall('bench_reply', 'string', ['string'], [line]);
  };
}

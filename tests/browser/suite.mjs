// The servers and browsers of a test file. They are closed after its tests, or, when a test has started them, after that test,
// and so are the pages that a failed test has left open, with whatever runs or plays in them.
import { after, afterEach } from 'node:test';
import { launch, opened } from './chromium.mjs';
import { launchFirefox } from './firefox.mjs';
import { serve } from './server.mjs';
import { launchWebKit } from './webkit.mjs';

afterEach(() => Promise.allSettled([...opened].map((page) => page.close())));

/** @template {{ close(): Promise<unknown> }} T @param {T} started @returns {T} */
function closedAfter(started) {
  after(async () => void (await started.close()));
  return started;
}

/** @param {Parameters<typeof serve>[0]} [options] */
export const startServer = async (options) => closedAfter(await serve(options));
/**
 * A server that keeps one file back until send() is called; `asked` is kept when somebody asks for it.
 * @param {string} file
 * @param {Parameters<typeof serve>[0]} [options]
 */
export async function startLateServer(file, options = {}) {
  let [ask, send] = [() => {}, () => {}];
  const asked = new Promise((resolve) => (ask = () => resolve(null)));
  const sent = new Promise((resolve) => (send = () => resolve(null)));
  return { ...(await startServer({ ...options, before: (path) => (path === file ? (ask(), sent) : null) })), asked, send };
}
/** @param {Parameters<typeof launch>[0]} [options] */
export const startChromium = async (options) => closedAfter(await launch(options));
export const startFirefox = async () => closedAfter(await launchFirefox());
export const startWebKit = async () => closedAfter(await launchWebKit());

// The servers and browsers of a test file. They are closed after its tests, or, when a test has started them, after that test.
import { after } from 'node:test';
import { launch } from './chromium.mjs';
import { launchFirefox } from './firefox.mjs';
import { serve } from './server.mjs';

/** @template {{ close(): Promise<unknown> }} T @param {T} started @returns {T} */
function closedAfter(started) {
  after(async () => void (await started.close()));
  return started;
}

/** @param {Parameters<typeof serve>[0]} [options] */
export const startServer = async (options) => closedAfter(await serve(options));
/** @param {Parameters<typeof launch>[0]} [options] */
export const startChromium = async (options) => closedAfter(await launch(options));
export const startFirefox = async () => closedAfter(await launchFirefox());

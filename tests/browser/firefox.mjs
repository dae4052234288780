// Starts the toolchain's Firefox for tests, on a screen in memory (Xvfb), because without a screen it has no WebGL. The
// functions of chromium.mjs work with its pages too, except those that use Chromium's own protocol.
import { spawn } from 'node:child_process';
import puppeteer from 'puppeteer-core';
import { kStart } from './chromium.mjs';

const kPreferences = {
  'webgl.force-enabled': true,
  // Software draws: no part of the page may wait for a graphics card.
  'gfx.webrender.software': true,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/** Starts an X server on a free display, whose number it writes to descriptor 3. */
async function startScreen() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3].once('data', (text) => resolve(String(text).trim()));
  });
  const stop = () => server.kill();
  process.once('exit', stop);
  return { display: `:${number}`, stop };
}

/** Like launch() of chromium.mjs; close() ends the screen too. */
export async function launchFirefox() {
  const screen = await startScreen();
  try {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      timeout: kStart,
      executablePath: process.env.LIFTED_FIREFOX ?? '/usr/bin/firefox-esr',
      headless: false,
      env: { ...process.env, DISPLAY: screen.display },
      extraPrefsFirefox: kPreferences,
    });
    const close = browser.close.bind(browser);
    browser.close = () => close().finally(screen.stop);
    return browser;
  } catch (error) {
    screen.stop();
    throw error;
  }
}

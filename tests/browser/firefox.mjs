// Starts the toolchain's Firefox for tests, on a screen in memory (Xvfb), because without a screen it has no WebGL. The
// functions of chromium.mjs work with its pages too, except those that use Chromium's own protocol.
import puppeteer from 'puppeteer-core';
import { kStart } from './chromium.mjs';
import { startScreen } from './screen.mjs';

const kPreferences = {
  'webgl.force-enabled': true,
  // Software draws: no part of the page may wait for a graphics card.
  'gfx.webrender.software': true,
  'ui.prefersReducedMotion': 1, // as in launch() of chromium.mjs
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/** Like launch() of chromium.mjs; close() ends the screen too. */
export async function launchFirefox() {
  const screen = await startScreen();
  try {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      timeout: kStart,
      executablePath: '/usr/bin/firefox-esr',
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

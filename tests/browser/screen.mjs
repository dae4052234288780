// A screen in memory, for browsers that draw no WebGL without one.
import { spawn } from 'node:child_process';

/** Starts an X server (Xvfb) on a free display, whose number it writes to descriptor 3. */
export async function startScreen() {
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

// NumPy at its full speed. OpenBLAS takes a kernel by the processor's name, and one for very old processors where it does not
// know the name: then it is several times slower. So the others are tried too.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const python = '/usr/bin/python3';
const contestant = fileURLToPath(new URL('numpy_contestant.py', import.meta.url));
// A processor that lacks what a kernel needs ends the program; in a library without it the name is ignored.
const kKernels = ['Haswell', 'Zen', 'SkylakeX', 'Cooperlake'];
// How much faster another kernel must be: less is noise.
const kClearly = 1.15;

/** Some machines set these for all programs. @param {string} [kernel] */
const withKernel = (kernel) => ({ OPENBLAS_CORETYPE: kernel, OPENBLAS_L2_SIZE: undefined });

/** GFlop/s as the contestant's version tells, 0 where it cannot run. @param {string} [kernel] */
function speedOf(kernel) {
  const { stdout } = spawnSync(python, [contestant], { input: 'version\n', encoding: 'utf8', env: { ...process.env, ...withKernel(kernel) } });
  return Number(/ ([\d.]+) GFlop\/s/.exec(stdout)?.[1] ?? 0);
}

/** @param {(kernel?: string) => number} speed @returns {string | undefined} the fastest; undefined: what the library takes by itself */
export function fastest(speed) {
  const own = speed();
  const others = kKernels.map((kernel) => ({ kernel, speed: speed(kernel) }));
  const best = others.reduce((one, other) => (other.speed > one.speed ? other : one));
  return best.speed > kClearly * own ? best.kernel : undefined;
}

/** The environment in which NumPy is fastest here. */
export const fullSpeed = () => withKernel(fastest(speedOf));

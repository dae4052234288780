// What was measured of the page, beside its goals: kept, or over by how much.
import { readdirSync, readFileSync } from 'node:fs';

/** A line for each goal, and the weights as the build prints them. */
export function goals() {
  const folder = 'build/results';
  const rows = readdirSync(folder).filter((name) => name.endsWith('.json')).flatMap((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
  const lines = rows.filter(({ goal }) => goal).map(({ name, value, unit = '', most, note }) => {
    const verdict = value <= most ? 'kept' : `over by ${Math.round(100 * (value / most - 1))} %`;
    return `${verdict.padEnd(12)} ${`${Number(value.toPrecision(3))} ${unit}`.padStart(10)} of ${`${most} ${unit}`.padEnd(8)} ${name}${note ? ` (${note})` : ''}`;
  });
  return `${lines.join('\n')}\n\n${readFileSync('build/site/sizes.txt', 'utf8').split('\n\n').at(-1)}`;
}

// What node's test runner tells, as lines of JSON on descriptor 3, written at once: nothing is lost when a file is ended.
import { writeSync } from 'node:fs';

const say = (what) => writeSync(3, `${JSON.stringify(what)}\n`);

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* tell(events) {
  for await (const { type, data } of events) {
    const { name, skip, details } = data;
    if (type === 'test:diagnostic') say({ type: 'said', text: data.message });
    else if (type === 'test:dequeue') say({ type: 'start', name });
    else if (type === 'test:pass' || type === 'test:fail') {
      const passed = type === 'test:pass';
      // What fails because of a test inside it is that one's failure.
      if (details.type === 'suite' || details.error?.failureType === 'subtestsFailed') {
        say({ type: 'closed', name });
        continue;
      }
      const error = details.error?.cause ?? details.error;
      const message = String(error?.stack ?? error ?? '').replaceAll(/\n +at .*node:internal.*/g, '');
      say({ type: passed ? 'pass' : 'fail', name, skip: skip !== undefined, message });
      yield `${passed ? (skip === undefined ? 'ok' : 'skipped') : 'NOT OK'} ${name}\n${message && `${message}\n`}`;
    }
  }
}

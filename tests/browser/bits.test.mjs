// One link, the same bits: Chromium, Firefox and WebKit, in a worker and in the page itself, node, and a native run.
// Full run: three browsers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { recorder } from '../record.mjs';
import { trials } from '../trials.mjs';
import { open } from './chromium.mjs';
import { native } from './native.mjs';
import { openSite, page as html, parts, site } from './server.mjs';
import { cheapRuns } from './states.mjs';
import { startChromium, startFirefox, startServer, startWebKit } from './suite.mjs';

// So many runs of all figures, drawn from this seed, straight from the module: without an element, so many are cheap.
// `LIFTED_BITS_SEED` draws others.
const kEach = trials(4);
const kMostWork = 1e7;
const seed = Number(process.env.LIFTED_BITS_SEED ?? 1);

const learner = await openSite();
const figures = learner.figures();

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const pages = { '/empty.html': html(''), '/computing.js': readFileSync(new URL('computing.js', import.meta.url), 'utf8') };
const { address } = await startServer({ pages });
const chromium = await open(await startChromium(), `${address}/empty.html`, { kept: true });
const firefox = await open(await startFirefox(), `${address}/empty.html`, { kept: true });
const webkit = await open(await startWebKit(), `${address}/empty.html`, { kept: true });

/** The bytes of a result, or the sentence why there is none. */
function bytesInNode({ figure, query, sample }) {
  const words = sample ? readFileSync(join(site, sample), 'utf8') : '';
  const failed = learner.call('compute', figure, query, words, new TextEncoder().encode(words).length, 0, 0);
  return failed ? learner.string('error') : learner.made();
}

function bytesNatively({ figure, query, sample }) {
  const values = ['--bytes', figure, query, ...(sample ? [join(site, sample)] : [])];
  const { status, stdout, stderr } = spawnSync(native, values, { maxBuffer: 1 << 28 });
  return status === 0 ? stdout : stderr.toString().trimEnd();
}

const inPage = (page, what) => page.evaluate(async (what) => (await import('/computing.js')).hashes(what), what);
const inWorker = (page, what) =>
  page.evaluate((what) => {
    window.worker ??= new Worker('/computing.js', { type: 'module' });
    return new Promise((resolve, reject) => {
      window.worker.onmessage = ({ data }) => resolve(data);
      window.worker.onerror = ({ message }) => reject(new Error(message));
      window.worker.postMessage(what);
    });
  }, what);

const distinct = new Set();
let same = 0;

for (const schema of figures) {
  const count = kEach;
  test(`${schema.id} gives the same bits for ${count} runs drawn from seed ${seed} in node, natively, and in page and worker of Chromium, Firefox and WebKit`, async () => {
    const states = cheapRuns(learner, schema, count, kMostWork, seed).map((query) => {
      learner.objections(schema.id, query);
      return { figure: schema.id, query, sample: learner.sample(schema) };
    });
    assert.equal(new Set(states.map(({ query }) => query)).size, count, 'different states');
    const what = { parts, states };
    const asked = { "Chromium's page": inPage(chromium, what), "Chromium's worker": inWorker(chromium, what), "Firefox's page": inPage(firefox, what), "Firefox's worker": inWorker(firefox, what), "WebKit's page": inPage(webkit, what), "WebKit's worker": inWorker(webkit, what) };
    const found = { node: states.map((state) => sha256(bytesInNode(state))), natively: states.map((state) => sha256(bytesNatively(state))) };
    for (const [place, hashes] of Object.entries(asked)) found[place] = await hashes;
    for (const [k, { query }] of states.entries()) {
      for (const [place, hashes] of Object.entries(found)) {
        assert.equal(hashes[k], found.natively[k], `${place} differs from a native run: LIFTED_BITS_SEED=${seed}, figure ${schema.id}, ${query}`);
      }
    }
    found.natively.forEach((hash) => distinct.add(hash));
    same += count;
  });
}

after(() => recorder('bits')({ name: `Runs drawn from seed ${seed} whose results have the same bits in node, natively, and in page and worker of Chromium, Firefox and WebKit` }, same));

test('nearly all of these runs have bits of their own', () => assert.ok(distinct.size > 0.9 * figures.length * kEach, `${distinct.size} of ${figures.length * kEach} differ`));

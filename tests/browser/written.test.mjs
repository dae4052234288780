// What the element writes for other places and lends to the module, without a browser: saved files, texts to paste
// elsewhere, the states a reader went through, memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.assign(globalThis, { LIFTED_PARTS: {}, LIFTED_LEARNER: 'abc', LIFTED_LANGUAGES: ['en'] }); // what the build puts in
const { History } = await import('../../web/element/history.js');
const { Instance } = await import('../../web/element/module.js');
const { readSaved, toCsv, toJson, Unreadable } = await import('../../web/element/saved_file.js');
const snippets = await import('../../web/element/snippets.js');

const shown = {
  schema: { id: 'algorithm', name: 'Algorithm 1, live' },
  state: { d: 4, noise: 1e-7, theta: [0.5, -1] },
  query: 'd=4&noise=1e-07&theta=0.5,-1',
  link: 'https://example.org/embed.html?figure=algorithm&la=1',
  description: { title: 'A "title", #1', sentence: 'Two\nlines.', table: { columns: ['Quantity', 'Value, #'], rows: [] } },
  text: '',
};
const csvOf = (...rows) => toCsv({ ...shown, description: { ...shown.description, table: { ...shown.description.table, rows } } });
const tableOf = (csv) => csv.split('\r\n').filter((line) => line && !line.startsWith('#'));

test('a cell with a quote, a comma, a line or a # stands in quotes, and its quotes are doubled', () => {
  const [head, ...rows] = tableOf(csvOf(['He said "so"', 'a,b'], ['# no comment', 'plain']));
  assert.equal(head, 'Quantity,"Value, #"');
  assert.deepEqual(rows, ['"He said ""so""","a,b"', '"# no comment",plain']);
});

test('a number in a CSV has all its digits and no sign of a typesetter', () => {
  const rows = tableOf(csvOf(['−1,234,567', '2.5·10⁻⁷'], ['10⁻³⁰', '−10¹²'], ['12.125', '1,024'])).slice(1);
  assert.deepEqual(rows, ['-1234567,2.5e-7', '1e-30,-1e12', '12.125,1024']);
});

test('the state comes back from both files as it was', () => {
  for (const file of [toCsv(shown), toJson(shown), `\ufeff${toCsv(shown)}`]) {
    const { figure, query, text, notices } = readSaved(file);
    assert.deepEqual([figure, text, notices], ['algorithm', '', []]);
    assert.deepEqual([...new URLSearchParams(query)].map(([id, value]) => [id, String(value.split(',').map(Number))]), [['d', '4'], ['noise', '1e-7'], ['theta', '0.5,-1']]);
  }
});

test('a file whose state is longer than any state is none of ours, one that is nearly so long is taken', () => {
  const long = (letters) => ({ ...shown, query: 'a='.padEnd(letters, '1') });
  assert.equal(readSaved(toCsv(long(99_000))).query.length, 99_000);
  assert.throws(() => readSaved(toCsv(long(101_000))), Unreadable);
  assert.throws(() => readSaved(toJson({ ...shown, state: { a: '1'.repeat(101_000) } })), Unreadable);
});

const wanted = {
  site: 'https://example.org/a"b/', figure: 'algorithm', title: 'He said "<b>so</b>" & [went]', values: 'd=4&N=32', lang: '', theme: '',
  controls: '', lock: 'd', hide: '', width: 0, room: { narrow: { base: 300, shape: 1.3 }, wide: { base: 200, shape: 0.6 } }, format: 1,
};

for (const kind of ['element', 'iframe', 'iframeWithScript', 'moodle']) {
  test(`the snippet “${kind}” holds a title and an address with quotes, tags and & as text only`, () => {
    const html = snippets[kind](wanted).replace(/<script>[^]*<\/script>/, '');
    assert.doesNotMatch(html, /<b>|"so|a"b|& |&N/);
    assert.match(html, /&lt;b&gt;so&lt;\/b&gt;/);
    assert.match(html, /He said (&quot;)&lt;/);
    assert.match(html, /d=4&amp;N=32/);
    assert.match(html, /a&quot;b/);
  });
}

test('a title in Markdown ends at no bracket of its own', () => {
  assert.match(snippets.markdown({ ...wanted, title: 'a [b] \\ c' }), /^\[!\[a \\\[b\\\] \\\\ c\]\(/);
});

test('the history keeps every state, goes back and forth, and forgets what was undone when there is another', () => {
  const history = new History();
  for (const state of ['a', 'a', 'b', 'c']) history.push(state);
  assert.deepEqual([history.undo(), history.undo(), history.undo()], ['b', 'a', null]);
  assert.deepEqual([history.redo(), history.redo(), history.redo()], ['b', 'c', null]);
  history.undo();
  history.push('d');
  assert.deepEqual([history.redo(), history.undo(), history.undo(), history.canUndo], [null, 'b', 'a', false]);
});

/** An instance on a memory that knows what is lent. @param {(...values: number[]) => number} work */
function lender(work) {
  const lent = new Map();
  let next = 8;
  const raw = {
    HEAPU8: new Uint8Array(1 << 16),
    _malloc(size) {
      const at = next;
      next += size + 8;
      lent.set(at, size);
      return at;
    },
    _free(at) {
      assert.ok(lent.delete(at), `${at} was given back and never lent`);
    },
    _la_work: work,
  };
  return { instance: new Instance(raw, {}), raw, lent };
}

test('what a call lends to the module is ended by a zero, and given back when the call returns or throws', () => {
  const { instance, raw, lent } = lender((figure, bytes, size) => {
    assert.equal(lent.size, 2);
    assert.equal(new TextDecoder().decode(raw.HEAPU8.subarray(figure, raw.HEAPU8.indexOf(0, figure))), 'é');
    assert.deepEqual([...raw.HEAPU8.subarray(bytes, bytes + size + 1)], [7, 8, 0]);
    return 5;
  });
  raw.HEAPU8.fill(9);
  assert.equal(instance.call('work', 'é', Uint8Array.of(7, 8), 2), 5);
  assert.equal(lent.size, 0);
  const broken = lender(() => {
    throw new RangeError('out of memory');
  });
  assert.throws(() => broken.instance.call('work', 'x', 'y'), RangeError);
  assert.equal(broken.lent.size, 0);
});

// What a page says of itself where it is shared, searched for and cited.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cutIntoPages, kWhole } from '../../web/article/chapters.mjs';
import { toPng } from '../../web/article/png.mjs';
import { addressOf, addSharing, figurePage, kCard, kWidth, sitemap } from '../../web/article/sharing.mjs';
import { articleFigures, readText } from './server.mjs';

const source = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
const names = [...cutIntoPages(source).keys()];
const kAddress = 'https://example.org/lifted/';

/** The content of a page's meta tags by name or property. @param {string} html */
const metaOf = (html) => Object.fromEntries([...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]));
const dataOf = (/** @type {string} */ html) => JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

for (const name of names) {
  test(`${name} as it is built says what it is, and claims no address`, () => {
    const html = readText(name);
    const meta = metaOf(html);
    const data = dataOf(html);
    assert.equal(data['@type'], 'LearningResource');
    assert.equal(meta.citation_title, meta['og:title']);
    assert.match(meta.citation_publication_date, /^\d{4}\/\d{2}$/);
    for (const text of [data.name, data.description]) assert.doesNotMatch(text, /&\w+;|<|^$/);
    assert.equal(data.url, undefined);
    for (const key of ['og:image', 'og:url', 'citation_fulltext_html_url']) assert.equal(meta[key], undefined);
  });

  test(`${name} with an address says where it is and how it looks`, () => {
    const html = addSharing(cutIntoPages(source).get(name) ?? '', name, kAddress);
    const meta = metaOf(html);
    const place = kAddress + (name === 'index.html' ? '' : name);
    assert.deepEqual([meta['og:url'], meta['og:image'], meta['twitter:card'], dataOf(html).url], [place, kAddress + kCard, 'summary_large_image', place]);
    const canonical = [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(canonical, [name === kWhole ? 'index.html' : place]);
  });
}

test('the card has the size that the pages say', () => {
  const png = readFileSync(new URL(`../../web/${kCard}`, import.meta.url));
  const meta = metaOf(addSharing('<head></head>', 'index.html', kAddress));
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)].map(String), [meta['og:image:width'], meta['og:image:height']]);
  assert.ok(png.length < 300_000, 'messengers leave out cards of more than 300 KB');
});

test('every figure has a page to share, which says what it finds, and a card of the size that it says', async () => {
  const sizes = await Promise.all(articleFigures.map(async (id) => {
    const { name, html, card } = figurePage(readText('embed.html'), id, readText(`posters/${id}-light.svg`), JSON.parse(readText(`posters/${id}.json`)).en, kAddress);
    const meta = metaOf(html);
    assert.deepEqual([meta['og:url'], meta['og:image']], [`${kAddress}${name}`, `${kAddress}${card.file}`]);
    assert.match(html, new RegExp(`<html lang="en" data-figure="${id}".*<title>${meta['og:title'].replaceAll(/[^\\w ]/g, '.')} . Lifted Attention</title>.*posters/${id}-light.svg`, 's'));
    for (const key of ['og:title', 'og:description', 'og:image:alt', 'description']) assert.ok(meta[key].length > 20, `${id}: ${key}`);
    return [card.svg, meta['og:image:width'], meta['og:image:height']];
  }));
  const [svg, ...said] = sizes[0];
  const png = Buffer.from(await toPng(svg, kWidth));
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)].map(String), said);
  assert.ok(png.length > 20_000 && png.length < 300_000, `${png.length} bytes`);
});

test('the sitemap has every page once', () => {
  assert.deepEqual([...sitemap(names, kAddress).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place), names.map((name) => kAddress + (name === 'index.html' ? '' : name)));
});

test('an address is a whole one, or is refused with a sentence', () => {
  assert.equal(addressOf(undefined), '');
  assert.equal(addressOf('https://example.org/lifted'), kAddress);
  for (const given of ['example.org', '/lifted/', 'ftp://example.org/']) assert.throws(() => addressOf(given), /give the whole address/);
});

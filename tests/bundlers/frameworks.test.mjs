// A page rendered on a server by React and by Vue, with the npm package: what comes to life in the browser is the element that
// the server has sent. And the types of its templates.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as vite from 'vite';
import { makeProject, saidInNode } from '../browser/bundled.mjs';
import { open, result, resultOf } from '../browser/chromium.mjs';
import { startChromium, startServer } from '../browser/suite.mjs';

const home = await makeProject();
after(() => rm(home, { recursive: true }));
const modules = fileURLToPath(new URL('node_modules', import.meta.url));
for (const name of ['react', 'react-dom', 'scheduler', 'csstype', '@types', 'vue', '@vue']) await symlink(join(modules, name), join(home, 'node_modules', name));
const browser = await startChromium();

const kUsers = {
  React: {
    page: `import { createElement as h, useState } from 'react';
export function Page() {
  const [d, setD] = useState(3);
  return h('main', null, h('button', { onClick: () => setD(4) }, 'Wider'), h('lifted-attention', { figure: 'algorithm', d, state: 'N=64', 'onlifted-result': ({ detail }) => (globalThis.heard = detail.state.d) }));
}`,
    server: "import { createElement } from 'react';\nimport { renderToString } from 'react-dom/server';\nimport { Page } from './page.js';\nconsole.log(renderToString(createElement(Page)));",
    client: "import { createElement } from 'react';\nimport { hydrateRoot } from 'react-dom/client';\nimport { Page } from './page.js';\nhydrateRoot(document.querySelector('#app'), createElement(Page), { onRecoverableError: (error) => console.error(String(error)) });",
  },
  Vue: {
    page: `import { h, ref } from 'vue';
export const Page = {
  setup() {
    const d = ref(3);
    return () => h('main', [h('button', { onClick: () => (d.value = 4) }, 'Wider'), h('lifted-attention', { figure: 'algorithm', d: d.value, state: 'N=64', onLiftedResult: ({ detail }) => (globalThis.heard = detail.state.d) })]);
  },
};`,
    server: "import { createSSRApp } from 'vue';\nimport { renderToString } from 'vue/server-renderer';\nimport { Page } from './page.js';\nrenderToString(createSSRApp(Page)).then(console.log);",
    client: "import { createSSRApp } from 'vue';\nimport { Page } from './page.js';\ncreateSSRApp(Page).mount('#app');",
  },
};

for (const [name, { page: component, server, client }] of Object.entries(kUsers)) {
  test(`${name}: the element that the server has sent stays, computes, and takes a changed attribute`, async () => {
    await writeFile(join(home, 'page.js'), component);
    await writeFile(join(home, 'server.js'), `import 'lifted-attention';\n${server}`);
    await writeFile(join(home, 'client.js'), `import { define } from 'lifted-attention/element';\ndefine('/files/');\n${client}`);
    const [html] = saidInNode(home, 'server.js');
    assert.match(html, /<lifted-attention figure="algorithm" d="3" state="N=64"><\/lifted-attention>/);
    await writeFile(join(home, 'index.html'), `<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,"></head><body><div id="app">${html}</div><script type="module" src="/client.js"></script></body></html>`);
    await vite.build({ root: home, configFile: false, logLevel: 'silent', build: { outDir: name, emptyOutDir: true } });
    await cp(join(home, 'node_modules/lifted-attention/files'), join(home, name, 'files'), { recursive: true });
    const { address } = await startServer({ folder: join(home, name) });
    const sent = () => document.addEventListener('readystatechange', () => (globalThis.sent ??= document.querySelector('lifted-attention')));
    const page = await open(browser, `${address}/index.html`, { prepare: (page) => page.evaluateOnNewDocument(sent) });
    assert.equal((await result(page)).state.d, 3);
    assert.equal((await resultOf(page, () => page.click('button'))).state.d, 4);
    assert.deepEqual(await page.evaluate(() => [globalThis.heard, globalThis.sent === document.querySelector('lifted-attention')]), [4, true]);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });
}

test("React's JSX knows the element, its attributes and its events under --strict, and refuses others", async () => {
  await writeFile(join(home, 'typed.tsx'), `import type {} from 'lifted-attention/react';
export const right = <lifted-attention figure="algorithm" theme="dark" d={6} onlifted-result={({ detail }) => detail.sentence.length} />;
// @ts-expect-error There is no such theme.
export const theme = <lifted-attention figure="algorithm" theme="drak" />;
// @ts-expect-error A result has no such field.
export const field = <lifted-attention figure="algorithm" onlifted-result={({ detail }) => detail.sentenc} />;
`);
  const compiler = createRequire(new URL('../browser/', import.meta.url)).resolve('typescript/bin/tsc');
  const options = ['--strict', '--noEmit', '--jsx', 'react-jsx', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, 'typed.tsx'], { cwd: home, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

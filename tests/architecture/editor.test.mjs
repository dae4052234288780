// What an editor and a container read: it parses, and names what there is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const read = (/** @type {string} */ name) => readFileSync(join(top, name), 'utf8');
const presets = JSON.parse(read('CMakePresets.json')).configurePresets.map((/** @type {{ name: string }} */ { name }) => name);

test('a container is made by a script that there is, which names scripts and presets that there are', () => {
  const { postCreateCommand, forwardPorts } = JSON.parse(read('.devcontainer/devcontainer.json'));
  const [, script] = /^bash (\S+)$/.exec(postCreateCommand) ?? [];
  assert.equal(spawnSync('bash', ['-n', join(top, script)]).status, 0);
  const text = read(script);
  for (const [, name] of text.matchAll(/\bbash (\S+\.sh)/g)) assert.ok(existsSync(join(top, name)), name);
  for (const [, name] of text.matchAll(/cmake --preset (\S+)/g)) assert.ok(presets.includes(name), name);
  assert.match(read('web/serve.mjs'), new RegExp(`\\b${forwardPorts[0]}\\b`));
});

test('clangd reads the commands of a preset, which names each file by itself', () => {
  const [, preset] = /CompilationDatabase: build\/(\w+)$/m.exec(read('.clangd')) ?? [];
  assert.ok(presets.includes(preset), preset);
  assert.match(read('CMakeLists.txt'), /UNITY_BUILD \$\{LIFTED_BATCHES\}/);
});

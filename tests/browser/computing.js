// Computes states of figures with the site's own module, in a page or in a worker: a hash of each result's bytes.
import factory from './lifted-attention-module.js';

const compiled = async (file) => WebAssembly.compile(await (await fetch(file)).arrayBuffer());

/** @type {Promise<object> | undefined} the module with all its parts */
let started;

async function start(parts) {
  const [module, ...more] = await Promise.all(['lifted-attention.wasm', ...parts.map((name) => `parts/${name}.wasm`)].map(compiled));
  let exports = {};
  const made = await factory({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module, (exports = instance.exports)));
      return {};
    },
    wantsPreview: () => false,
  });
  const table = Object.values(exports).find((one) => one instanceof WebAssembly.Table);
  const imports = { '': new Proxy(exports, { get: (all, name) => all[name] ?? table.get(Number(name)) }) };
  for (const part of more) await WebAssembly.instantiate(part, imports);
  return made;
}

function place(module, bytes) {
  const pointer = module._malloc(bytes.length + 1);
  module.HEAPU8.set(bytes, pointer);
  module.HEAPU8[pointer + bytes.length] = 0;
  return pointer;
}

/** What one state gives: its result's bytes, or the sentence why there are none. */
function bytesOf(module, { figure, query }, text) {
  const pointers = [new TextEncoder().encode(figure), new TextEncoder().encode(query), text].map((bytes) => place(module, bytes));
  const failed = module._la_compute(...pointers, text.length, 0, 0);
  pointers.forEach((pointer) => module._free(pointer));
  const at = failed ? module._la_error() : module._la_result();
  return module.HEAPU8.slice(at, failed ? module.HEAPU8.indexOf(0, at) : at + module._la_result_size());
}

/**
 * @param {object} what
 * @param {string[]} what.parts of the module
 * @param {{ figure: string, query: string, sample: string }[]} what.states `sample`: file of the site that the figure reads
 */
export async function hashes({ parts, states }) {
  const module = await (started ??= start(parts));
  const found = [];
  for (const state of states) {
    const text = state.sample ? new Uint8Array(await (await fetch(state.sample)).arrayBuffer()) : new Uint8Array();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(module, state, text)));
    found.push(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  return found;
}

if (typeof document === 'undefined') self.onmessage = async ({ data }) => self.postMessage(await hashes(data));

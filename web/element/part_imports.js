// @ts-check
// What a part of the module imports from it: its memory and its table by name, functions by their places in the table
// (web/article/table_calls.mjs).

/** @param {WebAssembly.Exports} exports of the module @returns {WebAssembly.Imports} */
export function partImports(exports) {
  const table = Object.values(exports).find((one) => one instanceof WebAssembly.Table);
  const get = (/** @type {WebAssembly.Exports} */ all, /** @type {string} */ name) => all[name] ?? table?.get(Number(name));
  return { '': /** @type {WebAssembly.ModuleImports} */ (new Proxy(exports, { get })) };
}

// @ts-check
// The element's script finds its worker, its WebAssembly and its pictures beside itself, so it is loaded from where all
// of them lie and never becomes part of a bundle.

/**
 * Defines <lifted-attention>. More than once does no harm.
 * @param {string | URL} files the folder, as the page sees it, that holds a copy of this package's `files`
 * @returns {Promise<CustomElementConstructor | null>} null where there is no document
 */
export async function define(files) {
  if (typeof document === 'undefined') return null;
  const folder = new URL(String(files).replace(/\/?$/, '/'), document.baseURI);
  const script = new URL('lifted-attention.js', folder).href;
  try {
    await import(/* webpackIgnore: true */ /* @vite-ignore */ script);
  } catch (cause) {
    throw new Error(`There is no lifted-attention.js in ${folder}. Copy node_modules/lifted-attention/files to a folder of your site and name it: define('/that/folder/').`, { cause });
  }
  return customElements.get('lifted-attention') ?? null;
}

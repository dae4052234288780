// @ts-check
// Browsers remember that an import failed, so the next try needs another address.

/** How often the import of an address has failed. @type {Map<string, number>} */
const failures = new Map();

/** As import() does it, once more each time after it failed. @param {string} address @returns {Promise<any>} */
export const importAgain = (address) =>
  import(failures.has(address) ? `${address}?${failures.get(address)}` : address).catch((error) => {
    failures.set(address, (failures.get(address) ?? 0) + 1);
    throw error;
  });

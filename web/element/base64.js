// @ts-check
// Base64, for bytes in text files.

const kChunk = 0x8000; // fromCharCode takes only so many arguments

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let binary = '';
  for (let k = 0; k < bytes.length; k += kChunk) binary += String.fromCharCode(...bytes.subarray(k, k + kChunk));
  return btoa(binary);
}

/** @param {string} text @returns {Uint8Array | null} null when it is not base64, or was cut off */
export function fromBase64(text) {
  if (text.length % 4 !== 0) return null;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

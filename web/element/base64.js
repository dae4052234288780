// @ts-check
// Bytes as letters, for files that are text.

const kPiece = 0x8000;

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let binary = '';
  for (let k = 0; k < bytes.length; k += kPiece) binary += String.fromCharCode(...bytes.subarray(k, k + kPiece));
  return btoa(binary);
}

/** @param {string} text @returns {Uint8Array | null} null: it is no base64, or was cut off */
export function fromBase64(text) {
  if (text.length % 4 !== 0) return null;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

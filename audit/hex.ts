/** The byte that two hex digits in lower case make, at a place of a text that was read as hex before. */
export function byteAt(text: string, at: number): number {
  return (digitOf(text.charCodeAt(at)) << 4) | digitOf(text.charCodeAt(at + 1));
}

/** By its character code: letters have bit 6 set, and their low bits begin at 1. */
function digitOf(code: number): number {
  return (code & 15) + 9 * (code >>> 6);
}

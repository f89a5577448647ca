/**
 * Reads UTF-16 text that a function writes into a buffer.
 * @param fill writes at most `size` units into `buffer`, and answers how many it wrote
 */
export function readText(size: number, fill: (buffer: Uint16Array, size: number) => number): string {
  const buffer = new Uint16Array(size);
  const length = Math.min(Math.max(fill(buffer, size), 0), size);
  return Buffer.from(buffer.buffer, 0, length * 2).toString('utf16le');
}

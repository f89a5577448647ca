const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** The checksum of PNG's chunks, https://www.w3.org/TR/png-3/#samplecrc ; Node has its own only from 22 on. */
export function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (let at = 0; at < data.length; at++) crc = (table[(crc ^ (data[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

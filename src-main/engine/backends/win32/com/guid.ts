/** The 16 bytes of a GUID as COM passes it: https://learn.microsoft.com/windows/win32/api/guiddef/ns-guiddef-guid */
export function guidBytes(text: string): Buffer {
  const known = bytesOf.get(text);
  if (known) return known;
  const parts = /^([\da-f]{8})-([\da-f]{4})-([\da-f]{4})-([\da-f]{4})-([\da-f]{12})$/i.exec(text);
  if (!parts) throw new Error(`This is no GUID: ${text}`);
  const [first = '', second = '', third = '', ...rest] = parts.slice(1);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(Number.parseInt(first, 16), 0);
  head.writeUInt16LE(Number.parseInt(second, 16), 4);
  head.writeUInt16LE(Number.parseInt(third, 16), 6);
  const bytes = Buffer.concat([head, Buffer.from(rest.join(''), 'hex')]);
  bytesOf.set(text, bytes);
  return bytes;
}

const bytesOf = new Map<string, Buffer>();

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/**
 * Writes the secret without which nobody connects to a display: one entry for every address and display, as Xau(3) lays it out,
 * since the display's number is known only once its server runs.
 */
export function writeAuthority(file: string): void {
  const familyWild = Buffer.from([0xff, 0xff]);
  const parts = [Buffer.alloc(0), Buffer.alloc(0), Buffer.from('MIT-MAGIC-COOKIE-1'), randomBytes(16)];
  const lengthOf = (part: Buffer) => Buffer.from([part.length >> 8, part.length & 0xff]);
  const entry = Buffer.concat([familyWild, ...parts.flatMap((part) => [lengthOf(part), part])]);
  writeFileSync(file, entry, { mode: 0o600 });
}

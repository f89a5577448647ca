import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Stores a picture under a name made of its content, so that equal ones are stored once; answers the name. Whole or not
 * at all: a name never stands for half a picture.
 */
export function writePicture(folder: string, png: Uint8Array): string {
  const name = `${createHash('sha256').update(png).digest('hex').slice(0, 32)}.png`;
  const file = path.join(folder, name);
  if (existsSync(file)) return name;
  const draft = `${file}.${process.pid}.part`;
  writeFileSync(draft, png);
  renameSync(draft, file);
  return name;
}

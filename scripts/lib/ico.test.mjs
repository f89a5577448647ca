import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iconSizes } from './ico.mjs';
import { root } from './paths.mjs';

test('the icon contains a PNG of each size, at the offset in its directory', () => {
  const ico = readFileSync(join(root, 'resources', 'icon.ico'));
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, iconSizes.length]);
  for (const [index, size] of iconSizes.entries()) {
    const at = 6 + 16 * index;
    const png = ico.subarray(ico.readUInt32LE(at + 12)).subarray(0, ico.readUInt32LE(at + 8));
    expect(ico.readUInt8(at)).toBe(size % 256);
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    expect(png.toString('latin1', png.length - 8, png.length - 4)).toBe('IEND');
  }
});

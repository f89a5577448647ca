import { describe, expect, it } from 'vitest';
import { nearestIcon } from './icon.ts';

describe('the icon of a window', () => {
  const icon = (size: number) => {
    const data = Buffer.alloc(8 + size * size * 4, size);
    data.writeUInt32LE(size, 0);
    data.writeUInt32LE(size, 4);
    return data;
  };

  it('is the one closest to 32 pixels', () => {
    expect(nearestIcon(Buffer.concat([icon(16), icon(48), icon(24)]))?.width).toBe(24);
    expect(nearestIcon(icon(128))?.width).toBe(128);
  });

  it('is not made from truncated data', () => {
    expect(nearestIcon(Buffer.concat([icon(16), icon(32).subarray(0, 100)]))?.width).toBe(16);
    expect(nearestIcon(Buffer.alloc(0))).toBeNull();
  });
});

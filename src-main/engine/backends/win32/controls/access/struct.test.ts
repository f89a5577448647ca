import { expect, it } from 'vitest';
import { Struct } from './struct.ts';

const item = new Struct({ mask: 'u32', index: 'i32', text: 'pointer', room: 'i32', image: 'u8', extra: 'pointer' });

it("matches compilers' layout, for either pointer size", () => {
  expect(item.size(4)).toBe(24);
  expect(item.size(8)).toBe(32);
  const wide = item.pack(8, { mask: 0xffff_ffff, index: -2, text: 0x7fff_1234_5678, extra: 1 });
  expect(wide.readUInt32LE(0)).toBe(0xffff_ffff);
  expect(wide.readInt32LE(4)).toBe(-2);
  expect(wide.readBigUInt64LE(8)).toBe(0x7fff_1234_5678n);
  expect(wide.readBigUInt64LE(24)).toBe(1n);
  const narrow = item.pack(4, { text: 0x8000_0000, extra: 3 });
  expect(narrow.readUInt32LE(8)).toBe(0x8000_0000);
  expect(narrow.readUInt32LE(20)).toBe(3);
});

it('round-trips values', () => {
  for (const pointerSize of [4, 8] as const) {
    const bytes = item.pack(pointerSize, { index: -7, text: 0x12_3456, image: 200 });
    expect(item.get(pointerSize, bytes, 'index')).toBe(-7);
    expect(item.get(pointerSize, bytes, 'text')).toBe(0x12_3456);
    expect(item.get(pointerSize, bytes, 'image')).toBe(200);
    expect(item.get(pointerSize, bytes, 'mask')).toBe(0);
  }
});

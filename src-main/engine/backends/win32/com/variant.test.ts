import { expect, it } from 'vitest';
import { allocateVariant, readVariant, variantSize, type VariantReaders } from './variant.ts';
import { variantTypes } from './array.ts';

const readers: VariantReaders = {
  text: (address) => `text at ${address}`,
  array: (address, type) => [address, type],
};

function variant(type: number, write: (view: DataView) => void): DataView {
  const view = new DataView(new ArrayBuffer(variantSize));
  view.setUint16(0, type, true);
  write(view);
  return view;
}

it.each([
  ['nothing', variantTypes.empty, () => undefined, undefined],
  ['a negative number', variantTypes.int32, (view: DataView) => view.setInt32(8, -7, true), -7],
  ['an unsigned number', variantTypes.uint32, (view: DataView) => view.setUint32(8, 0xffff_fff0, true), 0xffff_fff0],
  ['a 64-bit number', variantTypes.int64, (view: DataView) => view.setBigInt64(8, -5_000_000_000n, true), -5e9],
  ['a double', variantTypes.double, (view: DataView) => view.setFloat64(8, 1.5, true), 1.5],
  ['true, which is -1', variantTypes.flag, (view: DataView) => view.setInt16(8, -1, true), true],
  [
    'a text',
    variantTypes.text,
    (view: DataView) => view.setBigUint64(8, 0x7fff_0000_1234n, true),
    `text at 140733193392692`,
  ],
  [
    'an array',
    variantTypes.array | variantTypes.double,
    (view: DataView) => view.setBigUint64(8, 64n, true),
    [64, variantTypes.double],
  ],
  [
    'an object, which it does not understand',
    variantTypes.unknown,
    (view: DataView) => view.setBigUint64(8, 64n, true),
    undefined,
  ],
])('reads %s', (_, type, write, expected) => {
  expect(readVariant(variant(type, write), readers)).toEqual(expected);
});

it('encodes numbers and booleans as COM expects them', () => {
  const { int32, double, flag, empty } = variantTypes;
  expect(allocateVariant(-1)).toMatchObject({ type: int32, value: 0xffff_ffffn });
  expect(allocateVariant(0.5)).toMatchObject({ type: double, value: 0x3fe0_0000_0000_0000n });
  expect(allocateVariant(true)).toMatchObject({ type: flag, value: 0xffffn });
  expect(allocateVariant(undefined)).toMatchObject({ type: empty, value: 0n });
});

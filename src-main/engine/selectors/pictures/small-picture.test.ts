import { expect, test } from 'vitest';
import type { Pixels } from '../../backend.ts';
import { decodeSmall, encodeSmall } from './small-picture.ts';

function pixels(width: number, height: number): Pixels {
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : i % 251));
  return { width, height, rgba, opaque: true };
}
const refused = { code: 'invalid_parameter' };

test('is decoded as it was encoded', async () => {
  const picture = pixels(20, 12);
  const encoded = await encodeSmall(picture, { x: 0, y: 0, width: 20, height: 12 });
  expect(await decodeSmall(encoded)).toMatchObject({ width: 20, height: 12 });
});

test('is not decoded if its header declares a large size', async () => {
  const large = await encodeSmall(pixels(401, 8), { x: 0, y: 0, width: 401, height: 8 });
  await expect(decodeSmall(large)).rejects.toMatchObject(refused);
});

test.each([
  // Decoding it ends the process: 40 GB.
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="9" height="9"/></svg>'],
  ['a small SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="9" height="9"/></svg>'],
  ['a word', 'picture'],
])('refuses other formats: %s', async (_, text) => {
  await expect(decodeSmall(Buffer.from(text).toString('base64'))).rejects.toMatchObject(refused);
});

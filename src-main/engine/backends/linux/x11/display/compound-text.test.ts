import { expect, it } from 'vitest';
import { decodeCompoundText } from './compound-text.ts';

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1');

// The output of Xutf8TextListToTextProperty(XCompoundTextStyle) in libX11 1.8.4.
it.each([
  ['706c61696e20776f726473', 'plain words'],
  ['636166e9', 'café'],
  ['1b2547d7a9d79cd795d79d1b2540', 'שלום'],
  ['1b2d4cbfe0d8d2d5e2', 'Привет'],
  ['1b242842467c4b5c386c1b284221', '日本語!'],
  ['1b24284243664a38', '中文'],
  ['1b2428434751315b1b2842201b2428434322', '한글 창'],
  ['611b2547f09f98801b25401b2d42ea62', 'a😀ęb'],
  ['1b2949b1b2', 'ｱｲ'],
  ['1b2d46c5ebeb', 'Ελλ'],
  ['1b24284243664a381b28422062696735201b2428427173', '中文 big5 體'],
  ['1b2547d8b9d8b1d8a8d98a1b2540', 'عربي'],
  ['1b2547e0b984e0b897e0b8a21b2540', 'ไทย'],
  ['1b2d43bbb91b2d42ba1b2d43a9', 'ğışİ'],
])('reads %s', (written, text) => {
  expect(decodeCompoundText(Buffer.from(written, 'hex'))).toBe(text);
});

// Other valid encodings of the standard.
it.each([
  ['\x1b-H\xf9\xec\xe5\xed', 'שלום'],
  ['\x1b$)A\xd6\xd0\xce\xc4', '中文'],
  ['\x1b$)C\xc7\xd1\xb1\xdb \xc3\xa2', '한글 창'],
])('reads %j', (written, text) => {
  expect(decodeCompoundText(bytes(written))).toBe(text);
});

it('reads segments with a named encoding', () => {
  const segment = Buffer.concat([bytes('big5-0\x02'), Buffer.from([0xa4, 0xa4, 0xa4, 0xe5])]);
  const head = Buffer.from([0x1b, 0x25, 0x2f, 0x32, 0x80, 0x80 | segment.length]);
  expect(decodeCompoundText(Buffer.concat([head, segment, bytes('!')]))).toBe('中文!');
});

it('ignores the direction of writing, and marks unknown character sets', () => {
  expect(decodeCompoundText(bytes('\x9b2]\x1b-H\xe0\x9b]x'))).toBe('אx');
  expect(decodeCompoundText(bytes('\x1b$)G\xa4\xa4\x1b-Z\xe0'))).toBe('\ufffd\ufffd');
});

it('terminates on any input', () => {
  for (let seed = 1; seed < 2_000; seed++) {
    const noise = Buffer.from({ length: seed % 40 } as ArrayLike<number>).map((_, i) => {
      const byte = (seed * 2_654_435_761 + i * 40_503 * seed) >>> 13;
      return byte % 5 === 0 ? [0x1b, 0x24, 0x25, 0x2f, 0x9b][byte % 5]! : byte & 0xff;
    });
    expect(typeof decodeCompoundText(noise)).toBe('string');
  }
});

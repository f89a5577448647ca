/**
 * Text of the property type COMPOUND_TEXT, used for titles by programs from before UTF-8: ISO 2022 with one character set for
 * bytes below 0x80 and one for those above. https://www.x.org/releases/X11R7.7/doc/xorg-docs/ctext/ctext.html
 * @returns the text; U+FFFD for each byte or pair of an unknown set
 */
export function decodeCompoundText(data: Uint8Array): string {
  let [left, right]: [Decode, Decode] = [latin1, latin1];
  let text = '';
  for (let at = 0; at < data.length;) {
    const escape = escapeAt(data, at);
    if (escape) {
      text += escape.text ?? '';
      left = escape.left ?? left;
      right = escape.right ?? right;
      at = escape.end;
      continue;
    }
    const kind = kindAt(data, at);
    const end = endOfRun(data, at, kind);
    const decode = { control: latin1, left, right }[kind];
    text += decode(data.subarray(at, end));
    at = end;
  }
  return text;
}

type Decode = (bytes: Uint8Array) => string;

/** The meaning of an escape sequence: other character sets from there on, or a segment with its own encoding. */
interface Escape {
  readonly end: number;
  readonly left?: Decode;
  readonly right?: Decode;
  readonly text?: string;
}

const [escapeByte, controlSequence, startOfText] = [0x1b, 0x9b, 0x02];

const latin1: Decode = (bytes) => Buffer.from(bytes).toString('latin1');
const unknown: Decode = (bytes) => '\ufffd'.repeat(bytes.length);
const unknownPairs: Decode = (bytes) => '\ufffd'.repeat(Math.ceil(bytes.length / 2));
/** JIS X 0201: half-width katakana. */
const katakana: Decode = (bytes) =>
  latin1(bytes.map((byte) => byte | 0x80)).replace(/[\u00a1-\u00df]/g, (each) =>
    String.fromCharCode(each.charCodeAt(0) + 0xfec0),
  );

/** By the final byte of the designating sequence. */
const sets94: Readonly<Record<string, Decode>> = { B: latin1, J: latin1, I: katakana };
const sets96: Readonly<Record<string, Decode>> = {
  A: latin1,
  B: encoded('iso-8859-2'),
  C: encoded('iso-8859-3'),
  D: encoded('iso-8859-4'),
  F: encoded('iso-8859-7'),
  G: encoded('iso-8859-6'),
  H: encoded('iso-8859-8'),
  L: encoded('iso-8859-5'),
  M: encoded('iso-8859-9'),
  V: encoded('iso-8859-10'),
  Y: encoded('iso-8859-13'),
  _: encoded('iso-8859-14'),
  b: encoded('iso-8859-15'),
  f: encoded('iso-8859-16'),
};
const pairSets: Readonly<Record<string, Decode>> = {
  A: encoded('gb2312'),
  B: encoded('euc-jp'),
  C: encoded('euc-kr'),
  D: (bytes) =>
    encoded('euc-jp')(Uint8Array.from([...bytes].flatMap((byte, i) => (i % 2 === 0 ? [0x8f, byte] : [byte])))),
};

/** Decodes bytes of either half with an encoding that has this set in its upper half. */
function encoded(encoding: string): Decode {
  return (bytes) =>
    decodeAs(
      encoding,
      bytes.map((byte) => byte | 0x80),
    );
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return unknown(bytes);
  }
}

function escapeAt(data: Uint8Array, at: number): Escape | null {
  if (data[at] === controlSequence) return { end: endOfDirection(data, at) };
  if (data[at] !== escapeByte) return null;
  const sequence = Buffer.from(data.subarray(at + 1, at + 4)).toString('latin1');
  if (sequence.startsWith('%G')) return utf8At(data, at + 3);
  if (sequence.startsWith('%/')) return segmentAt(data, at);
  const pairs = /^\$([()]?)([@-~])/.exec(sequence);
  if (pairs) {
    const [all, side, final = ''] = pairs;
    return designate(side !== ')', pairSets[final] ?? unknownPairs, at + 1 + all.length);
  }
  const single = /^([()-])([@-~])/.exec(sequence);
  if (!single) return { end: Math.min(at + 2, data.length) };
  const [, side, final = ''] = single;
  const set = (side === '-' ? sets96 : sets94)[final] ?? unknown;
  return designate(side === '(', set, at + 3);
}

function designate(isLeft: boolean, set: Decode, end: number): Escape {
  return isLeft ? { end, left: set } : { end, right: set };
}

/** Direction of writing, which is evident from the text: CSI 1 ], CSI 2 ], CSI ]. */
function endOfDirection(data: Uint8Array, at: number): number {
  const end = data.indexOf(0x5d, at);
  return end >= 0 && end - at <= 2 ? end + 1 : at + 1;
}

/** Until ESC % @, as xterm and Xlib write it. */
function utf8At(data: Uint8Array, at: number): Escape {
  const end = Buffer.from(data).indexOf('\u001b%@', at, 'latin1');
  const text = decodeAs('utf-8', data.subarray(at, end < 0 ? data.length : end));
  return { text, end: end < 0 ? data.length : end + 3 };
}

/** ESC % / F M L, the name of an encoding, STX, text; M and L are the length of what follows them. */
function segmentAt(data: Uint8Array, at: number): Escape {
  const [high = 0x80, low = 0x80] = data.subarray(at + 4, at + 6);
  const end = Math.min(data.length, at + 6 + (high & 0x7f) * 128 + (low & 0x7f));
  const segment = data.subarray(at + 6, end);
  const split = segment.indexOf(startOfText);
  const name = latin1(segment.subarray(0, Math.max(0, split))).toLowerCase();
  return { end, text: decodeAs(name.replace(/^big5.*/, 'big5'), segment.subarray(split + 1)) };
}

/** Bytes of one kind, up to the next escape sequence. */
function endOfRun(data: Uint8Array, at: number, kind: Kind): number {
  let end = at + 1;
  while (end < data.length && kindAt(data, end) === kind && data[end] !== escapeByte && data[end] !== controlSequence)
    end++;
  return end;
}

type Kind = 'control' | 'left' | 'right';

/** A space is a control too: it is the same in every set. */
function kindAt(data: Uint8Array, at: number): Kind {
  const byte = data[at] ?? 0;
  if (byte <= 0x20 || (byte >= 0x80 && byte < 0xa0)) return 'control';
  return byte < 0x80 ? 'left' : 'right';
}

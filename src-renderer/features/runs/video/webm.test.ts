import { expect, it } from 'vitest';
import { webmOf } from './webm.ts';

interface Element {
  readonly id: string;
  /** From the start of the segment's content. */
  readonly at: number;
  readonly content: Uint8Array;
}

/** Reads one level of EBML: https://www.rfc-editor.org/rfc/rfc8794#section-4 */
function elementsIn(bytes: Uint8Array): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const start = at;
    const idLength = Math.clz32(bytes[at] ?? 0) - 23;
    const id = Buffer.from(bytes.subarray(at, at + idLength)).toString('hex');
    at += idLength;
    const sizeLength = Math.clz32(bytes[at] ?? 0) - 23;
    const digits = [...bytes.subarray(at, at + sizeLength)];
    digits[0] = (digits[0] ?? 0) & ((1 << (8 - sizeLength)) - 1);
    const size = digits.reduce((sum, digit) => sum * 256 + digit, 0);
    at += sizeLength;
    expect(at + size).toBeLessThanOrEqual(bytes.length);
    found.push({ id, at: start, content: bytes.subarray(at, at + size) });
    at += size;
  }
  return found;
}

const all = (elements: readonly Element[], id: string) => elements.filter((one) => one.id === id);
function inside(elements: readonly Element[], ...path: readonly string[]): Element[] {
  return path.reduce((level, id) => level.flatMap(({ content }) => all(elementsIn(content), id)), [...elements]);
}
const numberIn = ({ content }: Element) => content.reduce((sum, digit) => sum * 256 + digit, 0);

it('has each frame at its time, and a cue that points to the cluster of each key frame', async () => {
  const frames = [
    { atMs: 0, isKey: true, bytes: Uint8Array.of(1, 2, 3) },
    { atMs: 700, isKey: false, bytes: new Uint8Array(300).fill(7) },
    { atMs: 20_000, isKey: true, bytes: Uint8Array.of(4) },
    { atMs: 49_000, isKey: false, bytes: Uint8Array.of(5) },
  ];
  const track = { codec: 'V_VP9', width: 1280, height: 776, durationMs: 50_000 } as const;
  const file = elementsIn(new Uint8Array(await webmOf(track, frames).arrayBuffer()));
  expect(file.map(({ id }) => id)).toEqual(['1a45dfa3', '18538067']);
  const segment = all(file, '18538067');
  const level = elementsIn(segment[0]?.content ?? new Uint8Array());

  const read = all(level, '1f43b675').flatMap((cluster) => {
    const [time] = inside([cluster], 'e7').map(numberIn);
    return inside([cluster], 'a3').map(({ content }) => ({
      atMs: (time ?? NaN) + (content[1] ?? 0) * 256 + (content[2] ?? 0),
      isKey: content[3] === 0x80,
      bytes: content.slice(4),
    }));
  });
  expect(read).toEqual(frames);

  const cues = inside(segment, '1c53bb6b', 'bb');
  expect(inside(cues, 'b3').map(numberIn)).toEqual([0, 20_000]);
  expect(inside(cues, 'b7', 'f1').map(numberIn)).toEqual(all(level, '1f43b675').map(({ at }) => at));
  const size = inside(segment, '1654ae6b', 'ae', 'e0').flatMap(({ content }) => elementsIn(content).map(numberIn));
  expect(size).toEqual([1280, 776]);
});

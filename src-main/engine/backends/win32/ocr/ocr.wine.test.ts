import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pixels, TextRecognizer } from '../../../backend.ts';
import { bundleEntry } from '../../../../../scripts/lib/bundle.mjs';
import { declare } from '../native/library.ts';
import { installOcr } from '../testing/ocr-fixture.ts';
import { BlockingThread } from '../thread/blocking-thread.ts';
import { recognizedLanguages, recognizeText } from './tasks.ts';
import { createTextRecognizer } from './recognizer.ts';

let uninstall: () => void;
let thread: BlockingThread;
let recognizer: TextRecognizer;
const liveObjects = declare<() => number>('deskscope-ocr', 'int32 LiveObjects()');
const going = new AbortController().signal;

beforeAll(async () => {
  expect(recognizedLanguages()).toEqual([]);
  uninstall = installOcr();
  const { path } = await bundleEntry();
  thread = new BlockingThread(path, () => undefined, 'auto');
  recognizer = createTextRecognizer(thread);
});
afterAll(() => {
  thread.close();
  uninstall();
});

/** The fixture's behaviour is encoded in the top left pixel. */
const endings = { well: [0, 0, 0], fails: [0xfa, 0, 1], lasts: [0xfa, 0, 2], aslant: [0xfa, 0, 3] } as const;

/** In the fixture, a rectangle whose colour encodes three letters is a word. */
function picture(
  words: readonly (readonly [text: string, x: number, y: number, width: number, height: number])[],
  {
    width = 300,
    height = 100,
    ending = 'well',
  }: { width?: number; height?: number; ending?: keyof typeof endings } = {},
): Pixels {
  const rgba = new Uint8Array(width * height * 4);
  const fill = (x: number, y: number, colour: readonly number[]) => rgba.set([...colour, 255], (y * width + x) * 4);
  for (const [text, left, top, wide, high] of words) {
    const colour = [0, 1, 2].map((at) => text.charCodeAt(at));
    for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) fill(x, y, colour);
  }
  fill(0, 0, endings[ending]);
  fill(1, 0, endings[ending]);
  fill(0, 1, endings[ending]);
  return { width, height, rgba, opaque: true };
}

const words = [
  ['Sav', 20, 10, 41, 12],
  ['all', 70, 11, 30, 11],
  ['Now', 21, 60, 25, 13],
] as const;
const read = [
  [
    { text: 'Sav', bounds: { x: 20, y: 10, width: 41, height: 12 } },
    { text: 'all', bounds: { x: 70, y: 11, width: 30, height: 11 } },
  ],
  [{ text: 'Now', bounds: { x: 21, y: 60, width: 25, height: 13 } }],
];

test('returns lines and words with their positions, in the user’s or a given language', async () => {
  expect(await recognizer.languages()).toEqual(['en-US', 'de-DE']);
  expect(await recognizer.read(picture(words), null, going)).toEqual({ language: 'de-DE', lines: read });
  expect(await recognizer.read(picture(words), 'en-US', going)).toEqual({ language: 'en-US', lines: read });
  // Not doubled.
  const large = picture(words, { width: 2600 });
  expect(await recognizer.read(large, null, going)).toMatchObject({ lines: read });
});

test('does not read a missing language or a too large picture', async () => {
  expect(await recognizer.read(picture(words), 'fr-FR', going)).toBeNull();
  expect(await recognizer.read(picture(words, { width: 2601 }), null, going)).toBeNull();
});

test('rotates positions in slanted text back', async () => {
  // The fixture reports that it rotated a picture of 300 × 100 by 90 degrees.
  const { lines } = (await recognizer.read(picture(words, { ending: 'aslant' }), null, going))!;
  expect(lines[0]?.[0]).toEqual({ text: 'Sav', bounds: { x: 178, y: -80, width: 12, height: 41 } });
});

test('reports the error of a failed reading, and the next one succeeds', async () => {
  const failing = picture([], { ending: 'fails' });
  expect(() => recognizeText(failing, null, () => false)).toThrow('0x80004005');
  await expect(recognizer.read(failing, null, going)).rejects.toThrow();
  expect(await recognizer.read(picture(words), null, going)).toMatchObject({ lines: read });
});

test('cancels an abandoned reading', async () => {
  const enough = new AbortController();
  const reading = recognizer.read(picture([], { ending: 'lasts' }), null, enough.signal);
  setTimeout(() => enough.abort(), 300);
  await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  expect(thread.leftBehind).toBe(0);
  expect(await recognizer.read(picture(words), null, going)).toMatchObject({ lines: read });
});

test('twenty readings leak nothing', () => {
  const once = () => recognizeText(picture(words), 'en-US', () => false);
  once();
  const before = liveObjects();
  for (let i = 0; i < 20; i++) expect(once()?.lines).toEqual(read);
  expect(liveObjects()).toBe(before);
});

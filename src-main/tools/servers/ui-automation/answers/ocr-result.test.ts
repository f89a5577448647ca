import { expect, it } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { rowTokens } from '../../../answers/room.ts';
import { tokensIn } from '../../../answers/tokens.ts';
import { ocrResult } from './ocr-result.ts';

const bounds = { x: 0, y: 0, width: 1_920, height: 1_080 };
const lines = Array.from({ length: 120 }, (_, at) => {
  const words = [`Line${at}`, 'with', 'a', 'few', 'words'].map((text) => ({ text, confidence: 0.93, bounds }));
  return { text: words.map(({ text }) => text).join(' '), bounds, words };
});
const read = {
  text: lines.map(({ text }) => text).join('\n'),
  lines,
  bounds,
  language: 'eng',
  engine: 'tesseract.js',
  note: '',
  elapsedMs: 1,
};

it('reports the text page by page, following the notes, without repeated lines', () => {
  const reported: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { fields, note = '' } = ocrResult(read, { room: rowTokens, offset });
    expect(tokensIn(JSON.stringify(fields))).toBeLessThan(rowTokens + 500);
    reported.push(fields!['text'] as string);
    const [, next] = /Next page: offset (\d+)/.exec(note) ?? [];
    offset = next === undefined ? null : Number(next);
  }
  expect(reported.length).toBeGreaterThan(2);
  expect(reported.join('\n')).toBe(read.text);
});

it('contains everything if no model reads it', () => {
  const { text, fields, note } = ocrResult(read, { room: Infinity, offset: 0 });
  expect(fields).toMatchObject({ text: read.text, lines: { length: 120 } });
  expect(text).toContain('> Line119 with a few words');
  expect(note).toBeUndefined();
});

it('names the topmost window for each text read from the screen', () => {
  const window = (id: string, x: number, state: 'normal' | 'minimized' = 'normal') =>
    ({
      id,
      title: `Window ${id}`,
      app: id,
      processId: 7,
      state,
      bounds: { x, y: 0, width: 100, height: 50 },
    }) as WindowInfo;
  const windows = [window('hidden', 0, 'minimized'), window('front', 60), window('back', 0)];
  const word = (text: string, x: number) => ({ text, confidence: 0.9, bounds: { x, y: 10, width: 20, height: 10 } });
  const line = {
    text: 'in both',
    bounds: { x: 10, y: 10, width: 80, height: 10 },
    words: [word('in', 10), word('both', 70)],
  };
  const bare = { text: 'bare', bounds: { x: 500, y: 10, width: 20, height: 10 }, words: [word('bare', 500)] };
  const { fields } = ocrResult({ ...read, lines: [line, bare] }, { room: Infinity, offset: 0, windows });
  expect(fields!['lines']).toMatchObject([
    { windowHandle: 'back', words: [{ text: 'in' }, { text: 'both', windowHandle: 'front' }] },
    { text: 'bare' },
  ]);
  expect(JSON.stringify(fields!['lines'])).not.toContain('hidden');
  expect(fields!['windows']).toEqual([
    { windowHandle: 'front', title: 'Window front', app: 'front', pid: 7 },
    { windowHandle: 'back', title: 'Window back', app: 'back', pid: 7 },
  ]);
});

import { expect, it } from 'vitest';
import { rowTokens } from '../../answers/room.ts';
import { tokensIn } from '../../answers/tokens.ts';
import { ocrResult } from './ocr-result.ts';

const bounds = { x: 0, y: 0, width: 1_920, height: 1_080 };
const lines = Array.from({ length: 120 }, (_, at) => {
  const words = [`Line${at}`, 'with', 'a', 'few', 'words'].map((text) => ({ text, confidence: 0.93, bounds }));
  return { text: words.map(({ text }) => text).join(' '), bounds, words };
});
const read = { text: lines.map(({ text }) => text).join('\n'), lines, bounds, language: 'eng', note: '', elapsedMs: 1 };

it('says what was read page by page, as the notes ask for, and no line twice', () => {
  const reported: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { fields, note = '' } = ocrResult(read, { room: rowTokens, offset });
    expect(tokensIn(JSON.stringify(fields))).toBeLessThan(rowTokens + 500);
    reported.push(fields!['text'] as string);
    const [, next] = /the next ones come with offset (\d+)/.exec(note) ?? [];
    offset = next === undefined ? null : Number(next);
  }
  expect(reported.length).toBeGreaterThan(2);
  expect(reported.join('\n')).toBe(read.text);
});

it('says all of it where no model reads', () => {
  const { text, fields, note } = ocrResult(read, { room: Infinity, offset: 0 });
  expect(fields).toMatchObject({ text: read.text, lines: { length: 120 } });
  expect(text).toContain('> Line119 with a few words');
  expect(note).toBeUndefined();
});

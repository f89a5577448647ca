import { createCanvas } from '@napi-rs/canvas';
import { afterAll, expect, it } from 'vitest';
import { pixelsOf } from '../picture/canvas.ts';
import { fontOf } from '../picture/font.ts';
import { findLanguage } from './languages.ts';
import { readText } from './read-text.ts';
import { Recognizers } from './recognizers.ts';

const recognizers = new Recognizers();
afterAll(() => recognizers.close());
const origin = { x: 1000, y: -200 };
const signal = new AbortController().signal;

it('reads small, disabled and inverted text, with the screen position of each word', { timeout: 60_000 }, async () => {
  const canvas = createCanvas(420, 200);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f6f5f4';
  context.fillRect(0, 0, 420, 200);
  context.fillStyle = '#20242a';
  context.fillRect(0, 120, 420, 80);
  const expected = [
    { text: 'Account settings', x: 30, y: 40, size: 13, ink: '#2e3436' },
    { text: 'Undo changes', x: 250, y: 40, size: 13, ink: '#929595' },
    { text: 'Terms of service', x: 30, y: 80, size: 11, ink: '#2e3436' },
    { text: 'Waiting for messages', x: 30, y: 160, size: 14, ink: '#d5d9de' },
  ];
  for (const { text, x, y, size, ink } of expected) {
    context.font = await fontOf(size);
    context.fillStyle = ink;
    context.fillText(text, x, y);
  }
  const language = await findLanguage('en');
  const lines = await readText(recognizers, { pixels: pixelsOf(canvas), origin, language }, signal);
  expect(lines.map(({ text }) => text)).toEqual(expected.map(({ text }) => text));
  for (const [at, { text, x, y, size }] of expected.entries()) {
    context.font = await fontOf(size);
    const { bounds, words } = lines[at]!;
    expect(Math.abs(bounds.x - (origin.x + x))).toBeLessThanOrEqual(3);
    expect(Math.abs(bounds.width - context.measureText(text).width)).toBeLessThanOrEqual(6);
    expect(bounds.y).toBeGreaterThan(origin.y + y - 16);
    expect(bounds.y + bounds.height).toBeLessThan(origin.y + y + 8);
    expect(words.map((word) => word.text)).toEqual(text.split(' '));
    expect(words.every(({ confidence }) => confidence! >= 50 && confidence! <= 100)).toBe(true);
  }
});

it('finds nothing in an empty picture', async () => {
  const canvas = createCanvas(40, 40);
  const language = await findLanguage('en');
  expect(await readText(recognizers, { pixels: pixelsOf(canvas), origin, language }, signal)).toEqual([]);
});

import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { pixelsOf } from '../picture/canvas.ts';
import { fontOf } from '../picture/font.ts';
import type { Box } from './components.ts';
import { findLines } from './find-lines.ts';
import { toGrey } from '../picture/ink.ts';

/** Draws on a white canvas and returns the lines found. */
async function linesOf(draw: (context: SKRSContext2D) => void): Promise<readonly Box[]> {
  const canvas = createCanvas(400, 200);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 400, 200);
  context.fillStyle = context.strokeStyle = '#222';
  context.font = await fontOf(13);
  draw(context);
  return findLines(toGrey(pixelsOf(canvas)));
}

const across = ({ left, right }: Box) => [left, right];

describe('lines of text', () => {
  it('are found whole, with their words, on light and dark backgrounds', async () => {
    for (const [ground, ink] of [
      ['#ffffff', '#222222'],
      ['#222222', '#eeeeee'],
    ] as const) {
      const lines = await linesOf((context) => {
        context.fillStyle = ground;
        context.fillRect(0, 0, 400, 200);
        context.fillStyle = ink;
        context.fillText('Save the changes now', 40, 50);
      });
      expect(lines).toHaveLength(1);
      const [line] = lines;
      expect(Math.abs(line!.left - 40)).toBeLessThan(4);
      expect(line!.top).toBeGreaterThan(36);
      expect(line!.bottom).toBeLessThan(57);
    }
  });

  it('are separated from the box around them', async () => {
    const lines = await linesOf((context) => {
      context.beginPath();
      context.roundRect(20.5, 20.5, 200, 40, 6);
      context.stroke();
      context.fillText('togglebutton', 60, 45);
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]!.left).toBeGreaterThan(50);
    expect(lines[0]!.right).toBeLessThan(200);
  });

  it('are split at the border of two cells, and where the background changes', async () => {
    const lines = await linesOf((context) => {
      context.fillText('Amount', 20, 40);
      context.fillRect(73, 10, 1, 60);
      context.fillText('Status', 78, 40);
      context.fillStyle = '#1a56d6';
      context.fillRect(200, 100, 70, 22);
      context.fillStyle = '#fff';
      context.fillText('Create', 215, 115);
      context.fillStyle = '#222';
      context.fillText('Export', 276, 115);
    });
    expect(lines.map(across).map(([left]) => Math.round((left ?? 0) / 10))).toEqual([2, 8, 21, 27]);
  });

  it('are split where they touch', async () => {
    const lines = await linesOf((context) => {
      context.fillText('torquent per conubia nostra, per', 30, 50);
      context.fillText('inceptos himenaeos and then some', 30, 63);
    });
    expect(lines).toHaveLength(2);
    expect(lines[0]!.top).toBeLessThan(lines[1]!.top);
  });

  it('are ordered by rows, each from left to right', async () => {
    const lines = await linesOf((context) => {
      context.fillText('third', 20, 101);
      context.fillText('second', 200, 40);
      context.fillText('first', 20, 42);
      context.fillText('fourth', 200, 100);
    });
    expect(lines.map(({ left, top }) => [left > 100, top > 70])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  it('are not found on a plain background or in a picture of blocks', async () => {
    expect(await linesOf(() => undefined)).toEqual([]);
    expect(await linesOf((context) => context.fillRect(50, 50, 200, 100))).toEqual([]);
  });
});

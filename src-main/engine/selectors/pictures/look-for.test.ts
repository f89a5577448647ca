import { createCanvas } from '@napi-rs/canvas';
import { afterAll, expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { Recognizers } from '../../ocr/recognizers.ts';
import { pixelsOf } from '../../picture/canvas.ts';
import { lookFor } from './look-for.ts';
import { encodeSmall } from './small-picture.ts';
import { Texts } from './texts.ts';

const recognizers = new Recognizers();
afterAll(() => recognizers.close());

const row = 26;

/** A column of names, the first in the frame of a selection. */
function column(names: readonly string[]) {
  const canvas = createCanvas(200, 220);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 200, 220);
  context.fillStyle = 'black';
  context.font = '16px DejaVu Sans';
  for (const [index, name] of names.entries()) context.fillText(name, 20, 38 + index * row);
  context.lineWidth = 3;
  context.strokeRect(12, 20, 90, row);
  return pixelsOf(canvas);
}

const partOf = (index: number): Rect => ({ x: 14, y: 21 + index * row, width: 62, height: 25 });

it('a text is found beside another frame than that in its margin, and no other text', async () => {
  const recorded = column(['Name', 'Hanna', 'Ben']);
  const picture = await encodeSmall(recorded, partOf(1));
  const { signal } = new AbortController();
  const find = async (...names: readonly string[]) => {
    const pixels = column(names);
    const looking = { texts: new Texts(recognizers, pixels, signal), signal, scales: [1], pointer: null };
    const seen = await lookFor(pixels, { picture, text: 'Hanna' }, looking);
    return seen.filter(({ why }) => why === '').map(({ part }) => part);
  };
  expect(await find('Name', 'Zoe', 'Ulf', 'Hanna')).toEqual([partOf(3)]);
  expect(await find('Name', 'Hanna')).toEqual([partOf(1)]);
  expect(await find('Name', 'Zoe', 'Ulf', 'Hanne')).toEqual([]);
});

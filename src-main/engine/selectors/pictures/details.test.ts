import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { toGrey, type Grey } from '../../picture/ink.ts';
import { hasOtherDetail } from './details.ts';

/** A label as apps draw it. */
function label(text: string, shift = 0, ground = '#ffffff', ink = '#202020'): Grey {
  const canvas = createCanvas(140, 24);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, 140, 24);
  context.fillStyle = ink;
  context.font = '13px DejaVu Sans';
  context.fillText(text, 6 + shift, 17);
  const { data } = context.getImageData(0, 0, 140, 24);
  return toGrey({ width: 140, height: 24, rgba: new Uint8Array(data), opaque: true });
}

const origin = { x: 0, y: 0 };

it.each(['IMG_0001.jpg', 'report', 'Straße 12'])('sees no other detail in %s drawn again', (text) => {
  expect(hasOtherDetail(label(text), label(text), origin)).toBe(false);
  expect(hasOtherDetail(label(text, 0, '#e8f0ff'), label(text), origin)).toBe(false);
});

it.each([
  ['IMG_0001.jpg', 'IMG_0002.jpg'],
  ['IMG_0001.jpg', 'IMG_0007.jpg'],
  ['report.txt', 'report2.txt'],
  ['alpha', 'alpho'],
  ['notes b', 'notes h'],
])('distinguishes %s from %s', (one, other) => {
  expect(hasOtherDetail(label(other), label(one), origin)).toBe(true);
});

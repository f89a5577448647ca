import { expect, it } from 'vitest';
import { asFractions, atFractions } from './geometry.ts';

it.each([1, 2, 3, 7, 242, 640, 799, 1366, 1920, 2560, 3440, 7680, 9999])(
  'every pixel of %d survives the conversion to a fraction and back',
  (size) => {
    const bounds = { x: -30, y: 40, width: size, height: size };
    const moved = Array.from({ length: size }, (_, at) => at).filter((at) => {
      const back = atFractions(bounds, asFractions({ x: at, y: at }, bounds));
      return back.x !== bounds.x + at || back.y !== bounds.y + at;
    });
    expect(moved).toEqual([]);
  },
);

import { describe, expect, it } from 'vitest';
import { inputSize, ownMark, packInputs } from './events.ts';
import { buttonEvent, hardwareButton, moveEvent, wheelEvents } from './mouse.ts';
import { namedKey } from './virtual-keys.ts';

const at = (bytes: Uint8Array, index = 0) => new DataView(bytes.buffer, index * inputSize, inputSize);

describe('the input of SendInput', () => {
  it('has our mark, at its offset in either structure', () => {
    const key = namedKey('ArrowLeft')!;
    const bytes = packInputs([
      { type: 'mouse', flags: 1 },
      { type: 'key', key, scanCode: 0x4b, down: false },
      { type: 'unit', unit: 0x3b1, down: true },
    ]);
    expect(bytes).toHaveLength(3 * inputSize);
    expect(at(bytes).getUint32(32, true)).toBe(ownMark);
    const [arrow, letter] = [at(bytes, 1), at(bytes, 2)];
    expect([arrow.getUint32(0, true), arrow.getUint32(24, true)]).toEqual([1, ownMark]);
    // Extended, and up.
    expect([arrow.getUint16(8, true), arrow.getUint16(10, true), arrow.getUint32(12, true)]).toEqual([0x25, 0x4b, 0x3]);
    expect([letter.getUint16(8, true), letter.getUint16(10, true), letter.getUint32(12, true)]).toEqual([
      0, 0x3b1, 0x4,
    ]);
  });

  it.each([
    { x: 0, y: 0, width: 1600, height: 1000 },
    { x: -1920, y: -300, width: 5760, height: 2460 },
    { x: 0, y: 0, width: 7680, height: 4320 },
  ])('maps every pixel of $width by $height so that it round-trips', (screen) => {
    // Sources differ on the number of steps in the inverse.
    for (const steps of [65_536, 65_535]) {
      for (let pixel = 0; pixel < screen.width; pixel++) {
        const event = moveEvent({ x: screen.x + pixel, y: screen.y }, screen);
        const dx = event.type === 'mouse' ? (event.dx ?? 0) : 0;
        expect(Math.floor((dx * screen.width) / steps)).toBe(pixel);
      }
    }
  });

  it('uses the other button if the user has swapped them', () => {
    expect(hardwareButton('left', false)).toBe('left');
    expect([hardwareButton('left', true), hardwareButton('right', true)]).toEqual(['right', 'left']);
    expect(hardwareButton('back', true)).toBe('back');
    expect(buttonEvent('forward', true)).toMatchObject({ flags: 0x80, data: 2 });
  });

  it('turns the wheel notch by notch, with up and right positive', () => {
    expect(wheelEvents('vertical', -2)).toEqual(Array(2).fill({ type: 'mouse', flags: 0x0800, data: -120 }));
    expect(wheelEvents('horizontal', 1)).toEqual([{ type: 'mouse', flags: 0x1000, data: 120 }]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { elementInPopup, type Shown } from './popups.ts';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

function node(path: string, place: Rect | null, children: readonly Shown[] = []): Shown {
  return { ref: { bus: ':1.1', path }, place, children };
}

describe('elements of a popup', () => {
  const items = [node('first', rect(10, 102, 110, 20)), node('second', rect(10, 122, 110, 74))];
  const covered = node('covered', rect(10, 125, 300, 20));
  const frame = node('frame', rect(0, 0, 800, 600), [node('menu', rect(10, 80, 40, 20), items), covered]);
  const popup = rect(5, 100, 120, 100);

  it('are found below a parent elsewhere, not among the elements that the popup covers', () => {
    const at = (x: number, y: number) => elementInPopup([frame], popup, { x, y })?.path;
    expect(at(20, 110)).toBe('first');
    expect(at(20, 130)).toBe('second');
    expect(at(20, 199)).toBe('menu');
  });

  it('extend over the whole width of their row', () => {
    expect(elementInPopup([frame], popup, { x: 123, y: 130 })?.path).toBe('second');
  });

  it("exclude the popup's empty frame, unless there is nothing else", () => {
    const shell = node('shell', popup);
    expect(elementInPopup([shell, frame], popup, { x: 20, y: 110 })?.path).toBe('first');
    expect(elementInPopup([shell], popup, { x: 20, y: 110 })?.path).toBe('shell');
  });

  it('are none if no visible element fills the popup', () => {
    const elsewhere = rect(400, 400, 50, 50);
    expect(elementInPopup([frame], elsewhere, { x: 410, y: 410 })).toBeNull();
  });
});

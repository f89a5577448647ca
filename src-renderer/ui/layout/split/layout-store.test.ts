import { describe, expect, it } from 'vitest';
import {
  forgetLayouts,
  loadLayout,
  saveLayout,
  fitLayout,
  wishedAfter,
  type PanelSize,
  type Sizes,
} from './layout-store.ts';

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

describe('saved layouts', () => {
  it('are restored for the same panels', () => {
    const storage = memoryStorage();
    saveLayout(storage, 'inspect', { left: 20, right: 80 });
    expect(loadLayout(storage, 'inspect', ['left', 'right'])).toEqual({ left: 20, right: 80 });
  });

  it('are ignored for other panels, or if the text is invalid', () => {
    const storage = memoryStorage();
    saveLayout(storage, 'inspect', { left: 20 });
    expect(loadLayout(storage, 'inspect', ['left', 'right'])).toBeUndefined();
    storage.setItem('deskscope.sizes.inspect', '{');
    expect(loadLayout(storage, 'inspect', ['left'])).toBeUndefined();
  });

  it('are removed together, and nothing else is', () => {
    const storage = memoryStorage();
    saveLayout(storage, 'inspect', { left: 20 });
    saveLayout(storage, 'record', { left: 20 });
    storage.setItem('other', 'stays');
    forgetLayouts(storage);
    expect(storage.length).toBe(1);
    expect(storage.getItem('other')).toBe('stays');
  });
});

const panels: readonly PanelSize[] = [
  { id: 'left', size: 340, min: 220, fixed: true },
  { id: 'centre', size: 1, min: 260 },
  { id: 'right', size: 360, min: 260, fixed: true },
];
const rows: readonly PanelSize[] = [
  { id: 'top', size: 20, min: 120 },
  { id: 'bottom', size: 80, min: 160 },
];

function pixels(layout: Sizes, total: number): Sizes {
  return Object.fromEntries(Object.entries(layout).map(([id, percent]) => [id, Math.round((percent * total) / 100)]));
}

describe('the panels of a split', () => {
  it('have their preferred pixels, and the flexible ones the rest', () => {
    expect(pixels(fitLayout(panels, {}, 1800), 1800)).toEqual({ left: 340, centre: 1100, right: 360 });
    expect(pixels(fitLayout(panels, { left: 500 }, 1800), 1800)).toEqual({ left: 500, centre: 940, right: 360 });
    expect(pixels(fitLayout(rows, {}, 1000), 1000)).toEqual({ top: 200, bottom: 800 });
  });

  it.each([960, 900, 800, 741])('keep their minimums in %i pixels', (total) => {
    const { left = 0, centre = 0, right = 0 } = pixels(fitLayout(panels, { left: 600 }, total), total);
    expect(left).toBeGreaterThanOrEqual(220);
    expect(centre).toBeGreaterThanOrEqual(260);
    expect(right).toBeGreaterThanOrEqual(260);
    expect(Math.abs(left + centre + right - total)).toBeLessThanOrEqual(1);
  });

  it('keep the minimum of a small share', () => {
    expect(pixels(fitLayout(rows, {}, 300), 300)).toEqual({ top: 120, bottom: 180 });
  });
});

describe('preferred sizes after a border was moved', () => {
  it('change for the moved panels, not for a squeezed one', () => {
    const before = fitLayout(panels, {}, 900);
    const after = { ...before, left: (before['left'] ?? 0) - 2 };
    const wished = wishedAfter(panels, {}, { before, after, total: 900 });
    expect(wished['right']).toBe(360);
    expect(wished['left']).toBe(Math.round(9 * after.left));
  });

  it("match the border's position", () => {
    const before = fitLayout(rows, {}, 1000);
    const wished = wishedAfter(rows, {}, { before, after: { top: 50, bottom: 50 }, total: 1000 });
    expect(fitLayout(rows, wished, 1000)).toEqual({ top: 50, bottom: 50 });
  });
});

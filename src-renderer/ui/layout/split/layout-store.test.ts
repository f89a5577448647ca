import { describe, expect, it } from 'vitest';
import { forgetLayouts, loadLayout, saveLayout } from './layout-store.ts';

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
  it('come back for the same panels', () => {
    const storage = memoryStorage();
    saveLayout(storage, 'inspect', { left: 20, right: 80 });
    expect(loadLayout(storage, 'inspect', ['left', 'right'])).toEqual({ left: 20, right: 80 });
  });

  it('are ignored where the panels are others, or the text is broken', () => {
    const storage = memoryStorage();
    saveLayout(storage, 'inspect', { left: 20 });
    expect(loadLayout(storage, 'inspect', ['left', 'right'])).toBeUndefined();
    storage.setItem('deskscope.sizes.inspect', '{');
    expect(loadLayout(storage, 'inspect', ['left'])).toBeUndefined();
  });

  it('are forgotten together, and nothing else is', () => {
    const storage = memoryStorage();
    saveLayout(storage, 'inspect', { left: 20 });
    saveLayout(storage, 'record', { left: 20 });
    storage.setItem('other', 'stays');
    forgetLayouts(storage);
    expect(storage.length).toBe(1);
    expect(storage.getItem('other')).toBe('stays');
  });
});

import type { PinSlice, Slice } from './state.ts';

const key = 'pinned-properties';

export const pinSlice: Slice<PinSlice> = () => (set, get) => ({
  pins: keptPins(),

  togglePin(property) {
    const pins = get().pins.includes(property)
      ? get().pins.filter((name) => name !== property)
      : [...get().pins, property];
    set({ pins });
    localStorage.setItem(key, JSON.stringify(pins));
  },
});

/** None where nothing was kept, or not by us. */
function keptPins(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string').slice(0, 100) : [];
  } catch {
    return [];
  }
}

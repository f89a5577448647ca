import { beforeEach, expect, it, vi } from 'vitest';
import { registerShortcuts } from './shortcuts.ts';

const held = vi.hoisted(() => new Set<string>());
const free = vi.hoisted(() => ({ refused: new Set<string>() }));
vi.mock('electron', () => ({
  globalShortcut: {
    unregisterAll: () => held.clear(),
    register: (keys: string) => !free.refused.has(keys) && !!held.add(keys),
  },
}));

const actions = { pick: () => undefined, record: () => undefined, halt: () => undefined };
const usual = { haltKey: 'ctrl+shift+f9', shiftLifter: null, isOnWayland: false, log: () => undefined };

beforeEach(() => {
  held.clear();
  free.refused.clear();
});

it('registers all keys on X11, and another halt key where that one is held or loses its Shift', () => {
  expect(registerShortcuts(actions, usual)).toBeNull();
  expect(held).toContain('CommandOrControl+shift+f9');
  const lifted = registerShortcuts(actions, { ...usual, shiftLifter: 'x11vnc' });
  expect(lifted?.why).toContain('x11vnc lifts Shift');
  expect(held).toContain('CommandOrControl+f9');
  free.refused.add('CommandOrControl+shift+f9');
  const other = registerShortcuts(actions, usual);
  expect(other?.why).toContain('holds the halt key');
  expect(other?.instead).not.toBeNull();
});

it('registers none where the windows are Wayland’s own, since the portal takes none back', () => {
  expect(registerShortcuts(actions, { ...usual, isOnWayland: true })?.instead).toBeNull();
  expect(held).toEqual(new Set());
});

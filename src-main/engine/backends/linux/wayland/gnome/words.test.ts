import { expect, it } from 'vitest';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import { Layout } from '../layout.ts';
import { toInput } from './gnome.ts';
import { toReportedInput } from './presses.ts';
import { listed, toWindow } from './windows.ts';

const place = { x: 10, y: 20, width: 300, height: 200 };
const reported = {
  id: 7,
  x11: 0,
  title: 'Notes',
  className: 'notes',
  pid: 42,
  frame: place,
  content: place,
  buffer: place,
  active: true,
  minimized: false,
  maximized: true,
  fullscreen: false,
  above: false,
  attention: false,
  desktop: null,
  shown: true,
};

it('distinguishes Wayland windows from X windows, which keep their id', () => {
  expect(toWindow(reported)).toMatchObject({
    id: '0x100000007',
    number: 7,
    isX: false,
    state: 'maximized',
    processId: 42,
  });
  expect(toWindow({ ...reported, x11: 0x1400003 })).toMatchObject({ id: '0x1400003', number: 7, isX: true });
  expect(toWindow({ ...reported, minimized: true, fullscreen: true }).state).toBe('minimized');
});

it('rejects an incomplete list', () => {
  const { frame: _, ...rest } = reported;
  const without = { activeSince: null, desktops: { count: 2, current: 0 }, popups: [], over: [] };
  expect(listed.safeParse({ ...without, windows: [reported] }).success).toBe(true);
  expect(listed.safeParse({ ...without, windows: [rest] }).success).toBe(false);
});

it("reports presses with the kernel's key codes", () => {
  const press = { type: 'button', x: 1, y: 2, down: true, modifiers: 256, time: 5, since: 3 } as const;
  const button = { code: 0x111, at: { x: 1, y: 2 }, down: true, time: 5, since: 3 };
  expect(toReportedInput({ ...press, button: 3 })).toMatchObject(button);
  expect(toReportedInput({ ...press, button: 77 })).toBeNull();
  const time = Math.floor(monotonicMs());
  const key = { type: 'key', keysym: 0x61, code: 38, modifiers: 0 } as const;
  expect(toReportedInput({ ...key, time: time % 2 ** 32 })).toMatchObject({
    ...key,
    code: 30,
    time: expect.closeTo(time, 3) as unknown,
  });
  expect(toReportedInput({ type: 'gap', time: 5 })).toEqual({ type: 'gap', time: 5 });
});

it('converts grabbed input to screen pixels and names', () => {
  const logical = { x: 0, y: 0, width: 640, height: 400 };
  const layout = new Layout([{ name: 'Meta-0', logical, scale: 2, unit: 1, transform: 0, object: 5 }]);
  expect(toInput({ type: 'move', x: 10.5, y: 20 }, layout)).toMatchObject({ type: 'move', x: 21, y: 40 });
  const press = { type: 'button', x: 1, y: 2, button: 3, down: true, modifiers: 4 } as const;
  expect(toInput(press, layout)).toMatchObject({ button: 'right', x: 2, y: 4, modifiers: ['ctrl'] });
  expect(toInput({ ...press, button: 99 }, layout)).toBeNull();
  expect(toInput({ type: 'key', keysym: 0xff1b, modifiers: 1 }, layout)).toMatchObject({ key: 'shift+Escape' });
});

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openXDisplay, type XDisplay } from '../../testing/x-display.ts';

const soon = { timeout: 15_000, interval: 50 };

let desk: XDisplay;
beforeAll(async () => {
  desk = await openXDisplay('openbox');
});
afterAll(() => desk.close());

it("reads the window manager's grabs from the server, without leaving any behind", async () => {
  const keys = ['ctrl+alt+ArrowLeft', 'alt+F4', 'ctrl+alt+g', 'F12', 'ctrl+c', 'a', 'Enter'];
  await vi.waitFor(async () => expect(await desk.engine.desktopKeys({ keys })).toContain('alt+F4'), soon);
  expect(await desk.engine.desktopKeys({ keys })).toEqual(['ctrl+alt+ArrowLeft', 'alt+F4']);
  expect(await desk.engine.desktopKeys({ keys })).toEqual(['ctrl+alt+ArrowLeft', 'alt+F4']);
});

it('a terminal that claims another machine is identified by the process that the server sees, or not at all', async () => {
  const terminal = desk.start('xterm', ['-title', 'Boxed', '-e', 'cat']);
  const window = async () => {
    const { items } = await desk.engine.listWindows({});
    return items.find(({ title }) => title === 'Boxed')!;
  };
  await vi.waitFor(async () => expect(await window()).toMatchObject({ processId: terminal.pid }), soon);
  const { id } = await window();
  const set = (name: string, format: string, value: string) =>
    desk.output('xprop', ['-id', id, '-f', name, format, '-set', name, value]);
  await set('WM_CLIENT_MACHINE', '8s', 'toolbox');
  await set('_NET_WM_PID', '32c', String(terminal.pid));
  expect(await window()).toMatchObject({ processId: terminal.pid, app: 'xterm' });
  expect(await desk.engine.runsTerminal({ window: id })).toBe(true);
  await set('_NET_WM_PID', '32c', String(process.pid));
  const claimed = await window();
  expect(claimed).toMatchObject({ processId: 0, app: '' });
  expect(claimed).not.toHaveProperty('program');
  expect(await desk.engine.runsTerminal({ window: id })).toBeNull();
});

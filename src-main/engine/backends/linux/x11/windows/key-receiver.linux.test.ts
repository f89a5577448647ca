import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Point } from '#contract/model/geometry';
import type { MouseButton } from '#contract/model/recordings/action';
import type { WindowId } from '#contract/model/windows/window';
import { end } from '../../../../testing/programs.ts';
import { python, targetScript } from '../../testing/apps/target-app.ts';
import { openXDisplay, type XDisplay } from '../../testing/x-display.ts';

const soon = { timeout: 15_000, interval: 30 };

test('a program with a terminal is distinguished from one without, whatever its name', async () => {
  const desk = await openXDisplay('openbox');
  const otherRoot = mkdtempSync(path.join(tmpdir(), 'deskscope-root-'));
  try {
    desk.start('xterm', ['-title', 'Terminal', '-e', 'sleep', '60']);
    const below = `mount --rbind / ${otherRoot} && exec chroot ${otherRoot} xterm -title Below -e sleep 60`;
    desk.start('unshare', ['--mount', 'sh', '-c', below]);
    desk.start('xedit', ['-title', 'Editor']);
    const runsTerminal = (title: string) =>
      vi.waitFor(async () => {
        const window = (await desk.engine.listWindows({})).items.find((each) => each.title === title);
        if (!window) throw new Error(`There is no ${title}.`);
        return desk.engine.runsTerminal({ window: window.id });
      }, soon);
    await vi.waitFor(async () => expect(await runsTerminal('Terminal')).toBe(true), soon);
    await vi.waitFor(async () => expect(await runsTerminal('Below')).toBe(true), soon);
    expect(await runsTerminal('Editor')).toBe(false);
  } finally {
    await desk.close();
    rmdirSync(otherRoot);
  }
});

describe.each(['openbox', 'xfwm4', 'i3'] as const)('the key receiver under %s', (manager) => {
  let desk: XDisplay;
  let editor: WindowId;
  let dialog: ChildProcess | undefined;

  beforeAll(async () => {
    desk = await openXDisplay(manager);
    desk.start('xedit', ['-title', 'Editor']);
    editor = await vi.waitFor(async () => {
      const found = (await desk.engine.listWindows({})).items.find(({ title }) => title === 'Editor');
      if (!found) throw new Error('There is no editor.');
      return found.id;
    }, soon);
    await desk.engine.actOnWindow({ window: editor, action: 'focus' });
  });
  afterEach(async () => {
    if (dialog) await end(dialog);
    await desk.engine.actOnWindow({ window: editor, action: 'focus' });
  });
  afterAll(() => desk.close());

  const receiver = () => desk.engine.keyReceiver({});
  const editorNow = async () => {
    const found = (await desk.engine.listWindows({})).items.find(({ id }) => id === editor);
    if (!found) throw new Error('There is no editor.');
    return found;
  };

  test('is the window in front, which is typed into', async () => {
    await vi.waitFor(async () => expect(await receiver()).toMatchObject({ window: editor, app: 'xedit', held: false }));
    await desk.engine.typeText({ text: 'a', window: editor });
  });

  test('is the window whose menu has grabbed the keyboard', async () => {
    dialog = desk.start('mousepad', ['--disable-server']);
    const window = await vi.waitFor(async () => {
      const found = (await desk.engine.listWindows({})).items.find(({ app }) => app === 'mousepad');
      if (!found?.active) throw new Error('Mousepad is not in front.');
      return found.id;
    }, soon);
    await vi.waitFor(async () => {
      await desk.engine.pressKeys({ keys: 'alt+f', window });
      expect(await receiver()).toMatchObject({ window, held: true });
    }, soon);
    await desk.engine.pressKeys({ keys: 'ArrowDown', window });
    await desk.engine.pressKeys({ keys: 'Escape', window });
    await vi.waitFor(async () => expect(await receiver()).toMatchObject({ window, held: false }), soon);
  });

  // The others have no menu of their own.
  test.runIf(manager === 'openbox')(
    'no window is clicked while the menu of another program would get the press',
    async () => {
      const { bounds } = await vi.waitFor(() => editorNow(), soon);
      const [inside, beside] = [
        { x: bounds.x + 40, y: bounds.y + 60 },
        { x: bounds.x + bounds.width + 300, y: bounds.y + 400 },
      ];
      const press = (at: Point, button: MouseButton = 'left') => desk.engine.click({ at, button, count: 1 });
      await press(beside, 'right');
      await vi.waitFor(async () => expect(await receiver()).toMatchObject({ app: 'openbox', held: true }), soon);
      const refused = {
        code: 'busy',
        delivery: 'not_delivered',
        message: /grabbed the mouse/,
      };
      await expect(press(inside)).rejects.toMatchObject(refused);
      await press({ x: 1, y: 1 });
      await vi.waitFor(() => press(inside), soon);
    },
  );

  test.each(['grab', 'focus'])('is a run dialog that grabs keys by %s; nothing is typed into it', async (how) => {
    dialog = desk.start(python, [targetScript('run_dialog.py'), how]);
    await vi.waitFor(async () => expect(await receiver()).toMatchObject({ title: 'Run', held: how === 'grab' }), soon);
    const { items } = await desk.engine.listWindows({ includeHidden: true });
    expect(items.map(({ title }) => title)).not.toContain('Run');
    const refused = { code: 'wrong_target_window', delivery: 'not_delivered', message: /“Run”/ };
    await expect(desk.engine.typeText({ text: 'xterm\n', window: editor })).rejects.toMatchObject(refused);
    await expect(desk.engine.pressKeys({ keys: 'Enter', window: editor })).rejects.toMatchObject(refused);
    await expect(desk.engine.pressKeys({ keys: 'Enter' })).rejects.toMatchObject(refused);
  });
});

import { run } from '../../scripts/lib/run.mjs';
import type { RunningApp } from '../fixtures/app.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { userInput } from '../fixtures/xdotool.ts';
import type { TargetApp } from '../fixtures/target-apps.ts';
import { waitFor } from '../fixtures/wait-for.ts';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly height?: number;
}

/** Side by side, so that one screenshot shows all of them. Physical pixels on 1920x1080. */
export async function arrange(desktop: TestDesktop, calculator: TargetApp, editor: TargetApp): Promise<void> {
  await put(desktop, calculator.window, { x: 1500, y: 60 });
  await put(desktop, editor.window, { x: 1400, y: 560, width: 500, height: 460 });
}

/** Deskscope on the left. */
export async function arrangeApp(desktop: TestDesktop, { electron }: RunningApp): Promise<void> {
  const pid = electron.process().pid ?? 0;
  const window = await waitFor('the main window', async () => (await userInput(desktop).windowsOf(pid)).at(-1));
  await put(desktop, window, { x: 20, y: 40, width: 1340, height: 980 });
}

export async function put(
  desktop: TestDesktop,
  window: string,
  { x, y, width = -1, height = -1 }: Place,
): Promise<void> {
  // A maximised window cannot be moved.
  await wmctrl(desktop, '-i', '-r', window, '-b', 'remove,maximized_vert,maximized_horz');
  await wmctrl(desktop, '-i', '-r', window, '-e', `0,${x},${y},${width},${height}`);
}

async function wmctrl(desktop: TestDesktop, ...args: string[]): Promise<void> {
  const { code, output } = await run('wmctrl', args, { env: desktop.env });
  if (code !== 0) throw new Error(`wmctrl: ${output}`);
}

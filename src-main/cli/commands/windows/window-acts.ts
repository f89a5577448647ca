import { actionCall } from '../../../tools/servers/window-management/action-call.ts';
import type { WindowFacts } from '../../../tools/servers/window-management/window-facts.ts';
import type { WindowAction, WindowInfo } from '#contract/model/windows/window';
import { parseNumber, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { expectOk, findWindow, runTool } from '../../targets/targets.ts';

/** Beyond any desktop, within the limits of X11 and Win32 (16 bits). */
const coordinates = [-32_768, 32_767] as const;
const sizes = [1, 32_767] as const;
/** Monitors and desktops: more than any desktop has. */
const indices = [0, 999] as const;

export const focus = actCommand('focus', 'Bring a window to the front.');
export const minimize = actCommand('minimize', 'Minimise a window.');
export const maximize = actCommand('maximize', 'Maximise a window.');
export const fullscreen = actCommand('fullscreen', 'Make a window full screen.');
export const restore = actCommand('restore', 'Undo minimising, maximising or full screen.');
export const close = actCommand('close', 'Close a window.');

export const pin: Command = {
  name: 'pin',
  summary: 'Keep a window on top.',
  usage: 'pin WINDOW [--off]',
  options: { off: { type: 'boolean', help: 'Stop keeping a window on top.' } },
  positionals: [1, 1],
  run: (context, args) => act(context, args.at(0), args.flag('off') ? 'unpin' : 'pinOnTop'),
};

export const next: Command = {
  name: 'next',
  summary: 'Switch to the next window, as Alt+Tab does.',
  usage: 'next',
  options: {},
  positionals: [0, 0],
  run: (context) => perform(context, 'switch_to_next_window', {}),
};

export const toMonitor: Command = {
  name: 'to-monitor',
  summary: 'Move a window to another monitor; N counts from 0.',
  usage: 'to-monitor WINDOW N',
  options: {},
  positionals: [2, 2],
  async run(context, args) {
    const monitor = args.numberAt(1, 'N', indices);
    const window = await findWindow(context, args.at(0));
    return perform(context, 'move_window_to_monitor', { handle: window.id, monitor });
  },
};

export const toDesktop: Command = {
  name: 'to-desktop',
  summary: 'Move a window to another virtual desktop; N counts from 0.',
  usage: 'to-desktop WINDOW N',
  options: {},
  positionals: [2, 2],
  async run(context, args) {
    const desktop = args.numberAt(1, 'N', indices);
    const window = await findWindow(context, args.at(0));
    return perform(context, 'move_window_to_desktop', { handle: window.id, desktop });
  },
};

export const showDesktop: Command = {
  name: 'show-desktop',
  summary: 'Switch to another virtual desktop; N counts from 0.',
  usage: 'show-desktop N',
  options: {},
  positionals: [1, 1],
  async run(context, args) {
    const { result, elapsedMs } = expectOk(
      await runTool(context, 'show_desktop', { desktop: args.numberAt(0, 'N', indices) }),
    );
    return { data: { desktops: result.data, text: result.text, elapsedMs }, text: result.text };
  },
};

export const move: Command = {
  name: 'move',
  summary: 'Move a window to X, Y, including its frame.',
  usage: 'move WINDOW X Y',
  options: {},
  positionals: [3, 3],
  run(context, args) {
    const bounds = { x: args.numberAt(1, 'X', coordinates), y: args.numberAt(2, 'Y', coordinates) };
    return place(context, args.at(0), 'move_window', bounds);
  },
};

export const resize: Command = {
  name: 'resize',
  summary: 'Resize a window, including its frame.',
  usage: 'resize WINDOW W H',
  options: {},
  positionals: [3, 3],
  run(context, args) {
    const bounds = { width: parseNumber(args.at(1), 'W', sizes), height: parseNumber(args.at(2), 'H', sizes) };
    return place(context, args.at(0), 'resize_window', bounds);
  },
};

export const launch: Command = {
  name: 'launch',
  summary: 'Start an app, without a shell, and wait for its window.',
  usage: 'launch COMMAND [ARGS…]',
  options: {},
  positionals: [1, 1_000],
  passThrough: true,
  async run(context, args) {
    const [command, ...rest] = args.positionals;
    await refuseLateDesktop(command ?? '', rest);
    return perform(context, 'launch_app', { command, args: rest });
  },
};

/**
 * What stands behind the program is the program's. `--desktop` there would start it on the user's own desktop, where a person meant
 * another; programs that have such an option themselves take no id of a desktop that runs.
 * @throws UsageError with the line to use
 */
async function refuseLateDesktop(command: string, rest: readonly string[]): Promise<void> {
  const at = rest.findIndex((word) => word === '--desktop' || word.startsWith('--desktop='));
  if (at < 0) return;
  const [option = '', next = ''] = rest.slice(at);
  const named = option.includes('=') ? option.slice('--desktop='.length) : next;
  if (named !== 'own' && !(await isDesktop(named))) return;
  throw new UsageError(`Options of Deskscope stand before the program: deskscope --desktop ${named} launch ${command}`);
}

async function isDesktop(id: string): Promise<boolean> {
  if (!/^[0-9a-f]{6}$/.test(id)) return false;
  const { runningDesktops } = await import('../../../desktops/record.ts');
  return (await runningDesktops()).some(({ record }) => record.id === id);
}

function actCommand(action: WindowAction, summary: string): Command {
  return {
    name: action,
    summary,
    usage: `${action} WINDOW`,
    options: {},
    positionals: [1, 1],
    run: (context, args) => act(context, args.at(0), action),
  };
}

async function act(context: Context, wanted: string, action: WindowAction): Promise<Outcome> {
  const window = await findWindow(context, wanted);
  const { tool, parameters } = actionCall(action, window.id);
  return perform(context, tool, parameters);
}

async function place(
  context: Context,
  wanted: string,
  tool: 'move_window' | 'resize_window',
  bounds: Readonly<Record<string, number>>,
): Promise<Outcome> {
  const window = await findWindow(context, wanted);
  return perform(context, tool, { handle: window.id, ...bounds });
}

async function perform(context: Context, tool: string, parameters: unknown): Promise<Outcome> {
  const { result, elapsedMs } = expectOk(await runTool(context, tool, parameters));
  const text = [result.text, result.note].filter(Boolean).join('\n');
  return { data: { window: await asListed(context, result.data), text, elapsedMs }, text };
}

/** The window as `deskscope windows` lists it; null once it is closed. */
async function asListed({ engine, signal }: Context, data: unknown): Promise<WindowInfo | null> {
  const { handle } = data as WindowFacts;
  const { items } = await engine().listWindows({ includeHidden: true }, { signal });
  return items.find(({ id }) => id === handle) ?? null;
}

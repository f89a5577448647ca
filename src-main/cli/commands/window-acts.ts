import type { WindowAction } from '#contract/model/window';
import { parseNumber } from '../args.ts';
import type { Command, Context, Outcome } from '../command.ts';
import { expectOk, findWindow, runTool } from '../targets.ts';

/** Farther than any desktop reaches, within what X11 and Win32 can say (16 bits). */
const coordinates = [-32_768, 32_767] as const;
const sizes = [1, 32_767] as const;

export const focus = actCommand('focus', 'Bring a window to the front.');
export const minimize = actCommand('minimize', 'Minimise a window.');
export const maximize = actCommand('maximize', 'Maximise a window.');
export const restore = actCommand('restore', 'Undo minimising or maximising.');
export const close = actCommand('close', 'Ask a window to close.');

export const move: Command = {
  name: 'move',
  summary: 'Move a window; X and Y are its new top left, with the frame.',
  usage: 'move WINDOW X Y',
  options: {},
  positionals: [3, 3],
  run(context, args) {
    const bounds = { x: args.numberAt(1, 'X', coordinates), y: args.numberAt(2, 'Y', coordinates) };
    return place(context, args.at(0), bounds);
  },
};

export const resize: Command = {
  name: 'resize',
  summary: 'Give a window a new size, with the frame.',
  usage: 'resize WINDOW W H',
  options: {},
  positionals: [3, 3],
  run(context, args) {
    const bounds = { width: parseNumber(args.at(1), 'W', sizes), height: parseNumber(args.at(2), 'H', sizes) };
    return place(context, args.at(0), bounds);
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
    return perform(context, 'launch_app', { command, args: rest });
  },
};

function actCommand(action: WindowAction, summary: string): Command {
  return {
    ...{ name: action, summary, usage: `${action} WINDOW`, options: {}, positionals: [1, 1] },
    async run(context, args) {
      const window = await findWindow(context, args.at(0));
      return perform(context, 'act_on_window', { window: window.id, action });
    },
  };
}

async function place(context: Context, wanted: string, bounds: Readonly<Record<string, number>>): Promise<Outcome> {
  const window = await findWindow(context, wanted);
  return perform(context, 'move_window', { window: window.id, ...bounds });
}

async function perform(context: Context, tool: string, parameters: unknown): Promise<Outcome> {
  const { result, elapsedMs } = expectOk(await runTool(context, tool, parameters));
  return { data: { window: result.data ?? null, text: result.text, elapsedMs }, text: result.text };
}

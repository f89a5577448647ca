import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { appStartedBy, isOfStart } from '#contract/model/flatpak';
import type { Expectation } from '#contract/model/recordings/expectation';
import { expectation } from '#contract/model/schemas/expectation';
import { formatRect } from '#contract/model/geometry';
import { point, size } from '#contract/model/schemas/geometry';
import { windowAction } from '#contract/model/schemas/window';
import { windowActionInWords, type WindowAction, type WindowInfo } from '#contract/model/windows/window';
import { matchWindows } from '#contract/model/windows/window-query';
import type { Tool, ToolContext } from '../../define-tool.ts';
import { startSentence } from '../../target/start-sentence.ts';
import { queryOf, windowFields } from '../../target/target-input.ts';
import { listWindows, waitForWindow } from '../../target/windows/target-window.ts';
import { defineStep, type Done } from './define-step.ts';

/** How long a program may take to show a window, in milliseconds. */
const startMs = 30_000;
const onWindow = { handlesFrames: true, idempotent: true, destructive: false } as const;

export const stepPlaceWindow = defineStep({
  ...onWindow,
  name: 'step_place_window',
  title: 'Move or resize a window',
  description: 'Put a window where a recording has it, or give it that size, its frame included.',
  deniedAs: ['move_window', 'resize_window'],
  input: z.object({
    ...windowFields,
    to: point.optional().describe('Screen pixels of its top left; it stays where it is by default.'),
    size: size.optional().describe('Physical pixels.'),
  }),
  sentence: ({ to, size }) =>
    to ? `Move the window to ${to.x}, ${to.y}` : `Resize the window${size ? '' : ' not at all'}`,
  async act(context, { to, size, ...input }) {
    const window = await named(context, input);
    const after = await context.engine.moveWindow(
      { window: window.id, bounds: { ...to, ...size } },
      { signal: context.signal },
    );
    return done(window, `It is at ${formatRect(after.bounds)}.`);
  },
});

export const stepLaunch = defineStep({
  effect: 'program',
  name: 'step_launch',
  title: 'Start a program',
  description: 'Start a recorded program again and wait for its window, unless that window is there already.',
  deniedAs: ['launch_app', 'run_shell'],
  input: z.object({
    ...windowFields,
    command: z.string().min(1).describe('A name such as galculator, or its whole path.'),
    args: z.array(z.string()).default([]),
    folder: z.string().optional().describe('Its working directory.'),
  }),
  sentence: startSentence,
  reach: ({ command, args }) => ({ actsIn: () => ({ id: null, title: '', app: appStartedBy(command, args) }) }),
  deadlineMs: startMs,
  async act(context, { window, command, args, folder }) {
    const { engine, signal } = context;
    const running = (await listWindows(context, {})).filter((each) => isOfStart(each, command, args));
    const open = window && matchWindows(running, { ...queryOf(window), className: undefined })[0];
    if (open) {
      await engine.actOnWindow({ window: open.window.id, action: 'focus' }, { signal });
      return { ...done(open.window, 'It runs already.'), found: open.window.id };
    }
    const started = await engine.launch({ command, args, folder }, { signal, timeoutMs: startMs });
    return done(started, `Started ${quoted(command)}.`);
  },
});

/** For each window action: the step's tool, and the equivalent tools of agents. */
const names = {
  focus: ['step_focus_window', 'focus_window'],
  minimize: ['step_minimize_window', 'minimize_window'],
  maximize: ['step_maximize_window', 'maximize_window'],
  fullscreen: ['step_fullscreen_window', 'set_fullscreen'],
  restore: ['step_restore_window', 'restore_window'],
  pinOnTop: ['step_pin_window', 'set_always_on_top'],
  unpin: ['step_unpin_window', 'set_always_on_top'],
  close: ['step_close_window', 'close_window'],
} as const satisfies Readonly<Record<WindowAction, readonly [name: string, deniedAs: string]>>;

/** The name of the step for a window action. */
export function windowStepName(action: WindowAction): string {
  return names[action][0];
}

/** Separate tools, so that a rule that denies one does not affect others. */
export const windowSteps = windowAction.options.map((act) => ({ act, tool: windowStep(act) }));

export const stepsOnWindows: readonly Tool[] = [...windowSteps.map(({ tool }) => tool), stepPlaceWindow, stepLaunch];

function windowStep(action: WindowAction) {
  const title = windowActionInWords(action, 'the window');
  const [name, deniedAs] = names[action];
  return defineStep({
    ...onWindow,
    destructive: action === 'close',
    name,
    title,
    description: `${title} again, as a recording has it; it is looked whether it followed.`,
    deniedAs: [deniedAs],
    input: z.object({ ...windowFields, expected: z.array(expectation).max(50).optional() }),
    sentence: () => title,
    async act(context, input) {
      const window = await named(context, input);
      if (action === 'close' && asksFirst(input.expected)) return askToClose(context, window);
      await context.engine.actOnWindow({ window: window.id, action }, { signal: context.signal });
      return done(window, 'Done.');
    },
  });
}

type Named = Parameters<typeof waitForWindow>[1];

function named(
  context: ToolContext,
  { window, timeout_ms: ms = 0 }: { readonly window?: Named; readonly timeout_ms?: number | undefined },
): Promise<WindowInfo> {
  return waitForWindow(context, window, Date.now() + ms);
}

function done(window: WindowInfo, text: string): Done {
  return { text: `${quoted(window.title)}: ${text}`, window: window.id, element: null };
}

function asksFirst(expected: readonly Expectation[] = []): boolean {
  return expected.some(({ type }) => type === 'windowOpens') && !expected.some(({ type }) => type === 'windowCloses');
}

/** A dialog that it opens is an expectation of the step, and checked afterwards. */
async function askToClose(context: ToolContext, window: WindowInfo): Promise<Done> {
  try {
    await context.engine.actOnWindow({ window: window.id, action: 'close' }, { signal: context.signal });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_verified') return done(window, 'Close was requested.');
    throw error;
  }
  return done(window, 'It closed.');
}

import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { pageOf } from '../../answers/page.ts';
import { defineTool, type ToolContext, type ToolResult } from '../../define-tool.ts';
import { actOn, namedWindow, onWindow } from './on-window.ts';
import { lookAtDesk, describeName } from './find-named.ts';
import { acting } from './namespace.ts';
import { lineOf, nameOf, windowFacts } from './window-facts.ts';
import { isNamed, windowNaming } from '../../target/target-input.ts';
import { ofApp } from '#contract/model/windows/window-query';

export const closeWindow = defineTool({
  ...acting,
  name: 'close_window',
  destructive: true,
  title: 'Close a window',
  description:
    'Ask a window to close, as its close button does. It must be named. An app that first asks whether to save keeps it open; the error then names its dialog.',
  input: z.object(windowNaming),
  sentence: (name) => `Close the window ${describeName(name)}`,
  reach: namedWindow,
  async run(context, name) {
    if (isNamed(name)) return onWindow(context, name, (window) => close(context, window));
    throw new AppError('invalid_parameter', 'Name the window to close with “title”, “app” or “handle”.', {
      delivery: 'not_delivered',
    });
  },
});

export const closeApp = defineTool({
  ...acting,
  effect: 'program',
  name: 'close_app',
  destructive: true,
  title: 'Close an app',
  description:
    'Ask every window of an app to close. Windows that stay, because the app first asks whether to save, are named in the error.',
  input: z.object({ app: z.string().min(1).describe('Its program, e.g. galculator.') }),
  sentence: ({ app }) => `Close every window of ${appName(app)}`,
  reach: ({ app }) => ({
    actsIn: async (context) => onlyApp((await lookAtDesk(context)).windows, app)[0],
  }),
  deadlineMs: 60_000,
  async run(context, { app }) {
    const windows = onlyApp((await lookAtDesk(context)).windows, app);
    const failures: AppError[] = [];
    for (const [index, window] of windows.entries()) {
      context.progress((index + 0.5) / windows.length, `Closing ${nameOf(window)}`);
      const failure = await closeUnlessGone(context, window);
      if (failure) failures.push(failure);
    }
    if (failures.length > 0) throw await leftOpen(context, windows, failures);
    const closed = pageOf(
      windows,
      (window, room) => ({ text: `- ${nameOf(window)}`, data: room.short(windowFacts(window)) }),
      { what: 'windows', room: context.room },
    );
    const left = windows.length - closed.items.length;
    return {
      text: `${appName(windows[0].app)} is closed:\n${closed.items.map(({ text }) => text).join('\n')}`,
      data: { app: windows[0].app, closed: closed.items.map(({ data }) => data) },
      ...(left > 0 && { note: `${left} more windows are closed, which are left out here.` }),
    };
  },
});

type Windows = readonly [WindowInfo, ...WindowInfo[]];

/** The windows of one app. @throws AppError `window_not_found`, `multiple_matches` if the name matches several apps */
function onlyApp(windows: readonly WindowInfo[], wanted: string): Windows {
  const [first, ...others] = ofApp(windows, wanted);
  if (!first) {
    const open = [...new Set(windows.map(({ app }) => appName(app)))].join(', ');
    throw new AppError('window_not_found', `There is no window of ${appName(wanted)}.`, {
      hint: open ? `Apps with windows: ${open}.` : 'No window is open.',
      delivery: 'not_delivered',
    });
  }
  const apps = [...new Set([first, ...others].map(({ app }) => app))];
  if (apps.length === 1) return [first, ...others];
  throw new AppError('multiple_matches', `${quoted(wanted)} may be ${apps.map(appName).join(' or ')}.`, {
    hint: 'Give the whole name of one of them.',
    delivery: 'not_delivered',
    data: { candidates: apps },
  });
}

/** With the last window of a process its other windows may close too. */
async function closeUnlessGone(context: ToolContext, window: WindowInfo): Promise<AppError | null> {
  try {
    await close(context, window);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
    return error.code === 'window_not_found' ? null : error;
  }
}

async function leftOpen(context: ToolContext, windows: Windows, failures: readonly AppError[]): Promise<AppError> {
  const ids = new Set(windows.map(({ id }) => id));
  const left = (await lookAtDesk(context)).windows.filter(({ id }) => ids.has(id));
  const code = failures[0]?.code ?? 'not_verified';
  const message = `${left.length} of ${windows.length} windows of ${appName(windows[0].app)} did not close.`;
  return new AppError(code, message, {
    hint: failures.map(({ message, hint }) => `${message} ${hint}`).join('\n'),
    delivery: 'delivered',
    data: { left: left.map(windowFacts) },
  });
}

async function close(context: ToolContext, window: WindowInfo): Promise<ToolResult> {
  try {
    return await actOn(context, window, 'close');
  } catch (error) {
    throw await withDialogs(context, window, error);
  }
}

/** Names the dialogs of a window that stayed open. */
async function withDialogs(context: ToolContext, window: WindowInfo, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'not_verified') return error;
  const { windows } = await lookAtDesk(context);
  const dialogs = windows.filter((other) => other.id !== window.id && isDialogOf(other, window));
  if (dialogs.length === 0) return error;
  return new AppError(error.code, error.message, {
    hint: `It asks first:\n${dialogs.map((one) => `- ${lineOf(one)}`).join('\n')}`,
    cause: error,
    delivery: error.delivery ?? 'unknown',
    data: { dialogs: dialogs.map(windowFacts) },
  });
}

function isDialogOf(other: WindowInfo, window: WindowInfo): boolean {
  const sameProcess = other.processId === window.processId && window.processId !== 0;
  return other.owner === window.id || (sameProcess && other.kind === 'dialog');
}

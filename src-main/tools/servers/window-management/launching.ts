import { z } from 'zod';
import { word } from '#contract/foreign-text';
import { appStartedBy, isOfStart } from '#contract/model/flatpak';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { defineTool, type LookContext, type ToolContext, type ToolResult } from '../../define-tool.ts';
import { startSentence } from '../../target/start-sentence.ts';
import { actOn } from './on-window.ts';
import { lookAtDesk, onlyNamed } from './find-named.ts';
import { acting } from './namespace.ts';
import { windowResult } from './window-facts.ts';
import { ofApp } from '#contract/model/windows/window-query';

/** Timeout of the call besides the wait for the window, in milliseconds. */
const besideMs = 10_000;

export const launchApp = defineTool({
  ...acting,
  effect: 'program',
  name: 'launch_app',
  title: 'Start an app',
  description:
    'Start a program, without a shell, and wait for its first window; or with only_if_not_running focus the window that it has already.',
  input: z.object({
    command: z.string().min(1).describe('The program: a name such as galculator, or its whole path.'),
    args: z.array(z.string()).default([]),
    folder: z.string().optional().describe('Its working directory.'),
    only_if_not_running: z.boolean().default(false).describe('Focus its window instead where it has one.'),
    timeout_ms: z.number().int().min(100).max(120_000).default(30_000).describe('How long to wait for the window.'),
  }),
  sentence: startSentence,
  reach: ({ command, args, only_if_not_running }) => ({
    async actsIn(context) {
      const app = appStartedBy(command, args);
      const running = only_if_not_running ? await findRunning(context, command, args) : null;
      return running ?? { id: null, title: '', app };
    },
  }),
  deadlineMs: besideMs,
  async run(context, { command, args, folder, only_if_not_running, timeout_ms }) {
    const running = only_if_not_running ? await findRunning(context, command, args) : null;
    if (running) return focusRunning(context, running);
    const { engine, signal } = context;
    const { text, ...result } = windowResult(
      await engine.launch({ command, args, folder }, { signal, timeoutMs: timeout_ms }),
    );
    return { ...result, text: `Started ${word(command)}. ${text}` };
  },
});

/** @throws AppError `multiple_matches` */
async function findRunning(context: LookContext, command: string, args: readonly string[]): Promise<WindowInfo | null> {
  const desk = await lookAtDesk(context);
  const app = appStartedBy(command, args);
  const windows = desk.windows.filter((window) => isOfStart(window, command, args));
  return ofApp(windows, app).length === 0 ? null : onlyNamed(context, { app }, { ...desk, windows });
}

async function focusRunning(context: ToolContext, window: WindowInfo): Promise<ToolResult> {
  context.admit(window);
  const { text, ...result } = await actOn(context, window, 'focus');
  return { ...result, text: `${appName(window.app)} runs already. ${text}` };
}

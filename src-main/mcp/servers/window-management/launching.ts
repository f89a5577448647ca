import path from 'node:path';
import { z } from 'zod';
import { defineTool, type ToolContext, type ToolResult } from '../../define-tool.ts';
import { actOn } from './act.ts';
import { lookAtDesk } from './find-named.ts';
import { acting } from './namespace.ts';
import { windowResult } from './window-facts.ts';
import { onlyWindow, ofApp } from './window-name.ts';

/** What the call may take beside the wait for the window, in milliseconds. */
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
    only_if_not_running: z.boolean().default(false).describe('Focus its window instead where it has one.'),
    timeout_ms: z.number().int().min(100).max(120_000).default(30_000).describe('How long to wait for the window.'),
  }),
  sentence: ({ command, args }) => `Start ${[command, ...args].join(' ')}`,
  actsIn: (_, { command }) => ({ id: '', title: '', app: programOf(command) }),
  deadlineMs: besideMs,
  async run(context, { command, args, only_if_not_running, timeout_ms }) {
    const running = only_if_not_running ? await focusRunning(context, programOf(command)) : null;
    if (running) return running;
    const { engine, signal } = context;
    const { text, ...result } = windowResult(await engine.launch({ command, args }, { signal, timeoutMs: timeout_ms }));
    return { ...result, text: `Started ${command}. ${text}` };
  },
});

async function focusRunning(context: ToolContext, app: string): Promise<ToolResult | null> {
  const { windows } = await lookAtDesk(context);
  if (ofApp(windows, app).length === 0) return null;
  const { text, ...result } = await actOn(context, onlyWindow(windows, { app }), 'focus');
  return { ...result, text: `${app} runs already. ${text}` };
}

function programOf(command: string): string {
  return path.basename(command);
}

import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Settings } from '#contract/model/settings';
import type { WindowInfo } from '#contract/model/windows/window';
import { defineTool, type ToolContext } from '../../define-tool.ts';
import { allowedProgram, programIn, type Program } from './policy.ts';

/** How long the program may take to show a window, in milliseconds; UFO always sleeps this long. */
const windowWaitMs = 5_000;

/** UFO's command line server: starts allowed programs, without a shell. Error texts are UFO's. */
export const runShell = defineTool({
  name: 'run_shell',
  namespace: 'CommandLineExecutor',
  type: 'action',
  effect: 'program',
  destructive: false,
  title: 'Start an allowed app',
  description:
    'Start an app by a command line such as notepad or firefox https://example.org, and wait a moment for its window. Only apps on the allow list start; there is no shell, so pipes, redirections and variables mean nothing.',
  input: z.object({ bash_command: z.string().describe('The name of an allowed app, and its arguments.') }),
  sentence: ({ bash_command }) => `Start ${quoted(bash_command, Infinity)}`,
  reach: ({ bash_command }) => ({
    actsIn: () => ({ id: null, title: '', app: programIn(bash_command)?.command ?? bash_command }),
  }),
  deadlineMs: windowWaitMs + 5_000,
  check: ({ bash_command }, settings) => void programOf(bash_command, settings),
  async run(context, { bash_command }) {
    const program = programOf(bash_command, context.settings);
    const { processId, window } = await start(context, program);
    const data = { process_id: processId, window: window && { handle: Number(window.id), title: window.title } };
    const seen = window
      ? `it shows the window ${window.id} ${quoted(window.title)}.`
      : `it has shown no window within ${windowWaitMs / 1_000} s.`;
    return { text: `Started ${quoted(program.command)} (process ${processId ?? 'unknown'}); ${seen}`, data };
  },
});

export const commandLineExecutor = [runShell];

function programOf(line: string, { allowedCommands }: Settings): Program {
  if (line.trim() === '') throw refusal('Bash command cannot be empty.', 'Name an app to start.');
  const program = allowedProgram(line, allowedCommands);
  if (program) return program;
  throw refusal(
    'Command blocked by security policy. Only allow-listed applications may be launched.',
    'The user can add the name of the app to “allowedCommands” in the settings, or with --allow-command.',
  );
}

function refusal(message: string, hint: string): AppError {
  return new AppError('invalid_parameter', message, { hint, delivery: 'not_delivered' });
}

async function start(
  { engine, signal }: ToolContext,
  program: Program,
): Promise<{ readonly processId: number | null; readonly window: WindowInfo | null }> {
  try {
    const window = await engine.launch(program, { signal, timeoutMs: windowWaitMs });
    return { processId: window.processId, window };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
    if (error.delivery === 'delivered') return { processId: processOf(error), window: null };
    const { code, hint, message } = error;
    throw new AppError(code, `Failed to launch application: ${message}`, {
      hint,
      cause: error,
      ...(error.delivery && { delivery: error.delivery }),
    });
  }
}

function processOf({ data }: AppError): number | null {
  const id = data?.['processId'];
  return typeof id === 'number' ? id : null;
}

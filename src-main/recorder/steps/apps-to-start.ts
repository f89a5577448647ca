import { quoted } from '#contract/foreign-text';
import type { Recording, UsedProgram } from '#contract/model/recordings/recording';

/** A program that must be open before a recording is replayed. */
export interface AppToStart extends UsedProgram {
  /** The command is only its file name, since the recording does not say how it was started. */
  readonly isGuess?: true;
}

/** The programs that a recording uses without starting them, by a step or as the effect of one, in order of first use. */
export function appsToStart({ steps, programs = [] }: Pick<Recording, 'steps' | 'programs'>): readonly AppToStart[] {
  const enabled = steps.filter((step) => step.enabled);
  const ids = new Set(enabled.map(({ id }) => id));
  const launched = new Set<string>();
  const seen = new Set<string>();
  const missing: AppToStart[] = [];
  for (const { action, window, openedBy } of enabled) {
    const { app = '', className = '' } = window;
    if (action.type === 'launch') launched.add(action.command.split('/').at(-1) ?? '').add(app);
    const isNew = !seen.has(`${app}\n${className}`);
    seen.add(`${app}\n${className}`);
    if (app === '' || !isNew || (openedBy !== undefined && ids.has(openedBy))) continue;
    const known = programs.filter((program) => program.app === app);
    const own = known.filter((program) => program.className === className);
    const isOpen = launched.has(app) || missing.some((one) => one.app === app);
    // Windows of one program may differ in class, and so may scripts of one interpreter.
    if (own.length > 0) missing.push(...own);
    else if (!isOpen) missing.push(known[0] ?? { app, className, command: app, args: [], isGuess: true });
  }
  return [...new Set(missing)];
}

/** Whether a window may be of the program. */
export function isOfApp(window: Pick<UsedProgram, 'app' | 'className'>, program: AppToStart): boolean {
  return window.app === program.app && (program.isGuess === true || window.className === program.className);
}

/** Why a program cannot be started. */
export function notKnown({ app }: AppToStart): string {
  return `The recording does not say how ${quoted(app)} was started.`;
}

import type { IconName } from './icon/icon.tsx';

/**
 * A user command, defined once for palette, toolbar, tooltip and keymap.
 * Anything else is not a command.
 */
export interface Command {
  /** `group.verb`, e.g. `pick.toggle`; the main process may send it as `app.command`. */
  readonly id: string;
  /** In the imperative, as shown in the palette. */
  readonly title: string;
  readonly icon: IconName;
  /** Chords such as `Ctrl+Shift+P`; the first is the one shown. */
  readonly keys?: readonly string[];
  /** Scope of its keys: a view's name, or the `data-scope` of the focused part. Everywhere if missing. */
  readonly scope?: string;
  /** Whether it is enabled; always, if missing. */
  readonly when?: () => boolean;
  run(): void;
}

export function canRun(command: Command): boolean {
  return command.when?.() ?? true;
}

/** @throws Error for an unknown id: a bug */
export function commandById(commands: readonly Command[], id: string): Command {
  const command = commands.find((other) => other.id === id);
  if (!command) throw new Error(`There is no command ${id}.`);
  return command;
}

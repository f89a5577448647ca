import type { IconName } from './icon/icon.tsx';

/**
 * Something the user can do, described once: palette, toolbar, tooltip and keymap read it from here.
 * If it is not a command, it does not exist.
 */
export interface Command {
  /** `group.verb`, e.g. `pick.toggle`; the main process may send it as `app.command`. */
  readonly id: string;
  /** In the imperative, as the palette shows it. */
  readonly title: string;
  readonly icon: IconName;
  /** Chords such as `Ctrl+Shift+P`; the first is the one shown. */
  readonly keys?: readonly string[];
  /** Where its keys work: a view's name, or the `data-scope` of the part that has the focus. Everywhere if missing. */
  readonly scope?: string;
  /** Whether it can run now; always, if missing. */
  readonly when?: () => boolean;
  run(): void;
}

export function canRun(command: Command): boolean {
  return command.when?.() ?? true;
}

/** @throws Error for an id that no command has: a mistake in our own code */
export function commandById(commands: readonly Command[], id: string): Command {
  const command = commands.find((other) => other.id === id);
  if (!command) throw new Error(`There is no command ${id}.`);
  return command;
}

import type { WindowInfo } from './windows/window.ts';

/** A Flatpak start of an app. */
export interface FlatpakRun {
  /** e.g. `org.gnome.Calculator` */
  readonly id: string;
  /** Unknown start: with options it may run another program, with other permissions. */
  readonly isPlain: boolean;
}

/** Options of `flatpak run` whose value may be the next word (`man flatpak-run`). */
const withValue: ReadonlySet<string> = new Set(
  `--command --branch --arch --cwd --commit --runtime --runtime-version --runtime-commit --env --unset-env --env-fd
   --filesystem --nofilesystem --share --unshare --socket --nosocket --device --nodevice --allow --disallow --own-name
   --talk-name --no-talk-name --system-own-name --system-talk-name --system-no-talk-name --a11y-own-name --add-policy
   --remove-policy --persist --installation --parent-pid --instance-id-fd --app-path --usr-path --app-fd --usr-fd --bind-fd
   --ro-bind-fd`.split(/\s+/),
);

/** The app that a command starts in Flatpak’s sandbox; null for other commands. */
export function flatpakRun(command: string, args: readonly string[]): FlatpakRun | null {
  if (command.split('/').at(-1) !== 'flatpak' || args[0] !== 'run') return null;
  let at = 1;
  for (let word = args[at]; word?.startsWith('-') && word !== '--'; word = args[at]) at += withValue.has(word) ? 2 : 1;
  const isPlain = at === 1;
  if (args[at] === '--') at += 1;
  const id = args[at]?.split('/')[0] ?? '';
  return id === '' ? null : { id, isPlain };
}

/** App name of a started program's windows: Flatpak’s id, else the file name of its executable. */
export function appStartedBy(command: string, args: readonly string[]): string {
  return flatpakRun(command, args)?.id ?? command.split('/').at(-1) ?? command;
}

/** Whether a window may belong to a command's program: a sandboxed program differs from one of the same file name outside. */
export function isOfStart(
  { app, executable }: Pick<WindowInfo, 'app' | 'executable'>,
  command: string,
  args: readonly string[],
): boolean {
  if (executable !== undefined) return app === appStartedBy(command, args);
  return flatpakRun(command, args) === null;
}

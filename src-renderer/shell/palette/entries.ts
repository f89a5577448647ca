import { canRun } from '../../ui/command.ts';
import type { IconName } from '../../ui/icon/icon.tsx';
import type { AppModel } from '../app-model.ts';

/** A line of the palette. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly icon: IconName;
  readonly keys: string | undefined;
  run(): void;
}

/** What can be done now: every command that can run, then every window to go to. */
export function paletteEntries({ commands, windows, shell }: AppModel): readonly Entry[] {
  const runnable = commands.filter(
    (command) => command.id !== 'palette.open' && command.id !== 'escape' && canRun(command),
  );
  const goTo = windows.getState().snapshot?.items ?? [];
  return [
    ...runnable.map((command): Entry => {
      return {
        id: command.id,
        title: command.title,
        note: '',
        icon: command.icon,
        keys: command.keys?.[0],
        run: () => command.run(),
      };
    }),
    ...goTo.map((window): Entry => {
      const run = () => {
        shell.getState().show('inspect');
        windows.getState().select(window.id);
      };
      return {
        id: window.id,
        title: window.title || window.app,
        note: window.app,
        icon: 'window',
        keys: undefined,
        run,
      };
    }),
  ];
}

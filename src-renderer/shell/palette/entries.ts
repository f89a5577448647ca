import { canRun } from '../../ui/command.ts';
import type { IconName } from '../../ui/icon/icon.tsx';
import type { AppModel } from '../app-model.ts';
import type { PaletteOffer } from '../store.ts';
import { recentEntries, runEntries, settingEntries, stepEntries } from './places.ts';

/** A line of the palette. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly icon: IconName;
  readonly keys?: string | undefined;
  run(): void;
}

/** Entries before anything is typed: every enabled command, then every window; or recent files. */
export function paletteEntries(model: AppModel, offer: PaletteOffer = 'all'): readonly Entry[] {
  if (offer === 'recent') return [...recentEntries(model), ...runEntries(model)];
  return [...commandEntries(model), ...windowEntries(model)];
}

/** Further entries once something is typed. */
export function typedEntries(model: AppModel): readonly Entry[] {
  return [...stepEntries(model), ...settingEntries(model), ...recentEntries(model), ...runEntries(model)];
}

function commandEntries({ commands }: AppModel): readonly Entry[] {
  const runnable = commands.filter(
    (command) => command.id !== 'palette.open' && command.id !== 'escape' && canRun(command),
  );
  return runnable.map(({ id, title, icon, keys, ...command }): Entry => {
    return { id, title, note: '', icon, keys: keys?.[0], run: () => command.run() };
  });
}

function windowEntries({ windows, shell }: AppModel): readonly Entry[] {
  const items = windows.getState().snapshot?.items ?? [];
  return items.map(({ id, title, app }): Entry => {
    const run = () => {
      shell.getState().show('inspect');
      windows.getState().select(id);
    };
    return { id, title: title || app, note: app, icon: 'window', run };
  });
}

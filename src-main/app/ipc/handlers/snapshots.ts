import { AppError } from '#contract/errors';
import type { Engine } from '../../../engine/engine.ts';
import { compareSnapshots, readSnapshot, takeSnapshot } from '../../../runs/window-snapshot.ts';
import type { WindowId } from '#contract/model/windows/window';
import { writeText } from '../../write-text.ts';
import type { TextDialog } from './app.ts';
import type { ServiceHandlers } from './services.ts';

export interface SnapshotDialog {
  /** One or two files; null where the user changed their mind. */
  chooseSnapshots(): Promise<readonly string[] | null>;
}

export function snapshotHandlers(
  engine: Pick<Engine, 'listWindows' | 'tree'>,
  dialogs: SnapshotDialog & TextDialog,
): ServiceHandlers<'snapshot'> {
  const take = async (window: WindowId) => {
    const { items } = await engine.listWindows({});
    const found = items.find(({ id }) => id === window);
    if (!found) throw new AppError('window_not_found', 'The window is closed.');
    return takeSnapshot(engine, found);
  };
  return {
    'snapshot.save': async ({ window }) => {
      // As it is now, and not once a place for it was found.
      const taken = await take(window);
      const file = await dialogs.saveText(`${taken.window.app || 'window'} snapshot.json`, 'json');
      if (file !== null) await writeText(file, `${JSON.stringify(taken)}\n`);
      return file;
    },
    'snapshot.compare': async ({ window }) => {
      const [first, second] = (await dialogs.chooseSnapshots()) ?? [];
      if (first === undefined) return null;
      const before = await readSnapshot(first);
      if (second !== undefined) return compareSnapshots(before, await readSnapshot(second));
      if (window === undefined) {
        const hint = 'Select a window first, or two snapshots in the dialog.';
        throw new AppError('invalid_parameter', 'There is nothing to compare the snapshot with.', { hint });
      }
      return compareSnapshots(before, await take(window));
    },
  };
}

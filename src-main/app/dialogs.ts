import { app, dialog, type BrowserWindow } from 'electron';
import { count } from '#contract/count';
import { toWire } from '#contract/errors';
import { toFileName } from '../base/files/file-name.ts';
import { LastFolder, withExtension } from './last-folder.ts';
import type { TextDialog } from './ipc/handlers/app.ts';
import type { BundleDialog } from './ipc/handlers/clients.ts';
import type { OpenDialog } from './ipc/handlers/files.ts';
import type { FileDialogs } from './ipc/handlers/recorder.ts';
import type { RunDialogs } from './ipc/handlers/runs.ts';
import type { SnapshotDialog } from './ipc/handlers/inspect.ts';
import type { ConfigDialog } from './ipc/handlers/settings.ts';

const recordings = [{ name: 'Deskscope recording', extensions: ['json'] }];
const openable = [
  { name: 'Recordings, runs, and what can be imported', extensions: ['json', 'jsonl', 'zip', 'log', 'mht'] },
  { name: 'All files', extensions: ['*'] },
];

/** The user's choices for unsaved steps. */
export interface UnsavedDialog {
  askUnsaved(): Promise<'save' | 'discard' | 'cancel'>;
  askAtClose(steps: number): Promise<'save' | 'quit' | 'cancel'>;
  tellNotSaved(error: unknown): Promise<void>;
}

type Dialogs = FileDialogs &
  RunDialogs &
  BundleDialog &
  OpenDialog &
  ConfigDialog &
  TextDialog &
  SnapshotDialog &
  UnsavedDialog;

export function createDialogs(window: () => BrowserWindow): Dialogs {
  const folders = new LastFolder(() => app.getPath('documents'));
  const save = async (suggested: string, filters: Electron.FileFilter[]) => {
    const defaultPath = folders.fileIn(toFileName(suggested));
    const { canceled, filePath } = await dialog.showSaveDialog(window(), { defaultPath, filters });
    return folders.chose(canceled || !filePath ? null : withExtension(filePath, filters[0]?.extensions[0]));
  };
  const choose = async (options: Electron.OpenDialogOptions) => {
    const { filePaths } = await dialog.showOpenDialog(window(), { defaultPath: folders.folder, ...options });
    return folders.chose(filePaths[0] ?? null);
  };
  return {
    chooseFile: (kind) =>
      choose(kind === 'file' ? { filters: openable, properties: ['openFile'] } : { properties: ['openDirectory'] }),
    chooseRecording: () =>
      choose({ filters: [...recordings, { name: 'All files', extensions: ['*'] }], properties: ['openFile'] }),
    chooseConfig() {
      const filters = [
        { name: 'Configuration of Computers', extensions: ['yaml', 'yml', 'json'] },
        { name: 'All files', extensions: ['*'] },
      ];
      return choose({ filters, properties: ['openFile'] });
    },
    async chooseSnapshots() {
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        defaultPath: folders.folder,
        title: 'Compare snapshots: one with the window now, or two with each other',
        filters: [{ name: 'Snapshot of a window', extensions: ['json'] }],
        properties: ['openFile', 'multiSelections'],
      });
      folders.chose(filePaths[0] ?? null);
      return canceled ? null : filePaths.slice(0, 2);
    },
    chooseParent: () =>
      choose({
        title: 'Save its folder in',
        buttonLabel: 'Save here',
        properties: ['openDirectory', 'createDirectory'],
      }),
    chooseKeep: () =>
      choose({
        title: 'Keep what is recorded in',
        buttonLabel: 'Keep here',
        properties: ['openDirectory', 'createDirectory'],
      }),
    async askAtClose(steps) {
      const { response } = await dialog.showMessageBox(window(), {
        type: 'question',
        title: 'Deskscope',
        buttons: ['Save', 'Quit', 'Cancel'],
        defaultId: 0,
        cancelId: 2,
        message: `Save the recording (${count(steps, 'step')}) before you quit?`,
        detail: 'Unsaved steps are kept and offered at the next start.',
      });
      return (['save', 'quit', 'cancel'] as const)[response] ?? 'cancel';
    },
    async tellNotSaved(error) {
      const { message, hint } = toWire(error);
      await dialog.showMessageBox(window(), {
        type: 'error',
        title: 'Deskscope',
        message: 'The recording was not saved.',
        detail: [message, hint].filter(Boolean).join('\n'),
      });
    },
    async askUnsaved() {
      const { response } = await dialog.showMessageBox(window(), {
        type: 'warning',
        title: 'Deskscope',
        buttons: ['Save', 'Discard', 'Cancel'],
        defaultId: 0,
        cancelId: 2,
        message: 'Save the recording before another one takes its place?',
        detail: 'It has steps or changes that are saved nowhere. Discard loses them.',
      });
      return (['save', 'discard', 'cancel'] as const)[response] ?? 'cancel';
    },
    saveRun: (suggested, extension) => save(suggested, [{ name: 'Run', extensions: [extension] }]),
    saveRecording: (suggested) => save(suggested, recordings),
    saveBundle: (suggested) => save(suggested, [{ name: 'MCP bundle', extensions: ['mcpb'] }]),
    saveText: (suggested, extension) => save(suggested, [{ name: 'Text', extensions: [extension] }]),
    saveScript: (suggested, extension) => save(suggested, [{ name: 'Script', extensions: [extension] }]),
  };
}

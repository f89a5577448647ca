import { dialog, type BrowserWindow } from 'electron';
import { toFileName } from '../base/file-name.ts';
import type { BundleDialog } from './ipc/handlers/clients.ts';
import type { OpenDialog } from './ipc/handlers/files.ts';
import type { FileDialogs } from './ipc/handlers/recorder.ts';
import type { RunDialogs } from './ipc/handlers/runs.ts';
import type { ConfigDialog } from './ipc/handlers/settings.ts';

const recordings = [{ name: 'Deskscope recording', extensions: ['json'] }];
const openable = [
  { name: 'Recordings, runs, and what can be imported', extensions: ['json', 'jsonl', 'zip', 'log', 'mht'] },
  { name: 'All files', extensions: ['*'] },
];

/** What the user may do with steps that are saved nowhere. */
export interface UnsavedDialog {
  askUnsaved(): Promise<'save' | 'discard' | 'cancel'>;
}

type Dialogs = FileDialogs & RunDialogs & BundleDialog & OpenDialog & ConfigDialog & UnsavedDialog;

export function createDialogs(window: () => BrowserWindow): Dialogs {
  const save = async (suggested: string, filters: Electron.FileFilter[]) => {
    const defaultPath = toFileName(suggested);
    const { canceled, filePath } = await dialog.showSaveDialog(window(), { defaultPath, filters });
    return canceled || !filePath ? null : filePath;
  };
  return {
    async chooseFile(kind) {
      const { filePaths } = await dialog.showOpenDialog(
        window(),
        kind === 'file' ? { filters: openable, properties: ['openFile'] } : { properties: ['openDirectory'] },
      );
      return filePaths[0] ?? null;
    },
    async chooseRecording() {
      const filters = [...recordings, { name: 'All files', extensions: ['*'] }];
      const { filePaths } = await dialog.showOpenDialog(window(), { filters, properties: ['openFile'] });
      return filePaths[0] ?? null;
    },
    async chooseConfig() {
      const filters = [
        { name: 'Configuration of Computers', extensions: ['yaml', 'yml', 'json'] },
        { name: 'All files', extensions: ['*'] },
      ];
      const { filePaths } = await dialog.showOpenDialog(window(), { filters, properties: ['openFile'] });
      return filePaths[0] ?? null;
    },
    async chooseParent() {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: 'Save its folder in',
        buttonLabel: 'Save here',
        properties: ['openDirectory', 'createDirectory'],
      });
      return filePaths[0] ?? null;
    },
    async chooseKeep() {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: 'Keep what is recorded in',
        buttonLabel: 'Keep here',
        properties: ['openDirectory', 'createDirectory'],
      });
      return filePaths[0] ?? null;
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
    saveScript: (suggested, extension) => save(suggested, [{ name: 'Script', extensions: [extension] }]),
  };
}

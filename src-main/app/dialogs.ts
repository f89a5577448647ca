import { dialog, type BrowserWindow } from 'electron';
import { toFileName } from '../base/file-name.ts';
import type { BundleDialog } from './ipc/handlers/clients.ts';
import type { FileDialogs } from './ipc/handlers/recorder.ts';
import type { RunDialogs } from './ipc/handlers/runs.ts';

const recordings = [{ name: 'Deskscope recording', extensions: ['json'] }];
const zips = [{ name: 'Deskscope run', extensions: ['zip'] }];

export function createDialogs(window: () => BrowserWindow): FileDialogs & RunDialogs & BundleDialog {
  const save = async (suggested: string, filters: Electron.FileFilter[]) => {
    const defaultPath = toFileName(suggested);
    const { canceled, filePath } = await dialog.showSaveDialog(window(), { defaultPath, filters });
    return canceled || !filePath ? null : filePath;
  };
  return {
    async openRecording() {
      const { filePaths } = await dialog.showOpenDialog(window(), { filters: recordings, properties: ['openFile'] });
      return filePaths[0] ?? null;
    },
    async chooseRun(kind) {
      const { filePaths } = await dialog.showOpenDialog(
        window(),
        kind === 'zip' ? { filters: zips, properties: ['openFile'] } : { properties: ['openDirectory'] },
      );
      return filePaths[0] ?? null;
    },
    saveZip: (suggested) => save(suggested, zips),
    saveRecording: (suggested) => save(suggested, recordings),
    saveBundle: (suggested) => save(suggested, [{ name: 'MCP bundle', extensions: ['mcpb'] }]),
    saveScript: (suggested, extension) => save(suggested, [{ name: 'Script', extensions: [extension] }]),
  };
}

import { dialog, type BrowserWindow } from 'electron';
import type { FileDialogs } from './ipc/handlers/recorder.ts';

const recordings = [{ name: 'Deskscope recording', extensions: ['json'] }];

export function createDialogs(window: () => BrowserWindow): FileDialogs {
  const save = async (defaultPath: string, filters: Electron.FileFilter[]) => {
    const { canceled, filePath } = await dialog.showSaveDialog(window(), { defaultPath, filters });
    return canceled || !filePath ? null : filePath;
  };
  return {
    async openRecording() {
      const { filePaths } = await dialog.showOpenDialog(window(), { filters: recordings, properties: ['openFile'] });
      return filePaths[0] ?? null;
    },
    saveRecording: (suggested) => save(suggested, recordings),
    saveScript: (suggested, extension) => save(suggested, [{ name: 'Script', extensions: [extension] }]),
  };
}

import path from 'node:path';
import type { WebPreferences } from 'electron';

/** The same locked-down page for every window of ours. */
export function webPreferences(outDirectory: string): WebPreferences {
  return {
    preload: path.join(outDirectory, 'preload', 'bridge.js'),
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    navigateOnDragDrop: false,
  };
}

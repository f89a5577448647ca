import './base/polyfill-crypto.ts';
import { app, Menu } from 'electron';
import { collectHandedOver } from './app/files/collect.ts';
import { filesIn, type SecondStart } from './app/files/handed-over.ts';
import { registerScheme } from './app/app-protocol.ts';
import { throughXWayland, wantsXWayland } from './app/lifecycle/display-server.ts';
import { electronStart } from './app/lifecycle/electron-start.ts';
import { openWindow } from './app/lifecycle/open-window.ts';
import { announceProcess } from './base/processes/announce-process.ts';
import { createLog } from './base/log.ts';
import { useCodeCache } from './base/use-code-cache.ts';

const log = createLog('app');

announceProcess();
registerScheme();
// Else Electron makes a menu of its own first.
Menu.setApplicationMenu(null);
const files = filesIn(process.argv, { isPackaged: app.isPackaged, folder: process.cwd() });
if (wantsXWayland(electronStart())) {
  app.relaunch({ args: throughXWayland(process.argv) });
  app.exit(0);
} else if (app.requestSingleInstanceLock({ files } satisfies SecondStart)) {
  const handedOver = collectHandedOver(files);
  app
    .whenReady()
    .then(async () => {
      const opened = openWindow(log, handedOver);
      await opened.shown;
      useCodeCache('app', __filename);
      const { start } = await import('./app/lifecycle/start.ts');
      await start(log, handedOver, opened);
    })
    .catch((error: unknown) => {
      log('error', 'Deskscope could not start', error);
      app.exit(1);
    });
} else {
  log('info', 'Deskscope is already running; its window comes to the front.');
  app.quit();
}

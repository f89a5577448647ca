import './base/polyfill-crypto.ts';
import { app } from 'electron';
import { collectHandedOver } from './app/files/collect.ts';
import { filesIn, type SecondStart } from './app/files/handed-over.ts';
import { registerScheme } from './app/app-protocol.ts';
import { throughXWayland, wantsXWayland } from './app/lifecycle/display-server.ts';
import { electronStart } from './app/lifecycle/electron-start.ts';
import { start } from './app/lifecycle/start.ts';
import { announceProcess } from './base/processes/announce-process.ts';
import { createLog } from './base/log.ts';

const log = createLog('app');

announceProcess();
registerScheme();
const files = filesIn(process.argv, { isPackaged: app.isPackaged, folder: process.cwd() });
if (wantsXWayland(electronStart())) {
  app.relaunch({ args: throughXWayland(process.argv) });
  app.exit(0);
} else if (app.requestSingleInstanceLock({ files } satisfies SecondStart)) {
  const handedOver = collectHandedOver(files);
  app
    .whenReady()
    .then(() => start(log, handedOver))
    .catch((error: unknown) => {
      log('error', 'Deskscope could not start', error);
      app.exit(1);
    });
} else {
  log('info', 'Deskscope is already running; its window comes to the front.');
  app.quit();
}

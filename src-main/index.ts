import './base/polyfill-crypto.ts';
import { app } from 'electron';
import { registerScheme } from './app/app-protocol.ts';
import { start } from './app/start.ts';
import { announceProcess } from './base/announce-process.ts';
import { createLog } from './base/log.ts';

const log = createLog('app');

announceProcess();
registerScheme();
if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(() => start(log))
    .catch((error: unknown) => {
      log('error', 'Deskscope could not start', error);
      app.exit(1);
    });
} else {
  log('info', 'Deskscope is already running; its window comes to the front.');
  app.quit();
}

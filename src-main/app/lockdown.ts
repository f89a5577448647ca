import { app, session } from 'electron';
import type { Log } from '../base/log.ts';
import { pages } from './ipc/sender.ts';

/**
 * What no page of ours ever needs: permissions, navigation, new windows, webviews
 * (https://www.electronjs.org/docs/latest/tutorial/security, items 4, 13, 14).
 */
export function lockDown(log: Log): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
    log('warn', `refused the permission ${permission}`);
    answer(false);
  });
  session.defaultSession.setPermissionCheckHandler(() => false);

  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      log('warn', `refused to open ${url}`);
      return { action: 'deny' };
    });
    contents.on('will-navigate', (event, url) => {
      if (Object.values(pages).includes(url)) return;
      log('warn', `refused to navigate to ${url}`);
      event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

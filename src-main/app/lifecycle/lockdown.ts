import { fileURLToPath } from 'node:url';
import { app, session } from 'electron';
import type { Log } from '../../base/log.ts';
import { pages } from '../ipc/sender.ts';

/**
 * What no page of ours ever needs: permissions, navigation, new windows, webviews
 * (https://www.electronjs.org/docs/latest/tutorial/security, items 4, 13, 14).
 * @param dropped hears of a file or folder that a person dropped on a window with `navigateOnDragDrop`. Chromium then asks for
 *   its address, and lets no page ask for one of `file:` by itself: the page names no path.
 */
export function lockDown(log: Log, dropped: (file: string) => void): void {
  const refuse = (what: string, url: string) => {
    const file = fileOf(url);
    if (file === null) log('warn', `refused to ${what} ${url}`);
    else dropped(file);
  };
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
    log('warn', `refused the permission ${permission}`);
    answer(false);
  });
  session.defaultSession.setPermissionCheckHandler(() => false);

  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      refuse('open', url);
      return { action: 'deny' };
    });
    contents.on('will-navigate', (event, url) => {
      if (Object.values(pages).includes(url)) return;
      event.preventDefault();
      refuse('navigate to', url);
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** Null unless it is a file of this machine. */
function fileOf(url: string): string | null {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : null;
  } catch {
    return null;
  }
}

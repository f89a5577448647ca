import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app, Menu, type BrowserWindow } from 'electron';
import type { Settings } from '#contract/model/settings';
import type { Log } from '../../base/log.ts';
import { serveRenderer } from '../app-protocol.ts';
import type { HandedOver } from '../files/handed-over.ts';
import { Publisher } from '../ipc/publish.ts';
import { openDoor, type Dispatches } from '../ipc/router.ts';
import { Roles } from '../ipc/sender.ts';
import { menuTemplate } from '../menu.ts';
import { createMainWindow } from '../windows/main-window.ts';
import { isTheme, onceReady, showTheme } from '../windows/window-options.ts';
import { appId } from './app-id.ts';
import { lockDown } from './lockdown.ts';

/** What stands before the services do. */
export interface OpenedWindow {
  /** `out/` */
  readonly outDirectory: string;
  /** An existing folder. */
  readonly profile: string;
  readonly roles: Roles;
  readonly publisher: Publisher;
  readonly mainWindow: BrowserWindow;
  /** When its first frame is there: this process serves the page's files, and loading the services would delay them. */
  readonly shown: Promise<void>;
  /** Answers the pages from now on, first what they have asked meanwhile. */
  readonly serve: (dispatch: Dispatches) => void;
}

/**
 * Opens the main window before the services are loaded: its page starts in a process of its own, at the same time as they do, and
 * its calls wait for them. So this and all that it imports is little.
 */
export function openWindow(log: Log, handedOver: HandedOver): OpenedWindow {
  // Before the first window; other systems have no such thing.
  if (process.platform === 'win32') app.setAppUserModelId(appId);
  const outDirectory = path.join(__dirname, '..');
  const profile = app.getPath('userData');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  lockDown(log, (file) => handedOver.add([file]));
  serveRenderer(path.join(outDirectory, 'renderer'));
  showTheme(keptTheme(path.join(profile, 'settings.json')));
  const roles = new Roles();
  const publisher = new Publisher();
  let serve: OpenedWindow['serve'] = () => undefined;
  const dispatch = new Promise<Dispatches>((resolve) => (serve = resolve));
  openDoor({ roles, publisher, dispatch, log });
  const run = (command: string) => publisher.publish('app.command', { command });
  const menu = menuTemplate({ run, quit: () => mainWindow.close(), isPackaged: app.isPackaged });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  const mainWindow = createMainWindow({ outDirectory, roles, log, placeFile: path.join(profile, 'window.json') });
  return { outDirectory, profile, roles, publisher, mainWindow, shown: firstFrame(mainWindow), serve };
}

/** The longest wait for the first frame, in milliseconds: a hidden or a broken page may have none, and agents need no page. */
const firstFrameMs = 5_000;

function firstFrame(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, firstFrameMs).unref();
    onceReady(window, resolve);
    window.webContents.once('did-fail-load', () => resolve());
  });
}

/** The theme in the settings' file, so that the first frame has its colours: the settings themselves are read with the services. */
function keptTheme(file: string): Settings['theme'] {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { readonly theme?: unknown } | null;
    return isTheme(kept?.theme) ? kept.theme : 'system';
  } catch {
    return 'system';
  }
}

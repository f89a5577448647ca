import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Log } from '../../base/log.ts';
import { pages, type Roles } from '../ipc/sender.ts';
import { onceReady, showsAtOnce, webPreferences, windowIcon } from './window-options.ts';
import { reviveCrashed } from './revive.ts';
import { firstPlace, frameShift, onScreen, readPlace, writePlace, type WindowPlace } from './window-place.ts';

export interface MainWindowOptions {
  readonly outDirectory: string;
  readonly roles: Roles;
  /** Keeps where the window stands. */
  readonly placeFile: string;
  readonly log: Log;
}

/**
 * Creates the main window, if it was when it was last closed; it is shown once its first frame is drawn, so that it never flashes
 * empty.
 */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const kept = readPlace(options.placeFile);
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const place = (kept && onScreen(kept, areas)) ?? firstPlace(screen.getPrimaryDisplay().workArea);
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: 800,
    minHeight: 500,
    title: 'Deskscope',
    show: showsAtOnce,
    // The renderer's own background, so that resizing shows no other colour.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1e1e1e' : '#ffffff',
    icon: windowIcon(options.outDirectory),
    // Dropped files reach the lockdown, which reports them and navigates nowhere.
    webPreferences: { ...webPreferences(options.outDirectory), navigateOnDragDrop: true },
  });
  // The page draws the menu, in its own colours; the application menu stays for its keys, and for macOS.
  window.setMenuBarVisibility(false);
  options.roles.register(window.webContents, 'main');
  reviveCrashed(
    window,
    {
      afterCrash: `${pages.main}?crashed`,
      afterHang: `${pages.main}?hung`,
      plain: new URL('crashed.html', pages.main).href,
    },
    options.log,
  );
  onceReady(window, () => {
    if (place.maximized) window.maximize();
    window.show();
    keepPlace(window, place, options);
  });
  void window.loadURL(pages.main);
  return window;
}

/** A move is over when nothing moved for this long, in milliseconds. */
const restMs = 300;
/** A busy window manager takes longer to put its frame around a new window, which moves it; milliseconds. */
const framedMs = 2_000;

/** Also before it closes: the end of the session may leave no time for it. */
function keepPlace(window: BrowserWindow, place: WindowPlace, { placeFile, log }: MainWindowOptions): void {
  const askFor = frameShift(place.bounds);
  const framedAt = performance.now() + framedMs;
  let { bounds } = place;
  let resting: NodeJS.Timeout | undefined;
  const keep = () => {
    clearTimeout(resting);
    const maximized = window.isMaximized();
    if (!maximized && !window.isMinimized() && !window.isFullScreen())
      bounds = askFor(window.getBounds(), performance.now() < framedAt);
    try {
      writePlace(placeFile, { bounds, maximized });
    } catch (error) {
      log('warn', 'the place of the window cannot be kept', error);
    }
  };
  const soon = () => {
    clearTimeout(resting);
    resting = setTimeout(keep, restMs);
  };
  window.on('move', soon);
  window.on('resize', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('close', keep);
  const framed = setTimeout(keep, framedMs);
  window.on('closed', () => {
    clearTimeout(resting);
    clearTimeout(framed);
  });
  soon();
}

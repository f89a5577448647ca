/*
 * Scripts inside KWin: https://develop.kde.org/docs/plasma/kwin/api/. Plasma 5 says client where Plasma 6 says window, and
 * numbers desktops from 1.
 */

import type { Disposable } from '../../../../../base/async/disposable.ts';
import { effectName } from './effect-files.ts';
import type { KWinBus, LoadedScript } from './bus.ts';

const common = `
const windows = () => (workspace.windowList ? workspace.windowList() : workspace.clientList());
const rect = (r) => ({ x: r.x, y: r.y, width: r.width, height: r.height });
const idOf = (w) => String(w.internalId);
const desktops = () => (typeof workspace.desktops === 'number' ? null : Array.from(workspace.desktops));
const desktopOf = (w) => {
  if (w.onAllDesktops) return null;
  const all = desktops();
  return all ? all.indexOf(w.desktops[0]) : w.desktop - 1;
};
`;

/** All windows and pop-ups, and the desktops. */
export const listing = `${common}
const area = (w) => workspace.clientArea(KWin.MaximizeArea, w);
const same = (a, b) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
const here = () => {
  const all = desktops();
  return all ? { count: all.length, current: all.indexOf(workspace.currentDesktop) }
    : { count: workspace.desktops, current: workspace.currentDesktop - 1 };
};
const current = here().current;
tell({
  desktops: here(),
  windows: windows().map((w) => ({
    id: idOf(w),
    title: w.caption,
    className: String(w.resourceClass),
    pid: w.pid,
    // Plasma 5 knows both of an X window, and neither of others. Plasma 6 knows them by their class in KWin alone.
    x11: w.frameId ? w.windowId || w.frameId : /X11Window/.test(String(w)) ? -1 : 0,
    frame: rect(w.frameGeometry),
    buffer: rect(w.bufferGeometry),
    popup: w.popupWindow,
    special: w.specialWindow,
    active: w.active,
    minimized: w.minimized,
    maximized: same(rect(w.frameGeometry), rect(area(w))),
    fullScreen: w.fullScreen,
    keepAbove: w.keepAbove,
    attention: w.demandsAttention,
    desktop: desktopOf(w),
    shown: !w.minimized && (desktopOf(w) === null || desktopOf(w) === current),
    z: w.stackingOrder,
  })),
});
`;

/** Reports possible changes of the list. */
export const watching = `${common}
const say = () => tell('changed');
const signals = ['frameGeometryChanged', 'captionChanged', 'minimizedChanged', 'fullScreenChanged', 'desktopChanged',
  'desktopsChanged', 'keepAboveChanged', 'demandsAttentionChanged', 'activeChanged'];
const follow = (w) => {
  for (const name of signals) if (w[name] && w[name].connect) w[name].connect(say);
};
const appeared = (w) => {
  follow(w);
  say();
};
for (const w of windows()) follow(w);
(workspace.windowAdded || workspace.clientAdded).connect(appeared);
(workspace.windowRemoved || workspace.clientRemoved).connect(say);
(workspace.windowActivated || workspace.clientActivated).connect(() => tell({ activated: Date.now() }));
workspace.currentDesktopChanged.connect(say);
`;

/** An action on a window \`w\`; reports whether the window exists. @param act statements */
export function acting(id: string, act: string): string {
  return `${common}
const w = windows().find((each) => idOf(each) === ${JSON.stringify(id)});
if (w) {
  ${act}
}
tell(w !== undefined);
`;
}

export const acts = {
  focus: 'w.minimized = false; if (workspace.windowList) workspace.activeWindow = w; else workspace.activeClient = w;',
  minimize: 'w.minimized = true;',
  maximize: 'w.minimized = false; w.fullScreen = false; w.setMaximize(true, true);',
  fullscreen: 'w.minimized = false; w.fullScreen = true;',
  restore: 'w.minimized = false; w.fullScreen = false; w.setMaximize(false, false);',
  pinOnTop: 'w.keepAbove = true;',
  unpin: 'w.keepAbove = false;',
  close: 'w.closeWindow();',
} as const;

export function moving(frame: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}): string {
  const { x, y, width, height } = frame;
  return `w.frameGeometry = ${JSON.stringify({ x, y, width, height })};`;
}

/** @param desktop from 0 */
export function sending(desktop: number): string {
  return `const all = desktops(); if (all) w.desktops = [all[${desktop}]]; else w.desktop = ${desktop + 1};`;
}

/** @param desktop from 0 */
export function showing(desktop: number): string {
  return `${common}
const all = desktops();
workspace.currentDesktop = all ? all[${desktop}] : ${desktop + 1};
tell(true);
`;
}

/** Prelude of a persistent script: unloads the script and the recording effect soon after their program has ended. */
export const untilGone = `
var looking = typeof QTimer === 'undefined' ? null : new QTimer();
if (looking) {
  looking.interval = 2000;
  looking.timeout.connect(() => callDBus('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'NameHasOwner',
    deskscope.engine, (isThere) => {
      if (isThere) return;
      looking.stop();
      if (deskscope.listens) callDBus('org.kde.KWin', '/Effects', 'org.kde.kwin.Effects', 'unloadEffect', '${effectName}');
      callDBus('org.kde.KWin', '/Scripting', 'org.kde.kwin.Scripting', 'unloadScript', deskscope.script);
    }));
  looking.start();
}
`;

/** Reports pointer moves. */
export const followingPointer = `
deskscope.listens = true;
workspace.cursorPosChanged.connect(() => tell({ x: workspace.cursorPos.x, y: workspace.cursorPos.y }));
`;

/** Interval for checking that the program is alive, in milliseconds. */
const lookMs = 1_000;

/**
 * Loads a persistent script, and receives its reports until disposed. The script unloads itself if this process is killed, and
 * is reloaded if another program unloads it.
 * @param again called after a gap
 * @throws CompositorLost; AppError `timeout` if KWin is late
 */
export async function keepScript(
  bus: KWinBus,
  script: string,
  received: (what: unknown) => void,
  again: () => void = () => undefined,
): Promise<Disposable> {
  const load = () => bus.load(untilGone + script, received);
  let current: LoadedScript = await load();
  const over = new AbortController();
  const isOver = () => over.signal.aborted;
  let looking: NodeJS.Timeout | undefined;
  const look = async () => {
    // An unresponsive KWin is reported elsewhere.
    if (!(await current.isLoaded().catch(() => true)) && !isOver()) {
      await current.unload();
      current = (await load().catch(() => null)) ?? current;
      again();
    }
    if (isOver()) await current.unload();
    else lookLater();
  };
  const lookLater = () => {
    looking = setTimeout(() => void look(), lookMs).unref();
  };
  lookLater();
  return {
    dispose() {
      over.abort();
      clearTimeout(looking);
      void current.unload();
    },
  };
}

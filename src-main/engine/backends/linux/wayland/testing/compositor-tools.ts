import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rect } from '#contract/model/geometry';
import { until } from '../../testing/apps/target-app.ts';
import { outputOf } from '../../testing/x-display.ts';

/** A window as reported by the compositor's own tools, in logical pixels. */
export interface ListedWindow {
  readonly title: string;
  readonly pid: number;
  readonly frame: Rect;
  readonly active: boolean;
  readonly state: 'normal' | 'minimized' | 'maximized' | 'fullscreen';
}

/** All windows, topmost first, queried independently of Deskscope. */
export type AskCompositor = (env: NodeJS.ProcessEnv) => Promise<readonly ListedWindow[]>;

interface SwayNode {
  readonly name: string;
  readonly pid?: number;
  readonly rect: Rect;
  readonly deco_rect: Rect;
  readonly focused: boolean;
  readonly fullscreen_mode: number;
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
}

/** swaymsg; its windows float here. */
export const askSway: AskCompositor = async (env) => {
  const floating = ({ nodes, floating_nodes: own }: SwayNode): readonly SwayNode[] => [
    ...nodes.flatMap(floating),
    ...own,
  ];
  const tree = JSON.parse(await outputOf('swaymsg', ['-t', 'get_tree', '-r'], env)) as SwayNode;
  return floating(tree)
    .map(({ name, pid = 0, rect, deco_rect: title, focused, fullscreen_mode: full }): ListedWindow => {
      const above = full ? 0 : title.height;
      const frame = { ...rect, y: rect.y - above, height: rect.height + above };
      return { title: name, pid, frame, active: focused, state: full ? 'fullscreen' : 'normal' };
    })
    .reverse();
};

const kwinScript = `
const area = (w) => workspace.clientArea(KWin.MaximizeArea, w);
const same = (a, b) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
const own = workspace.windowList ? workspace.windowList() : workspace.clientList();
const active = workspace.activeWindow || workspace.activeClient;
const all = own.filter((w) => !w.popupWindow && !w.specialWindow);
all.sort((a, b) => b.stackingOrder - a.stackingOrder);
console.info('TOLD ' + JSON.stringify(all.map((w) => ({
  title: w.caption, pid: w.pid, active: w === active,
  frame: { x: w.x, y: w.y, width: w.width, height: w.height },
  state: w.minimized ? 'minimized' : w.fullScreen ? 'fullscreen'
    : same(area(w), w) ? 'maximized' : 'normal',
}))) + ' END');
`;

/** A KWin script that writes into its log. */
export const askKWin: AskCompositor = async (env) => {
  // KWin reuses numbers of ended scripts: one of Deskscope's may have this number.
  for (let tries = 1; ; tries++) {
    const reported = await askOnce(env).catch((error: unknown) => {
      if (tries === 3) throw error;
      return null;
    });
    if (reported) return reported;
  }
};

const askOnce: AskCompositor = async (env) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-told-'));
  const file = join(folder, 'told.js');
  writeFileSync(file, kwinScript);
  const call = (path: string, ...what: readonly string[]) =>
    outputOf('gdbus', ['call', '--session', '--dest', 'org.kde.KWin', '--object-path', path, '--method', ...what], env);
  const log = env['DESKSCOPE_KWIN_LOG'] ?? '';
  const from = readFileSync(log, 'utf8').length;
  try {
    const id = /\d+/.exec(await call('/Scripting', 'org.kde.kwin.Scripting.loadScript', file, folder))?.[0] ?? '';
    // KWin 6 has them at the first, KWin 5 at the second.
    const run = (path: string) => call(path, 'org.kde.kwin.Script.run');
    await run(`/Scripting/Script${id}`).catch(() => run(`/${id}`));
    let reported = '';
    await until(() => {
      reported = /TOLD (.*) END/.exec(readFileSync(log, 'utf8').slice(from))?.[1] ?? '';
      return Promise.resolve(reported !== '');
    });
    await call('/Scripting', 'org.kde.kwin.Scripting.unloadScript', folder);
    return JSON.parse(reported) as readonly ListedWindow[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const shellScript = (file: string) => `
const told = global.display.sort_windows_by_stacking(global.get_window_actors().map((actor) => actor.meta_window))
  .filter((w) => [0, 3, 4].includes(w.get_window_type()) && !w.is_override_redirect())
  // Dialogs are hidden with the window that they belong to.
  .filter((w) => w.minimized || w.showing_on_its_workspace()).reverse().map((w) => {
    const { x, y, width, height } = w.get_frame_rect();
    return { title: w.get_title() ?? '', pid: w.get_pid(), frame: { x, y, width, height }, active: w.has_focus(),
      state: w.minimized ? 'minimized' : w.is_fullscreen() ? 'fullscreen' : (w.is_maximized ? w.is_maximized() : w.get_maximized() === 3) ? 'maximized' : 'normal' };
  });
imports.gi.GLib.file_set_contents('${file}', JSON.stringify(told));
`;

/** GNOME Shell's own `Eval`, available only in its unsafe mode. */
export const askGnome: AskCompositor = async (env) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-told-'));
  const file = join(folder, 'told.json');
  const shell = ['--dest', 'org.gnome.Shell', '--object-path', '/org/gnome/Shell', '--method', 'org.gnome.Shell.Eval'];
  try {
    await outputOf('gdbus', ['call', '--session', ...shell, shellScript(file)], env);
    return JSON.parse(readFileSync(file, 'utf8')) as readonly ListedWindow[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { WindowAction } from '#contract/model/windows/window';
import { cannot, type Compositor, type CompositorWindow, type Lack } from '../compositor.ts';
import { bindingsIn } from './bindings.ts';
import {
  swayConfig,
  swayFocus,
  swayOutcome,
  swayTree,
  swayVersion,
  swayWorkspaces,
  windowsIn,
  workspacesIn,
  type SwayWindow,
} from './tree.ts';
import { ask, follow, message } from './ipc.ts';

type Windows = Pick<
  Compositor,
  | 'name'
  | 'lacks'
  | 'windows'
  | 'activeSince'
  | 'desktops'
  | 'watch'
  | 'act'
  | 'move'
  | 'moveToDesktop'
  | 'showDesktop'
  | 'shortcuts'
>;

const events = ['window', 'workspace', 'output'];

const noSuchStates: Lack = {
  name: 'Minimise, maximise, keep on top',
  why: 'sway has no such states for windows.',
  instead: 'Use full screen, or move the window to another desktop.',
};

const lacks: readonly Lack[] = [
  {
    name: 'Pop-ups',
    why: 'sway tells no one where menus and drop-down lists of Wayland apps are, so those of GTK have no place.',
    instead: 'Entries are invoked, selected and expanded by their patterns, or reached by keys.',
  },
  noSuchStates,
  {
    name: 'The pointer in pictures',
    why: 'Once it was asked for, sway goes on drawing it into later ones, so it is never asked for.',
    instead: 'Pictures have no pointer.',
  },
];

/** For a sway that lacks the protocols. */
export const noCoveredPictures: Lack = {
  name: 'Pictures of covered windows',
  why: 'This sway shows outputs alone, so what lies over a window is in its picture.',
  instead: 'Focus the window first, or use sway 1.12.',
};

const commands: Readonly<Partial<Record<WindowAction, string>>> = {
  focus: 'focus',
  fullscreen: 'fullscreen enable',
  restore: 'fullscreen disable, focus',
  close: 'kill',
};

/** Windows of sway, through its IPC socket. @throws CompositorLost */
export async function openSway(path: string): Promise<Windows> {
  const version = await ask(path, swayVersion, message.version);
  const name = `sway ${version.human_readable}`;
  const tree = () => ask(path, swayTree, message.tree);

  let focused: { readonly container: number; readonly time: number } | null = null;

  const run = async (window: CompositorWindow, command: string): Promise<void> => {
    const { container } = window as SwayWindow;
    const answer = await ask(path, swayOutcome, message.command, `[con_id=${container}] ${command}`);
    const failed = answer.find(({ success }) => !success);
    if (!failed) return;
    // sway reports the same for a closed window.
    const isGone = !windowsIn(await tree()).some((each) => each.container === container);
    if (isGone) throw new AppError('window_not_found', `The window ${window.id} is gone.`);
    throw cannot({ name }, `refused: ${quoted(failed.error ?? '')}`, 'Look at the window, and try another way.');
  };

  return {
    name,
    lacks,
    windows: async () => windowsIn(await tree()),
    async desktops() {
      const all = await ask(path, swayWorkspaces, message.workspaces);
      const names = workspacesIn(await tree()).flatMap(({ name: each, isScratchpad }) => (isScratchpad ? [] : [each]));
      const current = names.indexOf(all.find(({ focused }) => focused)?.name ?? '');
      return { count: Math.max(1, names.length), current: Math.max(0, current) };
    },
    async activeSince() {
      const active = windowsIn(await tree()).find((window) => window.active);
      return active && focused?.container === active.container ? { window: active.id, time: focused.time } : null;
    },
    async shortcuts() {
      const { config } = await ask(path, swayConfig, message.config);
      return bindingsIn(config, version.loaded_config_file_name ?? '');
    },
    watch: (changed) =>
      follow(path, events, (event) => {
        // sway does not report the time.
        const reported = swayFocus.safeParse(event);
        if (reported.success) focused = { container: reported.data.container.id, time: monotonicMs() };
        changed();
      }),
    async act(window, action) {
      const command = commands[action];
      if (command === undefined) throw cannot({ name }, `knows no ${action} for windows`, noSuchStates.instead);
      await run(window, command);
    },
    async move(window, frame) {
      if (!(window as SwayWindow).isFloating) {
        const hint = 'Let it float first, with the key of sway for that or by `swaymsg floating enable`.';
        throw cannot({ name }, 'tiles this window: its place is where sway puts it', hint);
      }
      const { width, height, x, y } = { ...window.frame, ...frame };
      if (frame.width !== undefined || frame.height !== undefined)
        await run(window, `resize set width ${width} px height ${height} px`);
      await run(window, `move absolute position ${x} px ${y} px`);
    },
    async moveToDesktop(window, desktop) {
      const desktops = workspacesIn(await tree()).filter(({ isScratchpad }) => !isScratchpad);
      const goal = desktops[desktop];
      if (goal) await run(window, `move container to workspace ${inQuotes(goal.name)}`);
    },
    async showDesktop(desktop) {
      const goal = workspacesIn(await tree()).filter(({ isScratchpad }) => !isScratchpad)[desktop];
      if (goal) await ask(path, swayOutcome, message.command, `workspace ${inQuotes(goal.name)}`);
    },
  };
}

function inQuotes(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}

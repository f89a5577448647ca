import type { WindowAction, WindowInfo } from '#contract/model/windows/window';
import type { Command } from '../../ui/command.ts';
import { selectedWindow, type WindowsStore } from './store.ts';

/** Scope of the window list's keys. */
export const windowsScope = 'windows';

interface ActionTexts {
  readonly action: WindowAction;
  readonly title: string;
  readonly icon: string;
  readonly keys?: readonly string[];
  readonly sensible: (window: WindowInfo) => boolean;
}

const actions: readonly ActionTexts[] = [
  { action: 'focus', title: 'Focus window', icon: 'target', keys: ['Ctrl+Enter'], sensible: () => true },
  { action: 'minimize', title: 'Minimise window', icon: 'chrome-minimize', sensible: (w) => w.state !== 'minimized' },
  { action: 'maximize', title: 'Maximise window', icon: 'chrome-maximize', sensible: (w) => w.state !== 'maximized' },
  {
    action: 'fullscreen',
    title: 'Make window full screen',
    icon: 'screen-full',
    sensible: (w) => w.state !== 'fullscreen',
  },
  { action: 'restore', title: 'Restore window', icon: 'chrome-restore', sensible: (w) => w.state !== 'normal' },
  { action: 'pinOnTop', title: 'Keep window on top', icon: 'pin', sensible: (w) => !w.alwaysOnTop },
  { action: 'unpin', title: 'Stop keeping window on top', icon: 'pinned', sensible: (w) => w.alwaysOnTop },
  { action: 'close', title: 'Close selected window', icon: 'chrome-close', sensible: () => true },
];

/** Commands for the selected window, for palette, toolbar and context menu. */
export function windowCommands(store: WindowsStore): readonly Command[] {
  const chosen = () => selectedWindow(store.getState());
  const run = (action: WindowAction) => {
    const window = chosen();
    if (window) void store.getState().act(window.id, action);
  };
  return [
    ...actions.map(({ action, title, icon, keys, sensible }): Command => {
      const when = () => {
        const window = chosen();
        return window !== null && sensible(window);
      };
      const keyed = keys && { keys, scope: windowsScope };
      return { id: `window.${action}`, title, icon, ...keyed, when, run: () => run(action) };
    }),
    {
      id: 'window.nextMonitor',
      title: 'Move window to next monitor',
      icon: 'multiple-windows',
      when: () => chosen() !== null && store.getState().monitors > 1,
      run: () => void store.getState().toNext('monitor'),
    },
    {
      id: 'window.nextDesktop',
      title: 'Move window to next desktop',
      icon: 'layers',
      when: () => chosen() !== null && store.getState().desktops > 1,
      run: () => void store.getState().toNext('desktop'),
    },
    {
      id: 'windows.switch',
      title: 'Switch to next window',
      icon: 'arrow-swap',
      run: () => void store.getState().switchToNext(),
    },
    { id: 'windows.reload', title: 'Reload window list', icon: 'refresh', run: () => void store.getState().load() },
  ];
}

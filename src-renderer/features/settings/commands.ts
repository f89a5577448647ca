import type { Settings } from '#contract/model/settings';
import type { Command } from '../../ui/command.ts';
import type { SettingsStore } from './store.ts';

/** Focuses the search box of the page. */
export const settingsSearchId = 'settings-search';

export function settingsCommands(store: SettingsStore): readonly Command[] {
  const change = (theme: Settings['theme']) => () => void store.getState().change({ theme });
  return [
    {
      id: 'settings.search',
      title: 'Search settings',
      icon: 'search',
      keys: ['Ctrl+F'],
      scope: 'settings',
      run: () => document.getElementById(settingsSearchId)?.focus(),
    },
    { id: 'theme.dark', title: 'Use dark theme', icon: 'color-mode', run: change('dark') },
    { id: 'theme.light', title: 'Use light theme', icon: 'color-mode', run: change('light') },
    {
      id: 'theme.highContrastDark',
      title: 'Use dark high contrast theme',
      icon: 'color-mode',
      run: change('high-contrast-dark'),
    },
    {
      id: 'theme.highContrastLight',
      title: 'Use light high contrast theme',
      icon: 'color-mode',
      run: change('high-contrast-light'),
    },
    { id: 'theme.system', title: 'Use system theme', icon: 'color-mode', run: change('system') },
    {
      id: 'density.toggle',
      title: 'Switch between comfortable and compact rows',
      icon: 'list-unordered',
      run: () => toggleDensity(store),
    },
    {
      id: 'outline.toggle',
      title: 'Toggle the desktop outline',
      icon: 'screen-normal',
      run: () => toggleOutline(store),
    },
  ];
}

function toggleOutline(store: SettingsStore): void {
  const { settings, change } = store.getState();
  if (settings) void change({ showOutline: !settings.showOutline });
}

function toggleDensity(store: SettingsStore): void {
  const { settings, change } = store.getState();
  if (settings) void change({ density: settings.density === 'compact' ? 'comfortable' : 'compact' });
}

import type { Settings } from '#contract/model/settings';

type Theme = 'light' | 'dark';

const darkQuery = '(prefers-color-scheme: dark)';

export function resolveTheme(setting: Settings['theme'], systemIsDark: boolean): Theme {
  if (setting === 'system') return systemIsDark ? 'dark' : 'light';
  return setting;
}

/** Puts the theme on the page and keeps it there while the setting or the system's changes; returns the end. */
export function followTheme(options: {
  readonly setting: () => Settings['theme'];
  readonly onSetting: (changed: () => void) => () => void;
  readonly apply: (theme: Theme) => void;
}): () => void {
  const system = window.matchMedia(darkQuery);
  const update = () => {
    const theme = resolveTheme(options.setting(), system.matches);
    document.documentElement.dataset['theme'] = theme;
    options.apply(theme);
  };
  update();
  system.addEventListener('change', update);
  const end = options.onSetting(update);
  return () => {
    system.removeEventListener('change', update);
    end();
  };
}

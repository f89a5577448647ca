import type { Settings } from '#contract/model/settings';
import { darkQuery, moreContrastQuery, showTheme, type Theme } from '../bridge/system-theme.ts';

export function resolveTheme(
  setting: Settings['theme'],
  system: { readonly isDark: boolean; readonly wantsContrast: boolean },
): Theme {
  if (setting !== 'system') return setting;
  const scheme = system.isDark ? 'dark' : 'light';
  return system.wantsContrast ? `high-contrast-${scheme}` : scheme;
}

/** Puts the theme on the page and keeps it there while the setting or the system's changes; returns the end. */
export function followTheme(options: {
  readonly setting: () => Settings['theme'];
  readonly onSetting: (changed: () => void) => () => void;
  readonly apply: (theme: Theme) => void;
}): () => void {
  const [dark, contrast] = [window.matchMedia(darkQuery), window.matchMedia(moreContrastQuery)];
  const update = () => {
    const theme = resolveTheme(options.setting(), { isDark: dark.matches, wantsContrast: contrast.matches });
    showTheme(theme);
    options.apply(theme);
  };
  update();
  for (const query of [dark, contrast]) query.addEventListener('change', update);
  const end = options.onSetting(update);
  return () => {
    for (const query of [dark, contrast]) query.removeEventListener('change', update);
    end();
  };
}

import { highContrastMark } from '#contract/bridge';
import type { Settings } from '#contract/model/settings';

/** A theme in use, with its colours in `tokens.css`. */
export type Theme = Exclude<Settings['theme'], 'system'>;

export const darkQuery = '(prefers-color-scheme: dark)';
export const moreContrastQuery = '(prefers-contrast: more)';

const highContrast = 'high-contrast-';

/** Applies a theme to the page. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme.replace(highContrast, '');
  dataset['contrast'] = theme.startsWith(highContrast) ? 'more' : 'normal';
}

/**
 * For windows that may not read the setting. `nativeTheme` follows the setting, and so does the colour scheme reported to pages;
 * the
 * address contains whether high contrast is set.
 */
export function followSystemTheme(): void {
  const [dark, contrast] = [window.matchMedia(darkQuery), window.matchMedia(moreContrastQuery)];
  const update = () => {
    const scheme = dark.matches ? 'dark' : 'light';
    showTheme(location.hash === highContrastMark || contrast.matches ? `${highContrast}${scheme}` : scheme);
  };
  update();
  for (const query of [dark, contrast]) query.addEventListener('change', update);
}

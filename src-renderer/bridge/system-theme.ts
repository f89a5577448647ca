import { highContrastMark } from '#contract/bridge';
import type { Settings } from '#contract/model/settings';

/** A theme that is shown, of which `tokens.css` has the colours. */
export type Theme = Exclude<Settings['theme'], 'system'>;

export const darkQuery = '(prefers-color-scheme: dark)';
export const moreContrastQuery = '(prefers-contrast: more)';

const highContrast = 'high-contrast-';

/** Puts a theme on the page. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme.replace(highContrast, '');
  dataset['contrast'] = theme.startsWith(highContrast) ? 'more' : 'normal';
}

/**
 * For windows that may not ask for the setting. `nativeTheme` follows it, and with that what the system reports to pages; whether
 * more contrast is set is in the address.
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

import { nativeTheme } from 'electron';
import { highContrastMark } from '#contract/bridge';
import type { Settings } from '#contract/model/settings';

let contrast = false;

/** What frames, menus and pages that may not read the setting follow from now on. */
export function showTheme(theme: Settings['theme']): void {
  contrast = theme.startsWith('high-contrast-');
  nativeTheme.themeSource = theme === 'system' ? theme : theme.endsWith('dark') ? 'dark' : 'light';
}

/** The address of a page that may not read the setting. */
export function withTheme(page: string): string {
  return contrast ? `${page}${highContrastMark}` : page;
}

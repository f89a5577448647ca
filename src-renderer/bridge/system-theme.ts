/** For windows that may not ask for the setting. `nativeTheme` follows it, and with that what the system says to pages. */
export function followSystemTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const update = () => {
    document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
  };
  update();
  dark.addEventListener('change', update);
}

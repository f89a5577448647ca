/** This window may ask nothing but permissions, so it follows the system's theme and not the setting. */
export function followSystemTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const update = () => {
    document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
  };
  update();
  dark.addEventListener('change', update);
}

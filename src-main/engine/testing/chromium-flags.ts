/**
 * For Chromium as the superuser that says nothing of its own: no welcome, and no question for the password of a keyring,
 * which GNOME's puts above all windows where it is installed.
 */
export const chromiumFlags: readonly string[] = ['--no-sandbox', '--no-first-run', '--password-store=basic'];

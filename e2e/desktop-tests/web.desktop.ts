import path from 'node:path';
import { expect, test } from 'deskscope/test';

const page = path.resolve(__dirname, '../target-apps/linux/form.html');
test.use({ desktopProfile: { readable: [page], timeouts: { app: 60_000 } } });

for (const [browser, ...options] of [
  ['chromium', '--no-first-run', '--force-renderer-accessibility'],
  ['firefox'],
] as const) {
  test.describe(browser, () => {
    test('fills a form', async ({ desktop }) => {
      const app = await desktop.launch(browser, [...options, `file://${page}`]);
      await app.getByRole('textbox', { name: 'Name' }).fill('Grace', { timeout: 20_000 });
      await app.getByRole('checkbox', { name: 'Agree' }).check();
      await app.getByRole('button', { name: 'Press' }).click();
      await expect(app.getByRole('textbox', { name: 'Name' })).toHaveValue('Grace');
      await expect(app.getByRole('checkbox', { name: 'Agree' })).toBeChecked();
      await expect(app.getByRole('button', { name: 'Pressed' })).toBeVisible();
    });

    test('scrolls to what it clicks', async ({ desktop }) => {
      const app = await desktop.launch(browser, [...options, `file://${page}`]);
      await app.getByRole('button', { name: 'Far below', includeHidden: true }).click({ timeout: 20_000 });
      await expect(app.getByRole('button', { name: 'Far below' })).toBeVisible();
    });
  });
}

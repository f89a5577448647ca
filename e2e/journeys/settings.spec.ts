import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Settings } from '../../src-preload/contract/model/settings.ts';
import { ask } from '../fixtures/ask.ts';
import { expect, test } from '../fixtures/test.ts';

test('a setting changed in the page, by a command or in the file leaves the others unchanged', async ({ launch }) => {
  const chosen: Partial<Settings> = { agentPolicy: 'observe', sensitiveApps: ['vault'], keptRuns: 7 };
  const { window, profile } = await launch({ backend: 'fake', settings: chosen });
  const file = join(profile, 'settings.json');
  const expected = { ...chosen, mcpPort: 0 };

  await runCommand(window, 'Use light theme');
  await runCommand(window, 'Toggle the desktop outline');
  await window.getByTestId('rail-settings').click();
  await window.getByRole('switch', { name: 'Maximise a window' }).click();
  const changed = { theme: 'light', showOutline: false, maximizeWindow: true };
  await expect.poll(() => ask(window, 'settings.get', {})).toMatchObject({ ...expected, ...changed });
  const written = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
  await expect.poll(written).toEqual({ version: 1, ...expected, ...changed });

  // By hand, while the page shows them.
  await writeFile(file, JSON.stringify({ ...expected, ...changed, MAXIMIZE_WINDOW: false, keptRuns: 9 }));
  await expect(window.getByRole('switch', { name: 'Maximise a window' })).not.toBeChecked();
  await expect(window.getByLabel('Number of runs kept')).toHaveValue('9');
  await writeFile(file, '{ "theme": "dark", ');
  await expect(window.getByTestId('settings')).toContainText('cannot be read');
  await expect(window.getByLabel('Number of runs kept')).toHaveValue('9');
});

test('a field explains an invalid text, and keeps it until it is fixed', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  await window.getByTestId('rail-settings').click();
  const page = window.getByTestId('settings');
  const key = window.getByLabel('Key to halt everything');
  await key.fill('ctrl+shift+F10');
  await key.press('Enter');
  await expect(page.getByRole('alert')).toContainText('this one picks an element');
  await key.press('Escape');
  await expect(key).toHaveValue('ctrl+shift+F9');
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Rows follow their density at once.
  const height = () =>
    window
      .getByTestId('window-list')
      .getByRole('option')
      .first()
      .evaluate((row) => row.clientHeight);
  await window.getByRole('combobox', { name: 'Density' }).selectOption('compact');
  await window.getByTestId('rail-inspect').click();
  expect(await height()).toBe(20);
  await window.getByTestId('rail-settings').click();
  // The search leaves matching lines, and no empty headings.
  await window.keyboard.press('Control+f');
  await window.getByRole('searchbox', { name: 'Search settings' }).fill('system choose');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['MCP']);
  const port = window.getByLabel('Port of the MCP server');
  await port.fill('99999');
  await port.blur();
  await expect(page.getByRole('alert')).toHaveText('A whole number from 0 to 65535.');
  await expect(port).toHaveValue('99999');
  await window.getByTestId('rail-runs').click();
  await window.getByTestId('rail-settings').click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('neither a click on the engine nor the window list’s toolbar ends anything', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  const engine = window.getByTestId('status-engine');
  await expect(engine).toContainText('ready');
  await expect(window.getByRole('toolbar', { name: 'Selected window' }).getByRole('button')).toHaveCount(4);
  await expect(window.getByRole('button', { name: /^Close/ })).toHaveCount(0);
  await engine.click();
  await expect(window.getByTestId('checks')).toBeVisible();
  expect((await ask(window, 'engine.status', {})).restarts).toBe(0);
});

async function runCommand(window: Page, title: string): Promise<void> {
  await window.keyboard.press('Control+Shift+P');
  await window.getByTestId('palette-input').fill(title);
  await window.keyboard.press('Enter');
  await expect(window.getByTestId('palette-input')).toBeHidden();
}

import { expect, test } from 'deskscope/test';

test.describe('kcalc', () => {
  test('subtracts', async ({ desktop }) => {
    const calculator = await desktop.launch('kcalc');
    for (const name of ['8', '−', '3', '=']) await calculator.getByRole('button', { name, exact: true }).click();
    await expect(calculator.getByText('5', { exact: true }).first()).toBeVisible();
  });

  test('has its keys', async ({ desktop }) => {
    const calculator = await desktop.launch('kcalc');
    await expect(calculator).toMatchTree(`
      - button "7"
      - button "8"
      - button "9"
      - menubar
        - menuitem "File"
    `);
  });
});

test.describe('featherpad', () => {
  test('enables what can be undone', async ({ desktop }) => {
    const editor = await desktop.launch('featherpad');
    await expect(editor.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await editor.getByRole('textbox').first().click();
    await editor.keyboard.type('word');
    await expect(editor.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await editor.getByRole('button', { name: 'Undo' }).click();
    await expect(editor.getByRole('button', { name: 'Redo' })).toBeEnabled();
  });

  test('opens another tab', async ({ desktop }) => {
    const editor = await desktop.launch('featherpad');
    await editor.getByRole('button', { name: 'New' }).click();
    await expect(editor.getByRole('tab')).toHaveCount(2);
  });
});

test.describe('speedcrunch', () => {
  test('computes a line', async ({ desktop }) => {
    const calculator = await desktop.launch('speedcrunch');
    await calculator.keyboard.type('6*7\n');
    await expect(calculator.getByRole('textbox').first()).toContainText('42');
  });
});

test.describe('kwrite', () => {
  test('makes a new file', async ({ desktop }) => {
    const editor = await desktop.launch('kwrite');
    await editor.getByRole('button', { name: 'New File' }).click();
    await expect.poll(() => editor.mainWindow.title()).toContain('Untitled');
  });
});

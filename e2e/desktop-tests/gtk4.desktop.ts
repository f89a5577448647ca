import { expect, test } from 'deskscope/test';

test.describe('gnome-text-editor', () => {
  test('enters text', async ({ desktop }) => {
    const editor = await desktop.launch('gnome-text-editor');
    await editor.getByRole('textbox').click();
    await editor.keyboard.type('Hello');
    await expect(editor.getByRole('textbox')).toHaveText('Hello');
    await editor.keyboard.press('Control+z');
    await expect(editor.getByRole('textbox')).toHaveText('');
  });
});

test.describe('gtk4-widget-factory', () => {
  test('ticks a box', async ({ desktop }) => {
    const factory = await desktop.launch('gtk4-widget-factory');
    const box = factory.getByRole('checkbox', { name: 'checkbutton', checked: false, disabled: false }).first();
    await box.check();
    await expect(factory.getByRole('checkbox', { name: 'checkbutton', checked: true, disabled: false })).toHaveCount(2);
  });

  test('knows what is disabled', async ({ desktop }) => {
    const factory = await desktop.launch('gtk4-widget-factory');
    const toggles = factory.getByRole('button', { name: 'togglebutton' });
    await expect(toggles).toHaveCount(4);
    await expect(toggles.nth(1)).toBeDisabled();
    await expect(toggles.nth(2)).toBeChecked();
    await expect(factory.getByRole('spinbutton', { disabled: true })).toHaveValue('0');
  });
});

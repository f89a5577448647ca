import { expect, test, type App } from 'deskscope/test';

const key = (calculator: App, name: string) => calculator.getByRole('button', { name, exact: true });

test.describe('galculator', () => {
  test('multiplies', async ({ desktop }) => {
    const calculator = await desktop.launch('galculator');
    for (const name of ['6', '*', '7', '=']) await key(calculator, name).click();
    await expect(calculator.getByRole('textbox')).toHaveValue('42');
  });

  test('takes keys', async ({ desktop }) => {
    const calculator = await desktop.launch('galculator');
    await calculator.keyboard.type('12+30\n');
    await expect(calculator.getByRole('textbox')).toHaveValue('42');
    await calculator.keyboard.press('Escape');
    await expect(calculator.getByRole('textbox')).toHaveValue('0');
  });

  test('takes the root', async ({ desktop }) => {
    const calculator = await desktop.launch('galculator');
    for (const name of ['4', '9', 'sqrt']) await key(calculator, name).click();
    await expect(calculator.getByRole('textbox')).toHaveText('7');
  });

  test('deletes a digit', async ({ desktop }) => {
    const calculator = await desktop.launch('galculator');
    for (const name of ['1', '2', '<-']) await key(calculator, name).click();
    await expect(calculator.getByRole('textbox')).toHaveValue('1');
    await expect(calculator.getByRole('textbox')).not.toHaveValue('12');
  });

  test('has a key for each digit', async ({ desktop }) => {
    const calculator = await desktop.launch('galculator');
    await expect(calculator.getByRole('button').filter({ hasText: /^\d$/ })).toHaveCount(10);
    await expect(calculator).toMatchTree(`
      - window "galculator"
        - menubar
          - menuitem "File"
          - menuitem /Help/
        - textbox: "0"
        - button "MR" [disabled]
    `);
  });

  test('a click that does nothing is noted', async ({ desktop }, info) => {
    const calculator = await desktop.launch('galculator');
    await key(calculator, 'C').click();
    await key(calculator, 'C').click();
    expect(info.annotations.filter(({ type }) => type === 'no effect').at(-1)?.description).toContain("name: 'C'");
  });

  test('shows its dialog', async ({ desktop }) => {
    const calculator = await desktop.launch('galculator');
    await calculator.getByRole('menuitem', { name: 'Help' }).click();
    await calculator.getByRole('menuitem', { name: 'About' }).click();
    const about = await calculator.window('About');
    await about.close();
    await expect.poll(() => about.isOpen()).toBe(false);
  });
});

test.describe('mousepad', () => {
  test('enters and replaces text', async ({ desktop }) => {
    const editor = await desktop.launch('mousepad');
    const text = editor.getByRole('textbox').first();
    await text.fill('one\ntwo');
    await expect(text).toHaveText('one\ntwo');
    await text.press('Control+a');
    await text.pressSequentially('three');
    await expect(text).toHaveValue('three');
    await expect.poll(() => editor.mainWindow.title()).toContain('*');
  });

  test('asks where to save, and is cancelled', async ({ desktop }) => {
    const editor = await desktop.launch('mousepad');
    await editor.getByRole('textbox').first().fill('text');
    await editor.keyboard.press('Control+s');
    const dialog = await editor.window('Save As');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.isOpen()).toBe(false);
    await expect(editor.getByRole('textbox').first()).toHaveText('text');
  });

  test('saves a file', async ({ desktop }) => {
    const editor = await desktop.launch('mousepad');
    await editor.getByRole('textbox').first().fill('kept');
    await editor.keyboard.press('Control+s');
    const dialog = await editor.window('Save As');
    await dialog.getByRole('textbox', { name: 'Name:' }).fill('kept.txt');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => editor.mainWindow.title()).toContain('kept.txt');
  });

  test('finds what is written', async ({ desktop }) => {
    const editor = await desktop.launch('mousepad');
    await editor.getByRole('textbox').first().fill('needle');
    await editor.getByRole('menuitem', { name: 'Search' }).click();
    await editor.getByRole('menuitem', { name: 'Find', exact: false }).first().hover();
    await expect(editor.getByRole('menuitem', { name: 'Find' }).first()).toBeVisible();
  });

  test('asks before it closes with what is not saved', async ({ desktop }) => {
    const editor = await desktop.launch('mousepad');
    await editor.getByRole('textbox').first().fill('unsaved');
    await editor.keyboard.press('Control+q');
    await expect(editor.getByRole('button', { name: "Don't Save" })).toBeVisible();
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await expect(editor.getByRole('textbox').first()).toHaveText('unsaved');
  });
});

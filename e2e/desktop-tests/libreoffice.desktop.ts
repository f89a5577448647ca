import { expect, test } from 'deskscope/test';

test.use({ desktopProfile: { timeouts: { app: 60_000 } } });

test('enters numbers and a sum', async ({ desktop }) => {
  const calc = await desktop.launch('libreoffice', ['--calc', '--norestore', '--nologo']);
  await calc.getByRole('cell', { name: 'A1', exact: true }).click();
  await calc.keyboard.type('40\n2\n=A1+A2\n');
  await expect(calc.getByRole('cell', { name: 'A3', exact: true })).toHaveText('42');
});

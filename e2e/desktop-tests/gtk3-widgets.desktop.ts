import { expect, test, type App } from 'deskscope/test';

let factory: App;
test.beforeEach(async ({ desktop }) => {
  factory = await desktop.launch('gtk3-widget-factory');
});

test('chooses one of some radio buttons', async () => {
  const radios = factory.getByRole('radio', { name: 'radiobutton', disabled: false });
  await radios.first().check();
  await expect(radios.first()).toBeChecked();
  await expect(radios.last()).not.toBeChecked();
});

test('sets a number and a slider', async () => {
  const number = factory.getByRole('spinbutton', { disabled: false });
  await number.fill('7');
  await expect(number).toHaveValue('7');
  const slider = factory.getByRole('slider', { disabled: false }).first();
  await slider.fill('20');
  await expect(slider).toHaveValue(/^20/);
});

test('presses a toggle button', async () => {
  const toggle = factory.getByRole('button', { name: 'togglebutton', disabled: false }).first();
  await toggle.click();
  await expect(toggle).toBeChecked();
});

test('goes to another page', async () => {
  await factory.getByRole('radio', { name: 'Page 2' }).click();
  await expect(factory.getByRole('radio', { name: 'Page 2' })).toBeChecked();
  await expect(factory.getByRole('meter')).toHaveCount(0);
});

test('waits for what is covered by nothing', async () => {
  await factory.getByRole('checkbox', { name: 'checkbutton', disabled: false }).first().click({ trial: true });
  await expect(factory.getByRole('checkbox', { disabled: true })).toHaveCount(3);
});

import { expect, test } from '../fixtures/test.ts';

test('a selector is tried while it is written: matches are numbered, near misses listed, errors located', async ({
  launch,
  target,
}) => {
  const { window, electron } = await launch();
  const copied = () => electron.evaluate(({ clipboard }) => clipboard.readText());
  await target('galculator');
  await window.getByTestId('window-list').getByText('galculator').first().click();
  await window.getByTestId('element-tree').getByRole('treeitem').first().click();
  const workbench = window.getByTestId('selector-workbench');
  const line = workbench.getByRole('combobox', { name: 'Try a selector' });

  // Completed by keys alone: the role, and a name in the window.
  await line.pressSequentially('ro');
  await line.press('ArrowDown');
  await expect(workbench.getByRole('option', { name: /^role=/ })).toHaveAttribute('aria-selected', 'true');
  await line.press('Enter');
  await line.pressSequentially('Butt');
  await line.press('ArrowDown');
  await line.press('Enter');
  await expect(line).toHaveValue('role=Button ');
  await expect(workbench).toContainText('matches');
  await expect(window.getByTestId('box-tried').first()).toContainText('1');
  await line.press('Escape');

  await line.fill('role=Button name="7"');
  await expect(workbench).toContainText('1 match');
  await expect(workbench).toContainText('By its name');
  await expect(window.getByTestId('box-tried')).toHaveCount(1);
  await workbench.getByRole('button', { name: 'Button “7”' }).click();
  await expect(window.getByTestId('element-title')).toContainText('Button “7”');

  // Every item has a context menu: by the mouse, and an element by the menu key too.
  const menu = (name: string) => window.getByRole('menu', { name });
  await window.getByTestId('element-tree').getByRole('treeitem', { name: /7/ }).first().click({ button: 'right' });
  await menu('Element').getByRole('menuitem', { name: 'Copy as Python' }).click();
  await expect.poll(copied).toMatch(/click[^]*name=.*7/);
  await window.getByTestId('element-tree').getByRole('treeitem', { selected: true }).press('ContextMenu');
  await menu('Element').getByRole('menuitem', { name: 'Copy best selector' }).click();
  await expect.poll(copied).toMatch(/^role=Button/);
  const native = window.getByTestId('properties').getByText('toolkit', { exact: true }).last();
  await native.click({ button: 'right' });
  await menu('Property').getByRole('menuitem', { name: 'Pin to the top' }).click();
  await expect(window.getByTestId('properties').locator('dl').first()).toContainText('toolkitgtk3');

  await line.fill('role=CheckBox name="7"');
  await expect(workbench).toContainText('No matches. Nearest:');
  await expect(workbench).toContainText('it is no CheckBox');
  await expect(window.getByTestId('box-tried')).toHaveCount(0);

  await line.fill('role=Button colour=red');
  await expect(workbench).toContainText('at character 13');

  // It was written for the previous element.
  await window.getByTestId('element-tree').getByRole('treeitem').first().click();
  await expect(line).toHaveValue('');
});

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { center } from '#contract/model/geometry';
import { suiteOf } from '../../testing/apps/app-suite.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { isCalled } from '../../testing/people/app-driver.ts';
import { until } from '../../testing/apps/target-app.ts';
import { opensContextMenu, opensDialog, opensMenu } from '../../testing/apps/app-tests.ts';

/** Its toolbar fields are in no tree but are hit: those of 7.4 (Debian 12) and 26.8 are in the tree. */
const hidesFields = /^LibreOffice 25\./.test(spawnSync('soffice', ['--version'], { encoding: 'utf8' }).stdout);

suiteOf('LibreOffice Calc', {
  toolkit: 'libreoffice',
  program: 'soffice',
  packages: 'libreoffice-calc libreoffice-gtk3',
  args: () => [
    '--calc',
    '--norestore',
    '--nologo',
    '--nofirststartwizard',
    `-env:UserInstallation=file://${temporaryFolder()}`,
  ],
  title: /LibreOffice Calc/,
  explained: { 'its own menus stand beside those of GTK as duplicates that no one sees': /^menu( bar)?\t/ },
  ...(hidesFields && { knownMisses: [/^panel “”/] }),
  ready: (nodes) => nodes.some((node) => node.role === 'document spreadsheet'),
  also: (running) => {
    const { driver } = running;

    it('is clicked where it claims to be, in what GTK draws and in what it draws itself', async () => {
      const cell = await driver().find(isCalled('E1', 'DataItem'));
      await driver().click(center(cell.bounds!));
      // Version 7.4 also shows it in its name box.
      await until(async () =>
        (await driver().nodes()).some((node) => node.name === 'E1' && node.states.includes('focused')),
      );
      const bold = () => driver().find(isCalled('Bold', 'Button'));
      const before = (await bold()).states.includes('checked');
      await driver().click(center((await bold()).bounds!));
      await until(async () => (await bold()).states.includes('checked') !== before);
    });

    it('has the visible cells of its sheet at any scroll position', async () => {
      await driver().find(isCalled('C9', 'DataItem'));
      await running.backend().input.press('PageDown');
      const cells = async () => (await driver().nodes()).filter(({ controlType }) => controlType === 'DataItem');
      await until(async () => !(await cells()).some(isCalled('C9')));
      const scrolledTo = (await cells()).map(({ name }) => Number(/^C(\d+)$/.exec(name)?.[1] ?? 0));
      expect(Math.max(...scrolledTo)).toBeGreaterThan(20);
      await running.backend().input.press('PageUp');
      await driver().find(isCalled('C9', 'DataItem'));
    });

    it('shows its menu bar once', async () => {
      const menus = (await driver().nodes()).filter(isCalled('File', 'Menu'));
      expect(menus).toHaveLength(2);
      expect(menus.filter((menu) => menu.states.includes('visible') && menu.bounds)).toHaveLength(1);
    });

    it('exposes editable lines as fields', async () => {
      const lines = (await driver().nodes()).filter((node) => node.role === 'paragraph');
      expect(new Set(lines.map(({ controlType }) => controlType))).toEqual(new Set(hidesFields ? [] : ['Edit']));
    });

    opensDialog(running, { keys: 'ctrl+1', title: /^Format Cells/, closes: 'Cancel' });
    opensContextMenu(running, { over: isCalled('E1', 'DataItem'), item: /^Copy/ });

    opensMenu(running, 'has menus whose items can be inspected', {
      opens: isCalled('Edit', 'Menu'),
      item: isCalled('Select All', 'MenuItem'),
    });
  },
});

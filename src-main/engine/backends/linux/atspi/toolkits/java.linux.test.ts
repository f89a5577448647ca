import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sameRect } from '#contract/model/geometry';
import { suiteOf } from '../../testing/apps/app-suite.ts';
import { targetApps } from '../../testing/folders.ts';
import { isCalled } from '../../testing/people/app-driver.ts';
import { opensMenu, pressesButton } from '../../testing/apps/app-tests.ts';
import { until } from '../../testing/apps/target-app.ts';

suiteOf('Swing', {
  toolkit: 'java',
  program: 'java',
  packages: 'default-jdk libatk-wrapper-java',
  args: () => [
    '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
    '-cp',
    '/usr/share/java/java-atk-wrapper.jar',
    join(targetApps, 'Swing.java'),
  ],
  also: (running) => {
    const { driver, app } = running;
    pressesButton(running);
    opensMenu(running, 'has menus whose items can be inspected and picked', {
      opens: isCalled('File', 'Menu'),
      item: isCalled('Wrap', 'MenuItem'),
      took: (nodes) => nodes.some((node) => node.name === 'Wrap' && node.states.includes('checked')),
    });
    opensMenu(running, 'has lists that drop down, whose items can be inspected and picked', {
      opens: (node) => node.controlType === 'ComboBox',
      item: isCalled('Large', 'ListItem'),
      took: (nodes) => nodes.some((node) => node.name === 'Large' && node.states.includes('selected')),
    });

    it('has its window at the correct position, though Java does not report it', async () => {
      const [root] = await driver().nodes();
      expect(root?.bounds).toEqual((await app().window()).contentBounds);
    });

    it('follows a simultaneous move and resize, which Java does not notice', async () => {
      const before = (await app().window()).bounds;
      const box = isCalled('Agree', 'CheckBox');
      await running.backend().windows.move((await app().window()).id, { x: 310, y: 170, width: 620, height: 380 });
      await until(async () => {
        const { bounds } = await driver().find(box);
        await sleep(300);
        return sameRect(bounds!, (await driver().find(box)).bounds!);
      });
      await driver().clickOn(box);
      await until(async () => (await driver().find(box)).states.includes('checked'));
      // Java takes a press on its open list for one beside it until it knows its place.
      await running.backend().elements.tellPlace!(await app().window());
      await driver().clickOn((node) => node.controlType === 'ComboBox');
      await driver().clickOn(isCalled('Small', 'ListItem'));
      const isSmall = isCalled('Small', 'ListItem');
      await until(async () =>
        (await driver().nodes()).some((node) => isSmall(node) && node.states.includes('selected')),
      );
      await running.backend().windows.move((await app().window()).id, before);
    });

    it('reports items, cells and checks for Swing’s labels and boxes', async () => {
      const nodes = await driver().nodes();
      expect(nodes.find(isCalled('Green'))?.controlType).toBe('ListItem');
      expect(nodes.find(isCalled('two'))?.controlType).toBe('DataItem');
      expect(nodes.find(isCalled('Wrap'))?.controlType).toBe('MenuItem');
      expect(nodes.find(isCalled('Narrow'))?.controlType).toBe('MenuItem');
      expect(nodes.find(isCalled('Agree'))?.controlType).toBe('CheckBox');
    });
  },
});

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { RawNode } from '../../../../backend.ts';
import { suiteOf } from '../../testing/apps/app-suite.ts';
import { isCalled } from '../../testing/people/app-driver.ts';
import { until } from '../../testing/apps/target-app.ts';
import {
  clicksCheckBox,
  opensContextMenu,
  opensDialog,
  opensMenu,
  showsToolTip,
} from '../../testing/apps/app-tests.ts';

const gtk3 = { toolkit: 'gtk3', packages: 'gtk-3-examples' } as const;
/** With software GL an endless animation starves GTK 4's idle handlers, and with them its registration on the bus. */
const gtk4 = { toolkit: 'gtk4', packages: 'gtk-4-examples', env: { GSK_RENDERER: 'cairo' } } as const;

/** They cover what they scroll, and GTK 3 returns the elements below them. */
const overlayScrollBar = /^scroll bar /;

/** Its lists have no names, and their choice is not used as one. */
const isChosen = (value: string) => (node: RawNode) =>
  node.controlType === 'ComboBox' && node.value === value && node.name === '';

/** Debian 12 has version 43 of the calculator, Debian 13 version 48. */
const hasTip = Number(/\d+/.exec(spawnSync('gnome-calculator', ['--version'], { encoding: 'utf8' }).stdout)?.[0]) < 44;

/** In GTK 4.8 a key of the calculator is called by its label and its tip, as `7 7`. */
const isKey = (key: string) => (node: RawNode) =>
  isCalled(key, 'Button')(node) || isCalled(`${key} ${key}`, 'Button')(node);

suiteOf('gtk3-widget-factory', {
  ...gtk3,
  program: 'gtk3-widget-factory',
  knownMisses: [overlayScrollBar],
  also: (running) => {
    clicksCheckBox(running);
    opensMenu(running, 'has lists that drop down, whose items can be inspected and picked', {
      opens: isChosen('Left'),
      item: isCalled('Middle', 'MenuItem'),
      took: (nodes) => nodes.filter(isChosen('Middle')).length === 2,
    });
  },
});

suiteOf('mousepad', {
  ...gtk3,
  program: 'mousepad',
  packages: 'mousepad',
  args: () => ['--disable-server'],
  also: (running) => {
    opensMenu(running, 'has menus whose items can be inspected', {
      opens: isCalled('View', 'Menu'),
      item: (node) => node.controlType === 'MenuItem' && node.name.trim() === 'Statusbar',
    });
    opensDialog(running, { keys: 'ctrl+o', title: /^Open File/, closes: 'Cancel' });
    opensContextMenu(running, { over: (node) => node.role === 'text', item: /^Select All\s*$/ });
  },
});

suiteOf('gtk3-demo', { ...gtk3, program: 'gtk3-demo', knownMisses: [overlayScrollBar] });

suiteOf('gtk4-widget-factory', {
  ...gtk4,
  program: 'gtk4-widget-factory',
  explained: { 'pages of stacks are reached by index, and not always by the list of children': /^panel\t/ },
  // An overlay hides pictures that still claim to be visible; scroll bars cover what they scroll, and spinners turn. From 4.18
  // on their parts and fillers are panels, and the controls of the video cover its button.
  knownMisses: [/^image “”/, /^filler “”/, /^panel “”/, /^(push )?button “Play”/],
  // The header of a partly scrolled column.
  cut: /^Nick$/,
  also: (running) => {
    clicksCheckBox(running);
    it('distinguishes pressed buttons from others', async () => {
      const buttons = (await running.driver().nodes()).filter((node) => node.controlType === 'Button');
      const pressed = buttons.filter((node) => node.states.includes('checked'));
      expect(pressed.length).toBeGreaterThan(0);
      expect(pressed.length).toBeLessThan(buttons.length / 2);
    });
  },
});

suiteOf('gnome-calculator', {
  ...gtk4,
  program: 'gnome-calculator',
  packages: 'gnome-calculator',
  also: (running) => {
    const { driver } = running;
    it('calculates what is clicked', async () => {
      for (const key of ['7', '×', '6', '=']) await driver().clickOn(isKey(key));
      await until(async () => (await driver().nodes()).some((node) => node.name === '42' || node.value === '42'));
    });
    // Later versions give the button no tip, and GTK 4.18 reports no text of tips.
    if (hasTip) showsToolTip(running, isCalled('Undo', 'Button'), /^Undo \[/);
    opensMenu(running, 'has menus whose items can be inspected', {
      opens: isCalled('Basic', 'Button'),
      item: isCalled('Programming', 'MenuItem'),
    });
  },
});

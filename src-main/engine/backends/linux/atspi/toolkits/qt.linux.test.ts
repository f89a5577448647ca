import { expect, it } from 'vitest';
import { suiteOf, type RunningApp } from '../../testing/apps/app-suite.ts';
import { isCalled } from '../../testing/people/app-driver.ts';
import { opensContextMenu, opensMenu, showsToolTip } from '../../testing/apps/app-tests.ts';

const versions = [
  { version: 'Qt 5', folder: '/usr/lib/qt5/bin', packages: 'qt5-assistant qttools5-dev-tools' },
  { version: 'Qt 6', folder: '/usr/lib/qt6/bin', packages: 'assistant-qt6 linguist-qt6' },
] as const;

const qt = { toolkit: 'qt', env: { QT_ACCESSIBILITY: '1' } } as const;

for (const { version, folder, packages } of versions) {
  suiteOf(`${version} assistant`, {
    ...qt,
    packages,
    program: `${folder}/assistant`,
    also: (running) => {
      hasOneWindow(running);
      showsToolTip(running, isCalled('Home', 'Button'), /^Home/);
    },
  });
  suiteOf(`${version} linguist`, {
    ...qt,
    packages,
    program: `${folder}/linguist`,
    also: (running) => {
      hasOneWindow(running);
      opensContextMenu(running, { over: (node) => node.role === 'text', item: /^Select All/, listed: true });
      opensMenu(running, 'has menus whose items can be inspected', {
        opens: isCalled('Edit', 'MenuItem'),
        item: isCalled('Select All', 'MenuItem'),
      });
    },
  });
}

function hasOneWindow({ driver }: RunningApp): void {
  it('reports docks and drawn frames as panes', async () => {
    const nodes = await driver().nodes();
    const frames = nodes.filter((node) => node.role === 'frame');
    // In Qt 6.11 its window is the only one.
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.filter((node) => node.controlType === 'Window')).toHaveLength(1);
  });
}

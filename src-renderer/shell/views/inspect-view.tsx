import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { ElementPanel, ElementTree, InspectorCentre } from '../../features/inspector/index.ts';
import { selectedWindow, WindowList } from '../../features/windows/index.ts';
import { Split } from '../../ui/layout/split/split.tsx';
import { useApp, useCommand, useCommands, useShell } from '../app-context.tsx';
import { enterRegion } from '../regions.ts';
import { StartPage } from '../start/start-page.tsx';
import { Bench, Region } from './bench.tsx';
import { thingMenus } from './thing-menus.ts';

/** Windows and tree on the left, the picture in the middle, the selected element on the right. */
export function InspectView(): ReactNode {
  const theme = useShell((state) => state.theme);
  const shows = useStore(useApp().inspector, ({ tab, eventsOpen }) => `${tab} ${eventsOpen}`);
  const copyCall = useCommand('element.copyCall');
  const elementMenu = useCommands(...thingMenus.element);
  const bookmarkMenu = useCommands(...thingMenus.bookmark);
  return (
    <Bench
      id="inspect"
      shows={shows}
      left={{ id: 'inspect-left', label: 'windows and tree', size: 340, min: 260, fixed: true, content: <Left /> }}
      centre={{
        id: 'inspect-centre',
        label: 'picture',
        size: 1,
        min: 340,
        tab: 'Window',
        icon: 'window',
        content: (
          <Region name="main">
            <InspectorCentre theme={theme} start={<StartPage />} menu={elementMenu} bookmarkMenu={bookmarkMenu} />
          </Region>
        ),
      }}
      right={{
        id: 'inspect-right',
        label: 'element panel',
        size: 360,
        min: 280,
        fixed: true,
        tab: 'Element',
        icon: 'inspect',
        content: <Region name="panel">{<ElementPanel copyCall={copyCall} />}</Region>,
      }}
    />
  );
}

function Left(): ReactNode {
  const { windows, inspector } = useApp();
  const windowActions = useCommands('window.focus', 'window.minimize', 'window.maximize', 'window.restore');
  const windowMenu = useCommands(...thingMenus.window);
  const elementMenu = useCommands(...thingMenus.element);
  const treeActions = useCommands('tree.refresh');
  // Once its tree is loaded: before, the first focusable part would be a toolbar.
  const enterTree = async () => {
    await inspector.getState().open(selectedWindow(windows.getState()));
    enterRegion('tree', 'windows');
  };
  return (
    <Split
      id="inspect-lists"
      direction="vertical"
      panels={[
        {
          id: 'inspect-windows',
          label: 'windows',
          size: 34,
          min: 120,
          content: (
            <Region name="windows">
              <WindowList toolbar={windowActions} menu={windowMenu} onOpen={() => void enterTree()} />
            </Region>
          ),
        },
        {
          id: 'inspect-tree',
          label: 'element tree',
          size: 66,
          min: 160,
          content: <Region name="tree">{<ElementTree commands={treeActions} menu={elementMenu} />}</Region>,
        },
      ]}
    />
  );
}

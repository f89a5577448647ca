import type { ReactNode } from 'react';
import {
  AgainDialog,
  ChooseRun,
  ComparedPanel,
  ComparedPictures,
  PairList,
  PicturePanel,
  RowList,
  RunList,
  RunPanel,
  useComparing,
} from '../../features/runs/index.ts';
import { Split } from '../../ui/layout/split/split.tsx';
import { useCommand, useCommands } from '../app-context.tsx';
import { Bench, Region } from './bench.tsx';
import { thingMenus } from './thing-menus.ts';

/**
 * Runs on the left, in the middle the selected call's pictures above all steps or calls, and on the right its details. While
 * comparing, the same of both runs side by side.
 */
export function RunsView(): ReactNode {
  const comparing = useComparing();
  const again = useCommand('call.rerun');
  const commands = useCommands(
    'file.open',
    'file.openFolder',
    'runs.export',
    'runs.export.html',
    'runs.compare',
    'runs.asRecording',
    'runs.remove',
  );
  const runMenu = useCommands(...thingMenus.run);
  return (
    <Bench
      id="runs"
      left={{
        id: 'runs-list',
        label: 'runs',
        size: 260,
        min: 200,
        fixed: true,
        content: (
          <Region name="runs">
            <RunList commands={commands} menu={runMenu} />
            <ChooseRun />
            <AgainDialog />
          </Region>
        ),
      }}
      centre={{
        id: 'runs-centre',
        label: 'calls',
        size: 1,
        min: 340,
        tab: 'Calls',
        icon: 'list-tree',
        content: <Centre />,
      }}
      right={{
        id: 'runs-call',
        label: 'call',
        size: 370,
        min: 260,
        fixed: true,
        tab: 'Call',
        icon: 'inspect',
        content: <Region name="panel">{comparing ? <ComparedPanel /> : <RunPanel again={again} />}</Region>,
      }}
    />
  );
}

function Centre(): ReactNode {
  const comparing = useComparing();
  const end = useCommand('runs.endCompare');
  const callMenu = useCommands(...thingMenus.call);
  return (
    <Split
      id="runs-middle"
      direction="vertical"
      panels={[
        {
          id: 'runs-pictures',
          label: 'pictures',
          size: 55,
          min: 140,
          content: <Region name="main">{comparing ? <ComparedPictures /> : <PicturePanel />}</Region>,
        },
        {
          id: 'runs-calls',
          label: 'calls',
          size: 45,
          min: 140,
          content: <Region name="calls">{comparing ? <PairList end={end} /> : <RowList callMenu={callMenu} />}</Region>,
        },
      ]}
    />
  );
}

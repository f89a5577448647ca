import type { ReactNode } from 'react';
import { PicturePanel, RowList, RunList, RunPanel } from '../../features/runs/index.ts';
import { Split } from '../../ui/split/split.tsx';
import { useCommand, useCommands } from '../app-context.tsx';
import { Bench } from './bench.tsx';
import { Region } from './region.tsx';

/** Runs at the left, in the middle what a call saw above all the steps or calls, and at the right all about the chosen one. */
export function RunsView(): ReactNode {
  const again = useCommand('call.rerun');
  const commands = useCommands(
    'file.open',
    'file.openFolder',
    'runs.export',
    'runs.export.html',
    'runs.reveal',
    'runs.remove',
  );
  return (
    <Bench
      id="runs"
      left={{
        id: 'runs-list',
        label: 'runs',
        size: 260,
        min: 200,
        fixed: true,
        content: <Region name="runs">{<RunList commands={commands} />}</Region>,
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
        content: <Region name="panel">{<RunPanel again={again} />}</Region>,
      }}
    />
  );
}

function Centre(): ReactNode {
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
          content: <Region name="main">{<PicturePanel />}</Region>,
        },
        { id: 'runs-calls', label: 'calls', size: 45, min: 140, content: <Region name="calls">{<RowList />}</Region> },
      ]}
    />
  );
}

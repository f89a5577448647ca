import type { ReactNode } from 'react';
import { ScriptPanel, StepDetails, StepsPanel } from '../../features/recorder/index.ts';
import { useCommand, useCommands, useShell } from '../app-context.tsx';
import { Bench, Region } from './bench.tsx';
import { thingMenus } from './thing-menus.ts';

/** Steps on the left, their script in the middle, the selected step on the right. */
export function RecordView(): ReactNode {
  const theme = useShell((state) => state.theme);
  const record = useCommand('record.toggle');
  const recording = useCommands('file.open', 'recording.save', 'recording.undo', 'recording.redo', 'recording.clear');
  const replay = useCommands('replay.start', 'replay.inputs', 'replay.pause', 'replay.step', 'replay.stop');
  const insert = useCommands(...thingMenus.gap);
  const ofStep = useCommands(...thingMenus.step);
  const ofGroup = useCommands(...thingMenus.group);
  const group = useCommand('step.group');
  const script = useCommands('script.edit', 'script.use', 'script.discard', 'export.copy', 'export.save');
  return (
    <Bench
      id="record"
      left={{
        id: 'record-steps',
        label: 'steps',
        size: 400,
        min: 260,
        fixed: true,
        content: (
          <Region name="steps">
            <StepsPanel
              commands={recording}
              record={record}
              replay={replay}
              insert={insert}
              ofStep={ofStep}
              ofGroup={ofGroup}
            />
          </Region>
        ),
      }}
      centre={{
        id: 'record-script',
        label: 'script',
        size: 1,
        min: 260,
        tab: 'Script',
        icon: 'code',
        content: <Region name="main">{<ScriptPanel commands={script} theme={theme} />}</Region>,
      }}
      right={{
        id: 'record-step',
        label: 'step',
        size: 340,
        min: 260,
        fixed: true,
        tab: 'Step',
        icon: 'record',
        content: <Region name="panel">{<StepDetails group={group} />}</Region>,
      }}
    />
  );
}

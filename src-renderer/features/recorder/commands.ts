import type { Command } from '../../ui/command.ts';
import { isRecording, isReplaying, selectedStep, stepsOf } from './derived.ts';
import { insertCommands } from './insert/commands.ts';
import { replayCommands } from './replay/commands.ts';
import { stepsScope } from './scopes.ts';
import { scriptCommands } from './script/commands.ts';
import type { RecorderStore } from './store.ts';

export function recorderCommands(store: RecorderStore): readonly Command[] {
  return [
    ...runCommands(store),
    ...fileCommands(store),
    ...scriptCommands(store),
    ...stepCommands(store),
    ...insertCommands(store),
    ...replayCommands(store),
  ];
}

function runCommands(store: RecorderStore): Command[] {
  const state = () => store.getState();
  return [
    {
      id: 'record.toggle',
      title: 'Start or stop recording',
      icon: 'record',
      keys: ['Ctrl+E'],
      when: () => !isReplaying(state()),
      run: () => void state().toggle(),
    },
    {
      id: 'record.pause',
      title: 'Pause recording, or go on',
      icon: 'debug-pause',
      when: () => isRecording(state()),
      run: () => void state().pauseRecording(),
    },
  ];
}

function fileCommands(store: RecorderStore): Command[] {
  const state = () => store.getState();
  const hasSteps = () => stepsOf(state()).length > 0;
  const idle = () => !isRecording(state()) && !isReplaying(state());
  const scope = 'record';
  return [
    {
      id: 'recording.save',
      title: 'Save recording…',
      icon: 'save',
      keys: ['Ctrl+S'],
      scope,
      when: hasSteps,
      run: () => void state().save(),
    },
    {
      id: 'recording.clear',
      title: 'Clear recording',
      icon: 'clear-all',
      scope,
      when: () => hasSteps() && idle(),
      run: () => void state().clear(),
    },
    {
      id: 'recording.undo',
      title: 'Undo',
      icon: 'discard',
      keys: ['Ctrl+Z'],
      scope,
      when: () => state().recorded?.canUndo ?? false,
      run: () => void state().undo(),
    },
    {
      id: 'recording.redo',
      title: 'Redo',
      icon: 'redo',
      keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
      scope,
      when: () => state().recorded?.canRedo ?? false,
      run: () => void state().redo(),
    },
  ];
}

function stepCommands(store: RecorderStore): Command[] {
  const state = () => store.getState();
  const chosen = () => selectedStep(state()) !== null;
  const scope = stepsScope;
  return [
    {
      id: 'step.remove',
      title: 'Delete step',
      icon: 'trash',
      keys: ['Delete'],
      scope,
      when: chosen,
      run: () => void state().remove(),
    },
    {
      id: 'step.up',
      title: 'Move step up',
      icon: 'arrow-up',
      keys: ['Alt+ArrowUp'],
      scope,
      when: chosen,
      run: () => void state().moveBy(-1),
    },
    {
      id: 'step.down',
      title: 'Move step down',
      icon: 'arrow-down',
      keys: ['Alt+ArrowDown'],
      scope,
      when: chosen,
      run: () => void state().moveBy(1),
    },
    {
      id: 'step.toggle',
      title: 'Enable or disable step',
      icon: 'circle-slash',
      keys: ['Space'],
      scope,
      when: chosen,
      run: () => toggleStep(store),
    },
  ];
}

function toggleStep(store: RecorderStore): void {
  const step = selectedStep(store.getState());
  if (step) void store.getState().update({ ...step, enabled: !step.enabled });
}

import type { Command } from '../../ui/command.ts';
import { chosenRows, chosenSteps, isRecording, isReplaying, selectedRow, stepsOf } from './derived.ts';
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
    ...groupCommands(store),
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
      title: 'Pause or resume recording',
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
  const chosen = () => chosenSteps(state()).length > 0;
  const alone = () => chosenRows(state()).length === 1;
  const scope = stepsScope;
  return [
    {
      id: 'step.remove',
      title: 'Delete selected steps',
      icon: 'trash',
      keys: ['Delete'],
      scope,
      when: chosen,
      run: () => void state().remove(),
    },
    {
      id: 'step.up',
      title: 'Move up',
      icon: 'arrow-up',
      keys: ['Alt+ArrowUp'],
      scope,
      when: alone,
      run: () => void state().nudge(-1),
    },
    {
      id: 'step.down',
      title: 'Move down',
      icon: 'arrow-down',
      keys: ['Alt+ArrowDown'],
      scope,
      when: alone,
      run: () => void state().nudge(1),
    },
    {
      id: 'step.toggle',
      title: 'Enable or disable',
      icon: 'circle-slash',
      keys: ['Space'],
      scope,
      when: chosen,
      run: () => void state().toggleEnabled(),
    },
  ];
}

function groupCommands(store: RecorderStore): Command[] {
  const state = () => store.getState();
  const group = () => {
    const row = selectedRow(state());
    return row && 'group' in row ? row : null;
  };
  /** The group of the chosen step, or the chosen one. */
  const around = () => {
    const row = selectedRow(state());
    return row && 'step' in row ? row.step.group : row?.id;
  };
  const scope = stepsScope;
  return [
    {
      id: 'step.group',
      title: 'Group selected steps',
      icon: 'group-by-ref-type',
      keys: ['Ctrl+G'],
      scope,
      when: () => chosenSteps(state()).length > 0 && (group() === null || chosenRows(state()).length > 1),
      run: () => void state().group(),
    },
    {
      id: 'group.ungroup',
      title: 'Ungroup',
      icon: 'ungroup-by-ref-type',
      keys: ['Ctrl+Shift+G'],
      scope,
      when: () => group() !== null,
      run: () => void state().ungroup(group()?.id ?? ''),
    },
    {
      id: 'group.fold',
      title: 'Fold the group',
      icon: 'fold',
      keys: ['ArrowLeft'],
      scope,
      when: () => around() !== undefined && !(group()?.isFolded ?? false),
      run: () => state().fold(around() ?? '', true),
    },
    {
      id: 'group.unfold',
      title: 'Unfold the group',
      icon: 'unfold',
      keys: ['ArrowRight'],
      scope,
      when: () => group()?.isFolded ?? false,
      run: () => state().fold(group()?.id ?? '', false),
    },
  ];
}

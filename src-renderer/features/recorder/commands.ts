import type { Command } from '../../ui/command.ts';
import { chosenRows, chosenSteps, isRecording, isReplaying, selectedRow, stepsOf } from './derived.ts';
import { insertCommands } from './insert/commands.ts';
import { replayCommands } from './replay/commands.ts';
import { stepsScope } from './steps/rows.ts';
import type { RecorderStore } from './store.ts';
import { canEditScript } from './script/editing.ts';

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
  /** The group of the selected step, or the selected group. */
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

/** Commands for a recording's script. */
function scriptCommands(store: RecorderStore): Command[] {
  const state = () => store.getState();
  const hasSteps = () => stepsOf(state()).length > 0;
  const isEdited = () => state().edited !== null;
  const idle = () => !isRecording(state()) && !isReplaying(state());
  const scope = 'record';
  return [
    {
      id: 'export.save',
      title: 'Save script…',
      icon: 'save-as',
      keys: ['Ctrl+Shift+S'],
      scope,
      when: () => hasSteps() && !isEdited(),
      run: () => void state().saveExport(),
    },
    {
      id: 'export.copy',
      title: 'Copy script',
      icon: 'copy',
      scope,
      when: () => state().script !== null && hasSteps() && !isEdited(),
      run: () => void state().copyScript(),
    },
    {
      id: 'script.edit',
      title: 'Edit script',
      icon: 'edit',
      scope,
      when: () => canEditScript(state()) && !isEdited() && idle(),
      run: () => void state().editScript(),
    },
    {
      id: 'script.use',
      title: 'Use script as steps',
      icon: 'check',
      keys: ['Ctrl+Enter'],
      scope,
      when: () => isEdited() && idle(),
      run: () => void state().useScript(),
    },
    {
      id: 'script.discard',
      title: 'Discard script changes',
      icon: 'close',
      scope,
      when: isEdited,
      run: () => state().discardScript(),
    },
  ];
}

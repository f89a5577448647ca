import type { Command } from '../../../ui/command.ts';
import { isRecording, isReplaying, stepsOf } from '../derived.ts';
import type { RecorderStore } from '../store.ts';
import { editableSchema } from './editing.ts';

/** What can be done with the script of a recording. */
export function scriptCommands(store: RecorderStore): Command[] {
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
      when: () => state().script !== null && editableSchema(state()) !== undefined && !isEdited() && idle(),
      run: () => state().editScript(),
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

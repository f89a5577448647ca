import type { Action } from '#contract/model/recordings/action';
import type { IconName } from '../../../ui/icon/icon.tsx';
import type { Command } from '../../../ui/command.ts';
import { isRecording, isReplaying, selectedStep } from '../derived.ts';
import { recordScope, stepsScope } from '../steps/rows.ts';
import type { Purpose, RecorderStore } from '../store.ts';

/** Commands that insert steps after the selected one, or change its target. */
export function insertCommands(store: RecorderStore): readonly Command[] {
  const state = () => store.getState();
  const chosen = () => selectedStep(state());
  const canEdit = () => state().recorded !== null && !isRecording(state());
  const made = (id: string, title: string, icon: IconName, action: Action): Command => ({
    id,
    title,
    icon,
    scope: recordScope,
    when: canEdit,
    run: () => void state().insert({ action, target: null, window: {}, enabled: true }),
  });
  const pointed = (id: string, title: string, icon: IconName, purpose: Purpose): Command => ({
    id,
    title,
    icon,
    scope: recordScope,
    when: canEdit,
    run: () => void state().point(purpose),
  });
  return [
    pointed('insert.element', 'Wait for an element: pick it', 'eye', 'element'),
    pointed('insert.window', 'Wait for a window: pick it', 'window', 'window'),
    made('insert.wait', 'Wait for a time', 'watch', { type: 'wait', ms: 1_000 }),
    made('insert.keys', 'Press keys', 'record-keys', { type: 'pressKeys', keys: 'Enter', repeat: 1 }),
    made('insert.text', 'Type a text', 'symbol-string', { type: 'typeText', text: '' }),
    {
      id: 'insert.here',
      title: 'Insert after…',
      icon: 'add',
      keys: ['Insert', 'Ctrl+I'],
      scope: stepsScope,
      when: () => state().selected !== null && canEdit(),
      run() {
        const { selected, openGap } = state();
        if (selected !== null) openGap({ id: selected, after: true });
      },
    },
    {
      id: 'insert.recorded',
      title: 'Record after this step',
      icon: 'record',
      scope: stepsScope,
      when: () => chosen() !== null && canEdit() && !isReplaying(state()),
      run: () => void state().recordFrom(),
    },
    {
      id: 'step.duplicate',
      title: 'Duplicate step',
      icon: 'files',
      keys: ['Ctrl+D'],
      scope: stepsScope,
      when: () => chosen() !== null && canEdit(),
      run() {
        const step = chosen();
        if (!step) return;
        const { id: _, at: __, ...copy } = step;
        void state().insert(copy);
      },
    },
    {
      ...pointed('step.expect', 'Add a check by pointing', 'eye', 'expect'),
      scope: stepsScope,
      when: () => chosen() !== null && canEdit(),
    },
    {
      ...pointed('step.repick', 'Pick another element for this step', 'inspect', 'retarget'),
      scope: stepsScope,
      when: () => chosen()?.target !== null && chosen() !== null && canEdit(),
    },
  ];
}

import type { Action } from '#contract/model/recordings/action';
import type { ControlType } from '#contract/model/elements/element';
import type { Recording, Step } from '#contract/model/recordings/recording';
import { emptyRecording } from '../../recorder/editing/edit.ts';

/** A name and a password entered in the scripted desktop's form, and sent. */
export function formRecording(name: string): Recording {
  return {
    ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', 'Send the form'),
    steps: [
      step('Edit', 'Name', { type: 'setText', text: name }),
      step('Edit', 'Password', { type: 'setText', text: '', secret: 'PASSWORD' }),
      step('Button', 'Send', { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } }),
    ],
  };
}

function step(controlType: ControlType, name: string, action: Action): Step {
  const selector = `role=${controlType} name="${name}"`;
  return {
    id: name.toLowerCase(),
    at: 0,
    enabled: true,
    window: { app: 'form', title: 'Form' },
    action,
    target: {
      controlType,
      name,
      bounds: null,
      selectors: [{ selector, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 }],
    },
  };
}

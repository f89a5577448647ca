import { emptyRecording } from '../../recorder/editing/edit.ts';
import type { Recording, Step } from '#contract/model/recordings/recording';

/** The calculator of the scripted desktop. */
export const calculator = { app: 'calculator', title: 'Calculator', className: 'Calculator' };

/** A click on a button of the calculator. */
export function press(name: string, selectors = [`role=Button name="${name}"`]): Step {
  return {
    id: `press-${name}`,
    at: 0,
    window: calculator,
    enabled: true,
    action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } },
    target: {
      controlType: 'Button',
      name,
      bounds: null,
      selectors: selectors.map((selector) => ({ selector, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 })),
    },
  };
}

export function recordingOf(...steps: Step[]): Recording {
  return { ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', 'Sum'), steps };
}

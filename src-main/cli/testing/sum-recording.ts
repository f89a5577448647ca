import type { Recording } from '#contract/model/recordings/recording';
import { emptyRecording } from '../../recorder/editing/edit.ts';

/** Clicks on buttons of the scripted desktop's calculator. */
export function sumRecording(...buttons: readonly string[]): Recording {
  return {
    ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', 'Sum'),
    steps: buttons.map((name, index) => ({
      id: `s${index}`,
      at: index * 500,
      enabled: true,
      window: { app: 'calculator', title: 'Calculator' },
      action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } },
      target: {
        controlType: 'Button',
        name,
        bounds: null,
        selectors: [{ selector: `role=Button name="${name}"`, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 }],
      },
    })),
  };
}

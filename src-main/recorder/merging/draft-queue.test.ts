import { expect, it } from 'vitest';
import type { InputEvent } from '#contract/model/engine';
import { describeStep } from '#contract/model/recordings/recording';
import { createMerger } from './merge.ts';
import { clickThresholds } from './click-thresholds.ts';
import { button, click, typing, field } from '../testing/events.ts';

const lost = (at: number, events: number | null): InputEvent => ({ type: 'lost', at, cause: 'tooFast', events });

/** The steps in words, with changes after they were final, and the notices. */
function recorded(...input: (InputEvent | InputEvent[])[]) {
  let id = 0;
  const merger = createMerger(() => `s${++id}`, clickThresholds('linux'));
  const outputs = [...input.flat().map((event) => merger.push(event)), merger.finish()];
  const late = new Map(
    outputs.flatMap((output) => (output.late ? [[output.late.step, output.late.news] as const] : [])),
  );
  return {
    steps: outputs.flatMap(({ steps }) => steps).map((step) => describeStep({ ...step, ...late.get(step.id) })),
    notices: outputs.flatMap(({ notice }) => (notice === '' ? [] : [notice])),
  };
}

const save = 'Click Button “Save”';

it('are on the step after which they happened, with their number', () => {
  const { steps, notices } = recorded(click(0, button), lost(500, 3), lost(600, 4), click(5_000, button));
  expect(steps).toEqual([`${save} (7 input events were lost here)`, save]);
  expect(notices).toEqual([expect.stringContaining('came too fast'), expect.stringContaining('came too fast')]);
});

it('before the first step are on that step', () => {
  expect(recorded(lost(0, 1), click(500, button)).steps).toEqual([`${save} (one input event was lost here)`]);
});

it('after the last step are on that step, even if it is final', () => {
  const [first, second] = [click(0, button), click(5_000, button)];
  expect(recorded(first, lost(900, 2)).steps).toEqual([`${save} (2 input events were lost here)`]);
  expect(recorded(first, second, lost(9_000, 2)).steps).toEqual([save, `${save} (2 input events were lost here)`]);
});

it('have no number if it is unknown', () => {
  const { steps } = recorded(click(0, button), lost(500, 3), lost(600, null));
  expect(steps).toEqual([`${save} (input was lost here)`]);
});

it('survive a step that is merged into another', () => {
  const { steps } = recorded(click(0, field), lost(300, 3), typing(1_000, 'Anna', field));
  expect(steps).toEqual(['Set Edit “Name” to “Anna” (3 input events were lost here)']);
});

it('include presses outside all windows, which are reported and no steps', () => {
  const nowhere = click(0, null).map((event) => (event.type === 'pointerDown' ? { ...event, window: null } : event));
  expect(recorded(nowhere)).toEqual({ steps: [], notices: [expect.stringContaining('where no window is')] });
});

import { expect, it } from 'vitest';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import { describeStep } from '#contract/model/recordings/recording';
import { unknownCharacter } from '#contract/model/recordings/action';
import { click, effects, field, key, target } from '../testing/events.ts';
import { clickThresholds } from './click-thresholds.ts';
import { createMerger } from './merge.ts';

const cell = (name: string): RecordedTarget => target('DataItem', name, { states: ['editable', 'selectable'] });

function stepsOf(...events: (InputEvent | InputEvent[])[]) {
  let id = 0;
  const merger = createMerger(() => `s${++id}`, clickThresholds('linux'));
  const outputs = [...events.flat().map((event) => merger.push(event)), merger.finish()];
  return outputs.flatMap((output) => output.steps);
}
const words = (...events: (InputEvent | InputEvent[])[]) => stepsOf(...events).map(describeStep);

it('uses the cell that keys led to from a pressed one, whichever a busy app reports', () => {
  const late = [
    ...click(0, cell('B4')),
    key(1_000, '7', cell('B4')),
    key(1_100, 'Enter', cell('B4')),
    key(1_200, '3', cell('B6')),
    key(1_300, 'Tab', cell('B6')),
    key(1_400, '4', cell('C5')),
    key(1_500, 'NumpadEnter', null),
    key(1_600, '5', cell('B7')),
  ];
  const steps = stepsOf(late);
  expect(
    steps.filter(({ action }) => action.type === 'typeText').map((step) => [describeStep(step), step.unseen]),
  ).toEqual([
    ['Type “7” into DataItem “B4”', undefined],
    ['Type “3”', undefined],
    ['Type “4” into DataItem “C5”', undefined],
    ['Type “5”', undefined],
  ]);
});

it('uses the reported cell after other input, or without a press', () => {
  expect(words(key(0, '3', cell('B6')), key(100, 'ctrl+End', null), key(200, '4', cell('D9')))).toEqual([
    'Type “3” into DataItem “B6”',
    'Press ctrl+End',
    'Type “4” into DataItem “D9”',
  ]);
});

it('places later keys at its position, whichever cell a busy app reports by then', () => {
  const plain = target('DataItem', 'B5');
  expect(
    words(click(0, cell('B4')), key(900, '7', cell('B4')), key(1_000, 'Enter', plain), key(1_100, '3', cell('B5'))),
  ).toEqual(['Click DataItem “B4”', 'Type “7” into DataItem “B4”', 'Press Enter', 'Type “3” into DataItem “B5”']);
});

it('takes unreadable characters from the field, or reports them lost', () => {
  const typed = [key(0, unknownCharacter, field), key(80, 'b', field)];
  const shown = effects(600, { type: 'text', text: 'üb' });
  expect(stepsOf(typed, shown)).toMatchObject([{ action: { text: 'üb' } }]);
  expect(stepsOf(typed, shown)[0]?.lost).toBeUndefined();
  expect(stepsOf(typed)).toMatchObject([{ action: { text: 'b' }, lost: { events: 1 } }]);
});

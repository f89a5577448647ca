import { expect, it } from 'vitest';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { Expectation } from '#contract/model/recordings/expectation';
import { describeExpectation } from '#contract/model/recordings/expectation';
import { describeStep } from '#contract/model/recordings/recording';
import { click, effects, key, target, typing, value } from '../testing/events.ts';
import { clickThresholds } from './click-thresholds.ts';
import { createMerger } from './merge.ts';

const empty = target('Edit', 'Text', { states: ['editable', 'multiline'] });
const holding = (text: string): RecordedTarget => ({ ...empty, element: { ...empty.element, value: text } });
const letter = holding('Dear\nYours');

function stepsOf(...events: (InputEvent | InputEvent[])[]) {
  let id = 0;
  const merger = createMerger(() => `s${++id}`, clickThresholds('linux'));
  const outputs = [...events.flat().map((event) => merger.push(event)), merger.finish()];
  return outputs.flatMap((output) => output.steps);
}
const words = (...events: (InputEvent | InputEvent[])[]) => stepsOf(...events).map(describeStep);

it('is typed at the end of what the field holds, to which its keys lead', () => {
  expect(words(key(0, 'ctrl+End', letter), typing(100, ' all', letter, 'Dear\nYours'))).toEqual([
    'Press ctrl+End in Edit “Text”',
    'Type “ all” into Edit “Text”',
  ]);
});

it('is typed where a press and keys led, at each such place', () => {
  const there = (text: string) => [value(690, text, letter)];
  const events = [
    ...click(0, letter),
    key(200, 'End', letter),
    ...typing(300, '!', letter, 'Dear'),
    ...there('Dear!\nYours'),
    key(700, 'ctrl+End', letter),
    key(800, '.', letter),
    value(860, 'Dear!\nYours.', letter),
  ].filter((event) => event.type !== 'fieldValue' || event.value !== 'Dear!');
  expect(words(events)).toEqual([
    'Click Edit “Text”',
    'Press End in Edit “Text”',
    'Type “!” into Edit “Text”',
    'Press ctrl+End in Edit “Text”',
    'Type “.” into Edit “Text”',
  ]);
});

it('has its lines, and what was typed before the field was read', () => {
  const late = holding('Dear\nYoursP');
  const events = [
    key(0, 'P', late),
    key(80, 'S', late),
    key(160, 'Enter', late),
    key(240, 'x', late),
    value(400, 'Dear\nYoursPS\nx', late),
  ];
  expect(words(events)).toEqual(['Type “PS\\nx” into Edit “Text”']);
});

it('leaves out the press, where keys lead to the end or the beginning of the text whatever was pressed', () => {
  expect(
    words(click(0, letter), key(200, 'ctrl+Home', letter), key(300, 'A', letter), value(360, 'ADear\nYours', letter)),
  ).toEqual(['Press ctrl+Home in Edit “Text”', 'Type “A” into Edit “Text”']);
});

it('is no insertion where the text went, or none was there, or it is a field of one line', () => {
  const all = [key(0, 'ctrl+a', letter), key(80, 'B', letter), value(150, 'B', letter)];
  expect(words(all)).toEqual(['Set Edit “Text” to “B”']);
  expect(words(typing(0, 'new', empty))).toEqual(['Set Edit “Text” to “new”']);
  const line = target('Edit', 'Name', { states: ['editable'] });
  const named = { ...line, element: { ...line.element, value: 'a' } };
  expect(words(typing(0, 'b', named, 'a'))).toEqual(['Set Edit “Name” to “ab”']);
});

it('expects that the field contains it, whatever else is in it', () => {
  const now: Expectation = { type: 'text', text: 'Dear\nYours all' };
  const steps = stepsOf(typing(0, ' all', letter, 'Dear\nYours'), effects(900, now));
  expect(steps.flatMap(({ expected = [] }) => expected.map((one) => describeExpectation(one)))).toEqual([
    'its element contains “ all”',
  ]);
});

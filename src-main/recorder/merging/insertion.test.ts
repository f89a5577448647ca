import { describe, expect, it } from 'vitest';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { Expectation } from '#contract/model/recordings/expectation';
import { describeExpectation } from '#contract/model/recordings/expectation';
import { describeStep } from '#contract/model/recordings/recording';
import { button, click, effects, key, target, typing, value } from '../testing/events.ts';
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

it('is typed at the end of the text in the field, to which its keys lead', () => {
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

describe('if the field was read only after the typing', () => {
  const readAfter = (at: number, name: string, on: RecordedTarget) =>
    ({ ...key(at, name, on), readLate: true }) as InputEvent;
  const typed = (on: RecordedTarget) => ['A', 'n', 'n'].map((name, index) => readAfter(index * 80, name, on));

  it('is the whole content of a field that held nothing else', () => {
    const late = holding('Ann');
    expect(words(typed(late), value(900, 'Ann', late))).toEqual(['Set Edit “Text” to “Ann”']);
  });

  it('is added to other content', () => {
    const late = holding('Dear Ann\nYours');
    expect(words(typed(late), value(900, 'Dear Ann\nYours', late))).toEqual(['Type “Ann” into Edit “Text”']);
  });

  it('went elsewhere if the field does not hold it', () => {
    expect(words(typed(letter), value(900, 'Dear\nYours', letter))).toEqual(['Type “Ann”']);
  });

  it('went elsewhere if a later key did', () => {
    const before = holding('Ann');
    const events = [...typed(before), key(240, 'x', before), value(900, 'Ann', before)];
    expect(words(events)).toEqual(['Type “Annx”']);
  });
});

it('has its lines, and the text typed before the field was read', () => {
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

it('is not an insertion if the late first value was itself just typed', () => {
  const late = holding('An');
  const events = [
    key(0, 'A', late),
    key(80, 'n', late),
    key(160, 'n', late),
    key(240, 'a', late),
    value(400, 'Anna', late),
  ];
  expect(words(events)).toEqual(['Set Edit “Text” to “Anna”']);
});

it('omits the press if keys lead to the end or the beginning of the text anyway', () => {
  expect(
    words(click(0, letter), key(200, 'ctrl+Home', letter), key(300, 'A', letter), value(360, 'ADear\nYours', letter)),
  ).toEqual(['Press ctrl+Home in Edit “Text”', 'Type “A” into Edit “Text”']);
});

it('is not an insertion if the text went, or was not there, or the field has one line', () => {
  const all = [key(0, 'ctrl+a', letter), key(80, 'B', letter), value(150, 'B', letter)];
  expect(words(all)).toEqual(['Set Edit “Text” to “B”']);
  expect(words(typing(0, 'new', empty))).toEqual(['Set Edit “Text” to “new”']);
  const line = target('Edit', 'Name', { states: ['editable'] });
  const named = { ...line, element: { ...line.element, value: 'a' } };
  expect(words(typing(0, 'b', named, 'a'))).toEqual(['Set Edit “Name” to “ab”']);
});

describe('a text that is partly kept is no value of the whole field:', () => {
  it.each<[string, InputEvent[], string[]]>([
    [
      'a line is broken',
      [key(0, 'ctrl+End', letter), key(80, 'Enter', letter), value(150, 'Dear\nYours\n', letter)],
      ['Press ctrl+End in Edit “Text”', 'Press Enter in Edit “Text”'],
    ],
    [
      'a character goes',
      [...click(0, letter), key(200, 'Backspace', letter), value(300, 'Dar\nYours', letter)],
      ['Click Edit “Text”', 'Press Backspace in Edit “Text”'],
    ],
    [
      'a word that was chosen becomes another',
      [
        ...click(0, letter),
        ...click(150, letter),
        key(900, 'M', letter),
        key(950, 'y', letter),
        value(999, 'Dear\nMy', letter),
      ],
      ['Double-click Edit “Text”', 'Type “My” into Edit “Text”'],
    ],
    [
      'a character goes, and another comes',
      [
        key(0, 'ctrl+End', letter),
        key(80, 'Backspace', letter),
        key(160, '!', letter),
        value(300, 'Dear\nYour!', letter),
      ],
      ['Press ctrl+End in Edit “Text”', 'Press Backspace in Edit “Text”', 'Type “!” into Edit “Text”'],
    ],
    [
      'all of it is chosen, and something else changes it',
      [key(0, 'ctrl+a', letter), value(300, 'DEAR\nYOURS', letter)],
      ['Press ctrl+a in Edit “Text”'],
    ],
    [
      'the caret goes to its end, which changes nothing, and a line is broken there',
      [
        key(0, 'ctrl+End', letter),
        value(60, 'Dear\nYours', letter),
        key(80, 'Enter', letter),
        value(150, 'Dear\nYours\n', letter),
      ],
      ['Press ctrl+End in Edit “Text”', 'Press Enter in Edit “Text”'],
    ],
    [
      'a text is pasted',
      [key(0, 'ctrl+Home', letter), key(80, 'ctrl+v', letter), value(300, 'My Dear\nYours', letter)],
      ['Press ctrl+Home in Edit “Text”', 'Type “My ” into Edit “Text”'],
    ],
  ])('%s', (_, events, wanted) => expect(words(events)).toEqual(wanted));

  it('text typed after an earlier line break', () => {
    const events = [
      key(0, 'ctrl+End', letter),
      key(80, 'Enter', letter),
      value(150, 'Dear\nYours\n', letter),
      key(900, 'x', letter),
      value(990, 'Dear\nYours\nx', letter),
    ];
    expect(words(events)).toEqual([
      'Press ctrl+End in Edit “Text”',
      'Press Enter in Edit “Text”',
      'Type “x” into Edit “Text”',
    ]);
  });
});

it('expects that the field contains it, whatever else it contains', () => {
  const now: Expectation = { type: 'text', text: 'Dear\nYours all' };
  const steps = stepsOf(typing(0, ' all', letter, 'Dear\nYours'), effects(900, now));
  expect(steps.flatMap(({ expected = [] }) => expected.map((one) => describeExpectation(one)))).toEqual([
    'its element contains “ all”',
  ]);
});

it('is the text before and after a line break, even if the value was read in between, and the app ended the last line', () => {
  const events = [
    key(0, 'ctrl+End', letter),
    key(80, 'a', letter),
    value(150, 'Dear\nYoursa', letter),
    key(200, 'Enter', letter),
    value(260, 'Dear\nYoursa\n', letter),
    key(400, 'b', letter),
    value(500, 'Dear\nYoursa\nb\n', letter),
  ];
  expect(words(events)).toEqual(['Press ctrl+End in Edit “Text”', 'Type “a\\nb” into Edit “Text”']);
});

describe('in place of the whole content of a one-line field', () => {
  const line = target('Edit', 'Page', { states: ['editable'] });
  const page = { ...line, element: { ...line.element, value: '1 / 5' } };

  it('is typed if the app keeps the text around it', () => {
    expect(words(click(0, page), key(200, 'ctrl+a', page), key(300, '3', page), value(400, '3 / 5', page))).toEqual([
      'Click Edit “Page”',
      'Press ctrl+a in Edit “Page”',
      'Type “3” into Edit “Page”',
    ]);
  });

  it('is the value of the field if nothing is kept, or the app completes the word', () => {
    expect(words(key(0, 'ctrl+a', page), key(80, '3', page), value(200, '3', page))).toEqual([
      'Set Edit “Page” to “3”',
    ]);
    const town = { ...line, element: { ...line.element, value: 'Berlin' } };
    expect(words(key(0, 'ctrl+a', town), key(80, 'B', town), value(200, 'Berlin', town))).toEqual([
      'Set Edit “Page” to “Berlin”',
    ]);
  });
});

it('goes to a popup over the field if the field ignores it; later text is separate', () => {
  const same = value(200, 'Dear\nYours', letter);
  const inserted = [key(500, 'X', letter), key(560, 'Y', letter), value(700, 'Dear\nXYYours', letter)];
  const steps = stepsOf(key(0, '2', letter), same, key(300, 'Enter', letter), ...inserted);
  expect(steps.map(describeStep)).toEqual(['Type “2”', 'Press Enter in Edit “Text”', 'Type “XY” into Edit “Text”']);
  expect(steps[0]).toMatchObject({ target: null, unseen: true, windowBounds: { x: 100, y: 100 } });
  // The app was too slow to report it before the Enter.
  const unknown = [key(0, '2', letter), key(300, 'Enter', letter), ...inserted];
  expect(words(unknown)).toEqual(['Type “2”', 'Press Enter in Edit “Text”', 'Type “XY” into Edit “Text”']);
  const takenBack = [key(0, '2', letter), key(60, 'Backspace', letter), value(200, 'Dear\nYours', letter)];
  expect(words(takenBack)).toEqual(['Type “2”', 'Press Backspace in Edit “Text”']);
});

describe('several lines are set as a whole only if what was done explains them:', () => {
  const code = holding('if x:\n  y');

  it('text that went to an unknown field before is not part of them', () => {
    const popup = [key(0, '2'), key(300, 'X', letter), key(360, ' ', letter)];
    expect(words(...popup, value(500, 'Dear\nX Yours', letter))).toEqual(['Type “2”', 'Type “X ” into Edit “Text”']);
  });

  it('a value that lags behind the keys is no value', () => {
    const lagging = [key(0, 'X', letter), key(60, 'Y', letter), value(90, 'Dear\nXYours', letter)];
    expect(words(...lagging)).toEqual(['Type “XY” into Edit “Text”']);
    expect(words(...lagging, value(200, 'Dear\nXYYours', letter))).toEqual(['Type “XY” into Edit “Text”']);
  });

  it('a value that shows a deletion late is followed by one that shows it', () => {
    const events = [
      ...typing(0, 'clox', letter, 'Dear\nYours'),
      key(600, 'Backspace', letter),
      value(700, 'Dear\nYoursclox', letter),
      key(900, 's', letter),
      value(1_200, 'Dear\nYoursclos', letter),
    ];
    expect(words(events)).toEqual(['Type “clos” into Edit “Text”']);
  });

  it('what an editor adds to the keys, it adds again', () => {
    const events = [
      key(0, 'ctrl+End', code),
      key(80, 'a', code),
      key(160, 'Enter', code),
      key(240, 'b', code),
      value(400, 'if x:\n  ya\n  b', code),
    ];
    expect(words(events)).toEqual(['Press ctrl+End in Edit “Text”', 'Type “a\\nb” into Edit “Text”']);
  });

  it('typing that is mixed with other keys is incomplete', () => {
    const events = [
      key(0, 'a', letter),
      key(80, 'ctrl+z', letter),
      key(160, 'b', letter),
      value(300, 'Dear sir\nbYours', letter),
      ...typing(900, '!', letter, 'Dear sir\nbYours'),
    ];
    expect(words(events)).toEqual([
      'Type “ab” into Edit “Text” (input was lost here)',
      'Press ctrl+z in Edit “Text”',
      'Type “!” into Edit “Text”',
    ]);
  });

  it('a change without typing is the app’s', () => {
    expect(words(key(0, 'F5', letter), value(90, 'Dear\n1 May\nYours', letter))).toEqual(['Press F5 in Edit “Text”']);
  });

  it('they were entered before', () => {
    const events = [
      key(0, 'a', empty),
      key(80, 'Enter', empty),
      key(160, 'b', empty),
      value(300, 'a\nb', empty),
      key(900, 'c', empty),
      key(980, 'ctrl+z', empty),
      key(990, 'd', empty),
      value(1_200, 'a\nbd', empty),
    ];
    expect(words(events)).toEqual(['Set Edit “Text” to “a\\nbd”']);
  });

  it('another text was opened in the same field since then', () => {
    const other = holding('Other\nletter');
    const events = [
      ...typing(0, '!', letter, 'Dear\nYours'),
      ...click(900, button),
      key(1_800, '.', other),
      value(1_900, 'Other\nletter.', letter),
    ];
    expect(words(events)).toEqual(['Type “!” into Edit “Text”', 'Click Button “Save”', 'Type “.” into Edit “Text”']);
  });
});

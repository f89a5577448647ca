import { expect, it } from 'vitest';
import { describeExpectation, type Expectation } from '#contract/model/recordings/expectation';
import type { InputEvent } from '#contract/model/engine';
import { createMerger } from './merge.ts';
import { clickThresholds } from './click-thresholds.ts';
import { unknownCharacter } from '#contract/model/recordings/action';
import { button, click, editorWindow, effects, field, key, target, typing, value } from '../testing/events.ts';

const opens: Expectation = { type: 'windowOpens', window: { title: 'Save as', app: 'editor' } };
const closes: Expectation = { type: 'windowCloses' };
const status = (text: string): Expectation => ({
  type: 'text',
  text,
  element: { controlType: 'Text', name: 'Status', selector: 'id="status"' },
});
const ownText: Expectation = { type: 'text', text: 'hi' };

/** The expectations of each step, with those added after it was final. */
function expectedOf(...events: (InputEvent | InputEvent[])[]): (string[] | null)[] {
  let id = 0;
  const merger = createMerger(() => `s${++id}`, clickThresholds('linux'));
  const outputs = [...events.flat().map((event) => merger.push(event)), merger.finish()];
  const steps = outputs.flatMap((output) => output.steps);
  const late = new Map(outputs.flatMap(({ late: one }) => (one ? [[one.step, one.news.expected] as const] : [])));
  return steps.map(
    (step) => (late.get(step.id) ?? step.expected ?? null)?.map((one) => describeExpectation(one)) ?? null,
  );
}

it('belong to the last step', () => {
  const first = click(0, button);
  const second = click(5_000, button);
  expect(expectedOf(first, effects(4_000, opens), second)).toEqual([['a window “Save as” opens'], null]);
  expect(expectedOf(first, second, effects(9_000))).toEqual([null, []]);
});

it('are added to a step that is already final', () => {
  const merger = createMerger(() => 'a', clickThresholds('linux'));
  for (const event of click(0, button)) merger.push(event);
  expect(merger.tick(2_000).steps).toMatchObject([{ id: 'a' }]);
  expect(merger.push(effects(100, closes))).toMatchObject({
    steps: [],
    late: { step: 'a', news: { expected: [closes] } },
  });
});

it('of one step are the last ones of each kind', () => {
  const letters = [typing(0, 'h', field), effects(50, status('1 letter')), typing(500, 'i', field, 'h')];
  expect(expectedOf(...letters, effects(550, status('2 letters')))).toEqual([['Text “Status” holds “2 letters”']]);
});

it('exclude the text set in a field, which is read back anyway', () => {
  expect(expectedOf(typing(0, 'hi', field), effects(600, ownText, status('2 letters')))).toEqual([
    ['Text “Status” holds “2 letters”'],
  ]);
});

it('exclude a second text of a field that was set, even if they name it', () => {
  const named = { controlType: field.element.controlType, name: field.element.name, selector: 'role=Edit nth=3' };
  const other: Expectation = { type: 'text', text: 'two birds', element: named };
  expect(expectedOf(typing(0, 'hi', field), effects(600, other))).toEqual([[]]);
});

it.each([
  ['a character that was not heard', 'Bericht ber äpfel', 'Bericht über äpfel', 'Bericht über äpfel'],
  ['nothing, where the field held more before', 'two', 'one two', 'two'],
  ['nothing, where the field made something else of it', '1+1', '2', '1+1'],
  ['nothing, where most of it was there before', 'abc', 'a long list of books and cards', 'abc'],
])('add to the typed text %s', (_, typed, held, expected) => {
  const merger = createMerger(() => 'a', clickThresholds('linux'));
  const keys = Array.from(typed, (text, at): InputEvent => {
    return { type: 'key', key: text, text, at: at * 20, editable: false, window: editorWindow, target: button };
  });
  const steps = keys.flatMap((event) => merger.push(event).steps);
  merger.push(effects(1_000, { type: 'text', text: held }));
  expect([...steps, ...merger.finish().steps]).toMatchObject([{ action: { type: 'typeText', text: expected } }]);
});

it('of a key are dropped with it if the field then holds text that no key typed', () => {
  const named = { controlType: field.element.controlType, name: field.element.name, selector: 'name="Name"' };
  const before = effects(400, { type: 'text', text: 'two', element: named });
  expect(expectedOf(key(0, 'End', field), before, value(900, 'two words', field))).toEqual([null]);
});

it('without a step belong to none', () => {
  expect(expectedOf(effects(0, opens))).toEqual([]);
});

it('are not read from an element known only by its picture: it looks different when pressed', () => {
  const selectors = [{ selector: 'text="a.txt"', kind: 'picture', grade: 'C', matchCount: 1, elapsedMs: 1 }] as const;
  const selected: Expectation = { type: 'state', state: 'selected', is: true };
  expect(expectedOf(click(0, { ...button, selectors }), effects(600, selected, opens))).toEqual([
    ['a window “Save as” opens'],
  ]);
  expect(expectedOf(click(0, button), effects(600, selected))).toEqual([['its element is selected']]);
});

it.each([
  ['with a character that was not heard', 'Eine kühle Brise', 'küh', ['its element contains “küh”']],
  ['nothing, where it made something else of it', 'Eine kalte Brise', 'küh', []],
])('include the text of a paragraph that was typed in: %s', (_, content, read, expected) => {
  const { element, ...rest } = target('Edit', '', { states: ['editable', 'multiline'] });
  const paragraph = { ...rest, element: { ...element, role: 'paragraph' } };
  const typed = Array.from(read.replace('ü', unknownCharacter), (text, at): InputEvent => {
    return { type: 'key', key: text, text, at: at * 20, editable: false, window: editorWindow, target: paragraph };
  });
  const merger = createMerger(() => 'a', clickThresholds('linux'));
  for (const event of [...typed, effects(900, { type: 'text', text: content })]) merger.push(event);
  const [step] = merger.finish().steps;
  expect(step).toMatchObject({ target: null, action: { type: 'typeText', text: expected.length > 0 ? read : 'kh' } });
  expect(step?.expected?.map((one) => describeExpectation(one))).toEqual(expected);
  expect(step?.lost).toEqual(expected.length > 0 ? undefined : { events: 1 });
});

it('exclude what the pointer selected on its way to the next press', () => {
  const element = { controlType: 'ListItem', name: 'large', selector: 'role=ListItem name="large"' } as const;
  const selected: Expectation = { type: 'state', state: 'selected', is: true, element };
  const [combo, large, other] = [target('ComboBox', 'Size'), target('ListItem', 'large'), target('ListItem', 'small')];
  const opened = [click(0, combo), effects(400, selected)];
  expect(expectedOf(...opened, click(600, large), effects(900, status('large')))).toEqual([
    [],
    ['Text “Status” holds “large”'],
  ]);
  // Also of a step that is already final.
  expect(expectedOf(...opened, click(5_000, large))[0]).toEqual([]);
  expect(expectedOf(...opened, click(5_000, other))[0]).toHaveLength(1);
});

it('of an item exclude what a status bar says of it: the pointer may rest on another, or more be chosen', () => {
  const item = target('DataItem', 'beta.txt');
  const selected: Expectation = { type: 'state', state: 'selected', is: true };
  const says = (type: 'shows' | 'gone', name: string): Expectation => ({
    type,
    element: { controlType: 'Text', name, selector: `role=Text name="${name}"` },
  });
  const [own, other] = [says('shows', 'beta.txt (text, 12 B)'), says('gone', 'alpha.txt (text, 9 B)')];
  expect(expectedOf(click(0, item), effects(600, selected, own, other))).toEqual([['its element is selected']]);
  expect(expectedOf(click(0, item), effects(600, own))).toHaveLength(1);
});

it('of a drag exclude a text that quotes where it ended, beside others', () => {
  const text = (name: string) => ({ controlType: 'Text' as const, name, selector: `role=Text name="${name}"` });
  const echo: Expectation = { type: 'shows', element: text('“Inbox” selected') };
  const left: Expectation = { type: 'gone', element: text('a.txt') };
  const dragged = (...seen: Expectation[]) => {
    const [down] = click(0, target('Text', 'a.txt'), { x: 120, y: 140 });
    const [, up] = click(0, null, { x: 300, y: 300 });
    if (!down || up?.type !== 'pointerUp') throw new Error('It is no click.');
    return expectedOf(down, { ...up, target: target('Text', 'Inbox'), window: editorWindow }, effects(100, ...seen));
  };
  expect(dragged(echo, left)).toEqual([[describeExpectation(left)]]);
  expect(dragged(echo)).toEqual([[describeExpectation(echo)]]);
});

import { expect, it } from 'vitest';
import type { ElementState } from '#contract/model/elements/element';
import { describeExpectation } from '#contract/model/recordings/expectation';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import { node } from '../../testing/node.ts';
import { changesBetween, type DesktopState } from './changes.ts';

const bounds = { x: 0, y: 0, width: 400, height: 300 };
const main: WindowInfo = {
  id: '0x1',
  title: 'Letter',
  app: 'editor',
  className: 'Editor',
  processId: 7,
  kind: 'normal',
  state: 'normal',
  active: true,
  owner: null,
  bounds,
  contentBounds: bounds,
  monitor: 0,
  desktop: 0,
  toolkit: '',
  alwaysOnTop: false,
  demandsAttention: false,
  resizable: true,
};
const dialog: WindowInfo = { ...main, id: '0x2', title: 'Find', kind: 'dialog', owner: main.id };
const stranger: WindowInfo = { ...main, id: '0x3', title: 'Mail', app: 'mail', processId: 9, active: false };

const trees = (root: RawNode | null, id = main.id) => new Map(root ? [[id, root] as const] : []);
const desktopState = (root: RawNode | null, more: Partial<DesktopState> = {}): DesktopState => ({
  windows: [main],
  active: main,
  roots: trees(root),
  ...more,
});

function changes(
  before: DesktopState,
  after: DesktopState,
  own: string | null = null,
  by: 'typing' | 'key' | 'shortcut' | 'pointer' = 'pointer',
): string[] | null {
  const doubts = { volatile: new Set<string>(), secret: new Set<`0x${string}`>() };
  const byKey = by === 'key' || by === 'typing';
  const acted = { window: main, runtimeId: own, byKey, byTyping: by === 'typing', byShortcut: by === 'shortcut' };
  const found = changesBetween(before, after, acted, doubts);
  return found?.map((one) => describeExpectation(one)) ?? null;
}
const between = (before: RawNode[], after: RawNode[], own: string | null = null) =>
  changes(desktopState(node('Window', 'Letter', before)), desktopState(node('Window', 'Letter', after)), own);

const having = (raw: RawNode, more: Partial<RawNode>): RawNode => ({ ...raw, ...more });
const is = (raw: RawNode, ...states: ElementState[]) => having(raw, { states: [...raw.states, ...states] });
const holding = (raw: RawNode, value: string) => having(raw, { value });
const ok = node('Button', 'OK');
const hidden = (raw: RawNode) => having(raw, { states: ['enabled'] });

it.each<[string, RawNode[], RawNode[], string[]]>([
  ['nothing', [ok], [ok], []],
  ['the step’s own element', [is(ok)], [is(ok, 'checked')], ['its element is checked']],
  [
    'a text',
    [ok, holding(node('Edit', 'Sum'), '1')],
    [ok, holding(node('Edit', 'Sum'), '2')],
    ['Edit “Sum” holds “2”'],
  ],
  ['a label', [ok, node('Text', 'Idle')], [ok, node('Text', 'Sent')], ['Text “Sent” shows', 'no Text “Idle” shows']],
  ['a label that is a clock', [ok, node('Text', '12:01:07')], [ok, node('Text', '12:01:08')], []],
  [
    'another tab',
    [ok, node('TabItem', 'Page')],
    [ok, is(node('TabItem', 'Page'), 'selected')],
    ['TabItem “Page” is selected'],
  ],
  ['the tab before', [ok, is(node('TabItem', 'Page'), 'selected')], [ok, node('TabItem', 'Page')], []],
  ['what was hidden', [ok, hidden(node('Button', 'Next'))], [ok, node('Button', 'Next')], ['Button “Next” shows']],
  ['how many there are', [ok, node('Text', '5 occurrences')], [ok, node('Text', '2 occurrences')], []],
  ['what an app counts', [ok, node('Text', 'Wörter: 7')], [ok, node('Text', 'Wörter: 10')], []],
  [
    'what an app counts in an element with an id',
    [ok, { ...node('Text', '3 orders'), automationId: 'n' }],
    [ok, { ...node('Text', '2 orders'), automationId: 'n' }],
    [],
  ],
  [
    'a button that another displaced',
    [ok, node('Button', 'box')],
    [ok, node('Button', 'shed')],
    ['Button “shed” shows'],
  ],
  ['a new number', [ok], [ok, node('Text', 'Invoice 7')], ['Text “Invoice 7” shows']],
  [
    'the size of a picture in a status line',
    [ok, node('Text', '1/4  ·  300 × 200  ·  9 KB')],
    [ok, node('Text', '1/4  ·  200 × 300  ·  Modified')],
    [],
  ],
  ['where the caret is', [ok, node('Button', '1:14')], [ok, node('Button', '1:6')], []],
  ['a scroll bar', [ok, holding(node('ScrollBar', ''), '1')], [ok, holding(node('ScrollBar', ''), '9')], []],
  ['a tooltip', [ok], [ok, node('ToolTip', 'Saves', [node('Text', 'Saves')])], []],
  [
    'what the pointer rests on in a menu',
    [ok, node('MenuItem', 'New')],
    [ok, is(node('MenuItem', 'New'), 'selected')],
    [],
  ],
  [
    'what may not be chosen in a closed menu any more',
    [ok, hidden(node('MenuItem', 'Save'))],
    [ok, having(node('MenuItem', 'Save'), { states: [] })],
    [],
  ],
  ['an item that only its number tells', [ok, node('DataItem', '')], [ok, is(node('DataItem', ''), 'selected')], []],
  ['a menu that closes', [ok, node('MenuItem', 'New')], [ok, hidden(node('MenuItem', 'New'))], []],
  [
    'what can be pressed now',
    [ok, hidden(ok)],
    [ok, having(ok, { states: ['visible'] })],
    ['Button “OK” is not enabled'],
  ],
])('%s', (_, before, after, expected) => {
  expect(between(before, after, '0')).toEqual(expected);
});

it('the value of a slider is reported only on the slider: another size changes it slightly', () => {
  const set = (to: string) => [
    holding(node('Slider', 'Volume'), to),
    node('Text', to),
    node('Text', to === '9.1' ? 'Loud' : 'Soft'),
  ];
  expect(between(set('2'), set('9.1'), '0')).toEqual([
    'its element holds “9.1”',
    'Text “Loud” shows',
    'no Text “Soft” shows',
  ]);
  const pressed = (shows: string) => [ok, node('Text', shows)];
  expect(between(pressed('2'), pressed('9.1'), '0')).toEqual(['Text “9.1” shows', 'no Text “2” shows']);
});

it('a field without a name is identified by its other properties', () => {
  const search = having(node('Edit', ''), { description: 'Search…' });
  expect(between([ok], [ok, search])).toEqual(['Edit shows']);
  expect(between([ok], [ok, node('Edit', '')])).toEqual([]);
});

it('after a key its field expects its value, changed or not', () => {
  const spinner = holding(node('Spinner', 'Size'), '42');
  const page = desktopState(node('Window', 'Letter', [spinner]));
  expect(changes(page, page, '0', 'key')).toEqual(['its element holds “42”']);
  expect(changes(page, page, '0', 'pointer')).toEqual([]);
  const empty = desktopState(node('Window', 'Letter', [holding(spinner, '')]));
  expect(changes(empty, empty, '0', 'key')).toEqual([]);
});

it('an element is never identified by a property that changed', () => {
  const tab = (name: string, description: string) => having(node('TabItem', name), { description });
  expect(between([ok, tab('a.txt', 'Saved')], [ok, tab('*a.txt', 'Changed')])).toEqual([
    'TabItem “*a.txt” shows',
    'no TabItem “a.txt” shows',
  ]);
});

it.each([
  ['2,81', []],
  ['300 × 200 px', []],
  ['Saved as letter2', ['Text “Saved as letter2” shows']],
])('%s in a status bar counts: %j', (text, expected) => {
  const bar = (...texts: string[]) =>
    node(
      'StatusBar',
      '',
      texts.map((one) => node('Text', one)),
    );
  expect(between([ok, bar()], [ok, bar(text)])).toEqual(expected);
});

it('a status bar counts only if nothing else changed', () => {
  const bar = (text: string) => node('StatusBar', '', [node('Text', text)]);
  expect(between([ok, bar('Ready')], [ok, bar('Replaced')])).toEqual([
    'Text “Replaced” shows',
    'no Text “Ready” shows',
  ]);
  expect(between([ok, bar('Ready')], [is(ok, 'checked'), bar('Opens a file')], '0')).toEqual([
    'its element is checked',
  ]);
});

it('a text change names the old text; numbers and empty texts are reported as such', () => {
  const text = (value: string): RawNode => ({
    ...holding(node('Edit', 'Text'), value),
    states: ['visible', 'editable', 'multiline'],
  });
  expect(between([ok, text('one two')], [ok, text('ONE TWO')])).toEqual([]);
  expect(between([ok, text('')], [ok, text('done')])).toEqual(['Edit “Text” holds “done”']);
  const paragraph = (content: string): RawNode => ({ ...text(content), name: content, role: 'paragraph' });
  const other: RawNode = { ...paragraph('More words'), runtimeId: 'other' };
  expect(between([ok, paragraph('First')], [ok, paragraph('First words'), other])).toEqual([]);
  expect(between([ok, text('7 + 8')], [ok, text('15')])).toEqual(['Edit “Text” holds “15”']);
});

it('a long text is not specific enough', () => {
  const page = (text: string) => [ok, holding(node('Document', 'Page'), text)];
  expect(between(page(''), page('x'.repeat(201)))).toEqual([]);
});

it('a window that opens, of its app or in front; background windows of others do not count', () => {
  const before = desktopState(node('Window', 'Letter', [ok]));
  const opened = { ...before, windows: [dialog, main, stranger], active: dialog };
  expect(changes(before, opened)).toEqual(['a window “Find” opens']);
  const called = { ...before, windows: [{ ...stranger, active: true }, main] };
  expect(changes(before, called)).toEqual(['a window “Mail” opens']);
});

it('a window that closes, and changes in the one behind', () => {
  const behind = (text: string) => node('Window', 'Letter', [ok, node('Text', text)]);
  const before = { ...desktopState(behind('waiting')), windows: [dialog, main], active: dialog };
  const after = desktopState(behind('done'));
  const doubts = { volatile: new Set<string>(), secret: new Set<`0x${string}`>() };
  const found = changesBetween(before, after, { window: dialog, runtimeId: '0', byKey: false }, doubts) ?? [];
  expect(found.map((one) => describeExpectation(one))).toEqual([
    'its window closes',
    'Text “done” shows in the window “Letter”',
    'no Text “waiting” shows in the window “Letter”',
  ]);
});

it('a closing window keeps whether its app stays', () => {
  const open = { ...desktopState(null), windows: [dialog, main], active: dialog };
  const doubts = { volatile: new Set<string>(), secret: new Set<`0x${string}`>() };
  const acted = { window: dialog, runtimeId: null, byKey: false };
  const closing = (left: DesktopState) => changesBetween(open, left, acted, doubts);
  expect(closing(desktopState(null))).toEqual([{ type: 'windowCloses', appStays: true }]);
  expect(closing({ ...desktopState(null), windows: [stranger], active: stranger })).toEqual([
    { type: 'windowCloses', appStays: false },
  ]);
});

it('a title in a bar that the app draws counts as the window’s title', () => {
  const titled = (title: string) =>
    desktopState(node('Window', title, [node('Text', title)]), { windows: [{ ...main, title }] });
  expect(changes(titled('Letter'), titled('*Letter'))).toEqual(['its window is called “*Letter”']);
});

it('a title counts only if nothing else changed, and more than its numbers did', () => {
  const titled = (title: string, ...parts: RawNode[]) =>
    desktopState(node('Window', 'x', parts), { windows: [{ ...main, title }] });
  expect(changes(titled('*Letter'), titled('Letter'))).toEqual(['its window is called “Letter”']);
  expect(changes(titled('*Letter'), titled('Letter', ok))).toEqual(['Button “OK” shows']);
  expect(changes(titled('Untitled 1'), titled('Untitled 2'))).toEqual([]);
});

it('reports nothing if the window could not be read', () => {
  expect(changes(desktopState(null), desktopState(null))).toBeNull();
  expect(changes(desktopState(null), desktopState(node('Window', 'Letter')))).toBeNull();
});

it('words in a document count only if the step typed them, since other text may have been there before', () => {
  const words = (value: string) => is(holding(node('Edit', 'Text'), value), 'multiline', 'editable');
  const [before, after] = [
    [ok, words('one two')],
    [ok, words('one letters')],
  ].map((shown) => desktopState(node('Window', 'Letter', shown))) as [DesktopState, DesktopState];
  expect(changes(before, after, '1')).toEqual([]);
  expect(changes(before, after, '1', 'typing')).toEqual(['its element holds “one letters”']);
  // A key that moves the caret, deletes or breaks a line does not report the surrounding text.
  expect(changes(before, before, '1', 'key')).toEqual([]);
  expect(changes(before, after, '1', 'key')).toEqual([]);
});

it('a selection caused by removed rows is not an effect, but the removal is', () => {
  const row = (name: string) => node('DataItem', name);
  const list = (...rows: RawNode[]) => [ok, ...rows];
  expect(between(list(row('alpha'), row('beta')), list(is(row('beta'), 'selected')))).toEqual([
    'no DataItem “alpha” shows',
  ]);
});

it('a part of the target that changes with it is no other element', () => {
  const menu = (...states: ElementState[]) =>
    is(node('Button', '', [is(node('Button', 'Basic'), ...states)]), ...states);
  const [before, after] = [[menu()], [menu('expanded')]].map((shown) => desktopState(node('Window', 'Sums', shown)));
  expect(changes(before!, after!, '0')).toEqual(['its element is expanded']);
  expect(changes(before!, after!)).toContain('Button “Basic” is expanded');
});

it('elements enabled in a bar, or by a shortcut, are a by-effect', () => {
  const saved = [hidden(ok)].map((button) => having(button, { states: ['visible'] }));
  const [before, after] = [[ok], saved];
  const root = (children: RawNode[]) => desktopState(node('Window', 'Letter', children));
  expect(changes(root(before), root(after))).toEqual(['Button “OK” is not enabled']);
  expect(changes(root(before), root(after), null, 'shortcut')).toEqual([]);
  const bar = (children: RawNode[]) => root([node('ToolBar', 'Standard', children)]);
  expect(changes(bar(before), bar(after))).toEqual([]);
});

it('a date that a spin button formatted from typed keys is not a clock', () => {
  const date = (value: string) => desktopState(node('Window', 'Letter', [holding(node('Spinner', 'Date'), value)]));
  expect(changes(date('05.03.2026'), date('05.12.2025'), '0', 'key')).toEqual(['its element holds “05.12.2025”']);
  expect(changes(date('05.03.2026'), date('05.12.2025'), '0')).toEqual([]);
});

it('a command that moves on to another item has no such effect, unlike a key in the list or a press on that item', () => {
  const list = (chosen: 'one' | 'two') => {
    const [one, two] = [node('DataItem', 'one'), node('DataItem', 'two')];
    const rows = chosen === 'one' ? [is(one, 'selected'), two] : [one, is(two, 'selected')];
    return desktopState(node('Window', 'Letter', [...rows, holding(node('Edit', 'Source'), chosen)]));
  };
  const [before, after] = [list('two'), list('one')];
  expect(changes(before, after, null, 'shortcut')).toEqual([]);
  expect(changes(before, after, null, 'pointer')).toEqual([]);
  expect(changes(before, after, '0', 'pointer')).toEqual(['its element is selected', 'Edit “Source” holds “one”']);
  expect(changes(before, after, null, 'key')).toEqual(['Edit “Source” holds “one”', 'DataItem “one” is selected']);
});

it('an element that shows another item after the press tells nothing of the pressed one', () => {
  const item = (name: string) => node('DataItem', name);
  const [before, after] = [[item('inner'), item('a.txt')], [is(item('deep.txt'), 'selected')]];
  expect(between(before, after, '0')).toEqual(['DataItem “deep.txt” shows', 'no DataItem “a.txt” shows']);
});

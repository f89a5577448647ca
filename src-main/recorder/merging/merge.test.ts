import { describe, expect, it } from 'vitest';
import { elementId } from '#contract/model/schemas/element';
import type { WindowChange } from '#contract/model/recordings/action';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { Expectation } from '#contract/model/recordings/expectation';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import { createMerger } from './merge.ts';
import { clickThresholds } from './click-thresholds.ts';
import * as kit from '../testing/events.ts';

const linux = clickThresholds('linux');
const { button, click, field, key, password, typing, value, wheel } = kit;

/** All steps, with 20 s of silence before the end so that nothing depends on `finish`. */
function merge(...events: (InputEvent | InputEvent[])[]): Step[] {
  let id = 0;
  const merger = createMerger(() => `s${++id}`, linux);
  const steps = events.flat().flatMap((event) => merger.push(event).steps);
  return [...steps, ...merger.tick(20_000).steps, ...merger.finish().steps];
}

function sentences(...events: (InputEvent | InputEvent[])[]): string[] {
  return merge(...events).map(describeStep);
}

describe('windows', () => {
  const opened = (at: number): InputEvent => ({ type: 'opened', at, windows: [kit.otherWindow.id] });
  const inOther = (at: number) => click(at, button, { window: kit.otherWindow });

  it('have the step that opened them, final or not', () => {
    const openers = (...events: (InputEvent | InputEvent[])[]) => merge(...events).map((step) => step.openedBy);
    expect(openers(click(0, button), opened(90), inOther(100), click(900, button))).toEqual([
      undefined,
      's1',
      undefined,
    ]);
    expect(openers(click(0, button), opened(3_000), inOther(3_000))).toEqual([undefined, 's1']);
    expect(openers(opened(0), inOther(10))).toEqual([undefined]);
    expect(openers(inOther(0), opened(90), inOther(900))).toEqual([undefined, undefined]);
    expect(openers(inOther(0), opened(3_000), inOther(3_000))).toEqual([undefined, undefined]);
  });

  it.each([100, 3_000])('are opened by the start of their program %i ms before', (later) => {
    const program = { command: 'other', args: [] };
    const started: InputEvent = { type: 'started', at: 0, window: kit.otherWindow, program };
    const [launch, click] = merge(started, inOther(later));
    expect(launch?.action.type).toBe('launch');
    expect(click?.openedBy).toBe(launch?.id);
  });

  it('have acts as a whole, and their last position', () => {
    const windowChange = (at: number, what: WindowChange | null) => {
      const [down, up] = click(at, null, { y: 105 });
      return [down!, { ...up, windowChange: what } as InputEvent];
    };
    const steps = merge(
      windowChange(0, null),
      windowChange(1_000, { type: 'placeWindow', to: { x: 1, y: 2 } }),
      windowChange(2_000, { type: 'placeWindow', size: { width: 30, height: 40 } }),
      windowChange(3_000, { type: 'placeWindow', to: { x: 5, y: 6 } }),
      click(4_000, null, { y: 105 }),
      windowChange(4_200, { type: 'window', act: 'maximize' }),
    );
    expect(steps.map(({ action }) => action)).toEqual([
      { type: 'placeWindow', to: { x: 5, y: 6 }, size: { width: 30, height: 40 } },
      { type: 'window', act: 'maximize' },
    ]);
  });
});

it('get keys if the focused element is invisible', () => {
  const tab = kit.target('TabItem', 'Welcome');
  const hidden = { ...tab, element: { ...tab.element, states: ['enabled' as const] } };
  const keys = (on: RecordedTarget) => sentences(key(0, 'a', on), key(80, 'b', on), key(2_000, 'Enter', on));
  expect(keys(tab)).toEqual(['Type “ab” into TabItem “Welcome”', 'Press Enter in TabItem “Welcome”']);
  expect(keys(hidden)).toEqual(['Type “ab”', 'Press Enter']);
});

describe('clicks', () => {
  it('are steps on the element under the press, with the position in it', () => {
    const [step] = merge(click(10, button));
    expect(step?.action).toEqual({ type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 10, y: 5 } });
    expect(step?.target).toMatchObject({ controlType: 'Button', name: 'Save', bounds: button.element.bounds });
    expect(step?.window).toEqual({ title: 'letter.txt - Editor', app: 'editor', className: 'Editor', role: 'main' });
    expect(step?.windowBounds).toBeUndefined();
  });

  it('mark targets that are unsure', () => {
    expect(sentences(click(10, { ...button, unsure: true }))).toEqual(['Click Button “Save” (not sure)']);
  });

  it('are emitted once the double-click time has ended, not before', () => {
    const merger = createMerger(() => 'a', linux);
    for (const event of click(1_000, button)) expect(merger.push(event).steps).toEqual([]);
    expect(merger.drafts).toHaveLength(1);
    expect(merger.tick(1_399).steps).toEqual([]);
    expect(merger.tick(1_400).steps).toHaveLength(1);
    expect(merger.drafts).toEqual([]);
  });

  it('are long if the button was held', () => {
    const held = (at: number, ms: number) => {
      const [down, up] = click(at, button);
      return [down!, { ...up, at: at + ms } as InputEvent];
    };
    expect(sentences(held(0, 499), held(1_000, 500), held(1_600, 60))).toEqual([
      'Click Button “Save”',
      'Hold Button “Save” down for 0.5 s',
      'Click Button “Save”',
    ]);
  });

  it('make one double click', () => {
    expect(sentences(click(0, button), click(300, button))).toEqual(['Double-click Button “Save”']);
  });

  it('make one double click if the app recreates the element', () => {
    const again: RecordedTarget = { ...button, element: { ...button.element, id: `${button.element.id}-2` } };
    expect(sentences(click(0, button), click(300, again))).toEqual(['Double-click Button “Save”']);
  });

  it.each([
    ['nothing', null],
    ['another that may have been covered', { ...kit.target('Pane', ''), unsure: true as const }],
  ])('make one double click if the app reports %s for the second press', (_, second) => {
    expect(sentences(click(0, button), click(300, second))).toEqual(['Double-click Button “Save”']);
    expect(merge(click(0, null), click(300, second)).map(({ action }) => action)).toMatchObject([{ count: 2 }]);
  });

  it('make one double click if an editor opened in the cell before the second press was looked up', () => {
    const cell = kit.target('DataItem', 'Bob');
    const editor = kit.target('Edit', '', { states: ['visible', 'enabled', 'editable'] });
    expect(sentences(click(0, cell), click(150, editor))[0]).toBe('Double-click DataItem “Bob”');
  });

  it('make one double click if a row opened something before the second press was looked up', () => {
    const field = kit.target('Edit', 'Title', { bounds: { x: 90, y: 90, width: 400, height: 300 } });
    for (const type of ['DataItem', 'ListItem', 'TreeItem'] as const)
      expect(sentences(click(0, kit.target(type, 'Bob')), click(120, field))[0]).toBe(`Double-click ${type} “Bob”`);
  });

  it('are a double click, or a drag, by the thresholds of the desktop', () => {
    const steps = (platform: NodeJS.Platform, events: readonly InputEvent[]) => {
      const merger = createMerger(() => 'a', clickThresholds(platform));
      const reported = events.flatMap((event) => merger.push(event).steps);
      return [...reported, ...merger.finish().steps].map(({ action }) => action);
    };
    const slow = [...click(0, button), ...click(450, button)];
    const moved = click(0, button, { moved: 6 });
    expect([steps('win32', slow).length, steps('linux', slow).length]).toEqual([1, 2]);
    expect([...steps('win32', moved), ...steps('linux', moved)]).toMatchObject([{ type: 'drag' }, { type: 'click' }]);
  });

  it('wait for the release of a second press that began in time', () => {
    const merger = createMerger(() => 'a', linux);
    const [down, up] = click(0, button);
    const [down2, up2] = click(390, button);
    const early = [down, up, down2].flatMap((event) => merger.push(event!).steps);
    expect([...early, ...merger.tick(600).steps]).toEqual([]);
    expect([...merger.push(up2!).steps, ...merger.finish().steps]).toMatchObject([{ action: { count: 2 } }]);
  });

  it.each([
    ['too late', click(401, button)],
    ['too far away', click(300, button, { x: 126 })],
    ['on another element', click(300, kit.target('Button', 'Save as'))],
    ['in another window', click(300, button, { window: kit.otherWindow })],
    ['with the other button', click(300, button, { button: 'right' })],
  ])('make no double click %s', (_, second) => {
    expect(merge(click(0, button), second).map((s) => s.action)).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  it('three times are one triple click, further ones start over', () => {
    const presses = [0, 150, 300, 450].map((at) => click(at, button));
    expect(sentences(...presses.slice(0, 3))).toEqual(['Triple-click Button “Save”']);
    expect(merge(...presses).map((s) => s.action)).toMatchObject([{ count: 3 }, { count: 1 }]);
  });

  it('make a double click and a click if the third is too late', () => {
    expect(sentences(click(0, button), click(300, button), click(701, button))).toEqual([
      'Double-click Button “Save”',
      'Click Button “Save”',
    ]);
  });

  it.each(['right', 'middle'] as const)('with the %s button are final at once', (which) => {
    const merger = createMerger(() => 'a', linux);
    const steps = click(0, button, { button: which }).flatMap((event) => merger.push(event).steps);
    expect(steps.map((s) => s.action)).toMatchObject([{ button: which, count: 1 }]);
  });

  it('keep held modifiers', () => {
    expect(sentences(click(0, button, { modifiers: ['ctrl', 'shift'] }))).toEqual([
      'Click Button “Save” with ctrl+shift',
    ]);
  });

  it('without an element keep the position in the window, and its bounds', () => {
    const [step] = merge(click(0, null, { x: 150, y: 220 }));
    expect(step).toMatchObject({
      target: null,
      windowBounds: kit.editorWindow.bounds,
      action: { at: { x: 50, y: 120 } },
    });
  });

  it('outside every window, e.g. on Deskscope itself, are not recorded', () => {
    const [down, up] = click(0, button);
    expect(merge([{ ...down, window: null } as InputEvent, up!])).toEqual([]);
  });

  it('that move keep their start and end elements', () => {
    const [down, up] = click(0, kit.button, { moved: 90 });
    const end = { ...up, target: kit.field } as InputEvent;
    const [step] = merge([down!, end]);
    expect(step).toMatchObject({ action: { type: 'drag' }, target: { name: 'Save' }, onto: { name: 'Name' } });
    expect(describeStep(step!)).toBe('Drag Button “Save” onto Edit “Name”');
    const [same] = merge([down!, { ...up, target: kit.button } as InputEvent]);
    expect(same).not.toHaveProperty('onto');
    expect(describeStep(same!)).toBe('Drag Button “Save” by 90, 0');
  });

  it('that move a whole window have positions only', () => {
    const frame = kit.target('Window', 'Editor');
    expect(merge(click(0, frame, { moved: 90 }))).toMatchObject([{ action: { type: 'drag' }, target: null }]);
  });

  it('on an element that the pointer opened come after that rest', () => {
    const { element } = kit.target('MenuItem', 'Peas');
    const shows = { controlType: element.controlType, name: 'Peas', selector: 'role=MenuItem name="Peas"' };
    const at = { x: 115, y: 140 };
    const rest: InputEvent = { type: 'hover', at: 300, ...at, window: kit.editorWindow, target: button, shows };
    const steps = merge(...click(0, field), rest, ...click(300, kit.target('MenuItem', 'Peas')));
    expect(steps.map((step) => describeStep(step))).toEqual([
      'Click Edit “Name”',
      'Point at Button “Save”',
      'Click MenuItem “Peas”',
    ]);
    expect(steps[1]).toMatchObject({
      action: { type: 'hover', at: { x: 5, y: 10 } },
      expected: [{ type: 'shows', element: shows }],
    });
  });

  it('that end in another window are drags from element to element', () => {
    const [down, up] = click(0, button, { moved: 600 });
    const ending = (target: typeof field | null) => ({ ...up!, target, window: kit.otherWindow }) as InputEvent;
    const [step] = merge(down!, ending(field));
    expect(describeStep(step!)).toBe('Drag Button “Save” onto Edit “Name” of the window “Other”');
    expect(step).toMatchObject({ window: { app: 'editor' }, ontoWindow: { match: { app: 'other', title: 'Other' } } });
    expect(merge(down!, ending(null))).toEqual([]);
  });

  it('begun on the plain ground of a view are known by all that is between their ends', () => {
    const pictured = (name: string) =>
      kit.target('Image', name, { selectors: [kit.ranked(`text="${name}" picture="AA"`, 'picture')] });
    const view = kit.target('Pane', 'Icons');
    const along = { picture: 'AA', at: { x: 12, y: 12 }, size: { width: 90, height: 24 } };
    const [down, up] = click(0, pictured('a.txt'), { moved: 90 });
    const drag = (more: object) =>
      merge(
        { ...down!, view } as InputEvent,
        { ...up!, target: pictured('b.txt'), view, along, ...more } as InputEvent,
      );
    expect(drag({})).toMatchObject([{ target: { name: 'a.txt' }, onto: { name: 'b.txt' } }]);
    expect(drag({ isFromGround: true })).toMatchObject([{ target: { name: 'Icons' }, around: along }]);
  });

  it('that move a thing of a view by a distance are known by its picture, and by the look of where they end', () => {
    const thing = kit.target('Image', 'box', { selectors: [kit.ranked('picture="AA"', 'picture')] });
    const view = kit.target('Pane', 'Canvas');
    const along = { picture: 'AA', at: { x: 12, y: 12 }, size: { width: 90, height: 24 } };
    const around = { picture: 'BB', at: { x: 28, y: 22 }, size: { width: 56, height: 44 } };
    const [down, up] = click(0, thing, { moved: 90 });
    const drag = (more: object) =>
      merge({ ...down!, view } as InputEvent, { ...up!, target: view, along, around, ...more } as InputEvent);
    expect(drag({})).toMatchObject([{ target: { name: 'box' }, aroundEnd: around }]);
    expect(drag({})[0]).not.toHaveProperty('around');
    expect(drag({ isFromGround: true })).toMatchObject([{ target: { name: 'Canvas' }, around: along }]);
    expect(drag({ around: undefined })).toMatchObject([{ target: { name: 'Canvas' }, around: along }]);
  });

  it('keep the way points of a drag', () => {
    const [down, up] = click(0, button, { moved: 90 });
    const [step] = merge(down!, { ...up!, via: [{ x: 130, y: 160 }] } as InputEvent);
    expect(step?.action).toMatchObject({ via: [{ x: 30, y: 60 }] });
    expect(describeStep(step!)).toBe('Drag Button “Save” by 90, 0, past 1 place');
  });

  it('that move are drags between positions in the window', () => {
    const merger = createMerger(() => 'a', linux);
    const [down, up] = click(0, button, { moved: 90 });
    merger.push(down!);
    const { steps, notice } = merger.push(up!);
    expect(notice).toBe('');
    expect(steps).toMatchObject([
      {
        action: { type: 'drag', button: 'left', at: { x: 20, y: 35 }, to: { x: 110, y: 35 } },
        windowBounds: kit.editorWindow.bounds,
      },
    ]);
    expect(merge(click(0, button, { moved: 9 }))).toMatchObject([{ action: { type: 'drag' } }]);
    expect(merge(click(0, button, { moved: 8 }))).toMatchObject([{ action: { type: 'click' } }]);
  });

  it.each([
    ['out of its window', click(0, button, { moved: 500 })],
    ['with ctrl', click(0, button, { moved: 50, modifiers: ['ctrl'] })],
  ] as const)('that move %s are not recorded, with a notice', (why, [down, up]) => {
    const merger = createMerger(() => 'a', linux);
    merger.push(down!);
    expect(merger.push(up!)).toMatchObject({ steps: [], notice: expect.stringContaining(`A drag ${why}`) as string });
    expect(merger.finish().steps).toEqual([]);
  });

  it('a release without its press is ignored', () => {
    expect(merge(click(0, button)[1]!)).toEqual([]);
  });
});

describe('selectors', () => {
  it('keep their order, one of each kind, six at most', () => {
    const kinds = ['identity', 'name', 'name', 'description', 'scoped', 'ordinal', 'path', 'path'] as const;
    const selectors = kinds.map((kind, i) => kit.ranked(`s${i}`, kind));
    const [step] = merge(click(0, kit.target('Button', 'Many', { selectors })));
    expect(step?.target?.selectors.map((s) => s.selector)).toEqual(['s0', 's1', 's3', 's4', 's5', 's6']);
  });

  it('that match more than one element keep their grades', () => {
    const selectors = [kit.ranked('role=Button', 'name', 7)];
    const [step] = merge(click(0, kit.target('Button', 'Seven', { selectors })));
    expect(step?.target?.selectors).toEqual(selectors);
  });
});

describe('typing in a field', () => {
  it('is typed once if its value was read before all of its keys were looked up', () => {
    const keys = (from: number, text: string) => Array.from(text, (char, index) => key(from + index * 10, char));
    const read = [value(100, 'Bread', field), keys(30, 'ad'), value(200, 'Bread', field)];
    expect(sentences(keys(0, 'Bre'), ...read)).toEqual(['Set Edit “Name” to “Bread”']);
    expect(sentences(keys(0, 'Bre'), ...read, keys(300, 'ad'), value(400, 'Bread', field))).toEqual([
      'Set Edit “Name” to “Bread”',
      'Type “ad”',
    ]);
  });

  it('is one step with the final value', () => {
    expect(sentences(typing(0, 'hello', field))).toEqual(['Set Edit “Name” to “hello”']);
  });

  it('is shown as a draft with its value so far', () => {
    const merger = createMerger(() => 'a', linux);
    for (const event of typing(0, 'he', field)) merger.push(event);
    expect(merger.drafts.map(describeStep)).toEqual(['Set Edit “Name” to “he”']);
    expect(merger.tick(60_000).steps).toEqual([]);
  });

  it('takes the click that only focused the field', () => {
    expect(sentences(click(0, field), typing(2_000, 'hi', field))).toEqual(['Set Edit “Name” to “hi”']);
    expect(sentences(click(0, field), click(200, field), typing(2_000, 'hi', field))).toHaveLength(1);
  });

  it('keeps the click on a field that was not filled', () => {
    expect(sentences(click(0, field), click(1_000, button))).toEqual(['Click Edit “Name”', 'Click Button “Save”']);
  });

  it('keeps a right click', () => {
    expect(sentences(click(0, field, { button: 'right' }), typing(500, 'x', field))).toEqual([
      'Right-click Edit “Name”',
      'Set Edit “Name” to “x”',
    ]);
  });

  it('attributes text that a non-editing shortcut puts there to the app', () => {
    const steps = [click(0, button), [key(1_000, 'ctrl+s', field), value(1_080, '**ab**', field)]];
    expect(sentences(...steps)).toEqual(['Click Button “Save”', 'Press ctrl+s in Edit “Name”']);
    const pasted = [key(0, 'ctrl+v', field), value(80, 'ab', field)];
    expect(sentences(pasted)).toEqual(['Set Edit “Name” to “ab”']);
  });

  it('attributes the result of Escape to the app', () => {
    const steps = [...typing(0, 'ab', field), key(1_000, 'Escape', field), value(1_080, '', field)];
    expect(sentences(steps)).toEqual(['Set Edit “Name” to “ab”', 'Press Escape in Edit “Name”']);
    expect(sentences([...steps, ...typing(3_000, 'c', field)]).at(-1)).toBe('Set Edit “Name” to “c”');
  });

  it('does not attribute to Escape what an input method composed after it', () => {
    const composed = { ...value(1_900, '한글', field), composed: true } as InputEvent;
    const steps = [...typing(0, '한', field), key(1_000, 'Escape', field), composed];
    expect(sentences(steps)).toEqual([
      'Set Edit “Name” to “한”',
      'Press Escape in Edit “Name”',
      'Set Edit “Name” to “한글”',
    ]);
  });

  it('attributes to the app what a field shows long after Escape, such as a display whose button was pressed', () => {
    const merger = createMerger(() => 's', linux);
    const steps = [
      ...merger.push(key(0, 'Escape', field)).steps,
      ...merger.tick(8_000).steps,
      ...[value(9_000, '6', field), ...click(9_000, button)].flatMap((event) => merger.push(event).steps),
      ...merger.finish().steps,
    ];
    expect(steps.map(describeStep)).toEqual(['Press Escape in Edit “Name”', 'Click Button “Save”']);
  });

  it.each(['Enter', 'Tab', 'Escape', 'ctrl+s', 'shift+Tab', 'alt+f', 'F5'])('ends with %s, which is kept', (name) => {
    const steps = sentences(typing(0, 'hi', field), key(900, name, field), typing(2_000, '!', field, 'hi'));
    expect(steps).toEqual(['Set Edit “Name” to “hi”', `Press ${name} in Edit “Name”`, 'Set Edit “Name” to “hi!”']);
  });

  it('ends if another field gets the text', () => {
    const second = kit.target('Edit', 'Street', { states: ['editable'] });
    expect(sentences(typing(0, 'Ann', field), typing(900, 'Elm', second))).toEqual([
      'Set Edit “Name” to “Ann”',
      'Set Edit “Street” to “Elm”',
    ]);
  });

  it('ends with a click elsewhere, but not with one in the same field', () => {
    expect(sentences(typing(0, 'hi', field), click(900, button))).toHaveLength(2);
    expect(sentences(typing(0, 'hi', field), click(900, field), typing(1_500, '!', field, 'hi'))).toEqual([
      'Set Edit “Name” to “hi!”',
    ]);
  });

  it('drops Backspace, Delete, arrows and paste, which the value includes', () => {
    const steps = sentences(
      typing(0, 'helo', field),
      [key(500, 'ArrowLeft', field), key(520, 'Backspace', field), value(540, 'heo', field)],
      [key(600, 'ctrl+v', field), value(620, 'hello', field), key(700, 'End', field), key(720, 'shift+Home', field)],
      key(900, 'Tab', field),
    );
    expect(steps).toEqual(['Set Edit “Name” to “hello”', 'Press Tab in Edit “Name”']);
  });

  it.each([
    ['a key', [key(0, 'ctrl+c', kit.target('DataItem', 'beta.txt'))]],
    ['a menu entry', click(0, kit.target('MenuItem', 'Cut'))],
    ['a button in another language', click(0, kit.target('Button', 'Kopieren'))],
  ])('keeps a paste of what was copied by %s, and text typed behind it', (_, copied) => {
    const pasted = { ...field, element: { ...field.element, value: 'pasted' } };
    const steps = sentences(
      copied,
      [click(2_000, field), key(2_600, 'ctrl+v', field), value(2_650, 'pasted', field)].flat(),
      typing(4_000, '!', pasted, 'pasted'),
    );
    expect(steps.slice(1)).toEqual(['Click Edit “Name”', 'Press ctrl+v in Edit “Name”', 'Type “!” into Edit “Name”']);
  });

  it.each([
    ['alone', value(2_650, 'Anna', field)],
    ['with text typed behind it', typing(2_700, '!', field, 'Anna')],
  ])('does not check what shows a pasted text later, %s', (_, read) => {
    const named = (name: string): Expectation => ({
      type: 'shows',
      element: { controlType: 'Document', name, selector: `role=Document name="${name}"` },
    });
    const steps = merge(
      [key(0, 'ctrl+c', kit.target('DataItem', 'beta.txt')), key(2_600, 'ctrl+v', field)],
      read,
      click(5_000, button),
      { type: 'effects', at: 5_100, window: kit.editorWindow, expected: [named('Got Anna!'), named('Saved')] },
    );
    expect(steps.at(-1)?.expected).toEqual([named('Saved')]);
  });

  it('checks what only contains the characters of a pasted text', () => {
    const expected: Expectation[] = [
      { type: 'text', text: '17 rows' },
      { type: 'title', title: 'Row 7' },
    ];
    const steps = merge(
      [key(0, 'ctrl+c', kit.target('DataItem', 'beta.txt')), key(2_600, 'ctrl+v', field)],
      value(2_650, '7', field),
      click(5_000, button),
      { type: 'effects', at: 5_100, window: kit.editorWindow, expected },
    );
    expect(steps.at(-1)?.expected).toEqual(expected.slice(0, 1));
  });

  it('does not check what is beside a thing that is known by its picture, and elsewhere another time', () => {
    const cell = kit.target('Image', '5', { selectors: [kit.ranked('picture="AA"', 'picture')] });
    const other = { controlType: 'Edit', name: '', selector: 'role=Edit nth=1' } as const;
    const address: Expectation = { type: 'text', text: 'B4', element: other };
    const title: Expectation = { type: 'title', title: '*sums' };
    const after = (pressed: RecordedTarget, name: string) =>
      merge(click(0, pressed), key(2_000, name, null), {
        type: 'effects',
        at: 2_100,
        window: kit.editorWindow,
        expected: [address, title],
      }).at(-1)?.expected;
    expect(after(cell, 'Enter')).toEqual([title]);
    const seen = (text: string, controlType: 'Edit' | 'Spinner') =>
      merge(click(0, cell), {
        type: 'effects',
        at: 500,
        window: kit.editorWindow,
        expected: [{ type: 'text', text, element: { ...other, controlType } }],
      })[0]?.expected;
    for (const text of ['250.000', '−4,5 mm', '(12, 40)', 'X: 12 Y: 40'])
      expect(seen(text, 'Spinner') ?? [], text).toEqual([]);
    expect(seen('3 objects', 'Edit')).toHaveLength(1);
    expect(seen('Second', 'Edit')).toHaveLength(1);
    expect(after(cell, 'F9')).toEqual([address, title]);
    expect(after(kit.target('DataItem', 'B3'), 'Enter')).toEqual([address, title]);
  });

  it('types behind a paste, though the field was read before it', () => {
    const steps = sentences(
      [key(0, 'ctrl+c', kit.target('DataItem', 'beta.txt')), key(2_600, 'ctrl+v', field)],
      typing(2_700, '!', field, 'pasted'),
    );
    expect(steps.slice(1)).toEqual(['Press ctrl+v in Edit “Name”', 'Type “!” into Edit “Name”']);
  });

  it.each<[string, string, string, boolean]>([
    ['what a paste inserts', 'ctrl+v', 'pasted', false],
    ['the lines of a document that is saved', 'ctrl+s', 'one\ntwo', false],
    ['a line that a key brings', 'F5', 'found', true],
  ])('as for %s, key %s with %j is checked: %s', (_, name, text, isChecked) => {
    const expected: Expectation[] = [{ type: 'text', text }];
    const steps = merge(key(0, 'ctrl+c', field), key(2_000, name, field), {
      type: 'effects',
      at: 2_100,
      window: kit.editorWindow,
      expected,
    });
    expect(steps.at(-1)?.expected ?? []).toEqual(isChecked ? expected : []);
  });

  it('replaces a lone paste by one value', () => {
    expect(sentences(click(0, field), key(600, 'ctrl+v', field), value(650, 'pasted', field))).toEqual([
      'Set Edit “Name” to “pasted”',
    ]);
  });

  it('records the text of a paste by the middle button, and keeps a press that pasted nothing', () => {
    const middle = click(0, field, { button: 'middle' });
    expect(sentences(middle, value(150, 'pasted', field))).toEqual(['Set Edit “Name” to “pasted”']);
    expect(sentences(click(0, field), click(600, field, { button: 'middle' }), value(750, 'pasted', field))).toEqual([
      'Set Edit “Name” to “pasted”',
    ]);
    // The value may arrive while the button is still down.
    const [down, up] = middle as [InputEvent, InputEvent];
    expect(sentences(down, value(40, 'pasted', field), up)).toEqual(['Set Edit “Name” to “pasted”']);
    expect(sentences(middle, click(2_000, button))).toEqual(['Middle-click Edit “Name”', 'Click Button “Save”']);
    expect(sentences(click(0, button, { button: 'middle' }))).toEqual(['Middle-click Button “Save”']);
  });

  it('accepts a value that arrives after the key that ended the typing', () => {
    const steps = sentences(
      [key(0, 'h', field), key(10, 'i', field), key(20, 'Enter', field), value(120, 'hi', field)],
      click(600, button),
    );
    expect(steps).toEqual(['Set Edit “Name” to “hi”', 'Press Enter in Edit “Name”', 'Click Button “Save”']);
  });

  it('identifies the rest of a text, typed while the app did not report its field, by the value that ends with it', () => {
    const keys = (from: number, text: string, on: RecordedTarget | null) =>
      Array.from(text, (character, index) => key(from + 20 * index, character, on));
    const begun = [...keys(0, 'Bre', field), ...keys(100, 'ad', null)];
    expect(sentences(begun, value(900, 'Bread', field))).toEqual(['Set Edit “Name” to “Bread”']);
    expect(sentences(begun, value(900, 'Bre', field))).toEqual(['Set Edit “Name” to “Bre”', 'Type “ad”']);
  });

  it('accepts a late value of a paste too', () => {
    const steps = sentences(key(0, 'ctrl+v', field), click(50, button), value(200, 'pasted', field));
    expect(steps).toEqual(['Set Edit “Name” to “pasted”', 'Click Button “Save”']);
  });

  it('ignores an unchanged value', () => {
    expect(sentences(typing(0, 'hi', field), click(500, button), value(3_000, 'hi', field))).toHaveLength(2);
  });

  it('falls back to the characters if the value never comes', () => {
    const steps = sentences([key(0, 'h', field), key(10, 'i', field), key(20, 'Enter', field)], click(5_000, button));
    expect(steps).toEqual(['Type “hi” into Edit “Name”', 'Press Enter in Edit “Name”', 'Click Button “Save”']);
  });

  it('a shortcut is for the window if only a position identifies the focus', () => {
    const third = kit.target('DataItem', '', { selectors: [kit.ranked('role=DataItem nth=3', 'ordinal')] });
    expect(sentences(key(0, 'ctrl+f', third), key(300, 'ctrl+f', third), key(2_000, 'Delete', third))).toEqual([
      'Press ctrl+f 2 times',
      'Press Delete',
    ]);
  });

  it('a key in an item is for the window if only a position identifies the item', () => {
    const third = kit.target('DataItem', '', { selectors: [kit.ranked('role=DataItem nth=3', 'ordinal')] });
    const named = kit.target('DataItem', 'delta.txt');
    const thumb = kit.target('Button', '', { selectors: [kit.ranked('role=Button nth=3', 'ordinal')] });
    for (const pressed of ['shift+Delete', 'F2', 'Enter'])
      expect(sentences(key(0, pressed, third))).toEqual([`Press ${pressed}`]);
    const pane = kit.target('Pane', '', { selectors: [kit.ranked('role=Pane nth=23', 'ordinal')] });
    expect(sentences(key(0, 'Enter', pane))).toEqual(['Press Enter']);
    expect(sentences(key(0, 'Delete', named))).toEqual(['Press Delete in DataItem “delta.txt”']);
    expect(sentences(key(0, 'Space', thumb))).toEqual(['Press Space in Button']);
  });

  it('keeps editing keys without a following value', () => {
    expect(sentences(key(0, 'ctrl+a', field), key(300, 'ctrl+c', field))).toEqual([
      'Press ctrl+a in Edit “Name”',
      'Press ctrl+c in Edit “Name”',
    ]);
  });

  it('keeps select-all before a copy, though the field is filled afterwards', () => {
    expect(sentences(key(0, 'ctrl+a', field), key(300, 'ctrl+c', field), typing(2_500, 'x', field))).toEqual([
      'Press ctrl+a in Edit “Name”',
      'Press ctrl+c in Edit “Name”',
      'Set Edit “Name” to “x”',
    ]);
  });

  it('keeps Enter in multi-line text in the value', () => {
    const text = kit.target('Document', 'Letter', { states: ['editable', 'multiline'] });
    const steps = sentences(typing(0, 'a', text), key(200, 'Enter', text), value(220, 'a\n', text));
    expect(steps).toEqual(['Set Document “Letter” to “a\\n”']);
  });

  it('goes to the position in a document, whatever its paragraphs contain', () => {
    const { element, ...rest } = kit.target('Edit', 'Last', { states: ['editable', 'multiline'] });
    const last = { ...rest, element: { ...element, role: 'paragraph' } };
    const inIt = (at: number, name: string) => ({ ...key(at, name, last), editable: false }) as InputEvent;
    const steps = merge(click(0, last), inIt(900, 'End'), inIt(1_000, '.'), inIt(1_200, 'Enter'), inIt(1_300, 'Y'));
    expect(steps.map(describeStep)).toEqual(['Click Edit “Last”', 'Press End', 'Type “.”', 'Press Enter', 'Type “Y”']);
  });

  it('ends the text of a cell with Enter, though its app reports a multi-line field', () => {
    const cell = kit.target('DataItem', 'B4', { states: ['editable', 'multiline'] });
    const { element, ...rest } = cell;
    const recreated = {
      ...rest,
      element: { ...element, id: `window:${kit.editorWindow.id}|runtime:recreated` as const },
    };
    const below = kit.target('DataItem', 'B5', { states: ['editable', 'multiline'] });
    expect(sentences([...typing(0, '30', cell), key(300, 'Enter', recreated), key(400, '7', below)])).toEqual([
      'Set DataItem “B4” to “30”',
      'Press Enter',
      'Type “7” into DataItem “B5”',
    ]);
  });

  it('infers the cell of a text if only keys led there from a known one', () => {
    const cell = kit.target('DataItem', 'B3', { states: ['editable'] });
    const unseen = (...before: InputEvent[][]) => merge(...before, key(5_000, '7')).at(-1)?.unseen;
    expect(unseen(click(0, cell), [key(1_000, '1'), key(2_000, 'Enter')])).toBeUndefined();
    expect(unseen(click(0, cell), [key(2_000, 'ctrl+End')])).toBe(true);
    expect(unseen(click(0, cell), click(2_000, null))).toBe(true);
    expect(unseen([key(2_000, 'Enter')])).toBe(true);
  });

  describe('Enter that breaks no line in a multi-line field', () => {
    const line = kit.target('Edit', 'Expression', { states: ['editable', 'multiline'] });

    it('is a step, even if the value is unchanged', () => {
      expect(sentences(typing(0, '12', line), key(200, 'Enter', line), value(300, '12', line))).toEqual([
        'Set Edit “Expression” to “12”',
        'Press Enter in Edit “Expression”',
      ]);
    });

    it('keeps the sent text if the field is empty then', () => {
      const chat = [...typing(0, 'hello', line), key(600, 'Enter', line), value(700, '', line)];
      expect(sentences(chat)).toEqual(['Set Edit “Expression” to “hello”', 'Press Enter in Edit “Expression”']);
    });

    it('keeps the next text too, even if typed fast', () => {
      const fast = [...typing(0, 'one', line), key(300, 'Enter', line), key(340, 't', line), key(380, 'o', line)];
      const steps = sentences(fast, value(420, 'to', line), key(460, 'Enter', line), value(560, '', line));
      expect(steps).toEqual([
        'Set Edit “Expression” to “one”',
        'Press Enter in Edit “Expression”',
        'Set Edit “Expression” to “to”',
        'Press Enter in Edit “Expression”',
      ]);
    });

    it('is not a step if the line it broke was joined again', () => {
      const steps = sentences(
        typing(0, 'a', line),
        key(200, 'Enter', line),
        key(230, 'Backspace', line),
        value(300, 'a', line),
      );
      expect(steps).toEqual(['Set Edit “Expression” to “a”']);
    });
  });

  it('survives an emptied field', () => {
    expect(merge(key(0, 'Backspace', field), value(20, '', field)).map((s) => s.action)).toEqual([
      { type: 'setText', text: '' },
    ]);
  });
});

it('expects of a repeated key what its last press did', () => {
  const selected = (name: string) => ({
    type: 'state' as const,
    state: 'selected' as const,
    is: true,
    element: { controlType: 'ListItem' as const, name, selector: `role=ListItem name="${name}"` },
  });
  const down = (at: number) => key(at, 'ArrowDown', field);
  const [step] = merge(down(0), kit.effects(0, selected('medium')), down(300), kit.effects(300, selected('large')));
  expect(step).toMatchObject({ action: { repeat: 2 }, expected: [{ element: { name: 'large' } }] });
});

describe('passwords', () => {
  it('are a named secret, never text', () => {
    const steps = merge(click(0, password), typing(500, 'hunter2', password), key(2_000, 'Enter', password));
    expect(steps.map((s) => s.action)).toEqual([
      { type: 'setText', text: '', secret: 'PASSWORD' },
      { type: 'pressKeys', keys: 'Enter', repeat: 1 },
    ]);
    expect(JSON.stringify(steps)).not.toMatch(/hunter2|•/);
  });

  it('are named by the label of a field without a name', () => {
    const named = kit.ranked('role=Edit label="Enter Password"', 'name');
    const unnamed = kit.target('Edit', '', { states: ['password'], selectors: [named] });
    expect(merge(value(0, null, unnamed)).map(({ action }) => action)).toMatchObject([{ secret: 'ENTER_PASSWORD' }]);
  });

  it('have separate names if their fields have the same name', () => {
    const again = { ...password, element: { ...password.element, id: elementId.parse(`${password.element.id}9`) } };
    const steps = merge(typing(0, 'one', password), typing(2_000, 'two', again), typing(4_000, 'one', password));
    expect(steps.map(({ action }) => action)).toMatchObject([
      { secret: 'PASSWORD' },
      { secret: 'PASSWORD_2' },
      { secret: 'PASSWORD' },
    ]);
  });

  it('are prompted for, with a notice, if their field may be one and is unknown', () => {
    const masked = (at: number): InputEvent => ({ ...key(at, '•'), text: null }) as InputEvent;
    const merger = createMerger(() => 'a', linux);
    const input = [masked(0), masked(80), key(200, 'Enter'), masked(300)];
    const reported = [...input.map((event) => merger.push(event)), merger.finish()];
    expect(reported.map(({ notice }) => notice !== '')).toEqual([false, false, true, false, true]);
    expect(reported[2]?.notice).toMatch(/could not be checked for a password/);
    const steps = reported.flatMap((output) => output.steps);
    expect(steps.map(({ action }) => action)).toEqual([
      { type: 'typeText', text: '', secret: 'TYPED_TEXT' },
      { type: 'pressKeys', keys: 'Enter', repeat: 1 },
      { type: 'typeText', text: '', secret: 'TYPED_TEXT_2' },
    ]);
    expect(steps.map(describeStep)[0]).toBe('Type the secret TYPED_TEXT');
  });

  describe('if the field becomes known', () => {
    const masked = (at: number): InputEvent => ({ ...key(at, '•'), text: null }) as InputEvent;
    const isIn: Step['action'][] = [{ type: 'setText', text: 'hello' }];
    it.each<[string, (InputEvent | InputEvent[])[], Step['action'][]]>([
      ['after all of it', [masked(0), masked(80), value(900, 'hello', field)], isIn],
      ['while it is typed', [masked(0), key(80, 'e'), typing(160, 'llo', field, 'he')], isIn],
      [
        'and is a password field',
        [masked(0), typing(80, 'bc', password)],
        [{ type: 'setText', text: '', secret: 'PASSWORD' }],
      ],
      [
        'and holds less than was typed',
        [masked(0), masked(80), masked(160), value(900, 'h', field)],
        [
          { type: 'typeText', text: '', secret: 'TYPED_TEXT' },
          { type: 'setText', text: 'h' },
        ],
      ],
      [
        'and a key that may move the focus came between',
        [masked(0), key(80, 'Tab'), typing(400, 'hello', field)],
        [
          { type: 'typeText', text: '', secret: 'TYPED_TEXT' },
          { type: 'pressKeys', keys: 'Tab', repeat: 1 },
          { type: 'setText', text: 'hello' },
        ],
      ],
    ])('%s', (_, events, expected) => {
      expect(merge(...events).map(({ action }) => action)).toEqual(expected);
    });
  });

  it('stay secret if the field shows later typing', () => {
    const { states } = password.element;
    const shown = {
      ...password,
      element: { ...password.element, states: states.filter((each) => each !== 'password') },
    };
    const steps = merge(typing(0, 'hun', password), key(400, 't', shown), key(480, '2', shown));
    expect(steps.map(({ action }) => action)).toEqual([{ type: 'setText', text: '', secret: 'PASSWORD' }]);
  });

  it('stay secret when their value never comes', () => {
    const event = { ...key(0, '•', password), text: null } as InputEvent;
    expect(merge(event).map((s) => s.action)).toEqual([{ type: 'setText', text: '', secret: 'PASSWORD' }]);
  });
});

describe('keys outside fields', () => {
  it('that type characters become one text', () => {
    expect(sentences(Array.from('7*6=').map((char, i) => key(i * 100, char)))).toEqual(['Type “7*6=”']);
  });

  it('are separate texts in separate targets', () => {
    const steps = sentences(
      key(0, 'a', button),
      key(100, 'b', kit.target('Button', 'Open')),
      key(200, 'c', null, kit.otherWindow),
    );
    expect(steps).toEqual(['Type “a” into Button “Save”', 'Type “b” into Button “Open”', 'Type “c”']);
  });

  it('with names are key presses, counting repeats within a second', () => {
    const steps = sentences([0, 500, 1_400, 3_000].map((at) => key(at, 'ArrowDown')));
    expect(steps).toEqual(['Press ArrowDown 3 times', 'Press ArrowDown']);
  });

  it('are dropped if they are modifiers only', () => {
    expect(sentences(key(0, 'Control'), key(10, 'shift'), key(20, 'ctrl+Shift'), key(30, 'ctrl+s'))).toEqual([
      'Press ctrl+s',
    ]);
  });

  it('keep their order with clicks', () => {
    expect(sentences(click(0, button), key(100, 'F5'), click(200, button))).toEqual([
      'Click Button “Save”',
      'Press F5',
      'Click Button “Save”',
    ]);
  });
});

describe('scrolling', () => {
  it('adds the notches of one direction up', () => {
    expect(
      sentences(
        [0, 50, 100].map((at) => wheel(at, -1, button)),
        wheel(200, 2, button),
      ),
    ).toEqual(['Scroll down 3 in Button “Save”', 'Scroll up 2 in Button “Save”']);
  });

  const below = kit.target('ListItem', 'Item 57');
  const toBelow = (at: number) => {
    const [down, up] = click(at, below);
    return [{ ...down!, scrolledTo: true } as InputEvent, up!];
  };

  it('continues until the element brought into view shows, however far and long', () => {
    const list = kit.target('List', 'Items');
    const steps = merge(wheel(0, -9, list), wheel(6_000, -9, list), wheel(7_000, 2, list), toBelow(20_000));
    expect(steps.map(describeStep)).toEqual([
      'Scroll down in List “Items” until ListItem “Item 57” shows',
      'Click ListItem “Item 57”',
    ]);
    expect(steps[0]).toMatchObject({ action: { notches: -16 }, until: { name: 'Item 57' } });
  });

  it('is counted in notches if the pressed element was visible before, or after other input', () => {
    const list = kit.target('List', 'Items');
    const plain = ['Scroll down 9 in List “Items”', 'Click ListItem “Item 57”'];
    expect(sentences(wheel(0, -9, list), click(900, below))).toEqual(plain);
    expect(sentences(wheel(0, -9, list), key(500, 'F5'), toBelow(900))).toEqual([plain[0], 'Press F5', plain[1]]);
  });

  it('separates what is on both sides of a click', () => {
    expect(sentences(wheel(0, -1, button), click(100, button), wheel(700, -1, button))).toHaveLength(3);
  });
});

it('steps are numbered and timed in the order of their start', () => {
  const steps = merge(typing(100, 'ab', field), click(900, button), key(2_000, 'F1'));
  expect(steps.map(({ at }) => at)).toEqual([100, 900, 2_000]);
  expect(new Set(steps.map(({ id }) => id)).size).toBe(3);
});

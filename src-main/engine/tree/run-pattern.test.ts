import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { PatternCall } from '#contract/model/elements/pattern';
import { descend, type FakeElement } from '../backends/fake/element.ts';
import { createFakeEngine, type FakeEngine } from '../testing/fake-engine.ts';

let desk: FakeEngine;
beforeEach(async () => {
  desk = await createFakeEngine();
});
afterEach(() => desk.engine.close());

async function run(title: string, selector: string, call: PatternCall) {
  const { id: element } = await desk.element(title, selector);
  return desk.engine.runPattern({ element, call }, { timeoutMs: 800 });
}

const refused = (code: string, words: string) => ({
  code,
  delivery: 'not_delivered',
  message: expect.stringContaining(words) as string,
});

describe('refuses impossible calls before trying', () => {
  test.each<[string, PatternCall, string, string]>([
    ['role=Button name="Never"', { pattern: 'invoke' }, 'pattern_not_supported', 'is disabled'],
    ['role=Slider', { pattern: 'rangeValue', value: 101 }, 'invalid_parameter', 'between 0 and 100'],
    ['id=name', { pattern: 'text', select: { start: 0, end: 4 } }, 'invalid_parameter', 'beyond its end'],
    ['id=name', { pattern: 'text', select: { start: 2, end: 1 } }, 'invalid_parameter', 'after its end'],
    ['role=List', { pattern: 'scroll', vertical: { to: 5 } }, 'pattern_not_supported', 'has no scroll'],
    ['role=Window', { pattern: 'transform' }, 'invalid_parameter', 'at least one'],
    ['role=RadioButton nth=1', { pattern: 'select', how: 'add' }, 'pattern_not_supported', 'Exactly one'],
    ['role=ComboBox', { pattern: 'selection', select: 'all' }, 'pattern_not_supported', 'one selected item'],
    ['id=send', { pattern: 'window', action: 'close' }, 'pattern_not_supported', 'it has invoke'],
  ])('%s %j', async (selector, call, code, words) => {
    await expect(run('Form', selector, call)).rejects.toMatchObject(refused(code, words));
  });

  test('an axis that does not scroll', async () => {
    const call = { pattern: 'scroll', horizontal: { by: 10 } } as const;
    await expect(run('Ten thousand', 'id=rows', call)).rejects.toMatchObject(
      refused('pattern_not_supported', 'horizontal'),
    );
  });
});

describe('text', () => {
  test('is selected, and typing replaces the selection', async () => {
    const { id: window } = await desk.window('Editor');
    await run('Editor', 'id=text', { pattern: 'value', value: 'a🙂b' });
    const after = await run('Editor', 'id=text', { pattern: 'text', select: { start: 1, end: 2 } });
    expect(after.text).toEqual({
      length: 3,
      caret: 2,
      selectedText: '🙂',
      multiline: true,
      selections: [{ start: 1, end: 2 }],
    });
    await desk.engine.actOnWindow({ window, action: 'focus' });
    await desk.engine.focusElement({ element: after.id });
    await desk.engine.typeText({ text: 'XY', window });
    expect((await desk.element('Editor', 'id=text')).value).toBe('aXYb');
    await run('Editor', 'id=text', { pattern: 'text', select: { start: 1, end: 1 } });
    await desk.engine.pressKeys({ keys: 'Delete', window });
    expect((await desk.element('Editor', 'id=text')).value).toBe('aYb');
  });

  test('the value of a password is neither reported nor put in an error', async () => {
    await run('Form', 'name="Password" role=Edit', { pattern: 'value', value: 'hush' });
    const after = await run('Form', 'name="Password" role=Edit', { pattern: 'text', select: { start: 0, end: 4 } });
    expect(after).toMatchObject({ value: null, text: { length: 4, selectedText: '' } });
    expect(JSON.stringify(after)).not.toContain('hush');
  });
});

describe('selections', () => {
  const fruit = 'role=List name="Fruit"';
  const names = async () => {
    const { id } = await desk.element('Form', fruit);
    const { selection } = await desk.engine.details({ element: id });
    return selection?.selected.map((item) => item.name);
  };

  test('grow, shrink and are replaced', async () => {
    await run('Form', 'name="Apples"', { pattern: 'select' });
    await run('Form', 'name="Cherries"', { pattern: 'select', how: 'add' });
    expect(await names()).toEqual(['Apples', 'Cherries']);
    await run('Form', 'name="Apples"', { pattern: 'select', how: 'remove' });
    expect(await names()).toEqual(['Cherries']);
    await run('Form', 'name="Bananas"', { pattern: 'select' });
    expect(await names()).toEqual(['Bananas']);
  });

  test('are made whole and emptied', async () => {
    expect((await run('Form', fruit, { pattern: 'selection', select: 'all' })).selection?.count).toBe(3);
    expect((await run('Form', fruit, { pattern: 'selection', select: 'none' })).selection?.count).toBe(0);
  });
});

test('a list is scrolled to a place and by a part', async () => {
  const scroll = async (vertical: { to: number } | { by: number }) =>
    (await run('Ten thousand', 'id=rows', { pattern: 'scroll', vertical })).scroll;
  expect(await scroll({ to: 50 })).toEqual({ horizontal: null, vertical: 50 });
  expect((await desk.element('Ten thousand', 'name="Row 5000"')).states).not.toContain('offscreen');
  expect(await scroll({ by: -20 })).toEqual({ horizontal: null, vertical: 30 });
  expect(await scroll({ by: -40 })).toEqual({ horizontal: null, vertical: 0 });
});

test('a table reports its size, its headers and its cells', async () => {
  const { id: element } = await desk.element('Form', 'role=Table');
  const { table, patterns } = await desk.engine.details({ element });
  expect(patterns).toEqual(['grid', 'table']);
  expect(table).toMatchObject({ rows: 2, columns: 2, columnHeaders: [{ name: 'Item' }, { name: 'Price' }] });
  const cell = await desk.engine.cell({ element, row: 1, column: 0 });
  expect(cell).toMatchObject({ name: 'Coffee', controlType: 'DataItem' });
  expect((await desk.engine.details({ element: cell.id })).cell).toMatchObject({ row: 1, column: 0 });
  await expect(desk.engine.cell({ element, row: 2, column: 0 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(desk.engine.cell({ element: cell.id, row: 0, column: 0 })).rejects.toMatchObject({
    code: 'pattern_not_supported',
  });
});

test('a frame moves, resizes and closes its window', async () => {
  const { bounds } = await desk.window('Form');
  const moved = await run('Form', 'role=Window', { pattern: 'transform', x: bounds.x - 30, width: 300 });
  expect(moved.bounds).toMatchObject({ x: bounds.x - 29, width: 298 });
  await run('Form', 'role=Window', { pattern: 'window', action: 'minimize' });
  expect((await desk.window('Form')).state).toBe('minimized');
  expect((await run('Form', 'role=Window', { pattern: 'window', action: 'close' })).states).toContain('defunct');
});

describe('an element whose app lets others', () => {
  const field = (): FakeElement => {
    const form = desk.backend.desktop.windows.find(({ title }) => title.includes('Form'));
    return [...descend(form!.spec.root)].find(({ automationId }) => automationId === 'name')!;
  };

  test('is shown in another of its views', async () => {
    field().views = { current: 'Icons', all: ['Icons', 'Details'] };
    const after = await run('Form', 'id=name', { pattern: 'multipleView', view: 'Details' });
    expect(after.views?.current).toBe('Details');
    await expect(run('Form', 'id=name', { pattern: 'multipleView', view: 'Map' })).rejects.toMatchObject(
      refused('invalid_parameter', '“Icons”, “Details”'),
    );
  });

  test('is docked elsewhere; if it only reports docking, the result is known', async () => {
    field().dock = 'top';
    expect((await run('Form', 'id=name', { pattern: 'dock', position: 'left' })).dock).toBe('left');
    vi.spyOn(desk.backend.elements, 'run').mockResolvedValue();
    await expect(run('Form', 'id=name', { pattern: 'dock', position: 'right' })).rejects.toMatchObject({
      code: 'not_verified',
    });
  });

  test('is resized, and is unverified if its size stays the same', async () => {
    field().movable = true;
    const { bounds } = await run('Form', 'id=name', { pattern: 'transform', width: 120 });
    expect(bounds?.width).toBe(120);
    await expect(run('Form', 'id=name', { pattern: 'transform', x: 1 })).rejects.toMatchObject({
      code: 'not_verified',
    });
  });

  test('can rotate and zoom, unlike windows', async () => {
    await expect(run('Form', 'role=Window', { pattern: 'transform', zoom: 200 })).rejects.toMatchObject(
      refused('pattern_not_supported', 'neither turns nor zooms'),
    );
  });
});

test('a label is recognised as one', async () => {
  const { id: element } = await desk.element('Form', 'id=name');
  const { relations } = await desk.engine.details({ element });
  expect(relations).toMatchObject([{ type: 'labelled by', targets: [{ name: 'Name', controlType: 'Text' }] }]);
});

test('a call that an app does not answer counts as delivered, so that it is not repeated', async () => {
  const { elements } = desk.backend;
  vi.spyOn(elements, 'run').mockImplementation(() => {
    vi.spyOn(elements, 'details').mockRejectedValue(new AppError('target_not_responding'));
    return Promise.resolve();
  });
  await expect(run('Form', 'id=send', { pattern: 'invoke' })).rejects.toMatchObject({
    code: 'target_not_responding',
    delivery: 'delivered',
  });
});
